"""`entry list`: the link names with what indexes and pickers show of an entry, its description."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.layout import columns
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.entry_files import State
from memoir_git.services.entry_reading import EntryListing, ListedEntry


def as_text(report: Report[EntryListing]) -> str:
    """Returns a line for each entry, and how many are left out."""
    rows = columns([_cells(row) for row in report.data.entries], indent="")
    return joined([*rows, *closing(report)])


def closing(report: Report[EntryListing]) -> list[str]:
    """Returns the lines below the entries: that there are none, or how many are left out; and findings."""
    data = report.data
    lines = [] if data.entries else ["No entry to list."]
    if data.left_out:
        are = "is" if data.left_out == 1 else "are"
        lines.append(f"({data.left_out} more that {are} not live; --all lists them)")
    return [*lines, *closing_lines(report)]


def as_json(data: EntryListing) -> dict[str, Any]:
    """Returns the envelope's data object."""
    entries = [
        {
            "link_name": row.link_name,
            "type": row.type or None,
            "state": row.state.value,
            "project": row.project or None,
            "description": row.description or None,
        }
        for row in data.entries
    ]
    return {"folder": data.folder.shown(), "entries": entries, "left_out": data.left_out}


def _cells(row: ListedEntry) -> tuple[str, str, str]:
    state = "" if row.state is State.LIVE else f"({row.state.value}) "
    return (printable(row.link_name), row.type or "-", state + printable(row.description))
