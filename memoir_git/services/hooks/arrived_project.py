"""The look back at project memory: what a merge, a fast-forward or a rebase brought into it.

The graph that the branch has now is judged as a whole, against the one it had before; where two branches
came together, what both did since they parted is reviewed as well, with the commit as the result.
"""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.finding import Finding, Severity
from memoir_git.git.repo import Repository
from memoir_git.services.hooks.staged_project import findings_at
from memoir_git.services.hooks.verdict import brought
from memoir_git.services.memory_folder import PlaceError
from memoir_git.services.memory_place import memory_directory
from memoir_git.services.merge_review import ResultSource, Sides, review_sides
from memoir_git.services.review_policy import with_policy
from memoir_git.services.reviewed_findings import with_review


def made_of(ours: str, theirs: str, merged: str) -> Sides:
    """Returns the two sides of a merge or rebase that has been made."""
    return Sides(ours=ours, theirs=theirs, source=ResultSource.COMMIT, merged=merged)


def check_arrived_project(
    repository: Repository, before: str, merged: str, sides: Iterable[Sides]
) -> tuple[Finding, ...]:
    """Returns what project memory has at the commit `merged` and had not at `before`.

    Memory in no certain place is left to an audit. Raises `GitError` and `ReviewPolicyError`.
    """
    try:
        directory = memory_directory(repository)
    except PlaceError:
        return ()
    after: Iterable[Finding] = findings_at(repository, directory, merged)
    for pair in sides:
        review = review_sides(repository, directory, pair, reference=pair.theirs)
        after = with_review(after, review)
    if all(finding.severity < Severity.WARNING for finding in after):
        return ()
    known = findings_at(repository, directory, before)
    return brought(with_policy(known, None, repository), with_policy(after, None, repository))
