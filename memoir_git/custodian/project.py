"""One project's memory, read once: files, entries, subjects, records, and every index the checks ask.

Built from bytes by path; nothing here looks twice at a file or compares all pairs. What could not be read is
kept as a fact about its file, never as an exception.
"""

from __future__ import annotations

from memoir_git.core.light import dataclass, field
from memoir_git.custodian.entries import Entry, Fault, Reason, parse_entry
from memoir_git.custodian.ids import holds_entry_id, id_key
from memoir_git.custodian.lexer import Text, lex_bytes
from memoir_git.custodian.manifest import CURRENT, READABLE, Manifest, parse_manifest
from memoir_git.custodian.placement import placement_faults
from memoir_git.custodian.reconciliations import Record, Records, parse_records
from memoir_git.custodian.storage import ENTRY_FILES, Kind, Storage, storage_of
from memoir_git.custodian.subjects import Registry, Subject, parse_registry
from memoir_git.custodian.units import AMBIGUOUS_BULLET, BULLET, H2, Unit, split_units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TypeVar

    Value = TypeVar("Value")


CORE_FILES = (
    "manifest.md",
    "brief.md",
    "decisions.md",
    "constraints.md",
    "do-not-use.md",
    "inbox.md",
    "subjects.md",
)
_FIRST_WITH_SUBJECTS = (0, 6)
OWNER_CODES = ("DEC", "CON", "DNU", "AREA")


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyUnit:
    """A unit without an Entry ID; `number` is its place among the file's semantic units, from 1."""

    path: str
    line: int
    number: int
    kind: str


@dataclass(slots=True, kw_only=True)
class MemoryFile:
    """One Markdown file of the memory directory; `path` is relative to it."""

    path: str
    storage: Storage
    text: Text
    units: list[Unit]
    entries: list[Entry] = field(default_factory=list)
    legacy: list[LegacyUnit] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def is_usable(self) -> bool:
        """Whether anything in the file may be interpreted."""
        return not self.text.problems


class Project:
    """A memory directory as one value with its indexes. Entry and Subject keys ignore case.

    `routed` are the files that any route names, `required` those it must find, `declared` the optional
    modules that the manifest enables.
    """

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self.files: dict[str, MemoryFile] = {}
        self.manifest = Manifest()
        self.registry = Registry(subjects=(), faults=())
        self.records = Records(records=(), faults=())
        texts = {path: lex_bytes(contents[path]) for path in sorted(contents) if path.endswith(".md")}
        if "manifest.md" in texts and not texts["manifest.md"].problems:
            self.manifest = parse_manifest(texts["manifest.md"])
        for path, text in texts.items():
            self.files[path] = self._read(path, text)
        self._index()

    @property
    def version(self) -> tuple[int, int] | None:
        """The declared protocol version as numbers; `None` if it cannot be told, as without a manifest."""
        file = self.files.get("manifest.md")
        return self.manifest.version if file is not None and file.is_usable else None

    @property
    def entry_schema(self) -> int | None:
        """The declared entry schema; `None` for one that this program does not know."""
        return self.manifest.entry_schema

    @property
    def is_current(self) -> bool:
        """Whether the project declares protocol 0.8."""
        return self.manifest.protocol_version == CURRENT

    @property
    def is_readable(self) -> bool:
        """Whether protocol and entry schema are known; otherwise nothing but the manifest is judged."""
        return self.version in READABLE and self.entry_schema is not None

    @property
    def core_files(self) -> tuple[str, ...]:
        """The files that must be there; the Subject registry came with protocol 0.6."""
        has_subjects = self.version is None or self.version >= _FIRST_WITH_SUBJECTS
        return CORE_FILES if has_subjects else CORE_FILES[:-1]

    def is_canonical(self, path: str) -> bool:
        """Tells whether active entries count in this file."""
        storage = self.files[path].storage
        if storage.kind in (Kind.AREA, Kind.RULE, Kind.PROFILE):
            return path in self.declared
        if storage.kind is Kind.OTHER:
            return "/" not in path and path in self.routed
        return storage.is_canonical

    def entries(self) -> Iterator[Entry]:
        """Yields every entry by path, then by place."""
        for file in self.files.values():
            yield from file.entries

    def subject(self, identifier: str) -> Subject | None:
        """Returns the one Subject with this ID, `None` if there is none or more than one."""
        found = self.subjects_by_id.get(id_key(identifier), [])
        return found[0] if len(found) == 1 else None

    def entry(self, identifier: str) -> Entry | None:
        """Returns the one entry with this ID, the archive included; `None` if none or more than one."""
        found = self.entries_by_id.get(id_key(identifier), [])
        return found[0] if len(found) == 1 else None

    def _read(self, path: str, text: Text) -> MemoryFile:
        storage = storage_of(path)
        file = MemoryFile(path=path, storage=storage, text=text, units=[])
        if text.problems:
            return file
        if storage.kind is Kind.SUBJECTS:
            self.registry = parse_registry(text)
        elif storage.kind is Kind.RECONCILIATIONS:
            self.records = parse_records(text)
        elif storage.kind in (*ENTRY_FILES, Kind.OTHER):
            file.units = split_units(text)
            self._read_units(file)
        return file

    def _read_units(self, file: MemoryFile) -> None:
        schema = self.entry_schema or 1
        for unit in file.units:
            entry = parse_entry(file.path, file.text, unit, schema=schema) if unit.kind == H2 else None
            if entry is not None:
                entry.faults += placement_faults(entry, file.storage, entry_type_required=self.is_current)
                file.entries.append(entry)
            elif unit.kind == AMBIGUOUS_BULLET:
                file.faults.append(Fault(Reason.AMBIGUOUS_BULLET, unit.start + 1))
            elif unit.kind == H2 and holds_entry_id(unit.heading):
                file.faults.append(Fault(Reason.MALFORMED_HEADING, unit.start + 1))
            elif unit.kind in (H2, BULLET):
                file.legacy.append(
                    LegacyUnit(path=file.path, line=unit.start + 1, number=unit.number, kind=unit.kind)
                )

    def _index(self) -> None:
        routes = [self.manifest.always, *self.manifest.routes.values()]
        self.routed = frozenset(path for route in routes for path in route.paths)
        self.required = frozenset(path for route in routes for path in route.required)
        self.declared = frozenset(module.path for module in self.manifest.modules)
        self.entries_by_id = _grouped((id_key(entry.id), entry) for entry in self.entries())
        subjects = self.registry.subjects
        self.subjects_by_id = _grouped((id_key(subject.id), subject) for subject in subjects)
        active = [subject for subject in subjects if subject.is_active]
        self.subjects_by_ref = _grouped((ref, s) for s in active if (ref := s.canonical_ref) is not None)
        self.subjects_by_name = _grouped((name, s) for s in active for name in sorted(s.names))
        self.records_by_entry: dict[str, list[Record]] = _grouped(
            (key, record) for record in self.records.records for key in sorted(record.keys)
        )


def _grouped(pairs: Iterable[tuple[str, Value]]) -> dict[str, list[Value]]:
    grouped: dict[str, list[Value]] = {}
    for key, value in pairs:
        grouped.setdefault(key, []).append(value)
    return grouped
