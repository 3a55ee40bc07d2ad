"""Plain layout that the set-up commands share: aligned columns, and what to type next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memoir_git.core.ids import printable

_OWN_FOLDER = ".git/memoir-git/"


def columns(rows: Iterable[Sequence[str]], *, indent: str = "  ") -> list[str]:
    """Returns the rows as lines with aligned columns, the last column ragged."""
    table = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        (indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in table
    ]


def file_lines(paths: Iterable[str], *, indent: str = "  ") -> list[str]:
    """Returns a line for each file; what lies in our own folder is nobody's business."""
    return [indent + printable(path) for path in paths if not path.startswith(_OWN_FOLDER)]


def next_steps(steps: Sequence[str]) -> list[str]:
    """Returns the steps below a blank line, the first one marked."""
    lines = [f"{'Next:' if number == 0 else '':<5} {step}" for number, step in enumerate(steps)]
    return ["", *lines] if lines else []
