"""Lets git continue the operation it stopped in, without an editor."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.git.inherited import inherited_by
from memoir_git.git.operation import Kind, Operation
from memoir_git.git.repo import Repository
from memoir_git.git.run import run_git

# `:` is git's own word for an editor that changes nothing.
_NO_EDITOR = {"GIT_EDITOR": ":", "GIT_MERGE_AUTOEDIT": "no"}
_ANY = range(-64, 256)
_REFUSING_EMPTY = (Kind.CHERRY_PICK, Kind.REVERT, Kind.AM, Kind.REBASE_APPLY)


def next_command(repository: Repository, operation: Operation) -> tuple[str, ...]:
    """Returns the words git wants next, empty where it wants none.

    git refuses to commit a pick that has become empty and wants to be told to skip it. A rebase by merging
    drops such a commit by itself, and a merge is one even without a change.
    """
    if operation.kind in _REFUSING_EMPTY and is_empty(repository):
        return operation.skip
    return operation.proceed


def proceed(repository: Repository, command: tuple[str, ...], variables: Mapping[str, str]) -> int:
    """Runs one of the operation's commands and returns its exit status.

    git finds the repository by itself, so that hooks and commands of a rebase see what they always see;
    only where the caller named a git directory outright is it passed on.
    """
    if "GIT_DIR" in variables:
        done = repository.run(*command, environment=_NO_EDITOR, accept=_ANY)
    else:
        environment = {**inherited_by(repository), **_NO_EDITOR}
        done = run_git(*command, cwd=repository.work_tree, environment=environment, accept=_ANY)
    return done.returncode


def is_empty(repository: Repository) -> bool:
    """Tells whether the index holds what HEAD holds, so that there is nothing to commit."""
    return repository.run("diff", "--cached", "--quiet", accept=(0, 1)).returncode == 0
