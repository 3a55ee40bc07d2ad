"""The check before a commit: the content that is being committed, and nothing but the memory in it.

Only files that the commit changes are looked at, so its cost does not grow with the store. While a merge is
being committed, the result is compared with every side: what a side has and the result lacks was lost, by a
driver that did not run or by hand.
"""

from __future__ import annotations

from memoir_git import registry
from memoir_git.core.finding import Severity
from memoir_git.core.ids import Handle
from memoir_git.git.staged import blob_names
from memoir_git.services.hooks.contents import (
    findings_after,
    findings_before,
    link_findings,
    load_checks,
    load_contents,
    losses,
)
from memoir_git.services.hooks.staging import PROJECT, is_project
from memoir_git.services.hooks.verdict import Verdict, is_review, joined, judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from memoir_git.core.ids import RepoPath
    from memoir_git.git.staged import Change, Marks
    from memoir_git.services.hooks.contents import Contents
    from memoir_git.services.hooks.staging import Staged

_TEMPORARY = ".merge_file_"
# How `fs.atomic` and the transactions name a temporary beside its target.
_RESIDUE, _ENDING = ".memoir-git-", ".txn"
_NAMES = frozenset(row.name for row in registry.FORMATS)
_NO_HEADS = Handle("no-merge-head")


def check_staged(staged: Staged, heads: Iterable[str] = (), caps: Mapping[str, int] | None = None) -> Verdict:
    """Returns the verdict on what is staged; `heads` are the other sides of a merge. Raises `GitError`.

    `caps` are the lengths of lists that the environment sets; what a full list rotates out is no loss.
    """
    others = tuple(heads)
    sides = {head: staged.changes(head) for head in (None, *others)}
    everything = [change for changes in sides.values() for change in changes]
    marks = staged.marks(everything)
    formats = _checked_formats(marks)
    load_checks(formats.values())
    blobs = staged.blobs(blob_names(change for change in everything if change.path in formats))
    contents = {head: load_contents(changes, formats, lambda _: blobs) for head, changes in sides.items()}
    return joined(
        _temporaries(sides[None]),
        _changed(contents[None]),
        *(judge((), losses(files, contents[None], caps)) for files in contents.values()),
        _lost(staged, contents) if others else Verdict(),
        _project(staged, sides[None], marks, others),
        _scanned(staged, sides[None], marks),
    )


def check_merge(staged: Staged, heads: Iterable[str], caps: Mapping[str, int] | None = None) -> Verdict:
    """Returns the verdict on a clean merge; where git does not say what is merged, that is said.

    What a merge review finds and nothing stops for is left to the look back after the merge, which git is
    then about to make: it is told once, and also where this check is skipped.
    """
    others = tuple(heads)
    verdict = check_staged(staged, others, caps)
    if others:
        told = tuple(finding for finding in verdict.told if not is_review(finding))
        return verdict if verdict.blocking else Verdict(told=told)
    from memoir_git.custodian.codes_system import MERGE_REVIEW

    return joined(verdict, Verdict(told=(MERGE_REVIEW.at(reason=_NO_HEADS),)))


def memory_formats(marks: Mapping[RepoPath, Marks]) -> dict[RepoPath, str]:
    """Returns the format of each path that the attributes bind to one."""
    return {path: mark.merge for path, mark in marks.items() if mark.merge in _NAMES}


def _checked_formats(marks: Mapping[RepoPath, Marks]) -> dict[RepoPath, str]:
    """Returns the format of each memory file, its mark for prose of project memory, which has none."""
    prose = {path: PROJECT for path, mark in marks.items() if is_project(mark)}
    return {**prose, **memory_formats(marks)}


def is_memory(marks: Marks) -> bool:
    """Tells whether a path with these attributes is memory, whatever merges it."""
    return marks.merge in _NAMES or is_project(marks)


def _changed(files: tuple[Contents, ...]) -> Verdict:
    """Returns the verdict on what changed files say themselves, against what they said at HEAD."""
    after = [*findings_after(files), *link_findings(files)]
    if all(finding.severity < Severity.WARNING for finding in after):
        return Verdict()
    return judge(findings_before(files), after)


def _temporaries(changes: Iterable[Change]) -> Verdict:
    """Returns the verdict on temporary files that are about to be committed.

    Those of a killed merge are told; those of an interrupted change stop the commit, for they may hold what
    was to be forgotten.
    """
    added = [change.path for change in changes if change.before is None]
    merged = [path for path in added if path.rpartition("/")[2].startswith(_TEMPORARY)]
    written = [path for path in added if _is_residue(path.rpartition("/")[2])]
    if not merged and not written:
        return Verdict()
    from memoir_git.core.codes import TRACKED_TEMPORARY
    from memoir_git.core.codes_transactions import STAGED_TEMPORARY

    found = [TRACKED_TEMPORARY.at(path) for path in merged]
    return judge((), [*found, *(STAGED_TEMPORARY.at(path) for path in written)])


def _is_residue(name: str) -> bool:
    return name.startswith(_RESIDUE) and name.endswith(_ENDING)


def _lost(staged: Staged, contents: Mapping[str | None, tuple[Contents, ...]]) -> Verdict:
    """Returns a word about what a side of a merge has and the result lacks."""
    from memoir_git.services.hooks.merged import lost_in_merge

    return judge((), lost_in_merge(staged.repository, contents))


def _scanned(staged: Staged, changes: Iterable[Change], marks: Mapping[RepoPath, Marks]) -> Verdict:
    """Returns what an external scanner says of the staged memory files, where one is set."""
    setting = staged.scanner_setting()
    if not setting:
        return Verdict()
    from memoir_git.services.hooks.scanner import Scanned, scan

    sides = {change.path: change.after for change in changes if is_memory(marks[change.path])}
    files = {path: side.blob for path, side in sides.items() if side is not None and side.is_file}
    blobs = staged.blobs(files.values())
    versions = [Scanned(path, blobs[blob], None) for path, blob in sorted(files.items())]
    return judge((), scan(staged.repository, setting, versions))


def _project(
    staged: Staged,
    changes: Iterable[Change],
    marks: Mapping[RepoPath, Marks],
    heads: Collection[str],
) -> Verdict:
    """Returns the verdict on project memory, as a whole: its rules are about several files at once."""
    if not any(is_project(marks[change.path]) for change in changes):
        return Verdict()
    from memoir_git.services.hooks.staged_project import check_staged_project

    return check_staged_project(staged, changes, heads)
