"""What doctor says of the private state: unfinished changes, and a place that another repository commits.

A home directory under git is one. Backups of memory lie in the private state while a change is made, and
would be swept up by `git add -A` there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from memoir_git.core import codes_transactions
from memoir_git.core.finding import Finding
from memoir_git.fs.state_place import state_place
from memoir_git.git.repo import Repository, find_repository
from memoir_git.git.run import GitError
from memoir_git.services.transaction_state import transactions_around

_IGNORED, _NOT_IGNORED, _FATAL = 0, 1, 128


def private_state_findings(repository: Repository, variables: Mapping[str, str]) -> Iterator[Finding]:
    """Yields what there is to say. Raises `PlaceError` for project memory in two places."""
    if repository.top is not None:
        for state in transactions_around(repository.top, repository, None, variables):
            yield from state.findings
    if _would_be_committed(repository, variables):
        yield codes_transactions.STATE_IN_REPOSITORY.at()


def _would_be_committed(repository: Repository, variables: Mapping[str, str]) -> bool:
    place, _ = state_place(variables)
    if not os.path.isabs(place):
        return False
    folder = Path(place)
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    try:
        around = find_repository(folder)
        if around is None or around.top is None or around.common_dir == repository.common_dir:
            return False
        asked = around.run("check-ignore", "--quiet", "--", place, accept=(_IGNORED, _NOT_IGNORED, _FATAL))
    except GitError:
        return False
    return asked.returncode == _NOT_IGNORED
