"""Plain layout that the set-up commands share: aligned columns, and what to type next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def columns(rows: Iterable[Sequence[str]], *, indent: str = "  ") -> list[str]:
    """Returns the rows as lines with aligned columns, the last column ragged."""
    table = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        (indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in table
    ]


def next_steps(steps: Sequence[str]) -> list[str]:
    """Returns the steps below a blank line, the first one marked."""
    lines = [f"{'Next:' if number == 0 else '':<5} {step}" for number, step in enumerate(steps)]
    return ["", *lines] if lines else []
