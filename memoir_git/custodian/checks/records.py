"""Reconciliation records against the graph they speak of (guide 2.4).

A record acknowledges exactly the pairs of its entries, and only while what it says is so.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject as codes
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.evidence import Admission
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.reconciliations import Record
from memoir_git.custodian.storage import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FILE = "reconciliations.md"


def check_records(context: CheckContext) -> Iterator[Finding]:
    """Yields records that do not hold, and `Reconciled-With` fields without one."""
    records = context.project.records
    for fault in records.faults:
        yield context.at(codes.INVALID_RECORD, _FILE, fault.line, reason=Handle(fault.reason.value))
    valid: set[str] = set()
    seen_ids: set[str] = set()
    seen_sets: set[frozenset[str]] = set()
    for record in records.records:
        fault_of_record, stale = record_fault(context, record)
        if id_key(record.id) in seen_ids:
            fault_of_record, stale = "duplicate-id", False
        elif not record.faults and record.keys in seen_sets:
            fault_of_record, stale = "duplicate-entries", False
        seen_ids.add(id_key(record.id))
        seen_sets.add(record.keys)
        if not fault_of_record:
            valid.add(id_key(record.id))
            continue
        yield context.at(
            codes.INVALID_RECORD,
            _FILE,
            record.line,
            severity=Severity.WARNING if stale else None,
            reason=Handle(fault_of_record),
            record=Handle(record.id),
        )
    yield from _reconciled_with(context, valid)


def record_fault(context: CheckContext, record: Record) -> tuple[str, bool]:
    """Returns why a record does not hold against this graph, and whether it is merely stale.

    Stale is one whose entries all stand, and whose fact ended when one of them was superseded.
    """
    if record.faults:
        return record.faults[0].reason.value, False
    if not any(item.admission is Admission.ADMISSIBLE for item in record.evidence):
        return "no-admissible-evidence", False
    entries = [context.project.entry(identifier) for identifier in record.entries]
    found = [entry for entry in entries if entry is not None]
    if len(found) < len(entries):
        return "entry-missing", False
    if record.resolution == "distinct":
        return _distinct_fault(context, found)
    superseded = [entry for entry in found if entry.status is Status.SUPERSEDED]
    if record.resolution == "superseded":
        both = len(superseded) == len(found)
        return ("" if _is_supersession(found) else "no-supersession"), both and _are_linked(*found)
    if record.resolution == "exception":
        first, second = found
        targets = (context.ownership.excepted_from(first), context.ownership.excepted_from(second))
        holds = targets[0] == id_key(second.id) or targets[1] == id_key(first.id)
        return ("" if holds else "no-exception"), bool(superseded)
    return ("" if _is_subject_merge(context, found) else "no-subject-merge"), False


def _distinct_fault(context: CheckContext, entries: list[Entry]) -> tuple[str, bool]:
    owned = {id_key(entry.id): context.ownership.identity(entry) for entry in entries}
    lapsed = [entry for entry in entries if owned[id_key(entry.id)] is None]
    if lapsed:
        return "entry-is-no-owner", all(entry.status is Status.SUPERSEDED for entry in lapsed)
    return ("" if len(set(owned.values())) == len(entries) else "same-identity"), False


def _is_supersession(entries: list[Entry]) -> bool:
    old = [entry for entry in entries if entry.status is Status.SUPERSEDED]
    new = [entry for entry in entries if entry.is_active]
    return len(old) == len(new) == 1 and _supersedes(new[0], old[0])


def _are_linked(first: Entry, second: Entry) -> bool:
    return _supersedes(first, second) or _supersedes(second, first)


def _supersedes(new: Entry, old: Entry) -> bool:
    forward = id_key(new.scalars.get("Supersedes", ""))
    backward = id_key(old.scalars.get("Superseded-By", ""))
    return forward == id_key(old.id) and backward == id_key(new.id)


def _is_subject_merge(context: CheckContext, entries: list[Entry]) -> bool:
    for old, new in (entries, entries[::-1]):
        source = context.project.subject(old.scalars.get("Subject", ""))
        target = context.project.subject(new.scalars.get("Subject", ""))
        if source is None or target is None or not source.is_merged or not target.is_active:
            continue
        merged_here = id_key(source.scalars.get("Merged-Into", "")) == id_key(target.id)
        same = old.scope == new.scope and old.scalars.get("Facet") == new.scalars.get("Facet")
        if merged_here and same and old.status is Status.SUPERSEDED:
            return True
    return False


def _reconciled_with(context: CheckContext, valid: set[str]) -> Iterator[Finding]:
    """`Reconciled-With` is a display aid and must be backed by a valid record for each pair."""
    for entry in context.project.entries():
        records = context.project.records_by_entry.get(id_key(entry.id), [])
        backing = [record.keys for record in records if id_key(record.id) in valid]
        for other in entry.reconciled_with:
            if not any(id_key(other) in keys for keys in backing):
                yield context.on(codes.INVALID_RECORD, entry, reason=Handle("reconciled-without-record"))
                break
