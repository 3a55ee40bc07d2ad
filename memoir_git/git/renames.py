"""Renames as git sees them between two versions, and the trees around a stopped operation."""

from __future__ import annotations

from collections.abc import Collection

from memoir_git.core.ids import RepoPath
from memoir_git.core.unmerged import Origins
from memoir_git.git.nul import nul_split
from memoir_git.git.repo import Repository
from memoir_git.git.snapshot import load_commit


def find_renames(repository: Repository, old: str, new: str) -> dict[RepoPath, RepoPath]:
    """Returns the renames from the commit or tree `old` to `new`: new path to old path."""
    words = ("diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-commit-id")
    fields = nul_split(repository.run(*words, old, new).stdout)
    return {
        RepoPath(after): RepoPath(before) for before, after in zip(fields[1::3], fields[2::3], strict=True)
    }


def changed_paths(repository: Repository, old: str, new: str) -> set[RepoPath]:
    """Returns the paths that differ between two commits or trees."""
    words = ("diff-tree", "-r", "-z", "--name-only", "--no-commit-id", "--no-renames")
    return set(map(RepoPath, nul_split(repository.run(*words, old, new).stdout)))


def find_origins(
    repository: Repository, base: str, ours: str, theirs: str, paths: Collection[RepoPath]
) -> Origins:
    """Returns the renames of both sides since `base`, with the three versions of `paths` and of their
    origins.
    """
    ours_from = find_renames(repository, base, ours)
    theirs_from = find_renames(repository, base, theirs)
    wanted = set(paths)
    for renames in (ours_from, theirs_from):
        wanted |= {old for new, old in renames.items() if new in wanted}
        wanted |= {new for new, old in renames.items() if old in wanted}
    return Origins(
        base=load_commit(repository, base, wanted),
        ours=load_commit(repository, ours, wanted),
        theirs=load_commit(repository, theirs, wanted),
        ours_from={new: old for new, old in ours_from.items() if new in wanted},
        theirs_from={new: old for new, old in theirs_from.items() if new in wanted},
    )
