"""The removal units of a file: whole sections, and bullets with the lines that belong to them.

An H2 without an ID takes along the bullets and the text below it. One with an ID is a unit by itself: what
the parser cut off below it belongs to nobody yet, and taking the heading away would give it to a neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.custodian.ids import Heading, parse_heading
from memoir_git.custodian.lexer import VISIBLE, Text, content_of
from memoir_git.custodian.units import BODY, H2, PREAMBLE, Unit, split_units


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """An H2 with what stands below it until the next one; without a head, what stands before the first."""

    head: Unit | None
    below: tuple[Unit, ...]

    @property
    def heading(self) -> Heading | None:
        """The head's ID and title, `None` without any."""
        return parse_heading(self.head.heading) if self.head is not None else None

    @property
    def is_bare(self) -> bool:
        """Whether there is a heading and nothing else."""
        return self.head is not None and self.head.end - self.head.start == 1 and not self.below

    @property
    def whole(self) -> Unit:
        """The head and everything below it as one unit."""
        assert self.head is not None, "a section without a head is not removed as a whole"
        last = self.below[-1] if self.below else self.head
        unit = Unit(H2, self.head.start, last.end, heading=self.head.heading, formal=self.head.formal)
        unit.number = self.head.number
        return unit


def sections(text: Text) -> Iterator[Section]:
    """Yields the sections of a usable file in file order."""
    head: Unit | None = None
    below: list[Unit] = []
    for unit in split_units(text):
        if unit.kind == H2:
            if head is not None or below:
                yield Section(head=head, below=tuple(below))
            head, below = unit, []
        else:
            below.append(unit)
    if head is not None or below:
        yield Section(head=head, below=tuple(below))


def is_prose(unit: Unit) -> bool:
    """Tells whether a unit is text that only a person can part."""
    return unit.kind in (PREAMBLE, BODY)


def title_of(text: Text) -> str:
    """Returns the file's title line, `""` where its first line is none."""
    has_title = bool(text.lines) and text.lines[0].startswith("# ") and text.kinds[0] == VISIBLE
    return content_of(text.lines[0]) if has_title else ""
