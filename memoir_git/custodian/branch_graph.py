"""One version of a project as the merge review compares it: units by ID, each with its exact text.

Entries, Subjects and records have one kind of key, their case-folded ID. A key's state is the texts under
it, so that a unit that stands twice hides nothing, and a unit that was moved to another file unedited is
unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.lexer import Text
from memoir_git.custodian.ownership import Identity, Ownership
from memoir_git.custodian.project import Project
from memoir_git.custodian.reconciliations import Record
from memoir_git.custodian.storage import Kind
from memoir_git.custodian.subjects import Subject
from memoir_git.custodian.units import Unit

State = tuple[str, ...]

SUBJECTS_FILE = "subjects.md"
RECORDS_FILE = "reconciliations.md"
_HARD_CODES = ("DEC", "CON", "DNU", "AREA")
_HARD_KINDS = (Kind.DECISIONS, Kind.CONSTRAINTS, Kind.DO_NOT_USE, Kind.AREA)


@dataclass(frozen=True, slots=True)
class Version:
    """One unit as it stands in one graph: its ID, its file relative to the memory directory, its text."""

    id: str
    path: str
    text: str
    source: Entry | Subject | Record

    @property
    def entry(self) -> Entry | None:
        """The entry, `None` for a Subject or a record."""
        return self.source if isinstance(self.source, Entry) else None

    @property
    def subject(self) -> Subject | None:
        """The Subject, `None` for an entry or a record."""
        return self.source if isinstance(self.source, Subject) else None


class BranchGraph:
    """A project and its units by key; `contents` are the files it was read from."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self.contents = contents
        self.project = Project(contents)
        self.ownership = Ownership(self.project)
        self.versions: dict[str, list[Version]] = {}
        for file in self.project.files.values():
            for entry in file.entries:
                self._add(entry, file.path, file.text, entry.unit)
        for path, sources in (
            (SUBJECTS_FILE, self.project.registry.subjects),
            (RECORDS_FILE, self.project.records.records),
        ):
            for source in sources:
                self._add(source, path, self.project.files[path].text, source.unit)

    def _add(self, source: Entry | Subject | Record, path: str, text: Text, unit: Unit) -> None:
        version = Version(source.id, path, _plain_text(text, unit), source)
        self.versions.setdefault(id_key(source.id), []).append(version)

    def state(self, key: str) -> State:
        """Returns the texts under a key in an order of their own, empty where there is none."""
        return tuple(sorted(version.text for version in self.versions.get(key, ())))

    def version(self, key: str) -> Version | None:
        """Returns the one unit under a key, `None` if there is none or more than one."""
        found = self.versions.get(key, ())
        return found[0] if len(found) == 1 else None

    def entries(self, key: str) -> list[Entry]:
        """Returns every entry under a key."""
        return [version.entry for version in self.versions.get(key, ()) if version.entry is not None]

    def subjects(self, key: str) -> list[Subject]:
        """Returns every Subject under a key."""
        return [version.subject for version in self.versions.get(key, ()) if version.subject is not None]

    def identity(self, entry: Entry) -> Identity | None:
        """Returns the identity that an active entry owns."""
        return self.ownership.identity(entry)

    def is_hard(self, entry: Entry) -> bool:
        """Tells whether an entry is hard memory: a decision, constraint or rejection in force."""
        kind = self.project.files[entry.path].storage.kind
        return entry.code in _HARD_CODES and kind in _HARD_KINDS

    @property
    def is_whole(self) -> bool:
        """Whether every file could be cut into units."""
        return all(file.is_usable for file in self.project.files.values())


def _plain_text(text: Text, unit: Unit) -> str:
    """Returns a unit's lines with LF line ends, without the last one: how lines end is no change."""
    lines = "".join(text.lines[unit.start : unit.end])
    return lines.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
