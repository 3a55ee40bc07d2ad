"""Mends merges that were made without the driver: by an octopus, a forge, `rebase --apply`, a bare clone.

What a merge should have been follows from its parents alone, at any later time and on any machine. The
difference is committed on top, never by rewriting, and two people who repair the same merge make the same
files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core import codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.report import Report
from memoir_git.git.follow_up import advance, make_commit
from memoir_git.git.inherited import inheriting
from memoir_git.git.line_merge import batch_text_merger
from memoir_git.git.nul import nul_split
from memoir_git.git.repo import Repository, discover
from memoir_git.git.revisions import is_ancestor, parents, resolve_commit
from memoir_git.git.snapshot import load_commit
from memoir_git.services.loaded_merge import MadeMerge, judge
from memoir_git.services.mended_tree import Overlay, lay_over, tidy_head
from memoir_git.services.mending import Merges
from memoir_git.services.merging import Labels, make_merge, memory_formats
from memoir_git.services.undisturbed import RepairError, require_free

_RANGE = ".."


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairRequest:
    """What to mend. `revision` may be a range `A..B`.

    `theirs` names what a squash or rebase on a forge merged, `before` the branch as it was until then.
    """

    directory: Path
    revision: str
    before: str | None
    theirs: str | None
    variables: Mapping[str, str]
    dry_run: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairedFile:
    """One file: `reason` says whether it was mended, restored or only tidied."""

    path: RepoPath
    format_name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What was found. `commit` is the new one, `None` when nothing was committed."""

    merges: tuple[MadeMerge, ...]
    files: tuple[RepairedFile, ...]
    commit: str | None
    is_detached: bool
    is_dry_run: bool


def repair(request: RepairRequest) -> Report[Repair]:
    """Mends what the merges left undone, in one commit on HEAD.

    Raises `RevisionError` for names of no commit, `RepairError` when the repair cannot follow on HEAD now,
    `FollowUpError` when git refuses it. In all of them nothing was changed.
    """
    repository = inheriting(discover(request.directory), request.variables)
    head = resolve_commit(repository, "HEAD")
    made = _made_merges(repository, request)
    for merge in made:
        _require_behind(repository, merge.commit, head)
    formats = memory_formats(repository, _listed(repository, head))
    overlay = Overlay(head=load_commit(repository, head, formats))
    merges = _merges(repository, formats, request.variables)
    for merge in made:
        lay_over(overlay, judge(repository, merge, merges.plain), merges)
    tidy_head(overlay, formats, merges, markers_only=bool(made))
    commit = None
    if overlay.files and not request.dry_run:
        require_free(repository, overlay.files)
        commit = make_commit(repository, head, overlay.files, _message(made, head))
        advance(repository, commit, "memoir repair")
    data = Repair(
        merges=made,
        files=tuple(_repaired(overlay)),
        commit=commit,
        is_detached=not repository.text("symbolic-ref", "--quiet", "HEAD", accept=(0, 1)),
        is_dry_run=request.dry_run,
    )
    return Report(command="repair", data=data, findings=tuple(_findings(data, overlay)))


def _made_merges(repository: Repository, request: RepairRequest) -> tuple[MadeMerge, ...]:
    """Returns the merges to look at, oldest first; none for a commit that joined nothing."""
    if request.theirs is not None:
        commit = resolve_commit(repository, request.revision)
        before = resolve_commit(repository, request.before or f"{commit}^")
        return (MadeMerge(commit=commit, heads=(before, resolve_commit(repository, request.theirs))),)
    if _RANGE in request.revision:
        first, last = (part or "HEAD" for part in request.revision.split(_RANGE, 1))
        ends = (resolve_commit(repository, last), f"^{resolve_commit(repository, first)}")
        commits = repository.text("rev-list", "--merges", "--reverse", "--topo-order", *ends).split()
    else:
        commits = [resolve_commit(repository, request.revision)]
    heads = {commit: parents(repository, commit) for commit in commits}
    return tuple(MadeMerge(commit=c, heads=found) for c, found in heads.items() if len(found) > 1)


def _require_behind(repository: Repository, commit: str, head: str) -> None:
    if not is_ancestor(repository, commit, head):
        raise RepairError(
            f"{commit[:12]} is not part of what is checked out, so a repair cannot follow it here.",
            hint="switch to a branch that contains it",
        )


def _listed(repository: Repository, commit: str) -> list[RepoPath]:
    listing = repository.run("ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
    return list(map(RepoPath, nul_split(listing.stdout)))


def _merges(repository: Repository, formats: Mapping[RepoPath, str], variables: Mapping[str, str]) -> Merges:
    """Returns the merges, deaf to whom this environment favours: everyone's repair is to be the same."""
    impartial = {name: value for name, value in variables.items() if name != "MEMOIR_GIT_FAVOR"}
    plain, for_ours, for_theirs = (
        make_merge(repository, formats, impartial, labels=Labels(), favour=side)
        for side in ("", "ours", "theirs")
    )
    text = batch_text_merger(repository)
    return Merges(plain=plain, for_ours=for_ours, for_theirs=for_theirs, text=text)


def _message(made: Sequence[MadeMerge], head: str) -> str:
    """Returns the commit's message: which commits were mended, and never a word of memory."""
    names = ", ".join(merge.commit[:12] for merge in made) or head[:12]
    what = "what merges left undone" if len(made) > 1 else "what a merge left undone"
    title = f"Repair memory: {what}" if made else "Repair memory: put files in order"
    return f"{title}\n\nBy git memoir repair, from the parents of {names}." if made else title


def _repaired(overlay: Overlay) -> Iterator[RepairedFile]:
    for path in sorted(overlay.files):
        format_name = overlay.formats[path]
        yield RepairedFile(path=path, format_name=format_name, reason=overlay.reasons[path])


def _findings(data: Repair, overlay: Overlay) -> Iterator[Finding]:
    yield from overlay.findings
    if data.is_dry_run:
        yield from (codes_finish.WOULD_REPAIR.at(file.path) for file in data.files)
    if not data.merges:
        yield codes_finish.ONLY_NORMALISED.at()
    if data.commit is not None and data.is_detached:
        yield codes_finish.ON_NO_BRANCH.at(commit=Handle(data.commit[:12]))
