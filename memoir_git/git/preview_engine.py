"""What git would make of a merge, computed without touching index, work tree or object store.

From 2.38 on `merge-tree --write-tree` runs git's whole engine in memory, renames and criss-cross bases
included. Older gits merge three trees into a temporary index, without renames. The memory drivers are off
in both: memory is merged afterwards, from the stages, as the merge strategy does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from memoir_git.core.ids import RepoPath
from memoir_git.git.blobs import scratch_objects
from memoir_git.git.nul import nul_split
from memoir_git.git.plain_engine import without_drivers
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError
from memoir_git.git.stages import StageEntry, list_unmerged, parse_stages
from memoir_git.git.version import git_version

MERGE_TREE = "merge-tree"
READ_TREE = "read-tree"

_HAS_MERGE_TREE = (2, 38)
_CONFLICTS = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One merged path that differs from ours; `None` is an absent version. Blobs are object names."""

    path: RepoPath
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialMerge:
    """The outcome: what stays open and what changes. `tree` is the merged tree where git made one.

    `environment` is what later reads of these objects need.
    """

    method: str
    tree: str | None
    unmerged: tuple[StageEntry, ...]
    changes: tuple[Change, ...]
    environment: Mapping[str, str]


@contextmanager
def trial_merge(
    repository: Repository, ours: str, theirs: str, bases: Sequence[str], drivers: Mapping[str, str]
) -> Iterator[TrialMerge]:
    """Yields the merge of two commits; its objects are gone when the block ends. Raises `GitError`."""
    if git_version(repository) >= _HAS_MERGE_TREE:
        with scratch_objects(repository) as environment:
            yield _by_merge_tree(repository, ours, theirs, drivers, environment)
    else:
        with TemporaryDirectory(prefix="memoir-git-") as folder:
            environment = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
            yield _by_read_tree(repository, ours, theirs, bases, environment)


def _by_merge_tree(
    repository: Repository,
    ours: str,
    theirs: str,
    drivers: Mapping[str, str],
    environment: Mapping[str, str],
) -> TrialMerge:
    words = (*without_drivers(drivers), "merge-tree", "--write-tree", "-z", "--no-messages")
    words += ("--allow-unrelated-histories", ours, theirs)
    done = repository.run(*words, environment=environment, accept=(0, _CONFLICTS))
    tree, *rows = nul_split(done.stdout)
    unmerged = tuple(parse_stages(row for row in rows if row))
    diff = repository.run("diff-tree", "-r", "-z", ours, tree, environment=environment)
    return TrialMerge(
        method=MERGE_TREE,
        tree=tree,
        unmerged=unmerged,
        changes=_changes(nul_split(diff.stdout), unmerged),
        environment=environment,
    )


def _by_read_tree(
    repository: Repository, ours: str, theirs: str, bases: Sequence[str], environment: Mapping[str, str]
) -> TrialMerge:
    base = bases[0] if bases else repository.text("hash-object", "-t", "tree", "/dev/null")
    words = ("read-tree", "-i", "-m", "--aggressive", base, ours, theirs)
    repository.run(*words, environment=environment)
    unmerged = list_unmerged(repository, environment)
    diff = repository.run("diff-index", "--cached", "-z", ours, environment=environment)
    return TrialMerge(
        method=READ_TREE,
        tree=None,
        unmerged=unmerged,
        changes=_changes(nul_split(diff.stdout), unmerged),
        environment=environment,
    )


def _changes(fields: Sequence[str], unmerged: Sequence[StageEntry]) -> tuple[Change, ...]:
    """Returns the changes of a raw diff, whose rows are `:MODE MODE BLOB BLOB STATUS` and a path."""
    still_open = {entry.path for entry in unmerged}
    changes = []
    for facts, path in zip(fields[0::2], fields[1::2], strict=True):
        parts = facts.removeprefix(":").split(" ")
        if len(parts) != 5:
            raise GitError("git printed a difference that cannot be read.")
        if RepoPath(path) not in still_open:
            before, after = (blob if blob.strip("0") else None for blob in parts[2:4])
            changes.append(Change(path=RepoPath(path), before=before, after=after))
    return tuple(changes)
