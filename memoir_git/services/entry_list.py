"""`git memoir list` and `show`: entries of project memory by ID; legacy units by their place.

No ID is invented for display: a unit without one is `FILE#unit-N`, N counting the file's units from 1. The
archive takes a flag, because it is not what an agent should read by the way; so does the local overlay, which
is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.overlay import LocalOverlay, OverlayStatus, modules_of
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import PROJECT_SCOPE, Kind
from memoir_git.custodian.units import unit_text
from memoir_git.services.audit_data import declared_protocol
from memoir_git.services.memory_place import MemoryPlace, find_place, load_files, project_of
from memoir_git.services.overlay import look_up

LEGACY = "legacy"
RECORDS_FILE = "reconciliations.md"


class LookUpError(MemoirGitError):
    """No entry, or more than one, has the ID that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """One entry or legacy unit as the list shows it."""

    id: str
    status: str
    scope: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    """The rows, by ID without regard to case, then by source."""

    rows: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEntry:
    """One entry with its text. The Subject is the one it names, and the one that is now, after merges."""

    row: EntryRow
    text: str
    historical_subject: str | None
    current_subject: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRequest:
    """Exact filters; `None` takes all. `local_from` are the variables that lead to the local overlay."""

    directory: Path
    memory_dir: str | None
    status: str | None
    scope: str | None
    include_archive: bool
    local_from: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRequest:
    """The ID of one entry, or the place of one legacy unit."""

    directory: Path
    memory_dir: str | None
    identifier: str
    include_archive: bool
    local_from: Mapping[str, str] | None = None


def list_entries(request: ListRequest) -> Report[EntryList]:
    """Returns the entries and legacy units that pass the filters. Raises `LookUpError` and `PlaceError`."""
    project, found = _found(request)
    rows = [
        row for row, _ in found if request.status in (None, row.status) and request.scope in (None, row.scope)
    ]
    rows.sort(key=lambda row: (row.id.casefold(), row.source))
    return Report(
        command="list",
        data=EntryList(rows=tuple(rows)),
        protocol_version=declared_protocol(project.manifest),
    )


def show_entry(request: ShowRequest) -> Report[ShownEntry]:
    """Returns one entry with its text. Raises `LookUpError` and `PlaceError`."""
    project, everything = _found(request)
    found = [(row, text) for row, text in everything if id_key(row.id) == id_key(request.identifier)]
    if len(found) != 1:
        raise _not_one(request, len(found))
    row, text = found[0]
    entry = project.entry(row.id)
    named = entry.scalars.get("Subject") if entry is not None else None
    data = ShownEntry(row=row, text=text, historical_subject=named, current_subject=_current(project, named))
    return Report(command="show", data=data, protocol_version=declared_protocol(project.manifest))


def load_project(directory: Path, memory_dir: str | None) -> tuple[str, Project]:
    """Returns the memory directory and the project in it. Raises `LookUpError` and `PlaceError`."""
    place = find_place(directory, memory_dir)
    return place.directory, _load(place)


def _found(request: ListRequest | ShowRequest) -> tuple[Project, list[tuple[EntryRow, str]]]:
    """Returns the project and what the request may look at, shared entries first."""
    place = find_place(request.directory, request.memory_dir)
    project = _load(place)
    found = _texts(project, place.directory, include_archive=request.include_archive)
    if request.local_from is None:
        return project, found
    overlay = look_up(place, project, request.local_from)
    if overlay.status is not OverlayStatus.BOUND:
        raise LookUpError(
            f"The local overlay is {overlay.status.value}; only a bound one is read.",
            hint="git memoir local status says what to do",
        )
    return project, found + list(_local(overlay))


def _load(place: MemoryPlace) -> Project:
    project = project_of(load_files(place), place.directory)
    if "manifest.md" not in project.files:
        raise LookUpError(
            f"There is no project memory in {printable(place.directory)}.",
            hint="begin it with 'git memoir init project', or name its folder with --memory-dir",
        )
    if not project.is_readable:
        raise LookUpError(
            "The manifest declares a protocol or entry schema that this program cannot read.",
            hint="git memoir check says what stands in the way",
        )
    return project


def _texts(project: Project, directory: str, *, include_archive: bool) -> list[tuple[EntryRow, str]]:
    found = []
    for file in project.files.values():
        if file.storage.kind is Kind.ARCHIVE and not include_archive:
            continue
        source = f"{directory}/{file.path}"
        entries = {entry.unit: entry for entry in file.entries}
        legacy = {unit.number: unit for unit in file.legacy}
        for unit in file.units:
            entry = entries.get(unit)
            if entry is not None:
                found.append((_row(entry, source), unit_text(file.text, unit)))
            elif unit.number in legacy:
                row = EntryRow(id=f"{file.path}#unit-{unit.number}", status=LEGACY, scope="", source=source)
                found.append((row, unit_text(file.text, unit)))
    return found + _records(project, directory)


def _local(overlay: LocalOverlay) -> Iterator[tuple[EntryRow, str]]:
    for file in modules_of(overlay):
        for entry in file.entries:
            yield _row(entry, file.path), unit_text(file.text, entry.unit)


def _records(project: Project, directory: str) -> list[tuple[EntryRow, str]]:
    found = []
    for record in project.records.records:
        status = "INVALID" if record.faults else "active"
        source = f"{directory}/{RECORDS_FILE}"
        row = EntryRow(id=record.id, status=status, scope=PROJECT_SCOPE, source=source)
        found.append((row, unit_text(project.files[RECORDS_FILE].text, record.unit)))
    return found


def _row(entry: Entry, source: str) -> EntryRow:
    status = entry.status.value if entry.status is not None else "INVALID"
    return EntryRow(id=entry.id, status=status, scope=entry.scope, source=source)


def _current(project: Project, named: str | None) -> str | None:
    subject = project.subject(named) if named else None
    if subject is None or not subject.is_merged:
        return named
    return subject.scalars.get("Merged-Into")


def _not_one(request: ShowRequest, count: int) -> LookUpError:
    what = printable(request.identifier)
    if count:
        return LookUpError(f"{count} entries have the ID {what}.", hint="git memoir check names them")
    return LookUpError(
        f"No entry has the ID {what}.",
        hint="git memoir list shows all; --include-archive and --local look further",
    )
