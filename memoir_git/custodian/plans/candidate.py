"""Candidates: what waits in the inbox for review, and what of it a person has to see (plan 5.3 of 0.6).

Only Evidence, Subject and Facet are looked at, and secrets; that a candidate owns nothing and stands in
nobody's way is what makes it one.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.plans.active_entry import split_by_weight
from memoir_git.custodian.plans.add_request import AddRequest, spelled_subject
from memoir_git.custodian.plans.admission import evidence_findings, evidence_items, subject_findings
from memoir_git.custodian.plans.draft import Draft, Material, ObstacleError, blocked
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.entry_kinds import AREA, INBOX, KINDS, WORKFLOW
from memoir_git.custodian.plans.entry_text import (
    doubtful_secrets,
    plain_body,
    refuse_secrets,
    title_of,
    unit_for,
)
from memoir_git.custodian.plans.unit_edit import FieldValue, with_unit
from memoir_git.custodian.storage import PROJECT_SCOPE

_DEFAULT_EVIDENCE = "conversation-unconfirmed"
_DEFAULT_REQUIREMENT = "A person confirms it."


def plan_candidate(request: AddRequest, material: Material) -> Draft:
    """Returns the draft of a candidate. Raises `ObstacleError`."""
    if request.supersedes is not None or request.type in WORKFLOW:
        raise ObstacleError(blocked("type-changes"))
    refuse_secrets(request.texts)
    scope = request.said_scope()
    if request.type == AREA and scope in (None, PROJECT_SCOPE):
        raise ObstacleError(blocked("area-missing"))
    edits = Edits(material, request.templates)
    identifier = material.new_id("INBOX", "new")
    unit, misread = _unit(request, identifier, scope or PROJECT_SCOPE)
    blockers, warnings = split_by_weight((*misread, *_findings(request, material)))
    home = KINDS[INBOX].home
    if not blockers:
        edits.put(home, with_unit(edits.text(home), unit))
    facts = (
        ("entry", Handle(identifier)),
        ("status", Handle("candidate")),
        ("file", RepoPath(f"{material.directory}/{home}")),
    )
    return Draft(
        contents=edits.contents(), facts=() if blockers else facts, blockers=blockers, warnings=warnings
    )


def _unit(request: AddRequest, identifier: str, scope: str) -> tuple[str, tuple[Finding, ...]]:
    body = plain_body(request.message or "")
    fields: list[tuple[str, FieldValue]] = [
        ("Status", "candidate"),
        ("Candidate-Type", request.kind.word),
        ("Scope", scope),
    ]
    if request.subject:
        fields.append(("Provisional-Subject", spelled_subject(request.subject)))
    if request.facet:
        fields.append(("Provisional-Facet", request.facet))
    fields.append(("Evidence", tuple(item.text for item in evidence_items(_evidence(request)))))
    bodies = (("Statement", body), ("Promotion-Requirement", plain_body(_requirement(request))))
    return unit_for(identifier, title_of(request.title, body), fields, bodies)


def _findings(request: AddRequest, material: Material) -> Iterator[Finding]:
    yield from doubtful_secrets(request.texts)
    yield from evidence_findings(
        material,
        evidence_items(_evidence(request)),
        for_candidate=True,
        allow_missing=request.permissions.allow_missing_evidence,
    )
    yield from subject_findings(material, request.subject, request.facet, is_required=False)
    if bool(request.subject) != bool(request.facet):
        yield blocked("provisional-half")


def _evidence(request: AddRequest) -> tuple[str, ...]:
    return request.evidence or (_DEFAULT_EVIDENCE,)


def _requirement(request: AddRequest) -> str:
    """A candidate's reason is what its promotion waits for."""
    return request.reason if request.reason is not None else _DEFAULT_REQUIREMENT
