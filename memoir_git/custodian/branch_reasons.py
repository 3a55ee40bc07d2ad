"""Concurrent changes that only a person can judge, each with its reason (`MC-CONFLICT-006`; guide 5.5).

Only hard memory is held against hard memory: two unrelated candidates need nobody. Changes are bucketed by
file, Subject or nothing at all, and a bucket is one finding that lists what is still open on each side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian import codes_subject as codes
from memoir_git.custodian.branch_changes import Branch
from memoir_git.custodian.branch_conflicts import newly_merged_and_changed
from memoir_git.custodian.branch_cover import Classed, Cover
from memoir_git.custodian.branch_graph import SUBJECTS_FILE
from memoir_git.custodian.branch_review import Review
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.storage import AREA_PREFIX, PROJECT_SCOPE

_Buckets = Mapping[str, dict[str, Hashable]]


def same_file(review: Review) -> Iterator[Finding]:
    """Yields files in which both branches added or modified owners."""

    def classed(branch: Branch, entry: Entry) -> tuple[str, Hashable]:
        return entry.path, branch.graph.identity(entry)

    yield from _bucketed(review, "same-file", classed)


def same_subject(review: Review) -> Iterator[Finding]:
    """Yields Subjects of which the branches changed different facets."""

    def classed(_branch: Branch, entry: Entry) -> tuple[str, Hashable]:
        return id_key(entry.scalars["Subject"]), entry.scalars["Facet"]

    yield from _bucketed(review, "same-subject", classed)


def project_against_area(review: Review) -> Iterator[Finding]:
    """Yields project constraints one branch changed beside area entries the other changed.

    On different Subjects that is worth knowing and no more.
    """
    for ours_first in (True, False):
        branches = (review.comparison.ours, review.comparison.theirs)
        project, area = branches if ours_first else branches[::-1]
        constraints = {
            id_key(entry.id): entry
            for entry in review.owners(project)
            if entry.code == "CON" and entry.scope == PROJECT_SCOPE
        }
        narrower = {
            id_key(entry.id): entry for entry in review.owners(area) if entry.scope.startswith(AREA_PREFIX)
        }
        yield from _project_against(review, constraints, narrower, ours_first=ours_first)


def new_subjects(review: Review, colliding: Collection[str]) -> Iterator[Finding]:
    """Yields Subjects without a reference that both branches created: they may be one thing.

    A record over entries that use two of them tells them apart.
    """
    ours, theirs = (
        _created(review, branch, colliding) for branch in (review.comparison.ours, review.comparison.theirs)
    )
    here, there = review.result.subject_cover.open_pairs(ours, theirs)
    if here and there:
        yield _found(review, "new-subjects", SUBJECTS_FILE, here, there)


def moved_evidence(review: Review) -> Iterator[Finding]:
    """Yields changed entries whose source the other branch changed."""
    for name, branch, other in review.directions():
        for key in branch.changes:
            for entry in branch.graph.entries(key):
                moved = {item.path for item in entry.evidence if item.path in other.moved_sources}
                sources = tuple(RepoPath(path) for path in sorted(filter(None, moved)))
                if sources and entry.is_active and branch.graph.is_hard(entry):
                    yield review.finding(
                        codes.NEEDS_RECONCILIATION,
                        entry.path,
                        reason=Handle("evidence-moved"),
                        units=review.ids([key]),
                        sources=sources,
                        side=Handle(name),
                    )


def deleted_and_changed(review: Review) -> Iterator[Finding]:
    """Yields units that one branch deleted and the other changed."""
    for key in review.comparison.both():
        for name, branch, other in review.directions():
            if branch.deleted(key) and not review.result.settles(key):
                yield review.finding(
                    codes.NEEDS_RECONCILIATION,
                    other.changes[key].path,
                    reason=Handle("delete-modify"),
                    units=review.ids([key]),
                    side=Handle(name),
                )


def divergent_units(review: Review, said: Collection[str]) -> Iterator[Finding]:
    """Yields every other unit that the union could not settle, or that was merged away and edited.

    `said` are keys that a deterministic conflict names already.
    """
    comparison = review.comparison
    deleted = {
        key for key in comparison.both() for _, branch, _ in review.directions() if branch.deleted(key)
    }
    undecided = review.result.union.unsettled | set(newly_merged_and_changed(review))
    for key in sorted(undecided - deleted - set(said)):
        if not review.result.settles(key):
            versions = [
                *comparison.ours.graph.versions.get(key, ()),
                *comparison.theirs.graph.versions.get(key, ()),
            ]
            path = min(version.path for version in versions)
            reason = Handle("divergent-edit")
            yield review.finding(codes.NEEDS_RECONCILIATION, path, reason=reason, units=review.ids([key]))


def _bucketed(
    review: Review, reason: str, classed: Callable[[Branch, Entry], tuple[str, Hashable]]
) -> Iterator[Finding]:
    ours, theirs = (
        _buckets(review, branch, classed) for branch in (review.comparison.ours, review.comparison.theirs)
    )
    for bucket in sorted(ours.keys() & theirs.keys()):
        here, there = review.result.cover.open_pairs(ours[bucket], theirs[bucket])
        if here and there:
            path = min(_paths(review, [*here, *there]))
            yield _found(review, reason, path, here, there)


def _buckets(
    review: Review, branch: Branch, classed: Callable[[Branch, Entry], tuple[str, Hashable]]
) -> _Buckets:
    found: dict[str, dict[str, Hashable]] = {}
    for entry in review.owners(branch):
        bucket, kind = classed(branch, entry)
        found.setdefault(bucket, {})[id_key(entry.id)] = kind
    return found


def _project_against(
    review: Review, constraints: dict[str, Entry], narrower: dict[str, Entry], *, ours_first: bool
) -> Iterator[Finding]:
    cover = review.result.cover
    subjects = [
        {key: id_key(entry.scalars["Subject"]) for key, entry in side.items()}
        for side in (constraints, narrower)
    ]
    by_subject: list[dict[str, dict[str, Hashable]]] = [{}, {}]
    for side, buckets in zip(subjects, by_subject, strict=True):
        for key, subject in side.items():
            buckets.setdefault(subject, {})[key] = key
    for subject in sorted(by_subject[0].keys() & by_subject[1].keys()):
        same: list[Classed] = [buckets[subject] for buckets in by_subject]
        yield from _project_finding(review, cover, same, ours_first=ours_first, severity=None)
    different: list[Classed] = [dict(side) for side in subjects]
    yield from _project_finding(review, cover, different, ours_first=ours_first, severity=Severity.INFO)


def _project_finding(
    review: Review, cover: Cover, sides: list[Classed], *, ours_first: bool, severity: Severity | None
) -> Iterator[Finding]:
    constraints, narrower = cover.open_pairs(sides[0], sides[1])
    if constraints and narrower:
        here, there = (constraints, narrower) if ours_first else (narrower, constraints)
        path = min(_paths(review, constraints))
        yield _found(review, "project-vs-area", path, here, there, severity=severity)


def _created(review: Review, branch: Branch, colliding: Collection[str]) -> dict[str, Hashable]:
    """Returns the active Subjects without reference that a branch created, each of a class of its own."""
    bases = review.comparison.bases
    created: dict[str, Hashable] = {}
    for subject in branch.subjects():
        key = id_key(subject.id)
        is_new = not any(base.state(key) for base in bases)
        named = bool(subject.scalars.get("Canonical-Ref"))
        merged = review.result.is_real and not any(s.is_active for s in review.result.graph.subjects(key))
        if subject.is_active and is_new and not named and not merged and key not in colliding:
            created[key] = key
    return created


def _paths(review: Review, keys: list[str]) -> list[str]:
    branches = (review.comparison.ours, review.comparison.theirs)
    return [branch.changes[key].path for key in keys for branch in branches if key in branch.changes]


def _found(
    review: Review,
    reason: str,
    path: str,
    here: list[str],
    there: list[str],
    *,
    severity: Severity | None = None,
) -> Finding:
    return review.finding(
        codes.NEEDS_RECONCILIATION,
        path,
        severity=severity,
        reason=Handle(reason),
        units=review.ids([*here, *there]),
        ours=review.ids(here),
        theirs=review.ids(there),
    )
