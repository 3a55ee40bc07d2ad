"""The merge-aware review: what two branches did to one project, and what a merge cannot decide (guide 7).

Four graphs: the merge bases, ours, theirs, and the result - what is being committed, or the union made in
memory. Deterministic, the same from either side, and structural only: CLEAR means that nothing was found,
not that two texts agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.finding import Finding, Severity, ordered
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject
from memoir_git.custodian.branch_changes import ChangedUnit, compare
from memoir_git.custodian.branch_conflicts import (
    divergent_entries,
    extended_supersessions,
    merged_subjects,
    rival_owners,
)
from memoir_git.custodian.branch_graph import BranchGraph
from memoir_git.custodian.branch_reasons import (
    deleted_and_changed,
    divergent_units,
    moved_evidence,
    new_subjects,
    project_against_area,
    same_file,
    same_subject,
)
from memoir_git.custodian.branch_result import Result, graph_findings, named_keys
from memoir_git.custodian.branch_review import OURS, THEIRS, Review
from memoir_git.custodian.branch_subjects import colliding_keys, colliding_subjects
from memoir_git.custodian.branch_union import union_of
from memoir_git.custodian.checks.context import CheckContext

Contents = Mapping[str, bytes]


class ReviewStatus(Enum):
    """What a review found: something certain, something to judge, nothing, or that it could not look."""

    CONFLICT = "CONFLICT"
    REVIEW = "REVIEW"
    CLEAR = "CLEAR"
    UNAVAILABLE = "UNAVAILABLE"


@dataclass(frozen=True, slots=True, kw_only=True)
class FourGraphs:
    """Memory directories as files by relative path. `result` is `None` where no merge is in progress.

    `moved_sources` are the paths, and their folders, that ours and theirs changed elsewhere in the project.
    """

    bases: Sequence[Contents]
    ours: Contents
    theirs: Contents
    result: Contents | None = None
    moved_sources: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchReview:
    """What both sides changed, and every finding about it.

    `holding` are the young records that hold in the result, which may name what one branch alone lacks.
    """

    status: ReviewStatus
    ours: tuple[ChangedUnit, ...]
    theirs: tuple[ChangedUnit, ...]
    findings: tuple[Finding, ...]
    holding: tuple[str, ...]


def review_branches(graphs: FourGraphs, directory: str) -> BranchReview:
    """Returns the review of a merge of project memory that lies in `directory`."""
    bases = [BranchGraph(contents) for contents in graphs.bases]
    ours, theirs = BranchGraph(graphs.ours), BranchGraph(graphs.theirs)
    comparison = compare(bases, ours, theirs, graphs.moved_sources)
    union = union_of(comparison)
    real = None if graphs.result is None else BranchGraph(graphs.result)
    review = Review(comparison=comparison, result=Result(comparison, union, real, directory))
    collisions = list(colliding_subjects(review))
    certain = [*_certain(review), *collisions]
    said = {key for finding in certain for key in named_keys(finding)}
    open_to_judge = _open(review, said, colliding_keys(collisions))
    findings = ordered([*certain, *open_to_judge, *_alone(review, directory, said)])
    return BranchReview(
        status=_status(findings),
        ours=tuple(comparison.ours.changes.values()),
        theirs=tuple(comparison.theirs.changes.values()),
        findings=findings,
        holding=tuple(sorted(record.id for record in review.result.records)),
    )


def _certain(review: Review) -> list[Finding]:
    """Returns the conflicts between entries that nothing but a change of one of them resolves."""
    return [
        *rival_owners(review),
        *divergent_entries(review),
        *extended_supersessions(review),
        *merged_subjects(review),
    ]


def _open(review: Review, said: set[str], colliding: set[str]) -> list[Finding]:
    """Returns what only a person can judge; `said` are the units that certain conflicts name already."""
    return [
        *same_file(review),
        *same_subject(review),
        *new_subjects(review, colliding),
        *project_against_area(review),
        *moved_evidence(review),
        *deleted_and_changed(review),
        *divergent_units(review, said),
    ]


def _alone(review: Review, directory: str, said: set[str]) -> list[Finding]:
    """Returns what is wrong with a branch, or with the result alone, by its ordinary code.

    Records are judged in the result only: one may name what the other branch brings. What only the result
    breaks is told unless a finding between the branches names the same unit.
    """
    comparison, result = review.comparison, review.result
    ours, theirs = (
        {
            _without_line(finding)
            for finding in graph_findings(CheckContext(side.graph.project, directory))
            if not is_about_record(finding)
        }
        for side in (comparison.ours, comparison.theirs)
    )
    found = [_sided(finding, "both") for finding in ours & theirs]
    found += [_sided(finding, OURS) for finding in ours - theirs]
    found += [_sided(finding, THEIRS) for finding in theirs - ours]
    for finding in {_without_line(finding) for finding in result.findings} - ours - theirs:
        if not result.may_be_guessed(finding) and not named_keys(finding) & said:
            found.append(_sided(finding, "result"))
    return found


def is_about_record(finding: Finding) -> bool:
    """Tells whether a finding says that one record does not hold."""
    return finding.code is codes_subject.INVALID_RECORD and "record" in dict(finding.details)


def _without_line(finding: Finding) -> Finding:
    return finding.replaced(has_line=False)


def _sided(finding: Finding, side: str) -> Finding:
    return finding.replaced(details={**dict(finding.details), "side": Handle(side)})


def _status(findings: Iterable[Finding]) -> ReviewStatus:
    worst = max((finding.severity for finding in findings), default=Severity.INFO)
    if worst >= Severity.ERROR:
        return ReviewStatus.CONFLICT
    return ReviewStatus.REVIEW if worst is Severity.WARNING else ReviewStatus.CLEAR
