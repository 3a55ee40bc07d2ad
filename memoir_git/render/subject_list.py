"""Subjects as a table, and one of them whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.layout import columns
from memoir_git.render.subject_row import subject_object
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.subject_list import ShownSubject, SubjectInUse, SubjectList
from memoir_git.services.subject_row import SubjectRow


def as_text(report: Report[Any]) -> str:
    """Returns the table or the Subject, then findings."""
    return joined([*_lines(report.data), *closing_lines(report)])


@singledispatch
def as_json(data: object) -> dict[str, Any]:
    """Returns the envelope's data object."""
    raise TypeError(f"no view of {type(data).__name__}")


@as_json.register
def _(data: SubjectList) -> dict[str, Any]:
    return {"subjects": [_object(one) for one in data.subjects]}


@as_json.register
def _(data: ShownSubject) -> dict[str, Any]:
    return {"subject": _object(data.subject)}


@singledispatch
def _lines(data: object) -> list[str]:
    raise TypeError(f"no view of {type(data).__name__}")


@_lines.register
def _(data: SubjectList) -> list[str]:
    if not data.subjects:
        return ["No Subjects."]
    return columns([_cells(one.row) for one in data.subjects], indent="")


@_lines.register
def _(data: ShownSubject) -> list[str]:
    row = data.subject.row
    told = [f"{name}: {printable(value)}" for name, value in _told(data.subject) if value]
    return [f"{row.id}: {printable(row.title)}", "", *told]


def _told(subject: SubjectInUse) -> Iterator[tuple[str, str]]:
    row = subject.row
    yield "Status", row.status
    yield "Kind", row.kind
    yield "Canonical-Ref", row.canonical_ref or ""
    yield "Aliases", ", ".join(row.aliases)
    yield "Merged into", row.merged_into or ""
    yield "Merged from", ", ".join(subject.merged_from)
    yield "Evidence", ", ".join(subject.evidence)
    yield "Entries", ", ".join(subject.entries) or "none"
    yield "Historical entries", ", ".join(subject.historical)


def _cells(row: SubjectRow) -> tuple[str, ...]:
    status = row.status if row.merged_into is None else f"{row.status} into {row.merged_into}"
    return (row.id, printable(status), printable(row.kind) or "-", printable(row.title))


def _object(subject: SubjectInUse) -> dict[str, Any]:
    return {
        **subject_object(subject.row),
        "merged_from": list(subject.merged_from),
        "evidence": list(subject.evidence),
        "entry_ids": list(subject.entries),
        "historical_entry_ids": list(subject.historical),
    }
