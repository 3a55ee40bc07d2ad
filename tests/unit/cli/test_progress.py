"""The counter of commits: on a terminal only, and gone when the work ends."""

from __future__ import annotations

import os
import pty
import sys
from typing import TextIO

import pytest

from memoir_git.cli.output import JSON, TEXT
from memoir_git.cli.progress import commit_counter


def test_nobody_is_told_anything_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with commit_counter(TEXT) as on_progress:
        assert on_progress is None

    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("output_format", "is_shown"), [(TEXT, True), (JSON, False)])
def test_a_terminal_is_told_the_number_unless_a_program_reads_the_result(
    monkeypatch: pytest.MonkeyPatch, output_format: str, is_shown: bool
) -> None:
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")

    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with commit_counter(output_format) as on_progress:
            if on_progress is not None:
                on_progress(1234)
        shown = _shown(ours, terminal)
    os.close(ours)

    assert (b"1234 commits read" in shown) is is_shown


def test_the_terminal_is_as_it_was_after_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")

    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with pytest.raises(KeyboardInterrupt), commit_counter(TEXT):
            raise KeyboardInterrupt
        shown = _shown(ours, terminal)
    os.close(ours)

    assert shown.rfind(b"\x1b[?25h") > shown.rfind(b"\x1b[?25l")


def _shown(ours: int, terminal: TextIO) -> bytes:
    """Returns everything that was written to the terminal until now."""
    terminal.write("\0")
    terminal.flush()
    shown = b""
    while not shown.endswith(b"\0"):
        shown += os.read(ours, 10_000)
    return shown[:-1]
