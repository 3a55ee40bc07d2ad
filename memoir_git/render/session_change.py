"""What a `session` command did, in counts: it was given the texts and need not repeat them."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.session import SessionChange
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    DECISIONS,
    GOALS,
    HISTORY,
    NEXT_ACTIONS,
    OPEN_QUESTIONS,
    PARKED_ACTIONS,
)
from memoir_git.store.plans.plan import Event, Happening

_NAMES = {
    GOALS: "goal",
    NEXT_ACTIONS: "next action",
    PARKED_ACTIONS: "parked action",
    OPEN_QUESTIONS: "open question",
    DECISIONS: "decision",
    HISTORY: "past session",
    COMPLETED_ACTIONS: "completed action",
    COMPLETED_GOALS: "retired goal",
}
_SENTENCES = {
    Happening.ADDED: "Added: {many}.",
    Happening.RENEWED: "It was there already; it now has today's date and words.",
    Happening.UPDATED: "The row of this session is up to date.",
    Happening.UNPARKED: "It was parked; it is live again.",
    Happening.PARKED: "Parked: {many}.",
    Happening.PARKED_IN_VAIN: "The live list has room, so the next merge makes it live again.",
    Happening.OVERFLOWED: "Parked to make room: {many}, the oldest.",
    Happening.RETURNED: "Live again, since there is room: {many}.",
    Happening.DROPPED: "Left the file, the oldest beyond the cap: {many}.",
    Happening.COMPLETED: "Completed: {many}.",
    Happening.ANSWERED: (
        "Removed: {many}. A branch that still has it brings it back: "
        "the format has no tombstone for questions."
    ),
    Happening.ALREADY: "It is completed already; nothing was changed.",
    Happening.STAYS_HIDDEN: "This decision was hidden, and it stays hidden; nothing was written.",
}


def as_text(report: Report[SessionChange]) -> str:
    """Returns a sentence for each thing that happened."""
    data = report.data
    lines = [_sentence(event) for event in data.events]
    if data.label is not None:
        lines.append(
            f"This machine is now in {data.path} as {printable(data.label)}, which will be committed; "
            "'git config memoir.machineLabel NAME' sets another label."
        )
    if data.is_written and data.is_anonymous:
        lines.append("No identity could be kept for this machine, so none was stamped.")
    return joined([*lines, *closing_lines(report)])


def as_json(data: SessionChange) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "action": data.action,
        "path": data.path,
        "written": data.is_written,
        "events": [
            {"kind": event.happening.value, "list": event.place, "count": event.count}
            for event in data.events
        ],
        "machine_label_added": data.label,
        "machine_is_anonymous": data.is_anonymous,
    }


def _sentence(event: Event) -> str:
    name = _NAMES[event.place]
    many = f"{event.count} {name}{'' if event.count == 1 else 's'}"
    return _SENTENCES[event.happening].format(many=many)
