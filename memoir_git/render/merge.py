"""What `git memoir merge` prints besides what git and the strategy print themselves."""

from __future__ import annotations

from typing import Any

from memoir_git.core.report import Report
from memoir_git.render.layout import next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.merge import Merge


def as_text(report: Report[Merge]) -> str:
    """Returns what is left to do, nothing after a clean merge."""
    steps = ("edit what is left, run git add on it", "git merge --continue") if report.data.left else ()
    return joined([*closing_lines(report), *next_steps(steps)])


def as_json(data: Merge) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {"head": data.head, "left": [path.shown() for path in data.left]}
