"""Lines that a pattern hits: looked for in a whole file at once, told by kind and number only."""

from __future__ import annotations

from memoir_git.core.light import dataclass


@dataclass(frozen=True, slots=True)
class Hit:
    """One observation: its kind and 1-based line."""

    kind: str
    line: int


class Lines:
    """The lines of a file, the text they join to, and which line a place in it belongs to.

    A pattern that stays within a line is looked for in the text, which is many times as quick as line by
    line; most files have no hit at all.
    """

    __slots__ = ("_starts", "lines", "text")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.text = "".join(lines)
        self._starts: list[int] = []

    def number(self, at: int) -> int:
        """Returns the 1-based number of the line that holds the character at index `at`."""
        # Most files have no hit, and then neither is needed.
        from bisect import bisect_right
        from itertools import accumulate

        if not self._starts:
            self._starts = list(accumulate(map(len, self.lines), initial=0))
        return bisect_right(self._starts, at)
