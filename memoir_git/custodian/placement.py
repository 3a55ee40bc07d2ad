"""Whether an entry stands where it may, with what its place asks for (guide 2.1, 2.2, 2.3)."""

from __future__ import annotations

from memoir_git.custodian.entries import BODIES, ENTRY_TYPES, Entry, Fault, Reason
from memoir_git.custodian.storage import AREA_PREFIX, Kind, Storage, is_local_scope, is_scope

_NEEDS_SUBJECT = ("DEC", "CON", "DNU")
_WORKFLOW_BODIES = {Kind.RULE: "Rule", Kind.PROFILE: "Profile"}


def placement_faults(entry: Entry, storage: Storage, *, entry_type_required: bool = True) -> list[Fault]:
    """Returns what is wrong with `entry` in this file; nothing is in the archive.

    Before protocol 0.8 an AREA entry needs no Entry-Type and its body is a decision.
    """
    if storage.kind is Kind.ARCHIVE:
        return []
    faults = []
    if storage.codes is not None and entry.code not in storage.codes:
        faults.append(Fault(Reason.WRONG_FILE, entry.line))
    if storage.statuses is not None and entry.status is not None and entry.status not in storage.statuses:
        faults.append(Fault(Reason.WRONG_STATUS, entry.line_of("Status"), "Status"))
    if is_scope(entry.scope) and not _fits_scope(entry, storage):
        faults.append(Fault(Reason.WRONG_SCOPE, entry.line_of("Scope"), "Scope"))
    faults += _body_faults(entry, storage, entry_type_required=entry_type_required)
    if needs_subject(entry, storage):
        faults += [
            Fault(Reason.SUBJECT_REQUIRED, entry.line, name)
            for name in ("Subject", "Facet")
            if not entry.scalars.get(name)
        ]
    return faults


def needs_subject(entry: Entry, storage: Storage) -> bool:
    """Tells whether an entry must name Subject and Facet: active hard memory in root and area files."""
    if not entry.is_active or storage.kind in _WORKFLOW_BODIES:
        return False
    if entry.code == "AREA":
        return entry.scalars.get("Entry-Type") != "preference"
    return entry.code in _NEEDS_SUBJECT


def _fits_scope(entry: Entry, storage: Storage) -> bool:
    if is_local_scope(entry.scope):
        return False
    if storage.scope is None:
        return True
    if storage.kind is Kind.AREA and entry.scope.startswith(AREA_PREFIX):
        return entry.scope.casefold() == storage.scope.casefold()
    return entry.scope == storage.scope


def _body_faults(entry: Entry, storage: Storage, *, entry_type_required: bool) -> list[Fault]:
    expected = entry.expected_body
    if storage.kind in _WORKFLOW_BODIES:
        expected = _WORKFLOW_BODIES[storage.kind]
    elif entry.code == "AREA" and not entry.scalars.get("Entry-Type"):
        if entry_type_required:
            return [Fault(Reason.MISSING_FIELD, entry.line, "Entry-Type")]
        expected = ENTRY_TYPES["decision"]
    if expected is None:
        return []
    if not entry.body_label:
        # The entry itself says so where its ID alone asks for a body.
        told = BODIES.get(entry.code) == expected
        return [] if told else [Fault(Reason.EMPTY_BODY, entry.line, expected)]
    return (
        []
        if entry.body_label == expected
        else [Fault(Reason.BODY_MISMATCH, entry.line_of(entry.body_label), entry.body_label)]
    )
