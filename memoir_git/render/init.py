"""`init store`: what was made, and what to type next."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render import track
from memoir_git.render.layout import next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.init_store import NewStore


def as_text(report: Report[NewStore]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    lines = [f"Made {printable(data.session)}, an empty session."]
    if data.tracked is None:
        lines.append("This is no git repository; merging needs one.")
        steps = ["git init, then git memoir install"]
    else:
        lines += [f"Changed {printable(path)}." for path in data.tracked.changed]
        steps = [*track.steps(data.tracked), "git memoir session goal TEXT, which gives it its first content"]
    return joined([*lines, *closing_lines(report), *next_steps(steps)])


def as_json(data: NewStore) -> dict[str, Any]:
    """Returns the envelope's data object."""
    tracked = None if data.tracked is None else track.as_json(data.tracked)
    return {"session": printable(data.session), "tracked": tracked}
