"""The plan that ends a session: its row in the history (format 4.1).

A session that names itself updates its own row, so that saving often adds no rows; without an id every end
is a row of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from memoir_git.core.instants import parse_instant
from memoir_git.core.jsondoc import Number
from memoir_git.core.text import trimmed
from memoir_git.store.identity import row_identity
from memoir_git.store.joins import unite
from memoir_git.store.model import HISTORY
from memoir_git.store.parse import Session
from memoir_git.store.plans.dates import later_than
from memoir_git.store.plans.lists import ranked
from memoir_git.store.plans.plan import Draft, Happening, PlanError, SessionPlan, Stamp, item_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json
    from memoir_git.store.joins import Copy


def plan_end(
    session: Session,
    stamp: Stamp,
    *,
    summary: str | None,
    files_touched: Sequence[str],
    minutes: int | None,
    session_id: str | None,
) -> SessionPlan:
    """Adds the session's row, or brings its own up to date: what is not given stays, files are added.

    The oldest rows leave when there are too many. Raises `PlanError` for a blank summary or id, and for a
    new row without a summary.
    """
    draft = Draft(session, stamp)
    rows = unite((session.history,), lambda row: parse_instant(row.get("date")), row_identity).copies
    key = _own_identity(session_id)
    held = rows.pop(key, None) if key else None
    if held is None and summary is None:
        raise PlanError("A session's first row needs a summary.", hint="give one with --summary")
    evicted = ranked(rows)[stamp.caps[HISTORY] - 1 :]
    row: dict[str, Json] = {"date": stamp.now, **(held[1] if held else {})}
    if stamp.machine_id is not None:
        row["machine_id"] = stamp.machine_id
    if summary is not None:
        row["summary"] = item_text(summary)
    outlasted = [held[0]] if held else _namesakes(row, rows)
    row["date"] = later_than(stamp.now, *outlasted, *(copy[0] for _, copy in evicted))
    row["files_touched"] = _joined_files(row.get("files_touched"), files_touched)
    if minutes is not None:
        row["duration_min"] = Number(str(minutes))
    if session_id is not None:
        row["session_id"] = session_id
    gone = {other for other, _ in evicted} | ({key} if key else set())
    draft.put_top(HISTORY, [row, *(item for item in session.history if row_identity(item) not in gone)])
    draft.tell(Happening.UPDATED if held else Happening.ADDED, HISTORY)
    draft.tell(Happening.DROPPED, HISTORY, len(evicted))
    return draft.planned()


def _own_identity(session_id: str | None) -> str | None:
    if session_id is None:
        return None
    if not trimmed(session_id):
        raise PlanError("The session id is blank.", hint="leave --session-id out, or give one")
    return row_identity({"session_id": session_id})


def _namesakes(row: dict[str, Json], rows: dict[str, Copy]) -> list[Instant]:
    """Returns the dates of rows that only their date would tell from this one, which has no id."""
    return [
        instant
        for instant, other in rows.values()
        if (other.get("machine_id"), other.get("summary")) == (row.get("machine_id"), row.get("summary"))
    ]


def _joined_files(held: Json, new: Sequence[str]) -> list[Json]:
    files: list[Json] = held if isinstance(held, list) else []
    return [*files, *(name for name in dict.fromkeys(new) if name not in files)]
