"""Entries of the local overlay: preferences of this user or this machine, and nothing that could bind others.

Only `MC-PREF`, active, with a local scope and admissible evidence, without lifecycle and without relations
(guide 2.2): a local entry supersedes nothing and is an exception to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memoir_git.core.finding import Severity
from memoir_git.core.secrets import find_secrets
from memoir_git.custodian.entries import SCALAR_RELATIONS, Entry, Reason, parse_entry
from memoir_git.custodian.evidence import Admission
from memoir_git.custodian.ids import holds_entry_id, id_key
from memoir_git.custodian.lexer import Text, lex_bytes
from memoir_git.custodian.overlay_fault import PREFERENCES, OverlayFault, fault
from memoir_git.custodian.storage import is_local_scope
from memoir_git.custodian.units import AMBIGUOUS_BULLET, BULLET, H2, Unit, split_units

CODE = "PREF"
SCOPES = ("local-user", "local-machine")
_FORBIDDEN = (*SCALAR_RELATIONS, "Related", "Reconciled-With", "Candidate-Type", "Promotion-Requirement")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalFile:
    """One module of the overlay: its path, its lines, its entries, and what is wrong."""

    path: str
    text: Text
    entries: tuple[Entry, ...]
    faults: tuple[OverlayFault, ...]


def read_local_file(path: str, data: bytes) -> LocalFile:
    """Returns a module of the overlay; a profile is prose, in which entries are judged where they stand."""
    text = lex_bytes(data)
    if text.problems:
        faults = tuple(fault(problem.reason, path, problem.line) for problem in text.problems)
        return LocalFile(path=path, text=text, entries=(), faults=faults)
    entries, faults_found = [], list(_secrets(path, text))
    for unit in split_units(text):
        entry = parse_entry(path, text, unit) if unit.kind == H2 else None
        if entry is None:
            faults_found += _unit_faults(path, unit)
        else:
            entries.append(entry)
            faults_found += _entry_faults(path, entry)
    return LocalFile(path=path, text=text, entries=tuple(entries), faults=tuple(faults_found))


def repeated(files: Mapping[str, LocalFile], shared: Mapping[str, object]) -> Iterator[OverlayFault]:
    """Yields the entries whose ID another local entry or a shared one has; `shared` has IDs as keys."""
    seen = set(shared)
    for path, file in files.items():
        for entry in file.entries:
            if id_key(entry.id) in seen:
                yield fault("duplicate-id", path, entry.line, entry.id)
            seen.add(id_key(entry.id))


def _secrets(path: str, text: Text) -> Iterator[OverlayFault]:
    for hit in find_secrets(text.render()):
        if hit.severity is Severity.ERROR:
            yield fault("credential", path, hit.line)


def _unit_faults(path: str, unit: Unit) -> Iterator[OverlayFault]:
    line = unit.start + 1
    if unit.kind == AMBIGUOUS_BULLET:
        yield fault(Reason.AMBIGUOUS_BULLET.value, path, line)
    elif unit.kind == H2 and holds_entry_id(unit.heading):
        yield fault(Reason.MALFORMED_HEADING.value, path, line)
    elif unit.kind in (H2, BULLET) and path == PREFERENCES:
        yield fault("legacy-unit", path, line)


def _entry_faults(path: str, entry: Entry) -> Iterator[OverlayFault]:
    for found in entry.faults:
        yield fault(found.reason.value, path, found.line, entry.id)
    if entry.code != CODE:
        yield fault(Reason.WRONG_FILE.value, path, entry.line, entry.id)
    if entry.status is not None and not entry.is_active:
        yield fault(Reason.WRONG_STATUS.value, path, entry.line_of("Status"), entry.id)
    if entry.scope and not is_local_scope(entry.scope):
        yield fault(Reason.WRONG_SCOPE.value, path, entry.line_of("Scope"), entry.id)
    for name in _FORBIDDEN:
        if name in entry.lines:
            yield fault(Reason.LIFECYCLE.value, path, entry.line_of(name), entry.id)
    if not all(item.admission is Admission.ADMISSIBLE for item in entry.evidence):
        yield fault("evidence", path, entry.line_of("Evidence"), entry.id)
