"""A reconciliation record to add: what a reviewer found out about two or more entries (guide 2.4).

A record says nothing that is not so. The graph with it in is asked the same question that the checks ask, and
every answer but "it holds" is a blocker.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.records import record_fault
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.plans.asked import asked_evidence, name_fault, one_line, parted
from memoir_git.custodian.plans.changelog import with_log
from memoir_git.custodian.plans.draft import Draft, Material, blocked
from memoir_git.custodian.plans.exception import known_entry
from memoir_git.custodian.plans.overlaps import project_after
from memoir_git.custodian.plans.records import RECORDS, NewRecord, record_id, sorted_ids, with_records
from memoir_git.custodian.reconciliations import ARITY


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconcileRequest:
    """What a record shall say: Entry IDs in any order, and the other words as they were given."""

    entries: tuple[str, ...]
    resolution: str
    title: str
    evidence: tuple[str, ...]


def plan_reconcile(material: Material, request: ReconcileRequest) -> Draft:
    """Returns the records' file with one more record, if it holds in the graph as it is."""
    evidence, told = asked_evidence(material, request.evidence)
    record = NewRecord(
        title=one_line(request.title),
        resolution=request.resolution,
        entries=sorted_ids(request.entries),
        evidence=evidence,
    )
    identifier = record_id(material, record)
    facts = (
        ("record", Handle(identifier)),
        ("entries", tuple(map(Handle, record.entries))),
        ("resolution", Handle(record.resolution)),
    )
    blockers, warnings = parted([*_obstacles(material), *_faults(material, record), *told])
    if blockers:
        return Draft(facts=facts, blockers=tuple(blockers))
    text = with_records(material, material.text(RECORDS), [record])
    texts = with_log(material, {RECORDS: text}, f"Recorded {identifier}: {record.title}")
    return Draft(
        contents={path: content.encode() for path, content in texts.items()},
        facts=facts,
        blockers=tuple(_contradictions(material, text, record)),
        warnings=tuple(warnings),
    )


def _obstacles(material: Material) -> list[Finding]:
    file = material.project.files.get(RECORDS)
    return [] if file is None or file.is_usable else [blocked("file-unusable", path=_path(material))]


def _faults(material: Material, record: NewRecord) -> list[Finding]:
    """Returns what is wrong with the words themselves, and the entries that are not there once."""
    wanted = ARITY.get(record.resolution)
    arity = "too-few-entries" if len(record.entries) < 2 else ""
    if wanted is not None and len(record.entries) > wanted:
        arity = "too-many-entries"
    faults = (name_fault(record.title), arity)
    found = [blocked(fault) for fault in faults if fault]
    for identifier in record.entries:
        found += known_entry(material, identifier)[1]
    pair = frozenset(map(id_key, record.entries))
    known = [one for one in material.project.records.records if one.keys == pair]
    return found + [blocked("record-exists", path=_path(material), entry=one.id) for one in known]


def _contradictions(material: Material, text: str, record: NewRecord) -> list[Finding]:
    """Returns a blocker where the record does not read back, or does not hold against the graph."""
    identifier = record_id(material, record)
    after = project_after(material, {RECORDS: text})
    records = [one for one in after.records.records if id_key(one.id) == id_key(identifier)]
    if len(records) != 1:
        return [blocked("record-exists", path=_path(material), entry=identifier)]
    if records[0].heading.title != record.title or records[0].faults:
        return [blocked("name-would-be-misread")]
    reason, _ = record_fault(CheckContext(after, material.directory), records[0])
    return [blocked(reason, path=_path(material), entry=identifier)] if reason else []


def _path(material: Material) -> RepoPath:
    return RepoPath(f"{material.directory}/{RECORDS}")
