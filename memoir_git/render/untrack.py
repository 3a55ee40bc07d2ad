"""`untrack`: which files git merges as text again."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.git.attributes import ATTRIBUTES
from memoir_git.render.layout import next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.track import UntrackData


def as_text(report: Report[UntrackData]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    lines = ["Ordinary files again:", *(f"  {printable(pattern)}" for pattern in data.patterns)]
    steps = [f"git add {ATTRIBUTES}, and commit it"] if ATTRIBUTES in data.changed else []
    return joined([*lines, *closing_lines(report), *next_steps(steps)])


def as_json(data: UntrackData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "patterns": [printable(pattern) for pattern in data.patterns],
        "changed": [printable(path) for path in data.changed],
    }
