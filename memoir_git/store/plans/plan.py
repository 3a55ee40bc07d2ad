"""What a writer intends: the whole new document, and what happened to whom, in counts.

A `Draft` is a session being changed. It copies what it touches and leaves all else as parsed: unknown keys,
the order of keys, number lexemes. `planned` stamps what every write stamps, the file's `updated_at` and the
machine's row, and only when something changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.instants import parse_instant
from memoir_git.core.text import trimmed
from memoir_git.store.merge.keys import with_required
from memoir_git.store.model import CURRENT_LISTS, TOP_LEVEL
from memoir_git.store.parse import Session
from memoir_git.store.plans.dates import later_than, not_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json


class PlanError(MemoirGitError):
    """What was asked for cannot be done to this session; nothing is written."""


class Happening(Enum):
    """What a plan does to items, one word each; the wording is the renderer's."""

    ADDED = "added"
    RENEWED = "renewed"  # its identity stood there already: date, spelling and reasons are the new ones
    UPDATED = "updated"  # a session's own row
    UNPARKED = "unparked"
    PARKED = "parked"  # by hand
    PARKED_IN_VAIN = "parked_in_vain"  # a merge fills the live list from the parked ones by date
    OVERFLOWED = "overflowed"  # parked to make room
    RETURNED = "returned"  # from the parked list into the room that was made
    DROPPED = "dropped"  # rotated out by a cap, the oldest first
    COMPLETED = "completed"
    ANSWERED = "answered"
    ALREADY = "already"
    STAYS_HIDDEN = "stays_hidden"
    MACHINE_ADDED = "machine_added"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One happening: to `count` items of the list called `place`."""

    happening: Happening
    place: str
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Who writes and when: `now` as ISO 8601, the machine's id and label, `None` where unknown.

    `caps` holds the cap of every list.
    """

    now: str
    machine_id: str | None
    label: str | None
    caps: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlan:
    """The new document; `None` when the plan changes nothing."""

    value: dict[str, Json] | None
    events: tuple[Event, ...]


class Draft:
    """A session in the making; see the module's docstring."""

    __slots__ = ("_current", "_is_changed", "_session", "_value", "events", "stamp")

    def __init__(self, session: Session, stamp: Stamp) -> None:
        self.stamp = stamp
        self.events: list[Event] = []
        self._session = session
        self._value = dict(session.value)
        self._current = dict(session.current)
        self._is_changed = False

    def items(self, name: str) -> list[Json]:
        """Returns a copy of one list of the working set as it stands in the draft."""
        return list(self._current.get(name) or [])

    def put(self, name: str, items: list[Json]) -> None:
        """Sets one list of the working set; an absent one stays absent while it is empty."""
        if items == (self._current.get(name) or []):
            return
        self._is_changed = True
        _set(self._current, name, items, CURRENT_LISTS)

    def put_top(self, name: str, value: Json) -> None:
        """Sets a key of the top level."""
        self._is_changed = self._is_changed or self._value.get(name) != value
        _set(self._value, name, value, TOP_LEVEL)

    def tell(self, happening: Happening, place: str, count: int = 1) -> None:
        """Notes what happened; nothing for a count of 0."""
        if count:
            self.events.append(Event(happening=happening, place=place, count=count))

    def planned(self) -> SessionPlan:
        """Returns the plan, stamped if it changes anything."""
        if not self._is_changed:
            return SessionPlan(value=None, events=tuple(self.events))
        _set(self._value, "current", self._current, TOP_LEVEL)
        updated = not_before(self.stamp.now, self._session.value.get("updated_at"))
        _set(self._value, "updated_at", updated, TOP_LEVEL)
        if self.stamp.machine_id is not None:
            self._stamp_machine(self.stamp.machine_id)
        return SessionPlan(value=self._value, events=tuple(self.events))

    def _stamp_machine(self, machine_id: str) -> None:
        """Renews this machine's row; the merge takes the row seen last, so it must not be older (5.2.3)."""
        machines = dict(self._session.machines)
        old = machines.get(machine_id)
        row = dict(old) if isinstance(old, dict) else {}
        if self.stamp.label is not None:
            row["label"] = self.stamp.label
        seen = row.get("last_seen")
        if row == old:
            row["last_seen"] = not_before(self.stamp.now, seen)
        else:
            row["last_seen"] = later_than(self.stamp.now, parse_instant(seen))
        if old is None:
            self.tell(Happening.MACHINE_ADDED, "machines")
        machines[machine_id] = row
        _set(self._value, "machines", machines, TOP_LEVEL)


def item_text(text: str) -> str:
    """Returns the text as stored, without the blanks around it. Raises `PlanError` for a blank one."""
    kept = trimmed(text)
    if not kept:
        raise PlanError("The text is blank.", hint="give a text, or - to read it from standard input")
    return kept


def item_of(old: Json, text: str, field: str, date: str, stamp: Stamp) -> dict[str, Json]:
    """Returns the item to write: `old` renewed, or a new one in the format's order of keys.

    `old` is `None` or the copy that stands; its unknown keys stay.
    """
    item: dict[str, Json] = {"text": text} if old is None else {**old, "text": text}
    if stamp.machine_id is not None:
        item["machine_id"] = stamp.machine_id
    item[field] = date
    return item


def _set(holder: dict[str, Json], name: str, value: Json, known: tuple[str, ...]) -> None:
    """Sets a key, a new one at its place in the format's order; the dict itself is changed."""
    if name in holder:
        holder[name] = value
        return
    order = with_required(list(holder), (name,), known)
    kept = dict(holder)
    holder.clear()
    for key in order:
        holder[key] = value if key == name else kept[key]
