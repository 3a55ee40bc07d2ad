"""Subjects as a table, and one of them whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.layout import columns
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.subject_list import ShownSubject, SubjectList, SubjectRow


def as_text(report: Report[Any]) -> str:
    """Returns the table or the Subject, then findings."""
    return joined([*_lines(report.data), *closing_lines(report)])


@singledispatch
def as_json(data: object) -> dict[str, Any]:
    """Returns the envelope's data object."""
    raise TypeError(f"no view of {type(data).__name__}")


@as_json.register
def _(data: SubjectList) -> dict[str, Any]:
    return {"subjects": [_object(row) for row in data.rows]}


@as_json.register
def _(data: ShownSubject) -> dict[str, Any]:
    return {"subject": _object(data.row)}


@singledispatch
def _lines(data: object) -> list[str]:
    raise TypeError(f"no view of {type(data).__name__}")


@_lines.register
def _(data: SubjectList) -> list[str]:
    if not data.rows:
        return ["No Subjects."]
    return columns([_cells(row) for row in data.rows], indent="")


@_lines.register
def _(data: ShownSubject) -> list[str]:
    row = data.row
    told = [f"{name}: {printable(value)}" for name, value in _told(row) if value]
    return [f"{row.id}: {printable(row.title)}", "", *told]


def _told(row: SubjectRow) -> Iterator[tuple[str, str]]:
    yield "Status", row.status
    yield "Kind", row.kind
    yield "Canonical-Ref", row.canonical_ref or ""
    yield "Aliases", ", ".join(row.aliases)
    yield "Merged into", row.merged_into or ""
    yield "Merged from", ", ".join(row.merged_from)
    yield "Evidence", ", ".join(row.evidence)
    yield "Entries", ", ".join(row.entries) or "none"
    yield "Historical entries", ", ".join(row.historical)


def _cells(row: SubjectRow) -> tuple[str, ...]:
    status = row.status if row.merged_into is None else f"{row.status} into {row.merged_into}"
    return (row.id, printable(status), printable(row.kind) or "-", printable(row.title))


def _object(row: SubjectRow) -> dict[str, Any]:
    return {
        "subject_id": row.id,
        "title": row.title,
        "status": row.status,
        "kind": row.kind,
        "canonical_ref": row.canonical_ref,
        "aliases": list(row.aliases),
        "merged_into": row.merged_into,
        "merged_from": list(row.merged_from),
        "evidence": list(row.evidence),
        "entry_ids": list(row.entries),
        "historical_entry_ids": list(row.historical),
    }
