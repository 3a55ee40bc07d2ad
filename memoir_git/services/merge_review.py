"""The merge review of project memory: two branches of git -> four graphs -> findings (guide 5.1, 7).

Ours is the committed HEAD, theirs the named commit. The result is the index while just this merge is in
progress, HEAD itself when it is the merge of the two, and else a union made in memory. What cannot be
compared is a warning and never a pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, printable
from memoir_git.core.snapshot import Obstacle, Snapshot
from memoir_git.custodian import codes_system
from memoir_git.custodian.branch_changes import ChangedUnit
from memoir_git.custodian.branches import BranchReview, FourGraphs, ReviewStatus, review_branches
from memoir_git.git.branches import changed_paths, merge_heads, names_in_commit, names_in_index
from memoir_git.git.repo import Repository
from memoir_git.git.revisions import find_commit, merge_bases, parents
from memoir_git.git.run import GitError
from memoir_git.git.snapshot import load_commit, load_index
from memoir_git.services.memory_place import MemoryPlace, contents_of, project_of


class ResultSource(Enum):
    """What the branches are compared as merged into."""

    INDEX = "index"
    COMMIT = "commit"
    UNION = "union"


class Unavailable(Enum):
    """Why nothing was compared."""

    NO_GIT = "no-git"
    NO_COMMIT = "no-commit"
    BAD_REFERENCE = "bad-reference"
    NO_COMMON_BASE = "no-common-base"
    NO_MEMORY = "no-memory"
    UNREADABLE_FILE = "unreadable-file"
    UNREADABLE_PROTOCOL = "unreadable-protocol"
    GIT_FAILED = "git-failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Two commits and where their merge stands.

    `merged` is the merge commit of a `COMMIT`, `index_file` the index that a hook was given, if unusual.
    """

    ours: str
    theirs: str
    source: ResultSource
    merged: str | None = None
    index_file: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeReview:
    """A review, or why there is none; `reference` is what the user named, printable."""

    reference: str
    sides: Sides | None = None
    bases: tuple[str, ...] = ()
    review: BranchReview | None = None
    reason: Unavailable | None = None
    required: bool = False

    @property
    def status(self) -> ReviewStatus:
        """The verdict of the review alone."""
        return ReviewStatus.UNAVAILABLE if self.review is None else self.review.status

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, or that nothing could be looked at."""
        if self.review is not None:
            return self.review.findings
        assert self.reason is not None, "a review that did not happen says why"
        severity = Severity.ERROR if self.required else None
        return (codes_system.MERGE_REVIEW.at(severity=severity, reason=Handle(self.reason.value)),)

    @property
    def changes(self) -> tuple[tuple[ChangedUnit, ...], tuple[ChangedUnit, ...]]:
        """What each side changed, ours first."""
        return ((), ()) if self.review is None else (self.review.ours, self.review.theirs)


class _UnavailableError(Exception):
    """Ends a review that cannot be made; never leaves this module."""

    def __init__(self, reason: Unavailable) -> None:
        super().__init__(reason)
        self.reason = reason


def review_merge(place: MemoryPlace, reference: str, *, required: bool = False) -> MergeReview:
    """Returns the review of merging the commit that `reference` names into HEAD. Never raises for git."""
    shown = printable(reference)
    try:
        if place.repository is None:
            raise _UnavailableError(Unavailable.NO_GIT)
        sides = _find_sides(place.repository, reference)
    except _UnavailableError as stopped:
        return MergeReview(reference=shown, reason=stopped.reason, required=required)
    except GitError:
        return MergeReview(reference=shown, reason=Unavailable.GIT_FAILED, required=required)
    return review_sides(place.repository, place.directory, sides, reference=shown, required=required)


def review_sides(
    repository: Repository, directory: str, sides: Sides, *, reference: str, required: bool = False
) -> MergeReview:
    """Returns the review of two commits whose merge stands where `sides` says. Never raises for git."""
    bases: tuple[str, ...] = ()
    try:
        bases = tuple(sorted(merge_bases(repository, sides.ours, sides.theirs)))
        if not bases:
            raise _UnavailableError(Unavailable.NO_COMMON_BASE)
        sides, graphs = _graphs(repository, directory, sides, bases)
        review = review_branches(graphs, directory)
    except _UnavailableError as stopped:
        reason = stopped.reason
    except GitError:
        reason = Unavailable.GIT_FAILED
    else:
        return MergeReview(reference=reference, sides=sides, bases=bases, review=review, required=required)
    return MergeReview(reference=reference, sides=sides, bases=bases, reason=reason, required=required)


def _find_sides(repository: Repository, reference: str) -> Sides:
    """Returns HEAD and the named commit, or the parents of a HEAD that is their merge."""
    head, theirs = find_commit(repository, "HEAD"), find_commit(repository, reference)
    if head is None:
        raise _UnavailableError(Unavailable.NO_COMMIT)
    if theirs is None:
        raise _UnavailableError(Unavailable.BAD_REFERENCE)
    if theirs in merge_heads(repository):
        return Sides(ours=head, theirs=theirs, source=ResultSource.INDEX)
    merged = parents(repository, head)
    others = [parent for parent in merged if parent != theirs]
    if len(merged) > 1 and theirs in merged and others:
        return Sides(ours=others[0], theirs=theirs, source=ResultSource.COMMIT, merged=head)
    return Sides(ours=head, theirs=theirs, source=ResultSource.UNION)


def _graphs(
    repository: Repository, directory: str, sides: Sides, bases: tuple[str, ...]
) -> tuple[Sides, FourGraphs]:
    """Reads all versions; the union takes the place of an index with unmerged memory files."""
    commits = [_committed(repository, directory, commit) for commit in (*bases, sides.ours, sides.theirs)]
    ours, theirs = commits[-2:]
    result = _result(repository, directory, sides)
    if not ours.files and not theirs.files:
        raise _UnavailableError(Unavailable.NO_MEMORY)
    for snapshot in (ours, theirs, *([] if result is None else [result])):
        _check_readable(snapshot, directory)
    if result is None:
        sides = Sides(ours=sides.ours, theirs=sides.theirs, source=ResultSource.UNION)
    graphs = FourGraphs(
        bases=[contents_of(snapshot, directory) for snapshot in commits[:-2]],
        ours=contents_of(ours, directory),
        theirs=contents_of(theirs, directory),
        result=None if result is None else contents_of(result, directory),
        moved_sources=_moved_sources(repository, sides, bases),
    )
    return sides, graphs


def _committed(repository: Repository, directory: str, commit: str) -> Snapshot:
    names = [name for name in names_in_commit(repository, commit, directory) if name.endswith(".md")]
    return load_commit(repository, commit, names)


def _result(repository: Repository, directory: str, sides: Sides) -> Snapshot | None:
    """Returns what is about to be or was committed, `None` where that is not settled yet."""
    if sides.source is ResultSource.COMMIT:
        assert sides.merged is not None, "the result of a merge that was made is a commit"
        return _committed(repository, directory, sides.merged)
    if sides.source is ResultSource.UNION:
        return None
    names = names_in_index(repository, directory, index_file=sides.index_file)
    wanted = [name for name in names if name.endswith(".md")]
    snapshot = load_index(repository, wanted, index_file=sides.index_file)
    return None if Obstacle.UNMERGED in snapshot.obstacles.values() else snapshot


def _check_readable(snapshot: Snapshot, directory: str) -> None:
    if Obstacle.UNREADABLE in snapshot.obstacles.values():
        raise _UnavailableError(Unavailable.UNREADABLE_FILE)
    # A branch from before the project had memory is empty, not unreadable.
    if snapshot.files and not project_of(snapshot, directory).is_readable:
        raise _UnavailableError(Unavailable.UNREADABLE_PROTOCOL)


def _moved_sources(
    repository: Repository, sides: Sides, bases: tuple[str, ...]
) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the paths each side changed since every base and not alike, with the folders they lie in."""
    differing = changed_paths(repository, sides.ours, sides.theirs)
    ours, theirs = (
        differing.intersection(*(changed_paths(repository, base, side) for base in bases))
        for side in (sides.ours, sides.theirs)
    )
    return _with_folders(ours), _with_folders(theirs)


def _with_folders(paths: frozenset[str]) -> frozenset[str]:
    found = set(paths)
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(found)
