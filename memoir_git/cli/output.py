"""The way out: one report, as text or as the JSON envelope, on standard output and nowhere else."""

from __future__ import annotations

import os
import sys
from typing import Any, Protocol

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.report import Report

TEXT = "text"
JSON = "json"
_DONE = "what the command had to do is done; look with git memoir status"


class OutputError(MemoirGitError):
    """Standard output takes no more."""


class View(Protocol):
    """A module of `memoir_git.render` that knows a command's data."""

    def as_text(self, report: Report[Any]) -> str:
        """Returns the whole text for a terminal or a pipe, each line ended."""

    def as_json(self, data: Any) -> dict[str, Any]:
        """Returns the envelope's `data` object, made field by field."""


def emit(report: Report[Any], view: View, output_format: str) -> None:
    """Prints the report and ends the command with the exit status its findings give."""
    if output_format == JSON:
        from memoir_git.render.json_v1 import envelope

        write(envelope(report, view.as_json(report.data)))
    else:
        write(view.as_text(report))
    raise SystemExit(report.exit_code)


def write(text: str) -> None:
    """Writes the result to standard output as UTF-8, whatever the locale says.

    Raises `OutputError` when it cannot be written, and `BrokenPipeError` when nobody reads it any more.
    """
    if sys.stdout is None:
        raise OutputError("Standard output is closed.", hint=_DONE)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard()
        raise OutputError(
            f"The result cannot be written to standard output: {error.strerror}.",
            hint=_DONE,
        ) from None


def discard() -> None:
    """Lets standard output go nowhere from now on, so that the interpreter's last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, hint: str | None = None) -> None:
    """Writes an error, and what to do next, to standard error."""
    print(f"error: {message}", file=sys.stderr)
    if hint:
        print(f"  next: {hint}", file=sys.stderr)
