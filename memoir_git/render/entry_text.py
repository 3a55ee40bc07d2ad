"""`entry show`: one file's text. It exists to show memory."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.text import joined
from memoir_git.services.entry_reading import ShownEntry


def as_text(report: Report[ShownEntry]) -> str:
    """Returns the file's lines without anything a terminal would take as a command; tabs stay."""
    text = report.data.text.removesuffix("\n").replace("\r\n", "\n")
    return joined("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def as_json(data: ShownEntry) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "path": data.path.shown(),
        "link_name": data.link_name,
        "state": data.state.value,
        "text": data.text,
    }
