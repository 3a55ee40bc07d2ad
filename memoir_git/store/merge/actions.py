"""The pool of actions: live and parked of both sides, one union, then split again (format 5.2.1).

A capped union of the live list alone would evict as silently as a capped append. Tombstones come before the
split, so that completed actions free their slots.
"""

from __future__ import annotations

from memoir_git.core.instants import BOTTOM, parse_instant
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.merge import Note
from memoir_git.store.identity import identity_of
from memoir_git.store.joins import add_opaque, newest_first, winner
from memoir_git.store.model import NEXT_ACTIONS, PARKED_ACTIONS
from memoir_git.store.tombstones import is_suppressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json
    from memoir_git.store.joins import Copy, Union

_STICKY = ("parked_at",)


class ActionPool:
    """Every action of both sides by identity, with what parked copies say beside the winner."""

    __slots__ = ("copies", "opaque_live", "opaque_parked", "parked_at", "parked_keys")

    def __init__(self, live: tuple[list[Json], ...], parked: tuple[list[Json], ...]) -> None:
        self.copies: dict[str, Copy] = {}
        # identities of which a copy that shares the winning `added` is parked already
        self.parked_keys: set[str] = set()
        # identity -> the earliest `parked_at` among copies that share the winning `added`
        self.parked_at: dict[str, tuple[Instant, str, Json]] = {}
        self.opaque_live: dict[str, Json] = {}
        self.opaque_parked: dict[str, Json] = {}
        for items in live:
            self._add(items, self.opaque_live, is_parked=False)
        for items in parked:
            self._add(items, self.opaque_parked, is_parked=True)
        for key in self.opaque_live.keys() & self.opaque_parked.keys():
            del self.opaque_parked[key]

    def _add(self, items: list[Json], opaque: dict[str, Json], *, is_parked: bool) -> None:
        for item in items:
            key = identity_of(item)
            if key is None:
                add_opaque(opaque, item)
                continue
            copy = (parse_instant(item.get("added")), item)
            held = self.copies.get(key)
            if held is None:
                self.copies[key] = copy
            elif held[1] != item or list(held[1]) != list(item):
                self.copies[key] = winner(held, copy, _STICKY)
            if held is not None and copy[0] > held[0]:
                self.parked_at.pop(key, None)
                self.parked_keys.discard(key)
            if held is None or copy[0] >= held[0]:
                self._park(key, item)
                if is_parked:
                    self.parked_keys.add(key)

    def _park(self, key: str, item: Json) -> None:
        value = item.get("parked_at")
        if value is None:
            return
        instant = parse_instant(value)
        # A real date beats a broken one; among broken ones any fixed choice will do.
        entry = (instant, canonical_json(value), value)
        held = self.parked_at.get(key)
        if held is None or (entry[0] == BOTTOM, entry[:2]) < (held[0] == BOTTOM, held[:2]):
            self.parked_at[key] = entry

    def split(
        self, tombstones: Union, caps: dict[str, int], notes: list[Note]
    ) -> tuple[list[Json], list[Json]]:
        """Returns the live and the parked list after `tombstones`; overflow beyond both is noted."""
        open_copies: dict[str, Copy] = {}
        for key, copy in self.copies.items():
            if is_suppressed(copy[0], tombstones.copies.get(key)):
                notes.append(Note(Note.SUPPRESSED, NEXT_ACTIONS, copy[1]["text"]))
            else:
                open_copies[key] = copy
        ordered = newest_first(open_copies)
        room = caps[NEXT_ACTIONS]
        live = [_without_parked_at(item) for _, (_, item) in ordered[:room]]
        parked = []
        for rank, (key, (_, item)) in enumerate(ordered[room:]):
            if rank >= caps[PARKED_ACTIONS]:
                notes.append(Note(Note.DROPPED, PARKED_ACTIONS, item["text"]))
                continue
            if key not in self.parked_keys:
                notes.append(Note(Note.PARKED, NEXT_ACTIONS, item["text"]))
            parked.append(self._parked(key, item, pushed_by=ordered[rank][1]))
        live += [self.opaque_live[key] for key in sorted(self.opaque_live)]
        parked += [self.opaque_parked[key] for key in sorted(self.opaque_parked)]
        return live, parked

    def _parked(self, key: str, item: Json, *, pushed_by: Copy) -> Json:
        """Returns the parked form: `parked_at` as found; for one that this merge parks, the `added` of the
        action that pushed it out.

        Deterministic and without a clock; left out when that action is undated.
        """
        value = None
        if key in self.parked_at:
            value = self.parked_at[key][2]
        elif key not in self.parked_keys and pushed_by[0] != BOTTOM:
            value = pushed_by[1].get("added")
        if item.get("parked_at") == value:
            return item
        parked = dict(item)
        if value is None:
            parked.pop("parked_at", None)
        else:
            parked["parked_at"] = value
        return parked


def _without_parked_at(item: Json) -> Json:
    if "parked_at" not in item:
        return item
    return {key: value for key, value in item.items() if key != "parked_at"}
