"""The hooks' word about unfinished changes; only asked where the private state has any journal at all.

What is unfinished in this checkout stops a commit, because it would commit the half of a change; what only
waits to be cleaned, or belongs to another checkout, is told or passed over. A hook repairs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.finding import Severity
from memoir_git.git.repo import Repository
from memoir_git.services.hooks.verdict import Verdict
from memoir_git.services.transaction_state import transactions_around


def check_unfinished(repository: Repository, variables: Mapping[str, str]) -> Verdict:
    """Returns the verdict on what is unfinished in this work tree. Raises `GitError` and `PlaceError`."""
    if repository.top is None:
        return Verdict()
    states = transactions_around(repository.top, repository, None, variables)
    found = [finding for state in states for finding in state.findings]
    return Verdict(
        blocking=tuple(finding for finding in found if finding.severity is Severity.BLOCKER),
        told=tuple(finding for finding in found if finding.severity is Severity.WARNING),
    )
