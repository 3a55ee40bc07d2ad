"""`uninstall`: what is as it was before, and what only lost our lines."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.layout import file_lines
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.uninstall import UninstallData


def as_text(report: Report[UninstallData]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    if not data.restored and not data.cleaned:
        return joined(["The memory merge is not installed here; nothing to remove.", *closing_lines(report)])
    lines = ["The memory merge is removed."]
    if data.restored:
        lines += ["As before install:", *file_lines(data.restored)]
    if data.cleaned:
        lines += ["Changed since, so only our lines went:", *file_lines(data.cleaned)]
    return joined([*lines, *closing_lines(report)])


def as_json(data: UninstallData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "restored": [printable(path) for path in data.restored],
        "cleaned": [printable(path) for path in data.cleaned],
    }
