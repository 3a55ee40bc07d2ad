"""The join below every list of the session: union by identity, newest wins, ties by content (format 5.2).

One copy of an item is a tuple `(instant, item)`. Choosing between two copies is a total order on their
content, so joining is commutative, associative and idempotent; fields that are joined separately (`hidden`,
`parked_at`) stay out of the comparison, or associativity would go.
"""

from __future__ import annotations

from memoir_git.core.jsondoc import canonical_json, ordered_json
from memoir_git.store.identity import identity_hash, identity_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json

    Copy: TypeAlias = tuple[Instant, Json]


class Union:
    """Items by identity with the winning copy of each, and the opaque ones carried along."""

    __slots__ = ("copies", "opaque")

    def __init__(self) -> None:
        self.copies: dict[str, Copy] = {}
        self.opaque: dict[str, Json] = {}

    def newest_first(self) -> list[tuple[str, Copy]]:
        """Returns the identified items, newest first, equal dates by identity hash."""
        return newest_first(self.copies)

    def opaque_items(self) -> list[Json]:
        """Returns the opaque items in a fixed order; `null` is dropped."""
        return [self.opaque[key] for key in sorted(self.opaque)]


def unite(
    sides: Iterable[list[Json]],
    date_of: Callable[[Json], Instant],
    identity: Callable[[Json], str | None] = identity_of,
) -> Union:
    """Returns the union of the lists; copies of one identity are reduced to the winner."""
    union = Union()
    copies = union.copies
    for items in sides:
        for item in items:
            key = identity(item)
            if key is None:
                add_opaque(union.opaque, item)
                continue
            held = copies.get(key)
            if held is None:
                copies[key] = (date_of(item), item)
            elif held[1] != item or not same_order(held[1], item):
                copies[key] = winner(held, (date_of(item), item))
    return union


def winner(first: Copy, second: Copy, without: tuple[str, ...] = ()) -> Copy:
    """Returns the copy that stands: the newer one, else the greater by `(length, text)` of its content.

    `without` names the fields joined separately; they decide only when all else is equal.
    """
    if first[0] != second[0]:
        return first if first[0] > second[0] else second
    return first if rank(first[1], without) >= rank(second[1], without) else second


def rank(item: Json, without: tuple[str, ...] = ()) -> tuple[int, str, int, str, str]:
    """Returns the total order on items of one date: more information wins, then bytes, then key order."""
    whole = canonical_json(item)
    core = whole
    if without and isinstance(item, dict):
        core = canonical_json({key: value for key, value in item.items() if key not in without})
    return (len(core), core, len(whole), whole, ordered_json(item))


def same_order(first: Json, second: Json) -> bool:
    """Tells whether two equal values list their keys in the same order, all the way down."""
    if isinstance(first, dict):
        return list(first) == list(second) and all(
            type(value) not in (dict, list) or same_order(value, second[key]) for key, value in first.items()
        )
    if isinstance(first, list):
        return all(map(same_order, first, second))
    return True


def newest_first(
    copies: dict[str, Copy], hash_of: Callable[[str], str] = identity_hash
) -> list[tuple[str, Copy]]:
    """Returns the copies newest first; only equal dates pay for a hash."""
    ordered = sorted(copies.items(), key=_instant, reverse=True)
    start = 0
    for at in range(1, len(ordered) + 1):
        if at == len(ordered) or ordered[at][1][0] != ordered[start][1][0]:
            if at - start > 1:
                ordered[start:at] = sorted(ordered[start:at], key=lambda entry: hash_of(entry[0]))
            start = at
    return ordered


def add_opaque(opaque: dict[str, Json], item: Json) -> None:
    """Keeps an item without identity once per content."""
    if item is not None:
        key = canonical_json(item)
        held = opaque.get(key)
        if held is None or ordered_json(item) > ordered_json(held):
            opaque[key] = item


def _instant(entry: tuple[str, Copy]) -> Instant:
    return entry[1][0]
