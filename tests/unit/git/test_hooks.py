"""The block that calls our script from a hook file, and where it can stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git.git.hooks import (
    NAMES,
    config_command,
    filled,
    has_chain,
    is_shell,
    with_chain,
    without_chain,
)

FOREIGN = b'#!/bin/bash\nset -e\nexec theirs "$@"'


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("content", [None, FOREIGN, b"#!/bin/sh\n"])
def test_taking_the_block_out_gives_back_what_was_there(content: bytes | None, name: str) -> None:
    chained = with_chain(content, name, place="hook")

    assert has_chain(chained, place="hook")
    back = without_chain(chained, place="hook")
    assert (back or b"").rstrip(b"\n") == (b"" if content in (None, b"#!/bin/sh\n") else content)


def test_ours_comes_first_so_that_no_exit_or_exec_keeps_it_from_running() -> None:
    lines = with_chain(FOREIGN, "pre-commit", place="hook").splitlines()

    assert lines[0] == b"#!/bin/bash"
    assert lines[1].startswith(b"# BEGIN memoir-git")
    assert lines[-2:] == FOREIGN.splitlines()[1:]


def test_a_block_that_is_there_is_renewed_in_its_place() -> None:
    chained = with_chain(FOREIGN, "pre-push", place="hook")

    assert with_chain(chained, "pre-push", place="hook") == chained


@pytest.mark.parametrize(
    ("content", "verdict"),
    [
        (b"#!/bin/sh\n", True),
        (b"#! /bin/sh -e\n", True),
        (b"#!/usr/bin/env bash\n", True),
        (b"#!/usr/bin/env -S bash -e\n", True),
        (b"#!/usr/local/bin/zsh\n", True),
        (b"#!/usr/bin/env python3\n", False),
        (b"#!/bin/sh\r\n", False),
        (b"#!\n", False),
        (b"echo\n", False),
        (b"", False),
    ],
)
def test_only_a_shells_script_can_take_lines_of_sh(content: bytes, verdict: bool) -> None:
    assert is_shell(content) is verdict


def test_odd_paths_of_the_program_are_quoted_for_sh() -> None:
    script = filled("python=@PYTHON@ hook=@HOOK@\n", interpreter="/it's/py thon", package=Path("/a b"))

    assert script == b"python='/it'\\''s/py thon' hook='/a b/hook_main.py'\n"


def test_the_command_in_gits_config_does_nothing_where_the_script_is_gone() -> None:
    assert '[ -x "$h" ] || exit 0' in config_command("pre-commit")
