"""A merge review: the bases, what each side changed, which codes it found, and what they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memoir_git.core.ids import RepoPath
from memoir_git.custodian.branch_changes import ChangedUnit
from memoir_git.render.wording import REVIEW_LIMIT
from memoir_git.services.merge_review import MergeReview

_SHORT = 12


def as_lines(review: MergeReview) -> list[str]:
    """Returns the review as lines, an empty one behind them; its findings follow with all others."""
    lines = [f"Merge review: {review.status.value} ({REVIEW_LIMIT})"]
    if review.reason is not None:
        lines.append(f"Not compared with {review.reference}: {review.reason.value}")
    if review.review is not None and review.sides is not None:
        lines += [
            f"Bases: {', '.join(_short(base) for base in review.bases)}",
            f"Result: {review.sides.source.value}",
        ]
        ours, theirs = review.changes
        lines += _change_lines(f"Ours, {_short(review.sides.ours)}", ours)
        lines += _change_lines(f"Theirs, {_short(review.sides.theirs)}", theirs)
        codes = _resolutions(review)
        lines.append(f"Required resolution: {'none' if not codes else ''}".rstrip())
        lines += [f"  {code}: {resolution}" for code, resolution in codes]
    return [*lines, ""]


def as_object(review: MergeReview) -> dict[str, Any]:
    """Returns the review as the envelope's data has it; `null` and empty where nothing was compared."""
    ours, theirs = review.changes
    sides = review.sides
    compared = review.review is not None and sides is not None
    return {
        "status": review.status.value,
        "reference": review.reference,
        "reason": None if review.reason is None else review.reason.value,
        "bases": list(review.bases),
        "ours": None if sides is None else sides.ours,
        "theirs": None if sides is None else sides.theirs,
        "result": sides.source.value if compared and sides is not None else None,
        "changes": {"ours": [_unit(unit) for unit in ours], "theirs": [_unit(unit) for unit in theirs]},
        "codes": [code for code, _ in _resolutions(review)],
        "required_resolution": [
            {"code": code, "resolution": resolution} for code, resolution in _resolutions(review)
        ],
        "limits": REVIEW_LIMIT,
    }


def _change_lines(side: str, units: Sequence[ChangedUnit]) -> list[str]:
    lines = [f"{side}: {len(units)} changed"]
    return lines + [f"  {unit.how.value:<7} {unit.id} {RepoPath(unit.path).shown()}" for unit in units]


def _unit(unit: ChangedUnit) -> dict[str, str]:
    return {"id": unit.id, "path": RepoPath(unit.path).shown(), "change": unit.how.value}


def _resolutions(review: MergeReview) -> list[tuple[str, str]]:
    """Returns each code that was found with what resolves it, by code."""
    return sorted({(finding.code.id, finding.remediation) for finding in review.findings})


def _short(commit: str) -> str:
    return commit[:_SHORT]
