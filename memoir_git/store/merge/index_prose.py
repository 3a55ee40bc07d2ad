"""Lines of an index that are no rows and that both sides rewrote: a count, a date, a heading.

A line rewritten by both takes the version with more information; which lines are versions of one another
is told by their words, numbers aside. Whatever has no such counterpart was added, and is kept.
"""

from __future__ import annotations

from memoir_git.core.markdown_file import richer
from memoir_git.store.merge.blocks import is_blank
from memoir_git.store.merge.insertions import join_insertions
from memoir_git.store.merge.pairing import Thing, likeness, pair_most_alike

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoir_git.store.merge.insertions import View
    from memoir_git.store.merge.pairing import Pairs

_LIKE = 0.5
_MANY = 4096


def settle_prose(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], view: View) -> list[str]:
    """Returns what stands where both sides rewrote the lines of `base`."""
    our_lines, their_lines = list(ours), list(theirs)
    to_ours, to_theirs = _versions(base, ours), _versions(base, theirs)
    for place, here in to_ours.items():
        there = to_theirs.get(place)
        if there is not None:
            our_lines[here] = their_lines[there] = richer(ours[here], theirs[there])
    return join_insertions(our_lines, their_lines, view)


def _versions(base: Sequence[str], side: Sequence[str]) -> Pairs:
    """Returns which line of a side is a rewritten line of the base."""
    if len(base) * len(side) > _MANY:
        return {}
    before, after = [_thing(line) for line in base], [_thing(line) for line in side]
    candidates = [
        (alike, one, other)
        for one, old in enumerate(before)
        for other, new in enumerate(after)
        if (alike := likeness(old.features, new.features)) >= _LIKE
    ]
    return pair_most_alike(before, after, candidates)


def _thing(line: str) -> Thing:
    """Returns a line with its words as features; a row (which begins with a NUL) or a blank has none."""
    words = [] if line.startswith("\0") or is_blank(line) else line.split()
    return Thing((0, ""), line, frozenset("".join("0" if c.isdigit() else c for c in word) for word in words))
