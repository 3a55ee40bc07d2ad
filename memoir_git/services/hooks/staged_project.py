"""The check of project memory before a commit: the whole of it as staged, against the whole of it at HEAD.

Its rules speak of several files at once, so a changed file is not enough to look at. What is staged goes
first: where nothing is wrong with it, nothing is compared. Evidence is left out: what it names lies outside
of memory, and whether it is still right is a question for an audit.

While a merge is being committed, what both sides did since they parted is reviewed as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.snapshot import Snapshot
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import run_checks
from memoir_git.git.repo import Repository
from memoir_git.git.revisions import find_commit, resolve_commit
from memoir_git.git.snapshot import load_commit, load_index
from memoir_git.services.hooks.verdict import Verdict, judge
from memoir_git.services.memory_place import PlaceError, memory_directory, project_of
from memoir_git.services.review_policy import with_policy

_SECTIONS = ("routing", "entries", "relations", "subjects", "conflicts", "security", "erasure")


def check_staged_project(repository: Repository, heads: Iterable[str] = ()) -> Verdict:
    """Returns the verdict on the staged project memory; one in no certain place is left to an audit.

    `heads` are the other sides of a merge. Raises `ReviewPolicyError`.
    """
    try:
        directory = memory_directory(repository)
    except PlaceError:
        return Verdict()
    after: Iterable[Finding] = project_findings(load_index(repository, folder=directory), directory)
    for theirs in heads:
        after = _reviewed(repository, directory, after, theirs)
    if all(finding.severity < Severity.WARNING for finding in after):
        return Verdict()
    ours = find_commit(repository, "HEAD")
    before = () if ours is None else findings_at(repository, directory, ours)
    return judge(with_policy(before, None, repository), with_policy(after, None, repository))


def _reviewed(repository: Repository, directory: str, found: Iterable[Finding], theirs: str) -> list[Finding]:
    """Returns the findings of the result with those of the review of one other side."""
    from memoir_git.services.merge_review import ResultSource, Sides, review_sides
    from memoir_git.services.reviewed_findings import with_review

    sides = Sides(ours=resolve_commit(repository, "HEAD"), theirs=theirs, source=ResultSource.INDEX)
    return with_review(found, review_sides(repository, directory, sides, reference=theirs))


def findings_at(repository: Repository, directory: str, commit: str) -> tuple[Finding, ...]:
    """Returns what is wrong with project memory at a commit. Raises `GitError`."""
    return project_findings(load_commit(repository, commit, folder=directory), directory)


def project_findings(snapshot: Snapshot, directory: str) -> tuple[Finding, ...]:
    """Returns what is wrong with project memory by its own rules, nothing where there is none."""
    project = project_of(snapshot, directory)
    if not project.files:
        return ()
    return run_checks(CheckContext(project, directory, {}, False), _SECTIONS)
