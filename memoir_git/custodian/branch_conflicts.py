"""Deterministic conflicts between branches: owners, versions, supersessions and Subject merges (guide 5.5).

No record excuses one before the merge; a real result settles it by showing something legal. Subjects that
collide are found by `branch_subjects`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject as codes
from memoir_git.custodian.branch_changes import Branch
from memoir_git.custodian.branch_graph import BranchGraph
from memoir_git.custodian.branch_review import MERGE, Review
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.ownership import Identity, affects_safety_baseline, relations_of
from memoir_git.custodian.storage import Status


def rival_owners(review: Review) -> Iterator[Finding]:
    """Yields identities that both branches gave an owner (`MC-CONFLICT-001`)."""
    ours, theirs = (
        _by_identity(review, branch) for branch in (review.comparison.ours, review.comparison.theirs)
    )
    for identity in sorted(ours.keys() & theirs.keys()):
        here, there = _unsettled(review, ours[identity], theirs[identity])
        if not here or not there or here.keys() == there.keys():
            continue
        owners = [*here.values(), *there.values()]
        first = min(owners, key=lambda entry: (entry.path, entry.id))
        scope, subject, facet = identity
        yield review.finding(
            codes.SEVERAL_OWNERS,
            first.path,
            severity=Severity.BLOCKER if affects_safety_baseline(owners) else None,
            scope=MERGE,
            reason=Handle("same-identity"),
            owned_scope=Handle(scope),
            subject=review.ids([subject])[0],
            facet=Handle(facet),
            entries=review.ids([*here, *there]),
            ours=review.ids(here),
            theirs=review.ids(there),
        )


def divergent_entries(review: Review) -> Iterator[Finding]:
    """Yields active entries that each branch edited in a way of its own (`MC-CONFLICT-001`)."""
    comparison = review.comparison
    for key in sorted(review.result.union.unsettled):
        here, there = (branch.graph.entries(key) for branch in (comparison.ours, comparison.theirs))
        both = [*here, *there]
        if not here or not there or not all(entry.is_active for entry in both) or review.result.settles(key):
            continue
        path = min(entry.path for entry in both)
        severity = Severity.BLOCKER if affects_safety_baseline(both) else None
        reason = Handle("divergent-edit")
        yield review.finding(
            codes.SEVERAL_OWNERS,
            path,
            severity=severity,
            scope=MERGE,
            reason=reason,
            entries=review.ids([key]),
        )


def extended_supersessions(review: Review) -> Iterator[Finding]:
    """Yields entries one branch superseded and the other edits, extends or supersedes (`MC-CONFLICT-007`)."""
    for name, branch, other in review.directions():
        superseded = dict(_newly_superseded(review, branch))
        for reason, severity, pairs in (
            ("edited", None, _edited(review, superseded, other)),
            ("relation", None, _related(superseded, other, by_relation=True)),
            ("related", Severity.WARNING, _related(superseded, other, by_relation=False)),
        ):
            for key, extending in sorted(pairs.items()):
                still = [one for one in extending if not review.result.settles_pair(key, one)]
                if still:
                    yield review.finding(
                        codes.EXTENDS_SUPERSEDED,
                        superseded[key].path,
                        severity=severity,
                        reason=Handle(reason),
                        entries=review.ids([key, *still]),
                        superseded=review.ids([key])[0],
                        side=Handle(name),
                    )


def merged_subjects(review: Review) -> Iterator[Finding]:
    """Yields Subjects one branch merged away and the other still names (`MC-CONFLICT-008`)."""
    for name, branch, other in review.directions():
        merged = _newly_merged(review, branch)
        for reason, severity, naming in (
            ("entry", None, _naming_entries(other, Status.ACTIVE, "Subject")),
            ("candidate", Severity.WARNING, _naming_entries(other, Status.CANDIDATE, "Provisional-Subject")),
            ("merged-into", None, _merged_into(other)),
        ):
            for subject in sorted(merged & naming.keys()):
                paths = naming[subject]
                still = [key for key in paths if not review.result.settles(subject, key)]
                if still:
                    yield review.finding(
                        codes.MERGED_BUT_REFERENCED,
                        min(paths[key] for key in still),
                        severity=severity,
                        reason=Handle(reason),
                        subject=review.ids([subject])[0],
                        entries=review.ids(still),
                        side=Handle(name),
                    )


def newly_merged_and_changed(review: Review) -> list[str]:
    """Returns the Subjects one branch merged away and the other edited without merging, sorted."""
    both = review.comparison.both()
    merged = [_newly_merged(review, branch) for _, branch, _ in review.directions()]
    return [key for key in both if (key in merged[0]) != (key in merged[1])]


def _by_identity(review: Review, branch: Branch) -> dict[Identity, dict[str, Entry]]:
    found: dict[Identity, dict[str, Entry]] = {}
    for entry in review.owners(branch):
        identity = branch.graph.identity(entry)
        if identity is not None:
            found.setdefault(identity, {})[id_key(entry.id)] = entry
    return found


def _unsettled(
    review: Review, ours: dict[str, Entry], theirs: dict[str, Entry]
) -> tuple[dict[str, Entry], dict[str, Entry]]:
    """Leaves out what a person gave another identity in the result."""
    if not review.result.is_real:
        return ours, theirs
    here, there = (
        {key: entry for key, entry in side.items() if not review.result.settles(key)}
        for side in (ours, theirs)
    )
    return here, there


def _newly_superseded(review: Review, branch: Branch) -> Iterator[tuple[str, Entry]]:
    for key in branch.changes:
        entries = branch.graph.entries(key)
        before = [_is_superseded(base, key) for base in review.comparison.bases]
        if entries and all(map(_has_ended, entries)) and not all(before):
            yield key, entries[0]


def _is_superseded(graph: BranchGraph, key: str) -> bool:
    entries = graph.entries(key)
    return bool(entries) and all(map(_has_ended, entries))


def _has_ended(entry: Entry) -> bool:
    return entry.status is Status.SUPERSEDED or "Superseded-By" in entry.scalars


def _edited(review: Review, superseded: dict[str, Entry], other: Branch) -> dict[str, list[str]]:
    """Returns superseded entries the other branch left active and changed so that nothing joins the two."""
    unsettled = review.result.union.unsettled
    return {
        key: [key]
        for key in superseded
        if key in unsettled
        and key in other.changes
        and any(entry.is_active for entry in other.graph.entries(key))
    }


def _related(superseded: dict[str, Entry], other: Branch, *, by_relation: bool) -> dict[str, list[str]]:
    """Returns superseded entries with the other branch's changed entries that name them."""
    found: dict[str, list[str]] = {}
    for entry in other.entries():
        named = [target for _, target in relations_of(entry)] if by_relation else entry.related
        for target in {id_key(target) for target in named} & superseded.keys():
            found.setdefault(target, []).append(id_key(entry.id))
    return found


def _newly_merged(review: Review, branch: Branch) -> set[str]:
    merged = {id_key(subject.id) for subject in branch.subjects() if subject.is_merged}
    return {
        key
        for key in merged
        if not all(
            any(subject.is_merged for subject in base.subjects(key)) for base in review.comparison.bases
        )
    }


def _naming_entries(branch: Branch, status: Status, field: str) -> dict[str, dict[str, str]]:
    """Returns changed entries in a status by the Subject they name: ID key -> path."""
    found: dict[str, dict[str, str]] = {}
    for entry in branch.entries():
        if entry.status is status and entry.scalars.get(field):
            found.setdefault(id_key(entry.scalars[field]), {})[id_key(entry.id)] = entry.path
    return found


def _merged_into(branch: Branch) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for subject in branch.subjects():
        if subject.is_merged and subject.scalars.get("Merged-Into"):
            target = id_key(subject.scalars["Merged-Into"])
            found.setdefault(target, {})[id_key(subject.id)] = "subjects.md"
    return found
