"""Plans for goals: set and retire (format 3.3.5, 5.3.2)."""

from __future__ import annotations

from memoir_git.core.text import normalised
from memoir_git.store.model import COMPLETED_GOALS, DATE_FIELDS, GOALS
from memoir_git.store.parse import Session
from memoir_git.store.plans.capped import put_in_front
from memoir_git.store.plans.lists import (
    complete,
    completed_at,
    completion_date,
    copies_of,
    date_by,
    standing,
    without,
)
from memoir_git.store.plans.plan import Draft, Happening, SessionPlan, Stamp, item_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_FIELD = DATE_FIELDS[GOALS]


def plan_goal(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    """Sets a goal, or renews one that stands; the oldest leaves when there are too many.

    A goal that was retired before is dated after its retirement, or it would stay suppressed.
    """
    draft = Draft(session, stamp)
    retired = draft.items(COMPLETED_GOALS)
    text = item_text(text)
    copies = standing(draft.items(GOALS), date_by(_FIELD), retired)
    put_in_front(draft, GOALS, text, copies, after=completed_at(normalised(text), retired))
    return draft.planned()


def plan_retire(session: Session, key: str, stamp: Stamp) -> SessionPlan:
    """Retires the goal with the identity `key`: it leaves the list and its tombstone stays."""
    draft = Draft(session, stamp)
    goals = draft.items(GOALS)
    removed: list[Json] = copies_of(key, goals)
    draft.put(GOALS, without({key}, goals))
    dates = [item.get(_FIELD) for item in removed]
    previous = completed_at(key, draft.items(COMPLETED_GOALS))
    complete(draft, COMPLETED_GOALS, removed[0]["text"], completion_date(stamp.now, dates, previous))
    draft.tell(Happening.COMPLETED, GOALS)
    return draft.planned()
