"""What the plans do to single lists: find the copies of an identity, make room by date, add tombstones.

Room is made as the merge would make it (format 4.1 and 5.2): the oldest by date goes, never the first by
position, since deployed writers and merges order lists differently; and what a tombstone suppresses takes
no room.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memoir_git.core.instants import BOTTOM, parse_completion, parse_instant
from memoir_git.core.text import normalised
from memoir_git.store.identity import identity_of
from memoir_git.store.joins import newest_first, unite
from memoir_git.store.plans.dates import later_than, not_before
from memoir_git.store.plans.plan import Draft, Happening
from memoir_git.store.tombstones import is_suppressed, unite_completions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json
    from memoir_git.store.joins import Copy

    # item -> its instant
    DateOf: TypeAlias = Callable[[Json], Instant]


def date_by(field: str) -> DateOf:
    """Returns the function that reads an item's date field."""
    return lambda item: parse_instant(item.get(field))


def copies_of(key: str, items: Iterable[Json]) -> list[Json]:
    """Returns every item whose identity is `key`."""
    return [item for item in items if identity_of(item) == key]


def without(keys: Collection[str], items: Iterable[Json]) -> list[Json]:
    """Returns the items of other identities, opaque ones included, in their order."""
    return [item for item in items if identity_of(item) not in keys]


def standing(items: list[Json], date_of: DateOf, completions: list[Json]) -> dict[str, Copy]:
    """Returns the newest copy per identity of what no completion suppresses."""
    return unsuppressed(unite((items,), date_of).copies, completions)


def unsuppressed(copies: dict[str, Copy], completions: list[Json]) -> dict[str, Copy]:
    """Returns the copies that no completion suppresses (format 5.3.2)."""
    tombstones = unite_completions(completions).copies
    return {key: copy for key, copy in copies.items() if not is_suppressed(copy[0], tombstones.get(key))}


def ranked(copies: dict[str, Copy]) -> list[tuple[str, Copy]]:
    """Returns the copies newest first, as the merge ranks them."""
    return newest_first(copies)


def completed_at(key: str, completions: list[Json]) -> Instant:
    """Returns when the identity was last completed, `BOTTOM` if never."""
    found = unite_completions(completions).copies.get(key)
    return found[0] if found else BOTTOM


def put_back(items: list[Json], key: str, new: Json) -> list[Json]:
    """Returns the list with `new` where the first copy of `key` stands, and no other copy of it.

    A new one goes in front: lists are read newest first, and its lines are the only ones that change.
    """
    places = [at for at, item in enumerate(items) if identity_of(item) == key]
    at = places[0] if places else 0
    return [*without({key}, items[:at]), new, *without({key}, items[at:])]


def complete(draft: Draft, name: str, text: str, done_at: str) -> None:
    """Adds the tombstone of `text` to a list of completions, or renews the one that is there."""
    items = draft.items(name)
    found = unite_completions(items).copies.get(normalised(text))
    stone = {**(found[1] if found else {}), "text": text, "done_at": done_at}
    items = put_back(items, normalised(text), stone)
    ranks = ranked(unite((items,), lambda item: parse_completion(item.get("done_at"))).copies)
    evicted = {key for key, _ in ranks[draft.stamp.caps[name] :]}
    draft.put(name, without(evicted, items))
    draft.tell(Happening.DROPPED, name, len(evicted))


def completion_date(now: str, added: Iterable[Json], previous: Instant) -> str:
    """Returns the `done_at` that holds against every removed copy: `now`, or the latest of their dates.

    `previous` is the instant of an earlier completion of the same text, which the new one must outlast.
    """
    done_at = not_before(now, *added)
    if parse_completion(done_at) > previous:
        return done_at
    return later_than(now, previous)
