"""What merging a commit would do to memory: taken, joined, suppressed, parked, dropped, conflicting.

git computes the merge without touching anything; memory is then settled from the stages, as the merge
strategy and `resolve` do it. Counts by default: item texts are filled in only when they were asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core import codes, codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.git.blobs import read_blobs
from memoir_git.git.config import DRIVER, merge_settings
from memoir_git.git.driver_check import is_ours
from memoir_git.git.inherited import inheriting
from memoir_git.git.nul import nul_split
from memoir_git.git.preview_engine import TrialMerge, trial_merge
from memoir_git.git.renames import find_origins
from memoir_git.git.repo import Repository, discover
from memoir_git.git.revisions import merge_bases, resolve_commit
from memoir_git.git.stages import load_stages
from memoir_git.services.fate import Settled
from memoir_git.services.merging import Labels, make_merge, memory_formats
from memoir_git.services.preview_files import (
    CONFLICTING,
    DECIDED,
    FilePreview,
    preview_settled,
    preview_taken,
    without_texts,
)
from memoir_git.services.program import Program, wanted_line
from memoir_git.services.settle import settle
from memoir_git.services.stopped import needs_origins


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRequest:
    """Which commit to merge into HEAD, in thought."""

    directory: Path
    revision: str
    variables: Mapping[str, str]
    program: Program
    show_text: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the merge would do. `method` is how git computed it, `others` are non-memory conflicts."""

    ours: str
    theirs: str
    is_up_to_date: bool
    is_fast_forward: bool
    method: str
    files: tuple[FilePreview, ...]
    others: tuple[RepoPath, ...]
    show_text: bool


def preview(request: PreviewRequest) -> Report[Preview]:
    """Computes the merge of `revision` into HEAD. Raises `RevisionError` when there is no such commit."""
    repository = inheriting(discover(request.directory), request.variables)
    ours = resolve_commit(repository, "HEAD")
    theirs = resolve_commit(repository, request.revision)
    bases = merge_bases(repository, ours, theirs)
    lines = {row.name: wanted_line(request.program, row, "") for row in registry.FORMATS}
    with trial_merge(repository, ours, theirs, bases, lines) as trial:
        files, others = _previews(repository, trial, (ours, theirs, *bases), request.variables)
    data = Preview(
        ours=ours,
        theirs=theirs,
        is_up_to_date=theirs in bases,
        is_fast_forward=ours in bases and ours != theirs,
        method=trial.method,
        files=tuple(files if request.show_text else map(without_texts, files)),
        others=others,
        show_text=request.show_text,
    )
    findings = (*_findings(data), *_driver_findings(repository, data, request.variables))
    return Report(command="preview", data=data, findings=findings)


def _previews(
    repository: Repository, trial: TrialMerge, commits: Sequence[str], variables: Mapping[str, str]
) -> tuple[list[FilePreview], tuple[RepoPath, ...]]:
    """Returns the memory files that would change or stop the merge, and the other paths that would."""
    open_paths = tuple(dict.fromkeys(entry.path for entry in trial.unmerged))
    changed = tuple(change.path for change in trial.changes)
    formats = memory_formats(repository, (*open_paths, *changed))
    unmerged = load_stages(
        repository, trial.unmerged, [path for path in open_paths if path in formats], trial.environment
    )
    settled = _settle(repository, trial, unmerged, formats, commits, variables)
    previews = [preview_settled(item, unmerged.get(item.path)) for item in settled]
    previews += _taken(repository, trial, formats)
    others = tuple(path for path in open_paths if path not in formats)
    return sorted(previews, key=lambda file: file.path), others


def _settle(
    repository: Repository,
    trial: TrialMerge,
    unmerged: Mapping[RepoPath, Unmerged],
    formats: Mapping[RepoPath, str],
    commits: Sequence[str],
    variables: Mapping[str, str],
) -> tuple[Settled, ...]:
    ours, theirs, *bases = commits
    labels = Labels(ours="HEAD", theirs=theirs[:10])
    merge = make_merge(repository, unmerged, variables, labels=labels)
    origins = None
    if bases and needs_origins(unmerged, formats):
        origins = find_origins(repository, bases[0], ours, theirs, tuple(unmerged))
    return settle(unmerged, formats, merge, origins=origins, taken=_taken_names(repository, trial, origins))


def _taken_names(repository: Repository, trial: TrialMerge, origins: Origins | None) -> frozenset[RepoPath]:
    """Returns which old names the merged tree still holds."""
    if origins is None or trial.tree is None:
        return frozenset()
    names = {*origins.ours_from.values(), *origins.theirs_from.values()}
    if not names:
        return frozenset()
    words = ("--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", "--full-tree", trial.tree, "--")
    listing = repository.run(*words, *sorted(names), environment=trial.environment)
    return frozenset(map(RepoPath, nul_split(listing.stdout)))


def _taken(
    repository: Repository, trial: TrialMerge, formats: Mapping[RepoPath, str]
) -> Iterator[FilePreview]:
    changes = [change for change in trial.changes if change.path in formats]
    blobs = [blob for change in changes for blob in (change.before, change.after) if blob is not None]
    contents = read_blobs(repository, blobs, trial.environment)
    for change in changes:
        before, after = (contents[blob] if blob else None for blob in (change.before, change.after))
        yield preview_taken(change.path, formats[change.path], before, after)


def _findings(data: Preview) -> Iterator[Finding]:
    for file in data.files:
        if file.is_refused:
            yield codes_finish.WOULD_REFUSE.at(file.path)
        elif file.outcome == CONFLICTING:
            yield codes_finish.WOULD_CONFLICT.at(file.path, conflicts=file.conflicts)
        elif file.outcome == DECIDED:
            yield codes_finish.WOULD_STOP.at(file.path)


def _driver_findings(
    repository: Repository, data: Preview, variables: Mapping[str, str]
) -> Iterator[Finding]:
    """Yields that git will not do what is shown here, where this clone lacks the driver."""
    needed = {file.format_name for file in data.files if file.fate is not None}
    lines = {s.driver: s.value for s in merge_settings(repository, variables) if s.key == DRIVER}
    if any(not is_ours(lines.get(name, "")) for name in needed):
        yield codes.NOT_INSTALLED.at()
