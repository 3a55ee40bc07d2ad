"""The merge of session.json: a join of two sets of per-identity states (format section 5).

Because it is a join, it commutes, is idempotent and associates (up to caps, which are a view applied last),
and needs no base: absence is not deletion. So criss-cross, rebase, cherry-pick and a repair afterwards all
give one answer. The base is read for unknown keys, formatting and notes only, and any base will do.
"""

from __future__ import annotations

from memoir_git.core.conflict import conflict_whole
from memoir_git.core.instants import BOTTOM, parse_instant
from memoir_git.core.jsondoc import Number, canonical_json, render_json
from memoir_git.core.jsonstyle import merge_styles
from memoir_git.core.merge import MergeOutcome, Note
from memoir_git.core.text import is_blank
from memoir_git.store.identity import identity_of, row_identity
from memoir_git.store.joins import rank, unite
from memoir_git.store.merge.actions import ActionPool
from memoir_git.store.merge.keys import join_unknown, merged_order, with_required
from memoir_git.store.merge.same import same_content
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    CURRENT_LISTS,
    DATE_FIELDS,
    DECISIONS,
    DEFAULT_CAPS,
    GOALS,
    HISTORY,
    NEXT_ACTIONS,
    OPEN_QUESTIONS,
    PARKED_ACTIONS,
    REQUIRED_LISTS,
    TOP_LEVEL,
)
from memoir_git.store.parse import Session, UnreadableError, open_session
from memoir_git.store.tombstones import Decisions, is_suppressed, unite_completions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json
    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions
    from memoir_git.store.joins import Union


def merge_session(
    base: bytes, ours: bytes, theirs: bytes, options: MergeOptions, _merge_text: MergeText
) -> MergeOutcome:
    """Merges three versions of session.json; `b""` and blank files are absent sides.

    A side that cannot be understood is refused loudly: both whole files stand between markers and nothing
    is interpreted. The text merge is never called: JSON merged by line is worse than a conflict.
    """
    if ours == theirs:
        return MergeOutcome(ours)
    sessions, notes = _open_sides(ours, theirs)
    if notes:
        # rerere replays a recorded resolution with the recorded conflict as both base and ours.
        if base in (ours, theirs) and sessions[base == ours] is not None:
            return MergeOutcome(theirs if base == ours else ours)
        whole = conflict_whole(ours, theirs, options)
        return MergeOutcome(whole, conflicts=1, notes=tuple(notes), refused=True)
    our_session, their_session = sessions
    if our_session is None or their_session is None:
        return MergeOutcome(theirs if our_session is None else ours)
    base_session = _open_base(base)
    joined = _Join(base_session, our_session, their_session, options)
    value = joined.value()
    content = _written(value, base_session, (ours, our_session), (theirs, their_session))
    return MergeOutcome(content, notes=tuple(joined.notes))


def join_readable(
    base: bytes, ours: bytes, theirs: bytes, options: MergeOptions
) -> tuple[Json, tuple[Note, ...]]:
    """Returns the joined document, or the one readable side untouched (format section 6), and notes.

    What cannot be understood contributes nothing rather than a misreading. Returns `None` when neither side
    can be read.
    """
    (our_session, their_session), refusals = _open_sides(ours, theirs)
    if our_session is None or their_session is None:
        readable = our_session or their_session
        return (readable.value if readable else None), tuple(refusals)
    joined = _Join(_open_base(base), our_session, their_session, options)
    return joined.value(), tuple(joined.notes)


def _open_sides(ours: bytes, theirs: bytes) -> tuple[list[Session | None], list[Note]]:
    """Opens both sides; `None` is an absent or an unreadable one, the latter with a note."""
    sessions: list[Session | None] = []
    notes = []
    for side, data in (("local", ours), ("remote", theirs)):
        session = None
        if not is_blank(data):
            try:
                session = open_session(data)
            except UnreadableError as error:
                place = f"{side}.{error.place}" if error.place else side
                notes.append(Note(error.kind, place))
        sessions.append(session)
    return sessions, notes


