"""What active memory must bring: Evidence that is worth something, a Subject and a Facet, no second owner.

The program never judges whether a text is true (plan 5.2 of 0.6); it asks who says so, what it is about, and
whether somebody else already decides that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.custodian.entries import FACETS, Entry
from memoir_git.custodian.evidence import Admission, Evidence, parse_evidence
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.ownership import Identity, Ownership
from memoir_git.custodian.plans.draft import Material, blocked, warned

_FOR_ACTIVE = (Admission.ADMISSIBLE,)
_FOR_CANDIDATES = (Admission.ADMISSIBLE, Admission.CANDIDATE_ONLY)


def evidence_items(items: Sequence[str]) -> tuple[Evidence, ...]:
    """Returns the items once each, in their order, paths in their collapsed spelling."""
    return tuple(dict.fromkeys(parse_evidence(_collapsed(parse_evidence(item))) for item in items))


def evidence_findings(
    material: Material, items: Sequence[Evidence], *, for_candidate: bool, allow_missing: bool
) -> Iterator[Finding]:
    """Yields what is wrong with Evidence that shall be written; items are told by their number, from 1.

    An absent file is a warning under `allow_missing`.
    """
    if not items:
        yield blocked("evidence-missing")
    admitted = _FOR_CANDIDATES if for_candidate else _FOR_ACTIVE
    for number, item in enumerate(items, start=1):
        if item.admission is Admission.MALFORMED:
            yield blocked("evidence-malformed", item=number)
        elif item.admission not in admitted:
            yield blocked("evidence-not-admissible", item=number)
        elif item.path is not None and not material.has_source(item):
            tell = warned if allow_missing else blocked
            yield tell("evidence-source-missing", path=RepoPath(item.path), item=number)


def subject_findings(
    material: Material, subject: str | None, facet: str | None, *, is_required: bool
) -> Iterator[Finding]:
    """Yields what is wrong with a Subject and a Facet that an entry shall name."""
    if is_required and not (subject and facet):
        yield blocked("subject-missing")
    found = material.project.subject(subject) if subject else None
    if subject and (found is None or not found.is_active):
        yield blocked("subject-not-found")
    if facet and facet not in FACETS:
        yield blocked("facet-unknown")


def owner_findings(material: Material, identity: Identity, *, replaced: Entry | None) -> Iterator[Finding]:
    """Yields a blocker for each active owner of an identity but the one that shall be replaced."""
    for owner in Ownership(material.project).owners.get(identity, ()):
        if replaced is None or id_key(owner.id) != id_key(replaced.id):
            yield blocked("identity-owned", entry=owner.id)


def _collapsed(item: Evidence) -> str:
    if item.path is None:
        return item.text
    scheme = item.text.partition(":")[0]
    return f"{scheme}:{item.path}" + (f"@{item.revision}" if item.revision is not None else "")
