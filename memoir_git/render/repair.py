"""What `git memoir repair` prints: which files, why, and the commit."""

from __future__ import annotations

from typing import Any

from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.mended_tree import MENDED, RESTORED, TIDIED
from memoir_git.services.repair import Repair

_REASONS = {
    MENDED: "joined again",
    RESTORED: "lost by the merge; restored",
    TIDIED: "put in order",
}


def as_text(report: Report[Repair]) -> str:
    """Returns the whole text."""
    data = report.data
    lines = [f"  {file.path.shown()}: {_REASONS[file.reason]}" for file in data.files]
    if data.commit is not None:
        lines.insert(0, f"Repaired {counted(len(data.files), 'file')} in {data.commit[:12]}:")
    elif data.files:
        lines.insert(0, f"{counted(len(data.files), 'file')} would be repaired:")
    else:
        lines.append("Nothing to repair.")
    return joined([*lines, *closing_lines(report)])


def as_json(data: Repair) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "merges": [{"commit": merge.commit, "heads": list(merge.heads)} for merge in data.merges],
        "files": [
            {"path": file.path.shown(), "format": file.format_name, "reason": file.reason}
            for file in data.files
        ],
        "commit": data.commit,
        "detached": data.is_detached,
        "dry_run": data.is_dry_run,
    }
