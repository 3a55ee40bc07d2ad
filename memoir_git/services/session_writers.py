"""What each `session` command asks for: which item is meant, and which plan is made for it."""

from __future__ import annotations

from collections.abc import Sequence

from memoir_git.core.report import Report
from memoir_git.core.text import normalised
from memoir_git.services.session import SessionChange, Writing, write_session
from memoir_git.store.identity import identity_of
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    GOALS,
    NEXT_ACTIONS,
    OPEN_QUESTIONS,
    PARKED_ACTIONS,
)
from memoir_git.store.parse import Session
from memoir_git.store.plans.actions import plan_done, plan_next, plan_park
from memoir_git.store.plans.decisions import plan_decide
from memoir_git.store.plans.goals import plan_goal, plan_retire
from memoir_git.store.plans.history import plan_end
from memoir_git.store.plans.plan import Event, Happening, SessionPlan, Stamp
from memoir_git.store.plans.questions import plan_answer, plan_ask
from memoir_git.store.selection import SelectionError, choose
from memoir_git.store.working_set import working_set


def set_goal(writing: Writing, text: str) -> Report[SessionChange]:
    """Sets a goal."""
    return write_session(writing, "goal", [text], lambda session, stamp: plan_goal(session, text, stamp))


def add_next(writing: Writing, text: str) -> Report[SessionChange]:
    """Adds a next action, or takes a parked one up again."""
    return write_session(writing, "next", [text], lambda session, stamp: plan_next(session, text, stamp))


def ask(writing: Writing, text: str) -> Report[SessionChange]:
    """Asks a question."""
    return write_session(writing, "ask", [text], lambda session, stamp: plan_ask(session, text, stamp))


def decide(writing: Writing, text: str, *, why: str | None, rejected: str | None) -> Report[SessionChange]:
    """Records a decision."""

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        return plan_decide(session, text, stamp, why=why, rejected=rejected)

    return write_session(writing, "decide", [text, why, rejected], plan)


def retire(writing: Writing, words: str) -> Report[SessionChange]:
    """Retires the goal that `words` select."""

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        key = _chosen(session, words, (GOALS,), COMPLETED_GOALS)
        return plan_retire(session, key, stamp) if key else _already(GOALS)

    return write_session(writing, "retire", [], plan)


def complete(writing: Writing, words: str) -> Report[SessionChange]:
    """Completes the live or parked action that `words` select."""

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        key = _chosen(session, words, (NEXT_ACTIONS, PARKED_ACTIONS), COMPLETED_ACTIONS)
        return plan_done(session, key, stamp) if key else _already(NEXT_ACTIONS)

    return write_session(writing, "done", [], plan)


def park(writing: Writing, words: str) -> Report[SessionChange]:
    """Parks the live action that `words` select."""

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        key = choose(working_set(session), words, (NEXT_ACTIONS,))
        return plan_park(session, key, stamp)

    return write_session(writing, "park", [], plan)


def answer(writing: Writing, words: str) -> Report[SessionChange]:
    """Removes the question that `words` select."""

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        key = choose(working_set(session), words, (OPEN_QUESTIONS,))
        return plan_answer(session, key, stamp)

    return write_session(writing, "answer", [], plan)


def end(
    writing: Writing,
    *,
    summary: str | None,
    files_touched: Sequence[str],
    minutes: int | None,
    session_id: str | None,
) -> Report[SessionChange]:
    """Writes this session's row of the history."""

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        return plan_end(
            session,
            stamp,
            summary=summary,
            files_touched=files_touched,
            minutes=minutes,
            session_id=session_id,
        )

    return write_session(writing, "end", [summary, *files_touched, session_id], plan)


def _chosen(session: Session, words: str, names: tuple[str, ...], completions: str) -> str | None:
    """Returns the identity that `words` select, `None` for the text of what is completed already.

    Two machines may both finish something; the second is told so, and has no error to handle.
    """
    try:
        return choose(working_set(session), words, names)
    except SelectionError:
        if normalised(words) in map(identity_of, session.items(completions)):
            return None
        raise


def _already(name: str) -> SessionPlan:
    return SessionPlan(value=None, events=(Event(happening=Happening.ALREADY, place=name),))
