"""Promotion: a candidate becomes active memory, and both say so (guide 2.5; plan 5.3 of 0.6).

The ID of the new entry comes from the candidate's, so that a preview and its application agree without a
random value, and promoting one candidate on two branches makes one entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.text import sha256_hex
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.plans.active_entry import (
    ActiveEntry,
    Permissions,
    admission_findings,
    entry_unit,
    log_entry,
    place_entry,
    split_by_weight,
)
from memoir_git.custodian.plans.add_request import spelled_subject
from memoir_git.custodian.plans.admission import evidence_items
from memoir_git.custodian.plans.draft import SUFFIX_LENGTH, Draft, Material, ObstacleError, blocked, draft_of
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.entry_kinds import INBOX, KINDS, EntryKind, place_of
from memoir_git.custodian.plans.entry_text import plain_body, refuse_secrets
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.custodian.plans.supersession import managed_entry, mark_superseded, superseded_entry
from memoir_git.custodian.plans.unit_edit import with_field
from memoir_git.custodian.storage import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteRequest:
    """Which candidate becomes what, and why it may. Subject and Facet are for a candidate that names none."""

    candidate: str
    type: str
    evidence: tuple[str, ...]
    reason: str | None
    supersedes: str | None
    subject: str | None
    facet: str | None
    permissions: Permissions
    templates: Mapping[str, str]

    @property
    def kind(self) -> EntryKind:
        """The kind that `type` stands for."""
        return KINDS[self.type]


def plan_promote(request: PromoteRequest, material: Material) -> Draft:
    """Returns the draft of the promotion."""
    return draft_of(lambda: _plan(request, material))


def promoted_id(material: Material, candidate: Entry, kind: EntryKind) -> str:
    """Returns the ID that the promotion of a candidate makes on this day."""
    project_id = material.project.manifest.metadata.get("project_id", "")
    digest = sha256_hex("\0".join((project_id, id_key(candidate.id), kind.word)))
    return f"MC-{kind.code}-{material.today}-{digest[:SUFFIX_LENGTH]}"


def _plan(request: PromoteRequest, material: Material) -> Draft:
    refuse_secrets((request.reason, request.subject, *request.evidence))
    edits = Edits(material, request.templates)
    candidate = _candidate(material, request.candidate)
    old = None if request.supersedes is None else superseded_entry(material, request.supersedes)
    refuse_secrets((candidate.heading.title, candidate.body))
    entry = _active_entry(request, material, candidate, old)
    identifier = promoted_id(material, candidate, request.kind)
    unit, misread = entry_unit(entry, identifier)
    found = [
        *misread,
        *_candidate_findings(request, material, candidate, identifier),
        *admission_findings(material, entry, request.permissions),
    ]
    blockers, warnings = split_by_weight(found)
    if blockers:
        return Draft(blockers=blockers, warnings=warnings)
    place_entry(material, edits, entry, unit, fresh=request.templates[MANIFEST])
    _mark_promoted(edits, candidate, identifier)
    if old is not None:
        mark_superseded(edits, old, identifier)
    log_entry(edits, entry, identifier)
    facts = (
        ("candidate", Handle(candidate.id)),
        ("entry", Handle(identifier)),
        ("status", Handle("active")),
        ("file", RepoPath(f"{material.directory}/{entry.place.path}")),
    )
    return Draft(contents=edits.contents(), facts=facts, warnings=warnings)


def _candidate(material: Material, identifier: str) -> Entry:
    """Returns the candidate that may be promoted. Raises `ObstacleError`, which names what it became."""
    entry = managed_entry(material, identifier)
    if entry.status is Status.PROMOTED:
        raise ObstacleError(blocked("already-promoted", entry=entry.scalars.get("Promoted-To") or entry.id))
    if entry.status is not Status.CANDIDATE:
        raise ObstacleError(blocked("not-a-candidate", entry=entry.id))
    if entry.faults:
        raise ObstacleError(blocked("entry-malformed", entry=entry.id))
    return entry


def _active_entry(
    request: PromoteRequest, material: Material, candidate: Entry, old: Entry | None
) -> ActiveEntry:
    declared = candidate.scalars
    reason = request.reason
    subject = declared.get("Provisional-Subject") or request.subject
    return ActiveEntry(
        kind=request.kind,
        place=place_of(material.project, request.kind, candidate.scope.lower(), None),
        title=candidate.heading.title,
        body=plain_body(candidate.body),
        reason=None if reason is None else plain_body(reason),
        subject=None if subject is None else spelled_subject(subject),
        facet=declared.get("Provisional-Facet") or request.facet,
        evidence=evidence_items(request.evidence),
        supersedes=old,
        promoted_from=candidate.id,
    )


def _candidate_findings(
    request: PromoteRequest, material: Material, candidate: Entry, identifier: str
) -> Iterator[Finding]:
    declared = candidate.scalars
    was = KINDS.get(declared.get("Candidate-Type", ""))
    if was is not None and was.word not in (INBOX, request.kind.word):
        yield blocked("candidate-type-differs", entry=candidate.id)
    for name, asked in (("Provisional-Subject", request.subject), ("Provisional-Facet", request.facet)):
        if asked is not None and name in declared and id_key(declared[name]) != id_key(asked):
            yield blocked("provisional-differs", entry=candidate.id)
    if id_key(identifier) in material.project.entries_by_id:
        yield blocked("id-taken", entry=identifier)


def _mark_promoted(edits: Edits, candidate: Entry, identifier: str) -> None:
    text = with_field(edits.text(candidate.path), candidate.id, "Status", Status.PROMOTED.value)
    edits.put(candidate.path, with_field(text, candidate.id, "Promoted-To", identifier))
