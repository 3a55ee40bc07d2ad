"""Which section of one version is which of another, and how sections added at one place are ordered.

Sections of one level match by heading. One that changed its heading and kept most of its lines is the same
section renamed; one whose heading changed a number or date is another. Numbers in headings compare as
numbers, so that `9` stands before `10`. A ledger whose dated or numbered headings fall from top to bottom
is newest-first, and what is added to it is ordered the same way.
"""

from __future__ import annotations

from memoir_git.store.merge.pairing import Thing, likeness, pair_versions
from memoir_git.store.merge.section_tree import own_features

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from memoir_git.store.merge.pairing import Candidates, Trio
    from memoir_git.store.merge.section_tree import Section

    Natural: TypeAlias = tuple[tuple[int, int, str], ...]

_LIKE = 0.6
_COMMON = 2  # lines that a renamed section shares with itself at least
_RARE = 8  # a line that stands in more sections than this tells none from another


def pair_sections(base: Sequence[Section], ours: Sequence[Section], theirs: Sequence[Section]) -> list[Trio]:
    """Returns the sections of three versions, each once, ordered as this ledger orders its headings."""
    before, here, there = ([_thing(section) for section in side] for side in (base, ours, theirs))
    trios = pair_versions(before, here, there, _renamed)

    def rank(trio: Trio) -> list[tuple[Natural, str, str]]:
        versions = zip((base, ours, theirs), trio, strict=True)
        return sorted(_rank(side[place]) for side, place in versions if place is not None)

    return sorted(trios, key=rank, reverse=_is_falling(ours, theirs))


def natural(title: str) -> Natural:
    """Returns a title as text and numbers, which compare by value however long they are."""
    parts: list[tuple[int, int, str]] = []
    at = 0
    while at < len(title):
        start, is_digit = at, _is_digit(title[at])
        while at < len(title) and _is_digit(title[at]) == is_digit:
            at += 1
        run = title[start:at]
        parts.append((0, len(run.lstrip("0")), run.lstrip("0")) if is_digit else (1, 0, run))
    return tuple(parts)


def _rank(section: Section) -> tuple[Natural, str, str]:
    return natural(section.title), section.title, section.text


def _is_falling(ours: Sequence[Section], theirs: Sequence[Section]) -> bool:
    balance = 0
    for side in (ours, theirs):
        keys = [natural(section.title) for section in side if any(map(_is_digit, section.title))]
        for place in range(1, len(keys)):
            balance += (keys[place - 1] > keys[place]) - (keys[place - 1] < keys[place])
    return balance > 0


def _thing(section: Section) -> Thing:
    return Thing((section.level, section.title), section.text, own_features(section))


def _renamed(
    first: Sequence[Thing], second: Sequence[Thing], left: list[int], others: list[int]
) -> Candidates:
    """Returns sections left over on both sides that kept most of their lines."""
    holders: dict[str, list[int]] = {}
    for other in others:
        for line in second[other].features:
            holders.setdefault(line, []).append(other)
    candidates: Candidates = []
    for place in left:
        thing = first[place]
        near = {other for line in thing.features for other in holders.get(line, [])[: _RARE + 1]}
        for other in sorted(near):
            alike = likeness(thing.features, second[other].features)
            common = len(thing.features & second[other].features)
            if alike >= _LIKE and common >= _COMMON and _may_be_renamed(thing, second[other]):
                candidates.append((alike, place, other))
    return candidates


def _may_be_renamed(first: Thing, second: Thing) -> bool:
    (level, title), (other_level, other_title) = first.key, second.key
    numbers = [[part for part in natural(text) if part[0] == 0] for text in (title, other_title)]
    return level == other_level and numbers[0] == numbers[1]


def _is_digit(character: str) -> bool:
    return "0" <= character <= "9"
