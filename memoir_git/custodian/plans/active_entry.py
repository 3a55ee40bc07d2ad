"""Active memory comes in by one door, whether it is new or promoted: admission, place, relations, changelog.

Subject and Facet are asked of what decides something; the owner of a structural identity is one at most; a
guard stands against what was forgotten (guide 2.2, 2.3, 11.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from memoir_git.core.finding import Finding, Severity
from memoir_git.custodian.checks.budgets import DECISION_LIMIT
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.evidence import Evidence
from memoir_git.custodian.plans.admission import evidence_findings, owner_findings, subject_findings
from memoir_git.custodian.plans.draft import Material, blocked, warned
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.entry_kinds import EntryKind, Place
from memoir_git.custodian.plans.entry_text import doubtful_secrets, unit_for
from memoir_git.custodian.plans.module_entry import EXPLICIT_ONLY, begin, declare
from memoir_git.custodian.plans.resurrection import guard_findings
from memoir_git.custodian.plans.supersession import identity_key, supersession_findings
from memoir_git.custodian.plans.unit_edit import FieldValue, with_unit, with_unit_in_place
from memoir_git.custodian.tokens import estimate_tokens
from memoir_git.custodian.units import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What a person allows in so many words: a long decision, an absent source, a topic despite its guard."""

    allow_long: bool
    allow_missing_evidence: bool
    despite_guards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveEntry:
    """An active entry that shall be written; texts are plain and the Evidence is parsed.

    `supersedes` is the entry it takes the place of, `promoted_from` the ID of the candidate it was.
    """

    kind: EntryKind
    place: Place
    title: str
    body: str
    reason: str | None
    subject: str | None
    facet: str | None
    evidence: tuple[Evidence, ...]
    supersedes: Entry | None = None
    promoted_from: str | None = None

    @property
    def identity(self) -> tuple[str, str, str]:
        """Scope, Subject and Facet as they are compared."""
        return identity_key(self.place.scope, self.subject, self.facet)


def entry_unit(entry: ActiveEntry, identifier: str) -> tuple[str, tuple[Finding, ...]]:
    """Returns the unit, and why it would not be read back as it is."""
    bodies = [(entry.kind.label, entry.body)]
    if entry.reason is not None:
        bodies.append(("Reason", entry.reason))
    return unit_for(identifier, entry.title, tuple(_fields(entry)), bodies)


def admission_findings(
    material: Material, entry: ActiveEntry, permissions: Permissions
) -> tuple[Finding, ...]:
    """Returns what stands against the entry, and what is to be told of it."""
    return tuple(_admission(material, entry, permissions))


def place_entry(
    material: Material,
    edits: Edits,
    entry: ActiveEntry,
    unit: str,
    *,
    fresh: str,
    instead_of: Unit | None = None,
) -> None:
    """Writes the unit, first in its file or `instead_of` one of its units, and declares a new module.

    `fresh` is a new project's manifest. Raises `ObstacleError`.
    """
    if "/" in entry.place.path:
        begin(edits, entry.place.path)
        declare(material, edits, entry.place.path, fresh, (EXPLICIT_ONLY,))
    text = edits.text(entry.place.path)
    after = with_unit(text, unit) if instead_of is None else with_unit_in_place(text, instead_of, unit)
    edits.put(entry.place.path, after)


def log_entry(edits: Edits, entry: ActiveEntry, identifier: str) -> None:
    """Adds the line of the changelog."""
    what = f"Added {identifier}"
    if entry.promoted_from is not None:
        what = f"Promoted {entry.promoted_from} to {identifier}"
    if entry.supersedes is not None:
        what += f", which supersedes {entry.supersedes.id}"
    edits.log(f"{what}: {entry.title}")


def split_by_weight(findings: Collection[Finding]) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Returns blockers and warnings apart."""
    blockers = tuple(finding for finding in findings if finding.severity >= Severity.ERROR)
    return blockers, tuple(finding for finding in findings if finding.severity < Severity.ERROR)


def _fields(entry: ActiveEntry) -> Iterator[tuple[str, FieldValue]]:
    old: Mapping[str, str] = {} if entry.supersedes is None else entry.supersedes.scalars
    yield ("Status", "active")
    yield ("Scope", entry.place.scope)
    if entry.subject:
        yield ("Subject", entry.subject)
    if entry.facet:
        yield ("Facet", entry.facet)
    if "Exception-To" in old:  # what was an exception stays one under its successor
        yield ("Exception-To", old["Exception-To"])
    yield ("Evidence", tuple(item.text for item in entry.evidence))
    if entry.supersedes is not None:
        yield ("Supersedes", entry.supersedes.id)
    if entry.promoted_from is not None:
        yield ("Promoted-From", entry.promoted_from)


def _admission(material: Material, entry: ActiveEntry, permissions: Permissions) -> Iterator[Finding]:
    allow_missing = permissions.allow_missing_evidence
    yield from doubtful_secrets((entry.title, entry.body, entry.reason))
    yield from evidence_findings(material, entry.evidence, for_candidate=False, allow_missing=allow_missing)
    needed = entry.kind.needs_subject
    yield from subject_findings(material, entry.subject, entry.facet, is_required=needed)
    if needed:
        yield from owner_findings(material, entry.identity, replaced=entry.supersedes)
    yield from guard_findings(
        material, entry.title, entry.body, lifted=entry.supersedes, despite=permissions.despite_guards
    )
    if entry.supersedes is not None:
        code, path = entry.kind.code, entry.place.path
        yield from supersession_findings(
            material, entry.supersedes, code=code, path=path, identity=entry.identity
        )
    tokens = estimate_tokens(f"{entry.title}\n{entry.body}")
    if entry.kind.code == "DEC" and tokens > DECISION_LIMIT:
        told = warned if permissions.allow_long else blocked
        yield told("decision-too-long", amount=tokens, limit=DECISION_LIMIT)
