"""The working set as Markdown for an agent's context: short, the same for the same file, nothing suppressed.

Every text stands on one line, so that no text can pass for a heading or an item of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render import session
from memoir_git.render.text import joined
from memoir_git.services.session import SessionView
from memoir_git.store.model import DECISIONS, GOALS, NEXT_ACTIONS, OPEN_QUESTIONS, PARKED_ACTIONS
from memoir_git.store.working_set import Line, PastSession, WorkingSet

_SECTIONS = (GOALS, NEXT_ACTIONS, OPEN_QUESTIONS, DECISIONS)
_PAST_SESSIONS = 3


def as_text(report: Report[SessionView]) -> str:
    """Returns the Markdown; a file that cannot be understood is said to be so, not to be empty."""
    return joined(_markdown(report.data.shown, [finding.message for finding in report.findings]))


def as_json(data: SessionView) -> dict[str, Any]:
    """Returns the envelope's data object: what `session show` has, and the Markdown."""
    problems = [] if data.is_readable else ["The session file cannot be understood."]
    return {**session.as_json(data), "markdown": joined(_markdown(data.shown, problems))}


def _markdown(shown: WorkingSet, problems: list[str]) -> Iterable[str]:
    yield "# Working set"
    if problems:
        yield from ["", *(f"> {problem}" for problem in problems)]
        yield "> The working set is not known until that is mended."
        return
    if shown.is_empty:
        yield from ["", "Nothing is open."]
    for name in _SECTIONS:
        if shown.lines(name):
            yield from ["", f"## {session.TITLES[name]}", ""]
            for line in shown.lines(name):
                yield from _item(line)
        if name == NEXT_ACTIONS and shown.parked_actions:
            yield from ["", _parked(shown.lines(PARKED_ACTIONS))]
    if shown.history:
        yield from ["", "## Last sessions", ""]
        yield from map(_past, shown.history[:_PAST_SESSIONS])


def _item(line: Line) -> Iterable[str]:
    yield f"- {_one_line(line.text)}"
    for label, reason in (("why", line.why), ("rejected", line.rejected)):
        if reason is not None:
            yield f"  - {label}: {_one_line(reason)}"


def _parked(lines: tuple[Line, ...]) -> str:
    return f"Parked ({len(lines)}): " + "; ".join(_one_line(line.text) for line in lines)


def _past(row: PastSession) -> str:
    date = f"{printable(row.date[:10])}: " if row.date else ""
    return f"- {date}{_one_line(row.summary) or '(no summary)'}"


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))
