"""The look back after git has merged or rebased: what it did as plain text, and how to mend that.

Nothing is changed and nothing is stopped. The range is what this very operation brought: from where the
branch stood to where it stands, merges of other people inside a fast-forward included; for a rebase, what
was replayed onto what, and what the branch has now that it had not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from memoir_git.core import codes_finish, codes_hooks
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.git.blobs import read_blobs
from memoir_git.git.branches import merge_heads
from memoir_git.git.repo import Repository
from memoir_git.git.revisions import find_commit, parents
from memoir_git.git.staged import Marks, changes_between, commit_changes, marks_of
from memoir_git.services.hooks.arrived_project import check_arrived_project, made_of
from memoir_git.services.hooks.contents import findings_after, findings_before, link_findings, load_contents
from memoir_git.services.hooks.staged import memory_formats
from memoir_git.services.hooks.staging import is_project
from memoir_git.services.hooks.verdict import Verdict, brought
from memoir_git.services.merge_review import Sides
from memoir_git.services.repair import RepairRequest, repair

_SQUASHED = "1"
_SHORT = 12
# What only a repair that was asked for has to say.
_UNSAID = (codes_finish.WOULD_REPAIR, codes_finish.ONLY_NORMALISED)


def check_merged(repository: Repository, directory: Path, variables: Mapping[str, str], flag: str) -> Verdict:
    """Returns what a merge or a fast-forward left to mend; a squash has committed nothing yet."""
    before, head = _before_merge(repository), find_commit(repository, "HEAD")
    if flag == _SQUASHED or before is None or head is None:
        return Verdict()
    changes = [change for _, change in commit_changes(repository, (head,), (before,))]
    marks = marks_of(repository, (change.path for change in changes))
    if not _concerns_memory(marks):
        return Verdict()
    span = f"{before[:_SHORT]}..HEAD"
    found = _suggested(directory, variables, revision=f"{before}..HEAD", span=span)
    others = parents(repository, head)[1:] if merge_heads(repository) else ()
    sides = [made_of(before, other, head) for other in others]
    return Verdict(told=(*found, *_arrived(repository, marks, before, head, sides)))


def check_rewritten(
    repository: Repository, directory: Path, variables: Mapping[str, str], pairs: str
) -> Verdict:
    """Returns what a rebase left to mend; `pairs` are git's lines of old and new commits, oldest first."""
    rows = [line.split()[:2] for line in pairs.splitlines() if line.strip()]
    head = find_commit(repository, "HEAD")
    if not rows or head is None:
        return Verdict()
    olds = [row[0] for row in rows]
    onto = _onto(repository) or next(iter(parents(repository, rows[0][1])), None)
    if onto is None:
        return Verdict()
    old = olds[-1]
    changes = [change for side in (onto, old) for change in changes_between(repository, side, head)]
    marks = marks_of(repository, (change.path for change in changes))
    if not _concerns_memory(marks):
        return Verdict()
    found: tuple[Finding, ...] = ()
    sides = []
    if _is_whole(repository, onto, olds):
        found = _suggested(directory, variables, revision="HEAD", before=onto, theirs=old)
        sides = [made_of(onto, old, head)]
    return Verdict(told=(*found, *_arrived(repository, marks, old, head, sides)))


def _before_merge(repository: Repository) -> str | None:
    """Returns where the branch stood: the merge's first parent, else what the fast-forward came from."""
    if merge_heads(repository):
        return find_commit(repository, "HEAD^1")
    return find_commit(repository, "ORIG_HEAD") or find_commit(repository, "HEAD@{1}")


def _is_whole(repository: Repository, onto: str, olds: list[str]) -> bool:
    """Tells whether everything on the old branch was replayed; what was dropped on purpose is to stay so."""
    commits = repository.text("rev-list", "--no-merges", olds[-1], f"^{onto}").split()
    return set(commits) == set(olds)


def _onto(repository: Repository) -> str | None:
    """Returns what was rebased onto; git runs the hook before it clears its notes away.

    The parent of the first new commit would not do: for a commit that was dropped git names an older one.
    """
    for folder in ("rebase-merge", "rebase-apply"):
        try:
            name = (
                (repository.git_dir / folder / "onto").read_text(encoding="ascii", errors="replace").strip()
            )
        except OSError:
            continue
        return find_commit(repository, name)
    return None


def _concerns_memory(marks: Mapping[RepoPath, Marks]) -> bool:
    return bool(memory_formats(marks)) or any(map(is_project, marks.values()))


def _arrived(
    repository: Repository,
    marks: Mapping[RepoPath, Marks],
    before: str,
    head: str,
    sides: Iterable[Sides],
) -> Iterator[Finding]:
    """Yields what would stop a commit and is in memory at `head`, and was not where the branch stood."""
    changes = changes_between(repository, before, head)
    files = load_contents(changes, memory_formats(marks), partial(read_blobs, repository))
    yield from brought(findings_before(files), (*findings_after(files), *link_findings(files)))
    if any(map(is_project, marks.values())):
        yield from check_arrived_project(repository, before, head, sides)


def _suggested(
    directory: Path,
    variables: Mapping[str, str],
    *,
    revision: str,
    span: str = "",
    before: str | None = None,
    theirs: str | None = None,
) -> tuple[Finding, ...]:
    """Returns a suggestion for each file that a repair would mend, and what else the repair would say."""
    request = RepairRequest(
        directory=directory,
        revision=revision,
        before=before,
        theirs=theirs,
        variables=variables,
        dry_run=True,
    )
    report = repair(request)
    if not report.data.merges:
        return ()
    said = [f for f in report.findings if f.code not in _UNSAID and f.severity >= Severity.WARNING]
    if before is None or theirs is None:
        files = [codes_hooks.REPAIR.at(file.path, revision=Handle(span)) for file in report.data.files]
    else:
        base, other = Handle(before[:_SHORT]), Handle(theirs[:_SHORT])
        files = [
            codes_hooks.REPAIR_REBASED.at(file.path, base=base, theirs=other) for file in report.data.files
        ]
    return (*files, *said)
