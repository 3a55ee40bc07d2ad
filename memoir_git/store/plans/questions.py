"""Plans for open questions: ask and answer (format 4.1).

The format has no tombstone for questions: an answered one returns from any branch that still holds it. It
is the one removal a writer makes without leaving a trace, and it says so.
"""

from __future__ import annotations

from memoir_git.store.model import DATE_FIELDS, OPEN_QUESTIONS
from memoir_git.store.parse import Session
from memoir_git.store.plans.capped import put_in_front
from memoir_git.store.plans.lists import date_by, standing, without
from memoir_git.store.plans.plan import Draft, Happening, SessionPlan, Stamp, item_text


def plan_ask(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    """Asks a question, or renews one that is open; the oldest leaves when there are too many."""
    draft = Draft(session, stamp)
    copies = standing(draft.items(OPEN_QUESTIONS), date_by(DATE_FIELDS[OPEN_QUESTIONS]), [])
    put_in_front(draft, OPEN_QUESTIONS, item_text(text), copies)
    return draft.planned()


def plan_answer(session: Session, key: str, stamp: Stamp) -> SessionPlan:
    """Removes the question with the identity `key`."""
    draft = Draft(session, stamp)
    draft.put(OPEN_QUESTIONS, without({key}, draft.items(OPEN_QUESTIONS)))
    draft.tell(Happening.ANSWERED, OPEN_QUESTIONS)
    return draft.planned()
