"""Entries of project memory as a table, and one of them whole."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.session import printable_lines
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.entry_list import EntryList, EntryRow, ShownEntry


def as_text(report: Report[Any]) -> str:
    """Returns the table or the entry, then findings."""
    return joined([*_lines(report.data), *closing_lines(report)])


@singledispatch
def as_json(data: object) -> dict[str, Any]:
    """Returns the envelope's data object."""
    raise TypeError(f"no view of {type(data).__name__}")


@as_json.register
def _(data: EntryList) -> dict[str, Any]:
    return {"entries": [_row_object(row) for row in data.rows]}


@as_json.register
def _(data: ShownEntry) -> dict[str, Any]:
    entry = {
        "entry_id": data.row.id,
        "status": data.row.status,
        "scope": data.row.scope,
        "text": data.text,
        "historical_subject_id": data.historical_subject,
        "current_subject_id": data.current_subject,
    }
    return {"source": data.row.source, "entry": entry}


@singledispatch
def _lines(data: object) -> list[str]:
    raise TypeError(f"no view of {type(data).__name__}")


@_lines.register
def _(data: EntryList) -> list[str]:
    if not data.rows:
        return ["No entries."]
    cells = [(row.id, row.status, printable(row.scope) or "-", printable(row.source)) for row in data.rows]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    return [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])
        for row in cells
    ]


@_lines.register
def _(data: ShownEntry) -> list[str]:
    lines = [f"{printable(data.row.source)}:", "", *printable_lines(data.text)]
    if data.current_subject != data.historical_subject:
        lines += ["", f"Its Subject was merged into {printable(data.current_subject or 'nothing')}."]
    return lines


def _row_object(row: EntryRow) -> dict[str, Any]:
    return {"entry_id": row.id, "status": row.status, "scope": row.scope, "source": row.source}
