"""What each branch changed since the merge bases, unit by unit (guide 7.1).

With several bases a unit counts as changed only if it differs from every one of them. What both branches
changed alike, as a cherry-pick does, is nobody's concern and is taken out first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from memoir_git.custodian.branch_graph import BranchGraph
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.subjects import Subject


class How(Enum):
    """What a branch did to a unit."""

    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedUnit:
    """One row of a branch's change list; `path` is the file it stands in, or stood in."""

    id: str
    path: str
    how: How


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One side of a merge: its graph, what it changed by key, and which sources it changed.

    `moved_sources` are project-relative paths, folders of changed files included.
    """

    graph: BranchGraph
    changes: dict[str, ChangedUnit]
    moved_sources: frozenset[str]

    def entries(self) -> Iterator[Entry]:
        """Yields the entries it added or changed, by key."""
        for key in self.changes:
            yield from self.graph.entries(key)

    def subjects(self) -> Iterator[Subject]:
        """Yields the Subjects it added or changed, by key."""
        for key in self.changes:
            yield from self.graph.subjects(key)

    def deleted(self, key: str) -> bool:
        """Tells whether it deleted a unit."""
        change = self.changes.get(key)
        return change is not None and change.how is How.DELETED


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both branches against their bases. `undecided` are keys on which the branches differ although neither
    changed them since every base, which only a history that crosses itself has.
    """

    bases: tuple[BranchGraph, ...]
    ours: Branch
    theirs: Branch
    undecided: frozenset[str]

    def both(self) -> list[str]:
        """Returns the keys that both branches changed, each in its own way, sorted."""
        return sorted(self.ours.changes.keys() & self.theirs.changes.keys())

    def before(self, key: str) -> list[str]:
        """Returns a unit's text in each base that has it once."""
        found = (base.version(key) for base in self.bases)
        return [version.text for version in found if version is not None]


def compare(
    bases: Sequence[BranchGraph],
    ours: BranchGraph,
    theirs: BranchGraph,
    moved_sources: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
) -> Comparison:
    """Returns what each branch changed since all the bases."""
    keys = sorted({key for graph in (*bases, ours, theirs) for key in graph.versions})
    differing = [key for key in keys if ours.state(key) != theirs.state(key)]
    sides = [
        Branch(graph=graph, changes=_changes(bases, graph, differing), moved_sources=moved)
        for graph, moved in zip((ours, theirs), moved_sources, strict=True)
    ]
    touched = sides[0].changes.keys() | sides[1].changes.keys()
    return Comparison(
        bases=tuple(bases),
        ours=sides[0],
        theirs=sides[1],
        undecided=frozenset(key for key in differing if key not in touched),
    )


def _changes(bases: Sequence[BranchGraph], side: BranchGraph, differing: list[str]) -> dict[str, ChangedUnit]:
    changes = {}
    for key in differing:
        before = [base.state(key) for base in bases]
        after = side.state(key)
        if after in before or not (after or (any(before) and side.is_whole)):
            continue  # what a file that cannot be read no longer shows was not deleted
        how = How.DELETED if not after else How.CHANGED if any(before) else How.ADDED
        holder = side if after else next(base for base in bases if base.state(key))
        shown = holder.versions[key][0]
        changes[key] = ChangedUnit(id=shown.id, path=shown.path, how=how)
    return changes
