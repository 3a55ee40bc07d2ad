"""Every command: it has help that ends with its exit statuses, and the pages that name it tell the truth."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from click.testing import CliRunner

from memoir_git.cli.main import COMMANDS, root
from tests.support.commands import Described, shared_options, walk
from tests.support.project_files import text_files

ALL = list(walk())
PAGES = [(path, text) for path, text in text_files("README.md", "docs") if path.endswith(".md")]
_BLOCK = re.compile(r"^```(?:sh|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"^(?:\$ )?((?:[A-Z_]+=\S+ )*git memoir .+)$", re.MULTILINE)
SHOWN = [
    (path, call) for path, text in PAGES for block in _BLOCK.findall(text) for call in _CALL.findall(block)
]


@pytest.mark.parametrize("described", ALL, ids=lambda described: described.name)
def test_a_command_has_help_with_an_exit_status_part(described: Described) -> None:
    result = CliRunner().invoke(root, [*described.words, "-h"])

    assert result.exit_code == 0, result.output
    assert "Exit status:" in result.output


@pytest.mark.parametrize("described", ALL, ids=lambda described: described.name)
def test_every_option_says_what_it_does(described: Described) -> None:
    silent = [p.name for p in described.command.params if isinstance(p, click.Option) and not p.help]

    assert silent == []


@pytest.mark.parametrize("described", ALL, ids=lambda described: described.name)
def test_every_command_takes_the_shared_options(described: Described) -> None:
    names = {param.name for param in described.command.params}

    assert {option.name for option in shared_options()} <= names


def test_the_table_of_commands_lists_each_with_one_line() -> None:
    result = CliRunner().invoke(root, ["-h"])

    assert [
        name
        for name, (_, line) in COMMANDS.items()
        if f"  {name} " not in result.output or line.endswith(".")
    ] == []


@pytest.mark.parametrize(("path", "call"), SHOWN, ids=[f"{path}: {call}" for path, call in SHOWN])
def test_a_call_shown_in_the_docs_exists_with_its_options(path: str, call: str) -> None:
    words = shlex.split(call, comments=True)
    words = words[words.index("memoir") + 1 :]
    found = max((d for d in ALL if tuple(words[: len(d.words)]) == d.words), key=lambda d: len(d.words))
    known = {word for param in found.command.params for word in (*param.opts, *param.secondary_opts)}
    known |= {"-h", "--help", "--version"}
    options = {
        word.partition("=")[0] for word in words[len(found.words) :] if word.startswith("-") and word != "-"
    }

    assert found.words, f"{path} shows an unknown command: {call}"
    assert not isinstance(found.command, click.Group) or "-h" in options, f"{path} lacks a subcommand: {call}"
    assert options <= known
