"""Plain layout that the set-up commands share: aligned columns, and what to type next."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from memoir_git.core.ids import printable

_OWN_FOLDER = ".git/memoir-git/"


def columns(rows: Iterable[Sequence[str]], *, indent: str = "  ") -> list[str]:
    """Returns the rows as lines with columns aligned on a terminal, the last column ragged."""
    table = [tuple(row) for row in rows]
    widths = [max(map(cells, column)) for column in zip(*table, strict=True)]
    return [(indent + "  ".join(map(_filled, row, widths))).rstrip() for row in table]


def cells(text: str) -> int:
    """Returns how many cells of a terminal a text takes: two for wide characters, none for marks above."""
    return sum(_cells(character) for character in text)


def _filled(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def file_lines(paths: Iterable[str], *, indent: str = "  ") -> list[str]:
    """Returns a line for each file; what lies in our own folder is nobody's business."""
    return [indent + printable(path) for path in paths if not path.startswith(_OWN_FOLDER)]


def next_steps(steps: Sequence[str]) -> list[str]:
    """Returns the steps below a blank line, the first one marked."""
    lines = [f"{'Next:' if number == 0 else '':<5} {step}" for number, step in enumerate(steps)]
    return ["", *lines] if lines else []
