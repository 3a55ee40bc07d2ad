"""Adding: a candidate into the inbox, or active memory where it belongs (guide 2.2; plan 6.1 of 0.6).

What an agent infers is a candidate; active memory needs Evidence that a person can check. An entry may take
the place of another, or of a unit that has no ID yet, which is then rewritten where it stands.
"""

from __future__ import annotations

from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.plans.active_entry import (
    ActiveEntry,
    admission_findings,
    entry_unit,
    log_entry,
    place_entry,
    split_by_weight,
)
from memoir_git.custodian.plans.add_request import AddRequest, spelled_subject
from memoir_git.custodian.plans.admission import evidence_items
from memoir_git.custodian.plans.candidate import plan_candidate
from memoir_git.custodian.plans.draft import Draft, Material, ObstacleError, blocked, draft_of
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.entry_kinds import AREA, WORKFLOW, place_of
from memoir_git.custodian.plans.entry_text import plain_body, refuse_secrets, title_of
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.custodian.plans.legacy_unit import LegacySource, legacy_source
from memoir_git.custodian.plans.supersession import (
    GUARD_CODE,
    mark_superseded,
    subject_now,
    superseded_entry,
)
from memoir_git.custodian.storage import PROJECT_SCOPE, area_slug


def plan_add(request: AddRequest, material: Material) -> Draft:
    """Returns the draft of the addition."""
    plan = plan_candidate if request.is_candidate else _plan_active
    return draft_of(lambda: plan(request, material))


def _plan_active(request: AddRequest, material: Material) -> Draft:
    refuse_secrets(request.texts)
    edits = Edits(material, request.templates)
    old = None if request.supersedes is None else superseded_entry(material, request.supersedes)
    source = None if request.from_legacy is None else legacy_source(material, request.from_legacy)
    entry = _entry(request, material, old, source)
    identifier = material.new_id(entry.kind.code, "new")
    unit, misread = entry_unit(entry, identifier)
    found = [*misread, *admission_findings(material, entry, request.permissions)]
    if source is not None:
        found += source.findings(label=entry.kind.label, path=entry.place.path)
    blockers, warnings = split_by_weight(found)
    if blockers:
        return Draft(blockers=blockers, warnings=warnings)
    instead_of = None if source is None else source.unit
    place_entry(material, edits, entry, unit, fresh=request.templates[MANIFEST], instead_of=instead_of)
    if old is not None:
        mark_superseded(edits, old, identifier)
    log_entry(edits, entry, identifier)
    facts = (
        ("entry", Handle(identifier)),
        ("status", Handle("active")),
        ("file", RepoPath(f"{material.directory}/{entry.place.path}")),
    )
    return Draft(contents=edits.contents(), facts=facts, warnings=warnings)


def _entry(
    request: AddRequest, material: Material, old: Entry | None, source: LegacySource | None
) -> ActiveEntry:
    """Returns the entry that was asked for; a successor has the old one's identity where none is said."""
    scope, subject, facet = request.said_scope(), request.subject, request.facet
    if old is not None and old.code != GUARD_CODE:
        scope = scope or old.scope.lower()
        subject = subject or subject_now(material, old) or None
        facet = facet or old.scalars.get("Facet")
    if request.type == AREA and scope in (None, PROJECT_SCOPE):
        raise ObstacleError(blocked("area-missing"))
    name = request.name
    if name is None and old is not None and request.type in WORKFLOW:
        name = area_slug(old.path)
    body = plain_body(request.message or "") if source is None else source.body
    reason = request.reason if request.reason is not None else (source.reason if source else None)
    return ActiveEntry(
        kind=request.kind,
        place=place_of(material.project, request.kind, scope, name),
        title=title_of(request.title, body),
        body=body,
        reason=None if reason is None else plain_body(reason),
        subject=None if subject is None else spelled_subject(subject),
        facet=facet,
        evidence=evidence_items(request.evidence),
        supersedes=old,
    )
