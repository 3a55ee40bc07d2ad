"""What `git memoir index` found or mended, as paths."""

from __future__ import annotations

from typing import Any

from memoir_git.core.report import Report
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.index import IndexData


def as_text(report: Report[IndexData]) -> str:
    """Returns what was written, or that nothing differs, and the findings."""
    data = report.data
    path = data.path.shown()
    lines = []
    if data.is_written:
        lines.append(f"{path} is {'up to date' if data.is_there else 'made'}:")
        lines += [f"  added    {entry.shown()}" for entry in data.missing]
        lines += [f"  removed  {entry.shown()}" for entry in sorted((*data.gone, *data.hidden))]
    elif not report.findings:
        lines.append(f"{path} is true." if data.is_there else "There are no entries, and no index.")
    return joined([*lines, *closing_lines(report)])


def as_json(data: IndexData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "path": data.path.shown(),
        "exists": data.is_there or data.is_written,
        "written": data.is_written,
        "missing": [path.shown() for path in data.missing],
        "gone": [path.shown() for path in data.gone],
        "hidden": [path.shown() for path in data.hidden],
    }
