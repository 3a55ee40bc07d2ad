"""Plan of a local preference: one `MC-PREF` entry more, for this user or this machine alone.

It overrides nothing that is shared. The text is taken as it is: what would not read back as the same body is
refused with its line and never rewritten.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.ids import Handle
from memoir_git.custodian.entries import BODIES
from memoir_git.custodian.overlay import OverlayStatus
from memoir_git.custodian.overlay_entries import CODE
from memoir_git.custodian.overlay_fault import PREFERENCES
from memoir_git.custodian.plans.active_entry import split_by_weight
from memoir_git.custodian.plans.admission import evidence_findings, evidence_items
from memoir_git.custodian.plans.draft import Draft, Material, ObstacleError, blocked, draft_of
from memoir_git.custodian.plans.entry_text import (
    doubtful_secrets,
    plain_body,
    refuse_secrets,
    title_of,
    unit_for,
)
from memoir_git.custodian.plans.unit_edit import with_unit

_NOT_READ = {
    OverlayStatus.DISABLED: "overlay-disabled",
    OverlayStatus.UNBOUND: "overlay-unbound",
    OverlayStatus.REVIEW: "overlay-review",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalPreference:
    """What was asked for; without a title it is the beginning of the text."""

    text: str
    title: str | None
    scope: str
    evidence: tuple[str, ...]
    allow_missing_evidence: bool


def plan_local_add(material: Material, asked: LocalPreference) -> Draft:
    """Adds the preference before the others; only to an overlay that is bound here and sound."""
    return draft_of(lambda: _planned(material, asked))


def _planned(material: Material, asked: LocalPreference) -> Draft:
    overlay = material.overlay
    if overlay.status is not OverlayStatus.BOUND:
        raise ObstacleError(blocked(_NOT_READ[overlay.status]))
    refuse_secrets((asked.title, asked.text, *asked.evidence))
    body = plain_body(asked.text)
    title = title_of(asked.title, body)
    items = evidence_items(asked.evidence)
    identifier = material.new_id(CODE, "preference")
    fields = (
        ("Status", "active"),
        ("Scope", asked.scope),
        ("Evidence", tuple(item.text for item in items)),
    )
    unit, misread = unit_for(identifier, title, fields, ((BODIES[CODE], body),))
    allow_missing = asked.allow_missing_evidence
    evidence = evidence_findings(material, items, for_candidate=False, allow_missing=allow_missing)
    blockers, warnings = split_by_weight([*misread, *doubtful_secrets((title, body)), *evidence])
    if blockers:
        return Draft(blockers=blockers, warnings=warnings)
    before = overlay.contents[PREFERENCES].decode("utf-8")
    return Draft(
        overlay={PREFERENCES: with_unit(before, unit).encode("utf-8")},
        facts=(("entry", Handle(identifier)),),
        warnings=warnings,
    )
