"""What a reader may show of a session, numbered: never what is hidden, completed or purged (format section
8).

The order is the merge's, newest first, whatever the file's is, so that a number means the same to everyone
who looks at the same file. An item without identity has no text to show and is left to `validate`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memoir_git.core.instants import parse_instant
from memoir_git.core.jsondoc import Number
from memoir_git.core.text import trimmed
from memoir_git.store.identity import identity_of, is_hidden, row_identity
from memoir_git.store.joins import newest_first, unite
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    DATE_FIELDS,
    DECISIONS,
    GOALS,
    NEXT_ACTIONS,
    OPEN_QUESTIONS,
    PARKED_ACTIONS,
)
from memoir_git.store.parse import Session
from memoir_git.store.tombstones import Decisions, is_suppressed, unite_completions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json
    from memoir_git.store.joins import Copy


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One item as it is shown: its 1-based `number` in its list, its identity `key`, and its fields.

    A field that is missing or no string is `None`; `date` is the list's date field as it is spelled.
    """

    number: int
    key: str
    text: str
    date: str | None
    machine_id: str | None
    why: str | None = None
    rejected: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSession:
    """One row of the history."""

    date: str | None
    machine_id: str | None
    summary: str
    files_touched: tuple[str, ...]
    minutes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingSet:
    """The lists as they are shown, newest first."""

    goals: tuple[Line, ...] = ()
    next_actions: tuple[Line, ...] = ()
    parked_actions: tuple[Line, ...] = ()
    open_questions: tuple[Line, ...] = ()
    decisions: tuple[Line, ...] = ()
    history: tuple[PastSession, ...] = ()

    def lines(self, name: str) -> tuple[Line, ...]:
        """Returns the lines of one list by its name in the format."""
        return {
            GOALS: self.goals,
            NEXT_ACTIONS: self.next_actions,
            PARKED_ACTIONS: self.parked_actions,
            OPEN_QUESTIONS: self.open_questions,
            DECISIONS: self.decisions,
        }[name]

    @property
    def is_empty(self) -> bool:
        """Tells whether there is nothing to show."""
        return self == WorkingSet()


EMPTY = WorkingSet()


def working_set(session: Session) -> WorkingSet:
    """Returns what may be shown of the session."""
    live = _open(session, NEXT_ACTIONS, COMPLETED_ACTIONS)
    parked = _open(session, PARKED_ACTIONS, COMPLETED_ACTIONS)
    waiting = {key: copy for key, copy in parked.items() if key not in live}
    shown, _ = Decisions(session.items(DECISIONS)).ordered()
    return WorkingSet(
        goals=_lines(_open(session, GOALS, COMPLETED_GOALS), GOALS),
        next_actions=_lines(live, NEXT_ACTIONS),
        parked_actions=_lines(waiting, PARKED_ACTIONS),
        open_questions=_lines(_open(session, OPEN_QUESTIONS, None), OPEN_QUESTIONS),
        decisions=_numbered((item for item in shown if not is_hidden(item)), DECISIONS),
        history=_history(session.history),
    )


def _open(session: Session, name: str, completions: str | None) -> dict[str, Copy]:
    """Returns what no completion suppresses, the newest copy per identity."""
    field = DATE_FIELDS[name]
    copies = unite((session.items(name),), lambda item: parse_instant(item.get(field))).copies
    stones = unite_completions(session.items(completions)).copies if completions else {}
    return {key: copy for key, copy in copies.items() if not is_suppressed(copy[0], stones.get(key))}


def _lines(copies: dict[str, Copy], name: str) -> tuple[Line, ...]:
    return _numbered((item for _, (_, item) in newest_first(copies)), name)


def _numbered(items: Iterable[Json], name: str) -> tuple[Line, ...]:
    return tuple(_line(number, item, name) for number, item in enumerate(items, start=1))


def _line(number: int, item: Json, name: str) -> Line:
    return Line(
        number=number,
        key=identity_of(item) or "",
        text=trimmed(item["text"]),
        date=_string(item.get(DATE_FIELDS[name])),
        machine_id=_string(item.get("machine_id")),
        why=_string(item.get("why")) if name == DECISIONS else None,
        rejected=_string(item.get("rejected")) if name == DECISIONS else None,
    )


def _history(rows: list[Json]) -> tuple[PastSession, ...]:
    def date_of(row: Json) -> Instant:
        return parse_instant(row.get("date"))

    copies = unite((rows,), date_of, row_identity).copies
    return tuple(_past(row) for _, (_, row) in newest_first(copies))


def _past(row: Json) -> PastSession:
    files = row.get("files_touched")
    return PastSession(
        date=_string(row.get("date")),
        machine_id=_string(row.get("machine_id")),
        summary=_string(row.get("summary")) or "",
        files_touched=tuple(name for name in files if isinstance(name, str))
        if isinstance(files, list)
        else (),
        minutes=_whole(row.get("duration_min")),
    )


def _string(value: Json) -> str | None:
    return trimmed(value) or None if isinstance(value, str) else None


def _whole(value: Json) -> int | None:
    """Returns a number of up to nine digits as it is; anything stranger is not shown."""
    is_plain = isinstance(value, Number) and value.lexeme.isdigit() and len(value.lexeme) < 10
    return int(value.lexeme) if is_plain else None
