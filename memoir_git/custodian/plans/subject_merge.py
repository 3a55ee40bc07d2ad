"""One Subject merged into another (guide 2.3; plan 7.8 of 0.7): current references follow, no chain arises.

What is current is rewritten: active entries and candidates. What is history, superseded, promoted or
archived, goes on naming the old Subject, which leads to the new one. Subjects that were merged into the old
one are led to the new one too, so that no reader has to follow more than one step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial, reduce

from memoir_git.core.finding import Detail, Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.ownership import Ownership
from memoir_git.custodian.plans.asked import evidence_fault, unusable
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.overlaps import new_overlaps, project_after
from memoir_git.custodian.plans.records import RECORDS, NewRecord, record_id, sorted_ids, with_record
from memoir_git.custodian.plans.subject import REGISTRY, active_subject
from memoir_git.custodian.plans.unit_edit import with_field, with_items, without_field
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind, Status
from memoir_git.custodian.subjects import MERGED, Subject, normal_name

_TITLE = "Subjects merged"
_FIELDS = ("Subject", "Provisional-Subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeRequest:
    """The Subject that goes and the one that stays, by ID; whose Canonical-Ref stays where they differ."""

    source: str
    target: str
    keep_target_ref: bool


def plan_subject_merge(material: Material, request: MergeRequest) -> Draft:
    """Returns the registry, the files of every current reference, and the records that a merge calls for."""
    source, blockers = active_subject(material, request.source)
    target, more = active_subject(material, request.target)
    blockers += [found for found in more if found not in blockers]
    if source is None or target is None:
        return Draft(blockers=tuple(blockers))
    if source is target:
        return Draft(blockers=(blocked("subject-into-itself", entry=source.id),))
    references = _current(material.project, source)
    blockers = [
        *unusable(material, *(path for path in material.project.files if not path.startswith("archive/"))),
        *_twice(material, source, references),
        *_refs_differ(source, target, request),
        *_second_owners(material, references, target),
    ]
    if blockers:
        return Draft(facts=_facts(material, source, target, references, ()), blockers=tuple(blockers))
    texts = _with_references(material, references, source, target)
    texts[REGISTRY] = _with_subjects(material, source, target)
    after = project_after(material, texts)
    records = _records(after, source, target)
    backed = [record for record in records if not evidence_fault(record.evidence)]
    if backed:
        texts[RECORDS] = reduce(partial(with_record, material), backed, material.text(RECORDS))
    unbacked = (warned("record-without-evidence"),) if len(backed) < len(records) else ()
    return Draft(
        contents={path: text.encode() for path, text in texts.items()},
        facts=_facts(material, source, target, references, backed),
        warnings=(*unbacked, *new_overlaps(material, after)),
    )


def _facts(
    material: Material,
    source: Subject,
    target: Subject,
    references: list[Entry],
    records: Iterable[NewRecord],
) -> tuple[tuple[str, Detail], ...]:
    kept = [entry for entry in _naming(material.project, source) if entry not in references]
    return (
        ("subject", Handle(source.id)),
        ("merged_into", Handle(target.id)),
        ("rewritten", _handles(entry.id for entry in references)),
        ("kept_as_history", _handles(entry.id for entry in kept)),
        ("retargeted", _handles(one.id for one in _merged_before(material.project, source))),
        ("aliases_moved", len(_aliases_moved(source, target))),
        ("records", _handles(record_id(material, record) for record in records)),
    )


def _naming(project: Project, subject: Subject) -> list[Entry]:
    """Returns every entry that names the Subject, provisionally or not, by path and place."""
    return [entry for entry in project.entries() if _fields_naming(entry, subject)]


def _fields_naming(entry: Entry, subject: Subject) -> list[str]:
    return [name for name in _FIELDS if id_key(entry.scalars.get(name, "")) == id_key(subject.id)]


def _current(project: Project, subject: Subject) -> list[Entry]:
    """Returns the entries whose reference is rewritten: the active ones and the candidates, no archive."""
    return [
        entry
        for entry in _naming(project, subject)
        if entry.status in (Status.ACTIVE, Status.CANDIDATE)
        and project.files[entry.path].storage.kind is not Kind.ARCHIVE
    ]


def _twice(material: Material, source: Subject, references: list[Entry]) -> list[Finding]:
    """What is to be rewritten and has the ID of another unit cannot be told from it."""
    entries, subjects = material.project.entries_by_id, material.project.subjects_by_id
    before = _merged_before(material.project, source)
    return [
        *(
            blocked("entry-stands-twice", entry=one.id)
            for one in references
            if len(entries[id_key(one.id)]) > 1
        ),
        *(
            blocked("subject-stands-twice", entry=one.id)
            for one in before
            if len(subjects[id_key(one.id)]) > 1
        ),
    ]


def _refs_differ(source: Subject, target: Subject, request: MergeRequest) -> list[Finding]:
    refs = {source.canonical_ref, target.canonical_ref} - {None}
    if len(refs) < 2 or request.keep_target_ref:
        return []
    return [blocked("references-differ", entry=target.id)]


def _second_owners(material: Material, references: list[Entry], target: Subject) -> list[Finding]:
    """Returns a blocker for every owner that would own what another one owns under the target."""
    ownership = Ownership(material.project)
    found = []
    for entry in references:
        identity = ownership.identity(entry)
        if identity is not None and (identity[0], id_key(target.id), identity[2]) in ownership.owners:
            path = RepoPath(f"{material.directory}/{entry.path}")
            found.append(blocked("second-owner", path=path, entry=entry.id))
    return found


def _with_references(
    material: Material, references: list[Entry], source: Subject, target: Subject
) -> dict[str, str]:
    texts: dict[str, str] = {}
    for entry in references:
        text = texts.get(entry.path) or material.text(entry.path)
        for name in _fields_naming(entry, source):
            text = with_field(text, entry.id, name, target.id)
        texts[entry.path] = text
    return texts


def _with_subjects(material: Material, source: Subject, target: Subject) -> str:
    before = _merged_before(material.project, source)
    text = material.text(REGISTRY)
    for subject in (source, *before):
        text = with_field(text, subject.id, "Merged-Into", target.id)
    text = with_field(text, source.id, "Status", MERGED)
    text = without_field(text, source.id, "Merged-From")
    ref = source.scalars.get("Canonical-Ref", "")
    if ref and target.canonical_ref is None:
        text = with_field(text, target.id, "Canonical-Ref", ref)
    moved = _aliases_moved(source, target)
    if moved:
        text = with_items(text, target.id, "Aliases", [*target.aliases, *moved])
    merged = sorted_ids([*target.merged_from, *(subject.id for subject in before), source.id])
    return with_items(text, target.id, "Merged-From", merged)


def _merged_before(project: Project, source: Subject) -> list[Subject]:
    """Returns the Subjects that were merged into the source; they would be led in two steps."""
    subjects = project.registry.subjects
    return [
        one
        for one in subjects
        if one.is_merged and id_key(one.scalars.get("Merged-Into", "")) == id_key(source.id)
    ]


def _aliases_moved(source: Subject, target: Subject) -> list[str]:
    """Returns the source's title and aliases that the target does not answer to, each once."""
    moved: dict[str, str] = {}
    for name in (source.title, *source.aliases):
        if normal_name(name) not in target.names:
            moved.setdefault(normal_name(name), name)
    return list(moved.values())


def _records(after: Project, source: Subject, target: Subject) -> list[NewRecord]:
    """Returns a record for each superseded entry of the source and who owns now what it owned.

    A record speaks of two entries, so a merge that touches fewer leaves `Merged-Into` as its only trace.
    """
    ownership = Ownership(after)
    known = {record.keys for record in after.records.records}
    pairs = set()
    for entry in _naming(after, source):
        identity = (entry.scope.casefold(), id_key(target.id), entry.scalars.get("Facet", ""))
        for owner in ownership.owners.get(identity, []):
            pair = sorted_ids([entry.id, owner.id])
            is_one = after.entry(entry.id) is entry and frozenset(map(id_key, pair)) not in known
            if entry.status is Status.SUPERSEDED and is_one:
                pairs.add(pair)
    evidence = tuple(dict.fromkeys(item.text for one in (source, target) for item in one.evidence))
    return [
        NewRecord(title=_TITLE, resolution="subject-merged", entries=pair, evidence=evidence)
        for pair in sorted(pairs)
    ]


def _handles(identifiers: Iterable[str]) -> tuple[Handle, ...]:
    return tuple(sorted(map(Handle, identifiers)))
