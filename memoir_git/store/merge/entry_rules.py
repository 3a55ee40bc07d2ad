"""Which copy of one frontmatter field a merge takes, where both sides have it (format 5.2, 5.3).

Every rule ranks the two copies by what they say and falls back to `spelling` where they say the same, so
none depends on which side is ours.
"""

from __future__ import annotations

from memoir_git.core.blocks import MAP
from memoir_git.core.instants import BOTTOM, parse_completion, parse_instant
from memoir_git.store.entry_facts import TYPES, canonical_type, list_items, says_hidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memoir_git.core.blocks import Block


def is_same(first: Block | None, second: Block | None) -> bool:
    """Tells whether two copies of a field say the same, whatever their quoting and shape."""
    if first is None or second is None:
        return first is second
    return first.lines == second.lines or _value(first) == _value(second)


def spelling(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns one of two copies that say the same: the one respelled since the base, else a fixed one.

    A type in the format's own vocabulary comes before a legacy word for it.
    """
    if ours.key == "type" and (ours.text in TYPES) != (theirs.text in TYPES):
        return ours if ours.text in TYPES else theirs
    our_text, their_text = ours.raw, theirs.raw
    if base is not None and base.raw == their_text:
        return ours
    if base is not None and base.raw == our_text:
        return theirs
    return max(ours, theirs, key=lambda block: (len(block.raw), block.raw))


def hiding(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns the copy that hides."""
    return _greater(base, ours, theirs, lambda block: says_hidden(block))


def later(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns the copy with the later date; one that cannot be read loses."""
    return _greater(base, ours, theirs, lambda block: parse_instant(block.text))


def later_completion(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns the copy with the later completion; a date alone is the end of its day."""
    return _greater(base, ours, theirs, lambda block: parse_completion(block.text))


def earlier(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns the copy with the earlier date; one that cannot be read loses."""
    dates = (parse_instant(ours.text), parse_instant(theirs.text))
    if BOTTOM in dates or dates[0] == dates[1]:
        return later(base, ours, theirs)
    return ours if dates[0] < dates[1] else theirs


def larger(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns the copy with the larger count; what is no whole number loses.

    A join: adding what each side counted would count twice after a cherry-pick.
    """
    return _greater(base, ours, theirs, lambda block: _count(block.text))


def _greater(base: Block | None, ours: Block, theirs: Block, rank: Callable[[Block], object]) -> Block:
    ranks = (rank(ours), rank(theirs))
    if ranks[0] == ranks[1]:
        return spelling(base, ours, theirs)
    return ours if max(ranks) == ranks[0] else theirs  # type: ignore[type-var]


def _count(text: str) -> tuple[int, str]:
    """Returns what orders whole numbers of any length; `int` refuses very long ones."""
    if not text.isascii() or not text.isdigit():
        return (-1, "")
    digits = text.lstrip("0")
    return (len(digits), digits)


def _value(block: Block) -> object:
    if block.key == "type":
        return canonical_type(block.text) or block.text
    items = list_items(block)
    if items is not None:
        return items
    if block.kind == MAP:
        return [(child.key, child.text) for child in block.children]
    return (block.kind, block.text)
