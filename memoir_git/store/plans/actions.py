"""Plans for next actions: add, complete, park (format 3.3.6, 4.1, 5.3.2).

Live and parked actions are one pool, split by date: the newest are live. A plan keeps that split, so that a
merge of the file before with the file after changes nothing. Only parking by hand leaves it: the format has
no word for "parked although there is room", and the next merge makes such an action live again; until then
plans keep it.
"""

from __future__ import annotations

from memoir_git.core.instants import BOTTOM
from memoir_git.core.text import normalised
from memoir_git.store.identity import identity_of
from memoir_git.store.merge.actions import ActionPool
from memoir_git.store.model import COMPLETED_ACTIONS, DATE_FIELDS, NEXT_ACTIONS, PARKED_ACTIONS
from memoir_git.store.parse import Session
from memoir_git.store.plans.dates import later_than
from memoir_git.store.plans.lists import (
    complete,
    completed_at,
    completion_date,
    copies_of,
    put_back,
    ranked,
    unsuppressed,
    without,
)
from memoir_git.store.plans.plan import Draft, Happening, PlanError, SessionPlan, Stamp, item_of, item_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_FIELD = DATE_FIELDS[NEXT_ACTIONS]


def plan_next(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    """Adds a live action; one that is live or parked already is renewed, and is live afterwards.

    The new one is dated after its own completion and after the action that has to make room for it.
    """
    draft = Draft(session, stamp)
    text = item_text(text)
    key = normalised(text)
    is_split = _is_split_by_date(draft)
    pool = _Pool(draft).copies
    held = pool.pop(key, None)
    was_live = bool(copies_of(key, draft.items(NEXT_ACTIONS)))
    displaced = ranked(pool)[stamp.caps[NEXT_ACTIONS] - 1 :][:1]
    outlasted = [copy[0] for _, copy in displaced]
    outlasted += [held[0] if held else BOTTOM, completed_at(key, draft.items(COMPLETED_ACTIONS))]
    old = _without_parked_at(held[1]) if held else None
    new = item_of(old, text, _FIELD, later_than(stamp.now, *outlasted), stamp)
    draft.put(NEXT_ACTIONS, put_back(draft.items(NEXT_ACTIONS), key, new))
    draft.put(PARKED_ACTIONS, without({key}, draft.items(PARKED_ACTIONS)))
    if held is None:
        draft.tell(Happening.ADDED, NEXT_ACTIONS)
    else:
        draft.tell(Happening.RENEWED if was_live else Happening.UNPARKED, NEXT_ACTIONS)
    _split(draft, is_split=is_split)
    return draft.planned()


def plan_done(session: Session, key: str, stamp: Stamp) -> SessionPlan:
    """Completes the live or parked action with the identity `key`; its tombstone stays."""
    draft = Draft(session, stamp)
    is_split = _is_split_by_date(draft)
    removed: list[Json] = []
    for name in (NEXT_ACTIONS, PARKED_ACTIONS):
        removed += copies_of(key, draft.items(name))
        draft.put(name, without({key}, draft.items(name)))
    dates = [item.get(_FIELD) for item in removed]
    previous = completed_at(key, draft.items(COMPLETED_ACTIONS))
    complete(draft, COMPLETED_ACTIONS, removed[0]["text"], completion_date(stamp.now, dates, previous))
    draft.tell(Happening.COMPLETED, NEXT_ACTIONS)
    _split(draft, is_split=is_split)
    return draft.planned()


def plan_park(session: Session, key: str, stamp: Stamp) -> SessionPlan:
    """Parks the live action with the identity `key`; its `added` stays what it is."""
    draft = Draft(session, stamp)
    pool = _Pool(draft)
    if key not in pool.copies:
        raise PlanError("This action is completed already.")
    parked = pool.parked(key)
    draft.put(NEXT_ACTIONS, without({key}, draft.items(NEXT_ACTIONS)))
    draft.put(PARKED_ACTIONS, put_back(draft.items(PARKED_ACTIONS), key, parked))
    draft.tell(Happening.PARKED, NEXT_ACTIONS)
    if not _is_split_by_date(draft):
        draft.tell(Happening.PARKED_IN_VAIN, NEXT_ACTIONS)
    _split(draft, is_split=False)
    return draft.planned()


class _Pool:
    """The open actions of both lists: the copy that stands of each, and when it was parked."""

    __slots__ = ("_now", "_parked_at", "copies")

    def __init__(self, draft: Draft) -> None:
        pool = ActionPool((draft.items(NEXT_ACTIONS),), (draft.items(PARKED_ACTIONS),))
        self.copies = unsuppressed(pool.copies, draft.items(COMPLETED_ACTIONS))
        self._parked_at = {key: entry[2] for key, entry in pool.parked_at.items()}
        self._now = draft.stamp.now

    def live(self, key: str) -> dict[str, Json]:
        """Returns the action as the live list holds it."""
        return _without_parked_at(self.copies[key][1])

    def parked(self, key: str) -> dict[str, Json]:
        """Returns the action as the parked list holds it, parked now unless it was before."""
        return {**self.copies[key][1], "parked_at": self._parked_at.get(key, self._now)}


def _is_split_by_date(draft: Draft) -> bool:
    """Tells whether the live list holds just what a merge would leave there."""
    pool = _Pool(draft).copies
    newest = {key for key, _ in ranked(pool)[: draft.stamp.caps[NEXT_ACTIONS]]}
    live, parked = (_keys(draft.items(name)) & pool.keys() for name in (NEXT_ACTIONS, PARKED_ACTIONS))
    return live == newest and not live & parked


def _split(draft: Draft, *, is_split: bool) -> None:
    """Moves what has to move: the overflow of the live list is parked, room is filled from there.

    A pool that was not split by date is left as it is except for the overflow. What exceeds both lists is
    dropped, the oldest first.
    """
    pool = _Pool(draft)
    order = [key for key, _ in ranked(pool.copies)]
    in_live = _keys(draft.items(NEXT_ACTIONS))
    live = order if is_split else [key for key in order if key in in_live]
    live = live[: draft.stamp.caps[NEXT_ACTIONS]]
    parked = [key for key in order if key not in live]
    room = draft.stamp.caps[PARKED_ACTIONS]
    if len(parked) > room and not is_split:
        # Nothing is dropped while the live list has room.
        _split(draft, is_split=True)
        return
    _move(draft, pool, to_live=live, to_parked=parked[:room], dropped=parked[room:])


def _move(draft: Draft, pool: _Pool, *, to_live: list[str], to_parked: list[str], dropped: list[str]) -> None:
    """Makes the two lists hold these identities; what is in its list already keeps its place."""
    live, parked = draft.items(NEXT_ACTIONS), draft.items(PARKED_ACTIONS)
    for key in _keys(live) & _keys(parked) & pool.copies.keys():
        # An action in both lists, as a text merge leaves it: each holds the copy that stands from here on.
        live = put_back(live, key, pool.live(key))
        parked = put_back(parked, key, pool.parked(key))
    in_live, in_parked = _keys(live), _keys(parked)
    returned = [key for key in to_live if key not in in_live]
    overflow = [key for key in to_parked if key not in in_parked]
    draft.put(
        NEXT_ACTIONS,
        [*without({*to_parked, *dropped}, live), *(pool.live(key) for key in returned)],
    )
    draft.put(
        PARKED_ACTIONS,
        [
            *(pool.parked(key) for key in overflow),
            *without({*to_live, *dropped}, parked),
        ],
    )
    draft.tell(Happening.RETURNED, PARKED_ACTIONS, len(returned))
    draft.tell(Happening.OVERFLOWED, NEXT_ACTIONS, len(overflow))
    draft.tell(Happening.DROPPED, PARKED_ACTIONS, len(dropped))


def _keys(items: list[Json]) -> set[str]:
    return {key for key in map(identity_of, items) if key is not None}


def _without_parked_at(item: Json) -> dict[str, Json]:
    return {key: value for key, value in item.items() if key != "parked_at"}
