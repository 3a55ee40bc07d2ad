"""Commits by the names people give them, and how they are related."""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.git.repo import Repository


class RevisionError(MemoirGitError):
    """A name that stands for no commit."""


def resolve_commit(repository: Repository, revision: str) -> str:
    """Returns the full name of the commit that `revision` stands for. Raises `RevisionError`."""
    found = find_commit(repository, revision)
    if found is None:
        raise RevisionError(
            f"{printable(revision)} names no commit.", hint="git log --oneline --all lists what there is"
        )
    return found


def find_commit(repository: Repository, revision: str) -> str | None:
    """Returns the full name of the commit that `revision` stands for, `None` when there is none."""
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return repository.text(*words, accept=(0, 1, 128)) or None


def merge_bases(repository: Repository, first: str, *others: str) -> tuple[str, ...]:
    """Returns all best common ancestors of a commit and the merge of others, none for unrelated ones."""
    return tuple(repository.text("merge-base", "--all", first, *others, accept=(0, 1)).split())


def parents(repository: Repository, commit: str) -> tuple[str, ...]:
    """Returns the parents of a commit, in order."""
    return tuple(repository.text("rev-list", "--parents", "--no-walk", commit).split()[1:])


def is_ancestor(repository: Repository, ancestor: str, commit: str) -> bool:
    """Tells whether `ancestor` is `commit` or lies behind it."""
    words = ("merge-base", "--is-ancestor", ancestor, commit)
    return repository.run(*words, accept=(0, 1)).returncode == 0
