"""More Evidence for an entry that is there: items are added, and what a migration left unverified goes.

The item `legacy-unverified` says that nobody looked; it has done its work once somebody did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.evidence import Admission
from memoir_git.custodian.plans.active_entry import split_by_weight
from memoir_git.custodian.plans.admission import evidence_findings, evidence_items
from memoir_git.custodian.plans.draft import Draft, Material, draft_of
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.entry_text import refuse_secrets
from memoir_git.custodian.plans.supersession import managed_entry
from memoir_git.custodian.plans.unit_edit import items_of, with_items
from memoir_git.custodian.storage import PENDING

_UNVERIFIED = "legacy-unverified"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRequest:
    """Which entry gets which items."""

    entry: str
    evidence: tuple[str, ...]
    allow_missing_evidence: bool
    templates: Mapping[str, str]


def plan_add_evidence(request: EvidenceRequest, material: Material) -> Draft:
    """Returns the draft of the addition."""
    return draft_of(lambda: _plan(request, material))


def _plan(request: EvidenceRequest, material: Material) -> Draft:
    refuse_secrets(request.evidence)
    edits = Edits(material, request.templates)
    entry = managed_entry(material, request.entry)
    asked = evidence_items(request.evidence)
    found = evidence_findings(
        material,
        asked,
        for_candidate=entry.status in PENDING,
        allow_missing=request.allow_missing_evidence,
    )
    blockers, warnings = split_by_weight(tuple(found))
    text = edits.text(entry.path)
    present = items_of(text, entry.id, "Evidence")
    is_verified = any(item.admission is Admission.ADMISSIBLE for item in asked)
    kept = [item for item in present if not (is_verified and item == _UNVERIFIED)]
    items = list(dict.fromkeys([*kept, *(item.text for item in asked)]))
    if items != present and not blockers:
        edits.put(entry.path, with_items(text, entry.id, "Evidence", items))
        added = [item for item in items if item not in present]
        edits.log(f"Added evidence to {entry.id}: {', '.join(added)}")
    return Draft(
        contents=edits.contents(),
        facts=(
            ("entry", Handle(entry.id)),
            ("file", RepoPath(f"{material.directory}/{entry.path}")),
            ("items", len(items)),
        ),
        blockers=blockers,
        warnings=warnings,
    )
