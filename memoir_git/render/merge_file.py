"""What `git memoir merge-file` prints about a merge; the merged file itself is printed by the command."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.merge_file import MergedFile


def as_text(report: Report[MergedFile]) -> str:
    """Returns a line per thing a person should know, then the findings."""
    data = report.data
    said = [f"{printable(data.path)}: {phrase}" for phrase in data.told]
    if not data.conflicts:
        said.insert(0, f"{printable(data.path)}: merged")
    return joined([*said, *closing_lines(report)])


def as_json(data: MergedFile) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "format": data.format_name,
        "path": printable(data.path),
        "conflicts": data.conflicts,
        "refused": data.is_refused,
        "notes": list(data.told),
    }
