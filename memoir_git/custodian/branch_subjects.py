"""Subjects of two branches that collide: one reference, one name or one ID for two things (guide 5.5).

A changed Subject is held against every active one of the other branch, so that a new alias there is found
although only one side changed a name. Reported once per shared reference or name, never pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject as codes
from memoir_git.custodian.branch_changes import Branch
from memoir_git.custodian.branch_graph import SUBJECTS_FILE
from memoir_git.custodian.branch_review import Review
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.subjects import Subject

Names = Callable[[Subject], Iterable[str]]


def colliding_subjects(review: Review) -> Iterator[Finding]:
    """Yields collisions by reference, by name and by ID (`MC-CONFLICT-005`)."""
    said: set[tuple[str, ...]] = set()
    for reason, names in (("canonical-ref", _refs), ("alias", _names)):
        for here, there in _shared(review, names):
            keys = tuple(sorted({*here, *there}))
            if keys in said or review.result.settles(*keys):
                continue
            said.add(keys)
            yield _collision(review, reason, here, there)
    for key in review.comparison.both():
        sides = (review.comparison.ours.graph, review.comparison.theirs.graph)
        created = not any(base.state(key) for base in review.comparison.bases)
        if created and all(side.subjects(key) for side in sides) and not review.result.settles(key):
            yield _collision(review, "same-id", [key], [key])


def colliding_keys(findings: Iterable[Finding]) -> set[str]:
    """Returns the keys of the Subjects that findings of this module name."""
    found: set[str] = set()
    for finding in findings:
        value = dict(finding.details)["subjects"]
        assert isinstance(value, tuple), "a collision names its Subjects"
        found |= {id_key(item) for item in value if isinstance(item, Handle)}
    return found


def _collision(review: Review, reason: str, ours: Iterable[str], theirs: Iterable[str]) -> Finding:
    here, there = review.ids(ours), review.ids(theirs)
    return review.finding(
        codes.COLLIDING_SUBJECTS,
        SUBJECTS_FILE,
        reason=Handle(reason),
        subjects=review.ids([*map(id_key, here), *map(id_key, there)]),
        ours=here,
        theirs=there,
    )


def _shared(review: Review, names: Names) -> Iterator[tuple[list[str], list[str]]]:
    """Yields, for each name with active Subjects on both sides, those whose meeting the merge causes."""
    ours, theirs = review.comparison.ours, review.comparison.theirs
    here, there = _by_name(ours, theirs, names), _by_name(theirs, ours, names)
    for name in sorted(here.keys() & there.keys()):
        changed = any(key in ours.changes for key in here[name]) or any(
            key in theirs.changes for key in there[name]
        )
        together = here[name] | there[name]
        # One side alone that has them all is no business of the merge.
        if changed and here[name] != together and there[name] != together:
            yield sorted(here[name] - there[name]), sorted(there[name] - here[name])


def _by_name(branch: Branch, other: Branch, names: Names) -> dict[str, set[str]]:
    """Returns the keys of a branch's active Subjects by name, without those the other branch alone changed.

    Of those the other branch's version is what the merge keeps.
    """
    found: dict[str, set[str]] = {}
    for subject in branch.graph.project.registry.subjects:
        key = id_key(subject.id)
        stale = key in other.changes and key not in branch.changes
        if subject.is_active and not stale and not _merged_away(other, key):
            for name in names(subject):
                found.setdefault(name, set()).add(key)
    return found


def _merged_away(branch: Branch, key: str) -> bool:
    return key in branch.changes and any(subject.is_merged for subject in branch.graph.subjects(key))


def _refs(subject: Subject) -> Iterable[str]:
    return () if subject.canonical_ref is None else (subject.canonical_ref,)


def _names(subject: Subject) -> Iterable[str]:
    return subject.names
