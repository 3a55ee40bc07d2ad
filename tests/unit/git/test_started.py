"""git started by the quick way: its answer, and what is left to the usual way."""

from __future__ import annotations

import os

from memoir_git.git.started import PIPE, start_git


def test_the_answer_comes_with_the_status() -> None:
    started = start_git(("hash-object", "--stdin"), os.environ, b"x\n")

    assert started is not None
    assert started.output() == (0, b"587be6b4c3f93f93c489c0111bba5596147a26cb\n")


def test_a_failure_is_a_status_and_nothing_on_standard_error() -> None:
    started = start_git(("no-such-command",), os.environ)

    assert started is not None
    assert started.output() == (1, b"")


def test_what_may_not_go_into_a_pipe_at_once_is_left_to_the_usual_way() -> None:
    assert start_git(("hash-object", "--stdin"), os.environ, b"x" * (PIPE + 1)) is None
