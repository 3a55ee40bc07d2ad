"""`session show`: the working set with the numbers that other commands take. It exists to show memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.session import SessionView
from memoir_git.store.model import (
    DATE_FIELDS,
    DECISIONS,
    GOALS,
    NEXT_ACTIONS,
    OPEN_QUESTIONS,
    PARKED_ACTIONS,
)
from memoir_git.store.selection import handle
from memoir_git.store.working_set import Line, PastSession

TITLES = {
    GOALS: "Goals",
    NEXT_ACTIONS: "Next actions",
    PARKED_ACTIONS: "Parked actions",
    OPEN_QUESTIONS: "Open questions",
    DECISIONS: "Decisions",
}
_INDENT = "  "


def as_text(report: Report[SessionView]) -> str:
    """Returns the lists that hold something, then the past sessions."""
    data = report.data
    lines = [f"{data.path}, updated {data.updated_at}" if data.updated_at else data.path]
    for name, title in TITLES.items():
        shown = data.shown.lines(name)
        if shown:
            lines += ["", title]
            width = len(handle(name, shown[-1])) + 2
            for line in shown:
                lines += _item_lines(name, line, width)
    if data.shown.history:
        lines += ["", "Past sessions"]
        lines += [_INDENT + past for row in data.shown.history for past in _past_lines(row)]
    if not data.is_readable:
        lines += ["", "What the working set holds is not known."]
    elif data.shown.is_empty:
        lines += ["", "The working set is empty."]
    closing = closing_lines(report)
    return joined([*lines, *([""] if closing else []), *closing])


def as_json(data: SessionView) -> dict[str, Any]:
    """Returns the envelope's data object; every list is there, empty or not."""
    lists = {name: [_item_object(name, line) for line in data.shown.lines(name)] for name in TITLES}
    return {
        "path": data.path,
        "readable": data.is_readable,
        "updated_at": data.updated_at,
        **lists,
        "history": [_past_object(row) for row in data.shown.history],
    }


def printable_lines(text: str) -> list[str]:
    """Returns a text's lines without anything a terminal would take as a command."""
    return [printable(line) for line in text.splitlines()]


def _item_lines(name: str, line: Line, width: int) -> Iterable[str]:
    first, *others = printable_lines(line.text)
    margin = _INDENT + " " * width
    yield _INDENT + handle(name, line).ljust(width) + first
    for text in others:
        yield margin + text
    for label, reason in (("why", line.why), ("rejected", line.rejected)):
        if reason is not None:
            first, *others = printable_lines(reason)
            yield f"{margin}{label}: {first}"
            for text in others:
                yield margin + _INDENT + text


def _past_lines(row: PastSession) -> list[str]:
    first, *others = printable_lines(row.summary) or ["(no summary)"]
    margin = " " * 12
    return [(row.date or "")[:10].ljust(12) + first, *(margin + text for text in others)]


def _item_object(name: str, line: Line) -> dict[str, Any]:
    item: dict[str, Any] = {
        "number": handle(name, line),
        "text": line.text,
        DATE_FIELDS[name]: line.date,
        "machine_id": line.machine_id,
    }
    if name == DECISIONS:
        item |= {"why": line.why, "rejected": line.rejected}
    return item


def _past_object(row: PastSession) -> dict[str, Any]:
    return {
        "date": row.date,
        "machine_id": row.machine_id,
        "summary": row.summary,
        "files_touched": list(row.files_touched),
        "duration_min": row.minutes,
    }
