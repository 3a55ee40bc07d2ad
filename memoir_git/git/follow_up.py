"""A follow-up commit: a new commit on HEAD with some files changed, put in place as a fast-forward.

The commit is made beside everything, from an index of its own; then git itself moves branch, index and work
tree to it, with all its own safeguards, or refuses and leaves everything as it was. Never an amend.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import SnapshotFile
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError
from memoir_git.git.stages import write_index


class FollowUpError(MemoirGitError):
    """The commit could not be made or put in place; nothing was changed."""


def make_commit(
    repository: Repository, head: str, files: Mapping[RepoPath, SnapshotFile | None], message: str
) -> str:
    """Returns a new commit on `head` with these files; no ref, index or work tree knows it yet.

    Raises `FollowUpError` when git will not make it: nobody to be its author, or nothing to sign with.
    """
    with TemporaryDirectory(prefix="memoir-git-") as folder:
        environment = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
        repository.run("read-tree", head, environment=environment)
        write_index(repository, files, environment)
        tree = repository.run("write-tree", environment=environment).stdout.decode().strip()
    signing = repository.text("config", "--type=bool", "--get", "commit.gpgSign", accept=(0, 1)) == "true"
    words = ("commit-tree", *(("-S",) if signing else ()), "-p", head, "-m", message, tree)
    try:
        return repository.text(*words)
    except GitError as error:
        hint = (
            "make signing work, or run git -c commit.gpgSign=false memoir repair"
            if signing
            else ("set user.name and user.email with git config")
        )
        raise FollowUpError(f"The repair was not committed. {error}", hint=hint) from None


def advance(repository: Repository, commit: str, reason: str) -> None:
    """Moves the branch (or a detached HEAD), index and work tree to a commit that follows HEAD.

    Raises `FollowUpError` when git refuses, because HEAD has moved or a file is in the way.
    """
    words = ("merge", "--ff-only", "--quiet", "--no-stat", "--no-autostash", "--no-verify-signatures", commit)
    try:
        repository.run(*words, environment={"GIT_REFLOG_ACTION": reason})
    except GitError as error:
        raise FollowUpError(
            f"The repair was not put in place. {error}", hint="look at git status and run the command again"
        ) from None
