"""Suppression: temporal tombstones of actions and goals, absolute ones of decisions (format 5.3).

The two classes are never exchanged. A completion outlives every copy that is not newer than it; a later
`added` is a deliberate re-add. A hidden decision stays hidden whatever the dates say, and its purged form
wins over every other copy, so that a redacted text never returns from a stale replica.
"""

from __future__ import annotations

from memoir_git.core.instants import parse_completion, parse_instant
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.store.identity import identity_hash, identity_of, is_hidden, purged_hash
from memoir_git.store.joins import Union, add_opaque, newest_first, unite, winner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json
    from memoir_git.store.joins import Copy

STICKY = ("hidden", "hidden_at")
_RATIONALE = ("why", "rejected")
_PURGED = "#"  # before the hash, in a key; no identity begins like this and has 65 characters by chance


def unite_completions(*sides: list[Json]) -> Union:
    """Returns the completions of both sides, the newest `done_at` per identity, not yet capped.

    A cap applied before filtering would evict the tombstone that this very merge needs.
    """
    return unite(sides, lambda item: parse_completion(item.get("done_at")))


def is_suppressed(instant: Instant, tombstone: Copy | None) -> bool:
    """Tells whether a tombstone holds against a copy dated `instant` (format 5.3.2).

    It does unless the copy is strictly later; a missing date is below every real one, on either side.
    """
    return tombstone is not None and not instant > tombstone[0]


class Decisions:
    """The join of decision lists: visible and hidden copies by identity, purged ones by hash."""

    __slots__ = ("opaque", "overruled", "purged", "visible")

    def __init__(self, *sides: list[Json]) -> None:
        self.visible: dict[str, Copy] = {}
        self.purged: dict[str, Copy] = {}
        self.opaque: dict[str, Json] = {}
        # identities of which one copy was live and the tombstone of another held
        self.overruled: list[Json] = []
        groups = _grouped(sides, self.purged, self.opaque)
        if self.purged:
            self._drop_purged(groups)
        for key, copies in groups.items():
            self.visible[key] = self._joined(copies)

    def ordered(self) -> tuple[list[Json], list[Json]]:
        """Returns visible and hidden decisions, each newest first; a purged one ties by its own hash."""
        everything = dict(self.visible)
        everything.update((_PURGED + digest, copy) for digest, copy in self.purged.items())
        shown: list[Json] = []
        hidden: list[Json] = []
        for _, (_, item) in newest_first(everything, _decision_hash):
            (hidden if is_hidden(item) else shown).append(item)
        return shown, hidden

    def opaque_items(self) -> list[Json]:
        """Returns the decisions without identity, in a fixed order."""
        return [self.opaque[key] for key in sorted(self.opaque)]

    def _drop_purged(self, groups: dict[str, list[Json]]) -> None:
        """Removes every text that a purged hash names, in either dialect of the hash."""
        for key, copies in list(groups.items()):
            digests = {text_hash(key), *(lower_text_hash(item["text"]) for item in copies)}
            if not digests.isdisjoint(self.purged):
                self.overruled += [item for item in copies if not is_hidden(item)][:1]
                del groups[key]

    def _joined(self, copies: list[Json]) -> Copy:
        best = _dated(copies[0])
        for item in copies[1:]:
            best = winner(best, _dated(item), (*STICKY, "text_hash"))
        hidden = [item for item in copies if is_hidden(item)]
        if not hidden:
            return best
        if len(hidden) < len(copies):
            self.overruled.append(best[1])
        joined = _with_tombstone(best[1], hidden)
        if purged_hash(joined) is not None:
            # One copy says `[purged]` and is hidden, another has a hash and is live: neither is the purged
            # form, and joining them must not make it up.
            joined = {name: value for name, value in joined.items() if name != "text_hash"}
        return (best[0], joined)


def _grouped(
    sides: tuple[list[Json], ...], purged: dict[str, Copy], opaque: dict[str, Json]
) -> dict[str, list[Json]]:
    groups: dict[str, list[Json]] = {}
    for items in sides:
        for item in items:
            digest = purged_hash(item)
            if digest is not None:
                purged[digest] = _join_purged(purged.get(digest), item, digest)
                continue
            key = identity_of(item)
            if key is None:
                add_opaque(opaque, item)
            else:
                groups.setdefault(key, []).append(item)
    return groups


def _dated(item: Json) -> Copy:
    return (parse_instant(item.get("date")), item)


def _join_purged(held: Copy | None, item: Json, digest: str) -> Copy:
    """Joins purged copies of one hash; rationale never rides along, whatever the copies carry."""
    clean = {key: value for key, value in item.items() if key not in _RATIONALE}
    clean["text_hash"] = digest
    if held is None:
        return _dated(clean)
    best = winner(held, _dated(clean), STICKY)
    return (best[0], _with_tombstone(best[1], [held[1], clean]))


def _with_tombstone(item: Json, hidden: list[Json]) -> Json:
    """Returns `item` hidden, with the latest `hidden_at` of the hidden copies; none is invented.

    "Winner keeps its own" is not associative with three copies; the latest is, and agrees with it wherever
    only one copy is hidden.
    """
    flags = {canonical_json(copy["hidden"]): copy["hidden"] for copy in hidden}
    flag = next(iter(flags.values())) if len(flags) == 1 else True
    at = _latest([copy["hidden_at"] for copy in hidden if copy.get("hidden_at") is not None])
    if item.get("hidden") == flag and item.get("hidden_at") == at:
        return item
    joined = dict(item)
    joined["hidden"] = flag
    if at is not None:
        joined["hidden_at"] = at
    else:
        joined.pop("hidden_at", None)
    return joined


def _latest(values: list[Json]) -> Json:
    """Returns the latest date as it is spelled; unparseable ones count only among themselves."""
    return max(values, key=lambda value: (parse_instant(value), canonical_json(value)), default=None)


def _decision_hash(key: str) -> str:
    return key[1:] if key[:1] == _PURGED and len(key) == 65 else identity_hash(key)
