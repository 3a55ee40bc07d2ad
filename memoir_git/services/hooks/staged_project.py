"""The check of project memory before a commit: the whole of it as staged, against the whole of it at HEAD.

Its rules speak of several files at once, so a changed file is not enough to look at. What is staged goes
first: where nothing is wrong with it, nothing is compared. Evidence is left out: what it names lies outside
of memory, and whether it is still right is a question for an audit.

While a merge is being committed, what both sides did since they parted is reviewed as well.
"""

from __future__ import annotations

from memoir_git.core.finding import Severity
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import run_checks
from memoir_git.custodian.project import Project
from memoir_git.services.hooks.verdict import Verdict, judge
from memoir_git.services.memory_folder import PlaceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from memoir_git.core.finding import Finding
    from memoir_git.git.repo import Repository
    from memoir_git.git.staged import Change
    from memoir_git.services.hooks.staging import Staged

_SECTIONS = ("routing", "entries", "relations", "subjects", "conflicts", "security", "erasure")


def check_staged_project(staged: Staged, changes: Iterable[Change], heads: Collection[str] = ()) -> Verdict:
    """Returns the verdict on the staged project memory; one in no certain place is left to an audit.

    `changes` are what is staged against HEAD, `heads` the other sides of a merge. Raises `ReviewPolicyError`.
    """
    try:
        directory, contents = _staged_contents(staged)
    except PlaceError:
        return Verdict()
    changed = {change.path.removeprefix(f"{directory}/") for change in changes}
    after: Iterable[Finding] = project_findings(contents, directory, None if heads else changed)
    for theirs in heads:
        after = _reviewed(staged.repository, directory, after, theirs)
    if all(finding.severity < Severity.WARNING for finding in after):
        return Verdict()
    return _judged(staged.repository, directory, after)


def _staged_contents(staged: Staged) -> tuple[str, Mapping[str, bytes]]:
    """Returns the memory directory and the staged files in it, by path. Raises `PlaceError`."""
    files = staged.project_files()
    if files is not None:
        blobs = staged.blobs(files.blobs.values())
        return files.directory, {path: blobs[blob] for path, blob in files.blobs.items()}
    from memoir_git.git.snapshot import load_index
    from memoir_git.services.memory_place import contents_of, memory_directory

    directory = memory_directory(staged.repository)
    return directory, contents_of(load_index(staged.repository, folder=directory), directory)


def _judged(repository: Repository, directory: str, after: Iterable[Finding]) -> Verdict:
    """Returns the verdict on what is wrong, against HEAD. Raises `ReviewPolicyError`."""
    from memoir_git.git.revisions import find_commit
    from memoir_git.services.review_policy import with_policy

    ours = find_commit(repository, "HEAD")
    before = () if ours is None else findings_at(repository, directory, ours)
    return judge(with_policy(before, None, repository), with_policy(after, None, repository))


def _reviewed(repository: Repository, directory: str, found: Iterable[Finding], theirs: str) -> list[Finding]:
    """Returns the findings of the result with those of the review of one other side."""
    from memoir_git.git.revisions import resolve_commit
    from memoir_git.services.merge_review import ResultSource, Sides, review_sides
    from memoir_git.services.reviewed_findings import with_review

    sides = Sides(ours=resolve_commit(repository, "HEAD"), theirs=theirs, source=ResultSource.INDEX)
    return with_review(found, review_sides(repository, directory, sides, reference=theirs))


def findings_at(repository: Repository, directory: str, commit: str) -> tuple[Finding, ...]:
    """Returns what is wrong with project memory at a commit. Raises `GitError`."""
    from memoir_git.git.snapshot import load_commit
    from memoir_git.services.memory_place import contents_of

    snapshot = load_commit(repository, commit, folder=directory)
    return project_findings(contents_of(snapshot, directory), directory)


def project_findings(
    contents: Mapping[str, bytes], directory: str, texts: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """Returns what is wrong with project memory by its own rules, nothing where there is none.

    The wording of `texts` alone is looked through, or of all files: where HEAD has the same file, it says the
    same, and what HEAD has is never told.
    """
    project = Project(contents)
    if not project.files:
        return ()
    return run_checks(CheckContext(project, directory, {}, git_available=False, texts=texts), _SECTIONS)
