"""Merges any three files as the driver would: the plumbing below `git memoir merge-file`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core import codes
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath, printable
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from memoir_git.core.report import Report
from memoir_git.core.telling import tell
from memoir_git.fs.atomic import replace_file
from memoir_git.fs.paths import read_regular
from memoir_git.git.text_merge import text_merger


class MissingFileError(MemoirGitError):
    """One of the three files is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeFileRequest:
    """Three files, relative to `directory` or absolute, their format and the switches of the merge.

    `in_place` replaces the file `ours` by the result; otherwise nothing is written.
    """

    directory: Path
    format_name: str
    ours: Path
    base: Path
    theirs: Path
    options: MergeOptions
    in_place: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedFile:
    """What came of it. `content` is memory, for a caller that was asked to print it; `told` is not."""

    format_name: str
    path: str
    content: bytes
    conflicts: int
    is_refused: bool
    told: tuple[str, ...]


def merge_file(request: MergeFileRequest) -> Report[MergedFile]:
    """Merges the three files and returns what came of it; a conflict is a finding of severity ERROR.

    Raises `MissingFileError` and the errors of `fs.paths`, `fs.atomic` and `git.run`.
    """
    ours_path = request.directory / request.ours
    ours = _read(ours_path)
    base = _read(request.directory / request.base)
    theirs = _read(request.directory / request.theirs)
    merge_text = text_merger(ours_path.parent)
    outcome = registry.merge(request.format_name, base, ours, theirs, request.options, merge_text)
    if request.in_place and outcome.content != ours:
        replace_file(ours_path, outcome.content, expected=ours)
    return _report(request, outcome)


def _read(path: Path) -> bytes:
    """Returns the file's bytes; as for `git merge-file`, the null device is an absent version."""
    if str(path) == os.devnull:
        return b""
    content = read_regular(path)
    if content is None:
        raise MissingFileError(
            f"{printable(str(path))} does not exist.",
            hint=f"give {os.devnull} for a version that is absent",
        )
    return content


def _report(request: MergeFileRequest, outcome: MergeOutcome) -> Report[MergedFile]:
    warning = request.options.warning
    data = MergedFile(
        format_name=request.format_name,
        path=str(request.ours),
        content=outcome.content,
        conflicts=outcome.conflicts,
        is_refused=outcome.refused,
        told=(*([warning] if warning else []), *tell(outcome)),
    )
    return Report(command="merge-file", data=data, findings=_findings(data))


def _findings(data: MergedFile) -> tuple[Finding, ...]:
    if data.is_refused:
        return (codes.NOT_MERGED.at(RepoPath(data.path)),)
    if data.conflicts:
        return (codes.CONFLICT_WRITTEN.at(RepoPath(data.path), conflicts=data.conflicts),)
    return ()
