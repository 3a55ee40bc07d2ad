"""`git memoir subject list` and `show`: the registry, and which entries name a Subject."""

from __future__ import annotations

from dataclasses import dataclass
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

_FIELDS = ("Subject", "Provisional-Subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectRow:
    """One Subject; `status` is `INVALID` for one that cannot be read, `None` stands for what is not there.

    `entries` are those that are in force or wait and name it, `historical` the others; IDs, sorted.
    """

    id: str
    title: str
    status: str
    kind: str
    canonical_ref: str | None
    aliases: tuple[str, ...]
    merged_into: str | None
    merged_from: tuple[str, ...]
    evidence: tuple[str, ...]
    entries: tuple[str, ...]
    historical: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectList:
    """The Subjects by title without regard to case, then by ID."""

    rows: tuple[SubjectRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSubject:
    """One Subject."""

    row: SubjectRow


def list_subjects(directory: Path, memory_dir: str | None) -> Report[SubjectList]:
    """Returns every Subject of the registry. Raises `LookUpError` and `PlaceError`."""
    _, project = load_project(directory, memory_dir)
    rows = sorted(_rows(project), key=lambda row: (row.title.casefold(), row.id))
    data = SubjectList(rows=tuple(rows))
    return Report(command="subject", data=data, protocol_version=declared_protocol(project.manifest))


def show_subject(directory: Path, memory_dir: str | None, identifier: str) -> Report[ShownSubject]:
    """Returns one Subject. Raises `LookUpError` and `PlaceError`."""
    _, project = load_project(directory, memory_dir)
    found = [row for row in _rows(project) if id_key(row.id) == id_key(identifier)]
    if len(found) > 1:
        raise LookUpError(
            f"{len(found)} Subjects have the ID {printable(identifier)}.",
            hint="git memoir audit --subjects names their lines",
        )
    if not found:
        raise LookUpError(
            f"No Subject has the ID {printable(identifier)}.", hint="git memoir subject list shows all"
        )
    data = ShownSubject(row=found[0])
    return Report(command="subject", data=data, protocol_version=declared_protocol(project.manifest))


def _rows(project: Project) -> list[SubjectRow]:
    naming: dict[str, list[Entry]] = {}
    for entry in project.entries():
        for key in {id_key(entry.scalars[name]) for name in _FIELDS if name in entry.scalars}:
            naming.setdefault(key, []).append(entry)
    return [_row(project, one, naming.get(id_key(one.id), [])) for one in project.registry.subjects]


def _row(project: Project, subject: Subject, naming: list[Entry]) -> SubjectRow:
    current = {entry.id: _is_current(project, entry) for entry in naming}
    scalars = subject.scalars
    return SubjectRow(
        id=subject.id,
        title=subject.title,
        status="INVALID" if subject.faults else scalars["Status"],
        kind=scalars.get("Kind", ""),
        canonical_ref=scalars.get("Canonical-Ref"),
        aliases=subject.aliases,
        merged_into=scalars.get("Merged-Into"),
        merged_from=subject.merged_from,
        evidence=tuple(item.text for item in subject.evidence),
        entries=tuple(sorted(one for one, is_current in current.items() if is_current)),
        historical=tuple(sorted(one for one, is_current in current.items() if not is_current)),
    )


def _is_current(project: Project, entry: Entry) -> bool:
    is_archived = project.files[entry.path].storage.kind is Kind.ARCHIVE
    return not is_archived and entry.status in (Status.ACTIVE, Status.CANDIDATE)
