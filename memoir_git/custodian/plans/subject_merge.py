"""One Subject merged into another (guide 2.3; plan 7.8 of 0.7): current references follow, no chain arises.

What is current is rewritten: active entries and candidates. What is history, superseded, promoted or
archived, goes on naming the old Subject, which leads to the new one. Subjects that were merged into the old
one are led to the new one too, so that no reader has to follow more than one step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memoir_git.core.finding import Detail, Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.evidence import Admission
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.ownership import Ownership
from memoir_git.custodian.plans.asked import unusable
from memoir_git.custodian.plans.changelog import with_log
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.overlaps import new_overlaps, project_after
from memoir_git.custodian.plans.records import RECORDS, NewRecord, record_id, sorted_ids, with_records
from memoir_git.custodian.plans.subject import REGISTRY, active_subject
from memoir_git.custodian.plans.unit_edit import with_field, with_items, with_value_in_each, without_field
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
    naming = _naming(material.project, source)
    references = [entry for entry in naming if _is_current(material.project, entry)]
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
    backed = [record for record in records if record.evidence]
    if backed:
        texts[RECORDS] = with_records(material, material.text(RECORDS), backed)
    texts = with_log(material, texts, f"Merged Subject {source.id} into {target.id}")
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
    project = material.project
    kept = [entry for entry in _naming(project, source) if not _is_current(project, entry)]
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


def _is_current(project: Project, entry: Entry) -> bool:
    """Tells whether a reference is rewritten: an active entry's or a candidate's, outside the archive."""
    is_archived = project.files[entry.path].storage.kind is Kind.ARCHIVE
    return not is_archived and entry.status in (Status.ACTIVE, Status.CANDIDATE)


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
    texts = {path: material.text(path) for path in sorted({entry.path for entry in references})}
    for name in _FIELDS:
        naming = [entry for entry in references if name in _fields_naming(entry, source)]
        for path in texts:
            here = {entry.id for entry in naming if entry.path == path}
            texts[path] = with_value_in_each(texts[path], here, name, target.id)
    return texts


def _with_subjects(material: Material, source: Subject, target: Subject) -> str:
    before = [subject.id for subject in _merged_before(material.project, source)]
    text = with_value_in_each(material.text(REGISTRY), before, "Merged-Into", target.id)
    text = with_field(text, source.id, "Merged-Into", target.id)
    text = with_field(text, source.id, "Status", MERGED)
    text = without_field(text, source.id, "Merged-From")
    ref = source.scalars.get("Canonical-Ref", "")
    if ref and target.canonical_ref is None:
        text = with_field(text, target.id, "Canonical-Ref", ref)
    moved = _aliases_moved(source, target)
    if moved:
        text = with_items(text, target.id, "Aliases", [*target.aliases, *moved])
    merged = sorted_ids([*target.merged_from, *before, source.id])
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
    items = [item for one in (source, target) for item in one.evidence]
    evidence = tuple(dict.fromkeys(item.text for item in items if item.admission is Admission.ADMISSIBLE))
    return [
        NewRecord(title=_TITLE, resolution="subject-merged", entries=pair, evidence=evidence)
        for pair in sorted(pairs)
    ]


def _handles(identifiers: Iterable[str]) -> tuple[Handle, ...]:
    return tuple(sorted(map(Handle, identifiers)))
