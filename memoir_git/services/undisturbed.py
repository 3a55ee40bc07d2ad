"""Refuses to repair where a repair would mix with what a person is in the middle of."""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.git.nul import nul_split
from memoir_git.git.operation import Kind, find_operation
from memoir_git.git.repo import Repository
from memoir_git.git.stages import list_unmerged

_SHOWN = 5


class RepairError(MemoirGitError):
    """The repair cannot be made here and now; nothing was changed."""


def require_free(repository: Repository, paths: Iterable[RepoPath]) -> None:
    """Raises `RepairError` when an operation is in progress or one of the files has uncommitted changes."""
    asked = sorted(paths)
    operation = find_operation(repository, has_unmerged=bool(list_unmerged(repository)))
    if operation is not None and operation.kind is not Kind.BISECT:
        raise RepairError(
            f"A {operation.kind.value} is in progress; nothing was repaired.",
            hint="finish it first: git memoir status says how",
        )
    dirty = _dirty(repository, asked)
    if dirty:
        names = ", ".join(map(printable, dirty[:_SHOWN])) + (" and more" if len(dirty) > _SHOWN else "")
        raise RepairError(
            f"There are uncommitted changes in what would be repaired: {names}. Nothing was changed.",
            hint="commit or stash them first",
        )


def _dirty(repository: Repository, paths: list[RepoPath]) -> list[str]:
    """Returns which paths differ from HEAD in the index or the work tree, untracked ones included."""
    words = ("--literal-pathspecs", "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff")
    found = set()
    for more in (("--cached", "HEAD"), ()):
        found |= set(nul_split(repository.run(*words, *more, "--", *paths).stdout))
    listing = repository.run("--literal-pathspecs", "ls-files", "-z", "--full-name", "--", *paths)
    untracked = [path for path in paths if path not in set(nul_split(listing.stdout))]
    there = load_work_tree(repository.work_tree, untracked)
    return sorted({*found, *there.files, *there.obstacles})
