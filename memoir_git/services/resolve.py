"""Finishes a stopped merge, rebase, cherry-pick, revert, am or stash pop as far as memory goes.

git asks no driver about deletions and renames, and a clone without the driver merges memory as text. The
stages of the index hold all that is needed to decide again. Non-memory paths are listed and never touched,
and neither is a file that a person has begun to edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memoir_git.core import codes, codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.report import Report
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.git.inherited import inheriting
from memoir_git.git.operation import Kind, Operation, find_operation
from memoir_git.git.repo import Repository, discover
from memoir_git.git.stages import list_unmerged
from memoir_git.services.apply_settled import apply_settled
from memoir_git.services.fate import Fate, Settled
from memoir_git.services.guard import guard, involved_paths
from memoir_git.services.merging import make_merge
from memoir_git.services.proceed import next_command, proceed
from memoir_git.services.stopped import (
    Stopped,
    labels_of,
    load_unmerged,
    read_stopped,
    settle_stopped,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveRequest:
    """What to finish. `paths` are words relative to `directory`; none means everything.

    `goes_on` lets git continue when nothing is left unmerged.
    """

    directory: Path
    paths: tuple[str, ...]
    variables: Mapping[str, str]
    prefer_delete: bool = False
    dry_run: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What was done, or would be.

    `operation` is the one that was found first, `left` the unmerged paths that remain, `rounds` how often
    git was told to continue, `is_finished` that it has come to its end.
    """

    operation: Operation | None
    settled: tuple[Settled, ...]
    left: tuple[RepoPath, ...]
    is_dry_run: bool
    rounds: int
    is_finished: bool
    next_steps: tuple[str, ...]


@dataclass(slots=True)
class _Progress:
    """What has been done so far, over the rounds of a series that git continues."""

    settled: list[Settled] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    places: list[tuple[str, str]] = field(default_factory=list)


def resolve(request: ResolveRequest) -> Report[Resolution]:
    """Settles the unmerged memory files and, if asked to, lets git go on, as often as it stops again.

    Raises `MemoirGitError` for a path outside the work tree and `GitError` when git fails.
    """
    repository = inheriting(discover(request.directory), request.variables)
    chosen = [RepoPath(repository.relative(request.directory / word)) for word in request.paths]
    progress = _Progress()
    stopped = first = read_stopped(repository)
    left = _settle_round(repository, stopped, chosen, request, progress)
    goes_on = request.goes_on and not request.dry_run
    while goes_on and not left and _goes_on(repository, stopped.operation, request, progress):
        stopped = read_stopped(repository)
        left = _settle_round(repository, stopped, chosen, request, progress)
    is_finished = first.operation is not None and stopped.operation is None
    data = Resolution(
        operation=first.operation,
        settled=tuple(progress.settled),
        left=left,
        is_dry_run=request.dry_run,
        rounds=len(progress.places),
        is_finished=is_finished,
        next_steps=_next_steps(repository, stopped.operation, left, request),
    )
    return Report(command="resolve", data=data, findings=tuple(progress.findings))


def _settle_round(
    repository: Repository,
    stopped: Stopped,
    chosen: Sequence[RepoPath],
    request: ResolveRequest,
    progress: _Progress,
) -> tuple[RepoPath, ...]:
    """Settles what is unmerged now and returns the paths that stay unmerged."""
    unmerged = load_unmerged(repository, stopped)
    labels = labels_of(stopped.operation)
    merge = make_merge(repository, unmerged, request.variables, labels=labels)
    settled = settle_stopped(repository, stopped, unmerged, merge, prefer_delete=request.prefer_delete)
    asked = [item for item in settled if _is_chosen(item, chosen)]
    work_tree = load_work_tree(repository.work_tree, involved_paths(asked))
    allowed, findings = guard(repository, asked, unmerged, work_tree, merge)
    if not request.dry_run:
        apply_settled(repository, allowed, work_tree)
    progress.settled += allowed
    progress.findings += [*findings, *(found for item in allowed for found in findings_of(item))]
    progress.findings += [codes_finish.FOREIGN_UNMERGED.at(path) for path in stopped.foreign]
    done = involved_paths(item for item in allowed if not item.is_open)
    return tuple(sorted({entry.path for entry in stopped.entries} - done))


def _is_chosen(item: Settled, chosen: Sequence[RepoPath]) -> bool:
    return not chosen or any(
        path == word or path.startswith(f"{word}/") or not word
        for path in (item.path, *item.files)
        for word in chosen
    )


def findings_of(item: Settled) -> Iterator[Finding]:
    """Yields what a person should know about one settled path."""
    if item.fate is Fate.KEPT_EDIT:
        yield codes_finish.EDIT_KEPT.at(item.path)
    elif item.fate is Fate.BOTH_NAMES:
        yield codes_finish.BOTH_NAMES_KEPT.at(item.path, names=item.names)
    elif item.fate is Fate.OLD_NAMES:
        yield codes_finish.OLD_NAMES_RESTORED.at(item.path, names=item.names)
    elif item.fate is Fate.PARTED:
        yield codes_finish.RENAME_REFUSED.at(item.path, names=item.names)
    elif item.fate is Fate.UNCLEAR:
        yield codes_finish.UNCLEAR.at(item.path)
    elif item.fate is Fate.CONFLICT:
        for path in item.names:
            if item.was_refused:
                yield codes.NOT_MERGED.at(path)
            else:
                yield codes.CONFLICT_WRITTEN.at(path, conflicts=item.conflicts)


def _goes_on(
    repository: Repository, operation: Operation | None, request: ResolveRequest, progress: _Progress
) -> bool:
    """Tells git to continue; false when there is nothing to continue, or git gets nowhere."""
    command = next_command(repository, operation) if operation is not None else ()
    if operation is None or not command:
        return False
    place = (repository.text("rev-parse", "HEAD"), operation.step)
    failed = place in progress.places or proceed(repository, command, request.variables) != 0
    progress.places.append(place)
    if not failed or list_unmerged(repository):
        return True
    if find_operation(repository, has_unmerged=False) is not None:
        word, flag = command
        progress.findings.append(codes_finish.NOT_CONTINUED.at(word=Handle(word), flag=Handle(flag)))
    return False


def _next_steps(
    repository: Repository,
    operation: Operation | None,
    left: Sequence[RepoPath],
    request: ResolveRequest,
) -> tuple[str, ...]:
    if left:
        again = "git memoir resolve --continue" if operation and operation.proceed else "git memoir status"
        return ("edit what is left, run git add on it", again)
    if operation is None:
        return ()
    if operation.kind is Kind.STASH:
        if operation.theirs is None:
            return ()
        return ("look at the result, then drop the stash yourself: git stash drop",)
    if request.dry_run:
        return ("git memoir resolve",)
    words = next_command(repository, operation)
    return (f"git {' '.join(words)}",) if words else ()
