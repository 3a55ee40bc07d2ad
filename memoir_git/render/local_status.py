"""`git memoir local status`: one word, the files that are read, and what to do next."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.custodian.overlay import OverlayStatus
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.local_status import LocalStatus


def as_text(report: Report[LocalStatus]) -> str:
    """Returns the status, then each file with its number of entries, then findings."""
    data = report.data
    lines = [f"Local overlay: {data.status.value}"]
    for module in data.modules:
        count = "1 entry" if module.entries == 1 else f"{module.entries} entries"
        lines.append(f"  {printable(module.path)}: {count}")
    return joined([*lines, *_next(data), *closing_lines(report)])


def as_json(data: LocalStatus) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "operation": "local status",
        "local_overlay_status": data.status.value,
        "project_id": data.project_id,
        "modules": [{"path": printable(module.path), "entries": module.entries} for module in data.modules],
    }


def _next(data: LocalStatus) -> list[str]:
    if data.status is not OverlayStatus.DISABLED:
        return []
    if data.project_id is None:
        return ["There is no project memory here whose identity an overlay could belong to."]
    return ["To begin one: git memoir local link"]
