"""Merges of project memory in memory: three or four projects as dicts, and what their review says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memoir_git.core.finding import Finding
from memoir_git.custodian.branches import BranchReview, FourGraphs, review_branches

Files = Mapping[str, str]


def as_bytes(contents: Files) -> dict[str, bytes]:
    """Returns a project's files as they stand on disk."""
    return {path: text.encode("utf-8") for path, text in contents.items()}


def reviewed(
    base: Files | Sequence[Files],
    ours: Files,
    theirs: Files,
    result: Files | None = None,
    moved: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
) -> BranchReview:
    """Returns the review of a merge, with one base or several."""
    bases = [base] if isinstance(base, Mapping) else base
    graphs = FourGraphs(
        bases=[as_bytes(one) for one in bases],
        ours=as_bytes(ours),
        theirs=as_bytes(theirs),
        result=None if result is None else as_bytes(result),
        moved_sources=moved,
    )
    return review_branches(graphs, "docs/memory")


def told(review: BranchReview) -> list[str]:
    """Returns `CODE reason SEVERITY` of every finding, sorted; a finding on one graph says its side."""
    return sorted(_told(finding) for finding in review.findings)


def _told(finding: Finding) -> str:
    details = dict(finding.details)
    return f"{finding.code.id} {details.get('reason') or details.get('side')} {finding.severity.name}"


def details_of(review: BranchReview, reason: str) -> dict[str, object]:
    """Returns the details of the one finding with a reason."""
    (found,) = [finding for finding in review.findings if dict(finding.details).get("reason") == reason]
    return dict(found.details)