def _open_base(data: bytes) -> Session | None:
    """Opens the base if it can be understood; one full of markers, as criss-cross gives, is no base."""
    if is_blank(data):
        return None
    try:
        return open_session(data)
    except UnreadableError:
        return None


def _written(
    value: Json, base: Session | None, ours: tuple[bytes, Session], theirs: tuple[bytes, Session]
) -> bytes:
    """Returns the bytes of the merge; a merge that changes nothing changes no byte of that side."""
    like_ours = ours[1].is_verbatim and same_content(value, ours[1].value)
    like_theirs = theirs[1].is_verbatim and same_content(value, theirs[1].value)
    if like_ours != like_theirs:
        return ours[0] if like_ours else theirs[0]
    style = merge_styles(base.style if base else None, ours[1].style, theirs[1].style)
    return render_json(value, style)


class _Join:
    """One merge in progress: the three sessions, the caps, and the notes gathered on the way."""

    __slots__ = ("base", "caps", "favour", "notes", "ours", "theirs")

    def __init__(self, base: Session | None, ours: Session, theirs: Session, options: MergeOptions) -> None:
        self.base = base
        self.ours = ours
        self.theirs = theirs
        self.caps = {**DEFAULT_CAPS, **options.caps}
        self.favour = options.favour
        self.notes: list[Note] = []

    def value(self) -> dict[str, Json]:
        """Returns the joined document."""
        ours, theirs = self.ours.value, self.theirs.value
        base = self.base.value if self.base else {}
        known = {
            "version": Number("1") if ours["version"] != theirs["version"] else ours["version"],
            "created_at": self._timestamp("created_at", latest=False),
            "updated_at": self._timestamp("updated_at", latest=True),
            "machines": self._machines(),
            "current": self._current(base.get("current") or {}),
            "history": self._history(),
        }
        order = merged_order(list(ours), list(theirs), TOP_LEVEL)
        order = with_required(order, ("version", "machines", "current", "history"), TOP_LEVEL)
        return {
            name: known[name]
            if name in known
            else join_unknown(name, base, ours, theirs, self.favour, self.notes)
            for name in order
        }

    def _timestamp(self, name: str, *, latest: bool) -> Json:
        """Returns the earlier or later parseable value as it is spelled (format 5.2.5)."""
        values = [side.value[name] for side in (self.ours, self.theirs) if name in side.value]
        dated = [value for value in values if parse_instant(value) != BOTTOM]
        pick = max if latest or not dated else min
        return pick(
            dated or values,
            key=lambda value: (parse_instant(value), canonical_json(value)),
            default=None,
        )

    def _machines(self) -> dict[str, Json]:
        """Joins machines per UUID: newer `last_seen` wholesale, an object before anything else (5.2.3)."""
        ours, theirs = self.ours.machines, self.theirs.machines
        joined = {}
        for name in merged_order(list(ours), list(theirs), ()):
            copies = [side[name] for side in (ours, theirs) if name in side]
            joined[name] = max(copies, key=_machine_rank) if len(copies) == 2 else copies[0]
        return joined

    def _current(self, base: dict[str, Json]) -> dict[str, Json]:
        ours, theirs = self.ours.current, self.theirs.current
        lists = self._lists()
        order = merged_order(list(ours), list(theirs), CURRENT_LISTS)
        optional = tuple(name for name, items in lists.items() if items)
        order = with_required(order, (*REQUIRED_LISTS, *optional), CURRENT_LISTS)
        return {
            name: lists[name]
            if name in lists
            else join_unknown(name, base, ours, theirs, self.favour, self.notes)
            for name in order
        }

    def _lists(self) -> dict[str, list[Json]]:
        """Joins the seven lists: tombstones first, caps last, the caps of tombstones last of all."""
        done_actions = unite_completions(*self._sides(COMPLETED_ACTIONS))
        done_goals = unite_completions(*self._sides(COMPLETED_GOALS))
        goals = unite(self._sides(GOALS), _dated_by(GOALS))
        self._suppress(goals, done_goals)
        questions = unite(self._sides(OPEN_QUESTIONS), _dated_by(OPEN_QUESTIONS))
        pool = ActionPool(self._sides(NEXT_ACTIONS), self._sides(PARKED_ACTIONS))
        decisions = Decisions(*self._sides(DECISIONS))
        live, parked = pool.split(done_actions, self.caps, self.notes)
        lists = {
            GOALS: self._capped(GOALS, goals),
            NEXT_ACTIONS: live,
            PARKED_ACTIONS: parked,
            COMPLETED_ACTIONS: self._capped(COMPLETED_ACTIONS, done_actions),
            COMPLETED_GOALS: self._capped(COMPLETED_GOALS, done_goals),
            OPEN_QUESTIONS: self._capped(OPEN_QUESTIONS, questions),
            DECISIONS: self._decisions(decisions),
        }
        if self.base is not None:
            self._note_kept(lists)
        return lists

    def _sides(self, name: str) -> tuple[list[Json], list[Json]]:
        return self.ours.items(name), self.theirs.items(name)

    def _suppress(self, goals: Union, tombstones: Union) -> None:
        for key, (instant, item) in list(goals.copies.items()):
            if is_suppressed(instant, tombstones.copies.get(key)):
                self.notes.append(Note(Note.SUPPRESSED, GOALS, item["text"]))
                del goals.copies[key]

    def _capped(self, name: str, union: Union) -> list[Json]:
        """Returns the list newest first, at most as long as its cap; opaque items stand outside it."""
        items = [item for _, (_, item) in union.newest_first()]
        self._note_dropped(name, items)
        return items[: self.caps[name]] + union.opaque_items()

    def _decisions(self, decisions: Decisions) -> list[Json]:
        """Caps visible decisions only: rotating a hidden one out would un-hide it at the next merge."""
        for item in decisions.overruled:
            self.notes.append(Note(Note.SUPPRESSED, DECISIONS, item["text"]))
        shown, hidden = decisions.ordered()
        self._note_dropped(DECISIONS, shown)
        return shown[: self.caps[DECISIONS]] + hidden + decisions.opaque_items()

    def _history(self) -> list[Json]:
        rows = unite(
            (self.ours.history, self.theirs.history),
            lambda row: parse_instant(row.get("date")),
            row_identity,
        )
        return self._capped(HISTORY, rows)

    def _note_dropped(self, name: str, items: list[Json]) -> None:
        for item in items[self.caps[name] :]:
            text = item.get("text")
            self.notes.append(Note(Note.DROPPED, name, text if isinstance(text, str) else ""))

    def _note_kept(self, lists: dict[str, list[Json]]) -> None:
        """Notes what exactly one side removed since the base without a tombstone, and this merge keeps."""
        for names in ((GOALS,), (NEXT_ACTIONS, PARKED_ACTIONS), (OPEN_QUESTIONS,), (DECISIONS,)):
            ours, theirs, base = (
                _identities([item for name in names for item in side.items(name)]).keys()
                for side in (self.ours, self.theirs, self.base)
                if side is not None
            )
            standing = _identities([item for name in names for item in lists[name]])
            for key in sorted(base & (ours ^ theirs) & standing.keys()):
                self.notes.append(Note(Note.KEPT, names[0], standing[key]["text"]))


def _dated_by(name: str) -> Callable[[Json], Instant]:
    field = DATE_FIELDS[name]
    return lambda item: parse_instant(item.get(field))


def _identities(items: list[Json]) -> dict[str, Json]:
    return {key: item for item in items if (key := identity_of(item)) is not None}


def _machine_rank(machine: Json) -> tuple[object, ...]:
    is_object = isinstance(machine, dict)
    seen = parse_instant(machine.get("last_seen")) if is_object else BOTTOM
    return (is_object, seen, rank(machine))
