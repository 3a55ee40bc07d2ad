"""`git memoir subject list` and `show`: the registry, and which entries name a Subject."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind, Status
from memoir_git.custodian.subjects import Subject
from memoir_git.services.audit_data import declared_protocol
from memoir_git.services.entry_list import LookUpError, load_project
from memoir_git.services.subject_row import SubjectRow, subject_row

_FIELDS = ("Subject", "Provisional-Subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectInUse:
    """One Subject, its history and what names it; the row's status is `INVALID` if it cannot be read.

    `entries` are those that are in force or wait and name it, `historical` the others; IDs, sorted.
    """

    row: SubjectRow
    merged_from: tuple[str, ...]
    evidence: tuple[str, ...]
    entries: tuple[str, ...]
    historical: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectList:
    """The Subjects by title without regard to case, then by ID."""

    subjects: tuple[SubjectInUse, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSubject:
    """One Subject."""

    subject: SubjectInUse


def list_subjects(directory: Path, memory_dir: str | None) -> Report[SubjectList]:
    """Returns every Subject of the registry. Raises `LookUpError` and `PlaceError`."""
    _, project = load_project(directory, memory_dir)
    subjects = sorted(_in_use(project), key=lambda one: (one.row.title.casefold(), one.row.id))
    data = SubjectList(subjects=tuple(subjects))
    return Report(command="subject", data=data, protocol_version=declared_protocol(project.manifest))


def show_subject(directory: Path, memory_dir: str | None, identifier: str) -> Report[ShownSubject]:
    """Returns one Subject. Raises `LookUpError` and `PlaceError`."""
    _, project = load_project(directory, memory_dir)
    found = [one for one in _in_use(project) if id_key(one.row.id) == id_key(identifier)]
    if len(found) > 1:
        raise LookUpError(
            f"{len(found)} Subjects have the ID {printable(identifier)}.",
            hint="git memoir audit --subjects names their lines",
        )
    if not found:
        raise LookUpError(
            f"No Subject has the ID {printable(identifier)}.", hint="git memoir subject list shows all"
        )
    data = ShownSubject(subject=found[0])
    return Report(command="subject", data=data, protocol_version=declared_protocol(project.manifest))


def _in_use(project: Project) -> list[SubjectInUse]:
    naming: dict[str, list[Entry]] = {}
    for entry in project.entries():
        for key in {id_key(entry.scalars[name]) for name in _FIELDS if name in entry.scalars}:
            naming.setdefault(key, []).append(entry)
    return [_with_uses(project, one, naming.get(id_key(one.id), [])) for one in project.registry.subjects]


def _with_uses(project: Project, subject: Subject, naming: list[Entry]) -> SubjectInUse:
    current = {entry.id: _is_current(project, entry) for entry in naming}
    row = subject_row(subject)
    return SubjectInUse(
        row=replace(row, status="INVALID") if subject.faults else row,
        merged_from=subject.merged_from,
        evidence=tuple(item.text for item in subject.evidence),
        entries=tuple(sorted(one for one, is_current in current.items() if is_current)),
        historical=tuple(sorted(one for one, is_current in current.items() if not is_current)),
    )


def _is_current(project: Project, entry: Entry) -> bool:
    is_archived = project.files[entry.path].storage.kind is Kind.ARCHIVE
    return not is_archived and entry.status in (Status.ACTIVE, Status.CANDIDATE)
