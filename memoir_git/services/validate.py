"""`git memoir validate`: reads the chosen memory files and checks them. Changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.core.snapshot import Snapshot
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.walk import names_in
from memoir_git.services.checks import check_snapshot
from memoir_git.services.selection import Selection, select
from memoir_git.store import codes_common
from memoir_git.store.recognise import ENTRY


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFile:
    """One file that was looked at, and how many findings of each weight it has."""

    path: RepoPath
    format_name: str
    errors: int
    warnings: int
    reports: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """The files that were looked at, sorted by path."""

    files: tuple[CheckedFile, ...]


def validate(directory: Path, words: Sequence[str]) -> Report[Validation]:
    """Returns what is wrong with the memory files that `words` stand for; no words: all there are.

    Raises `SelectionError`, and the errors of `git.repo` and `git.run`.
    """
    selection = select(directory, words)
    snapshot = load_work_tree(selection.root, selection.formats)
    findings = tuple(check_snapshot(snapshot, selection.formats, _names(selection)))
    data = Validation(files=_checked(selection, snapshot, findings))
    if not data.files:
        findings = (codes_common.NO_FILES.at(),)
    return Report(command="validate", data=data, findings=findings)


def _names(selection: Selection) -> dict[str, frozenset[str]]:
    """Returns the names in each folder of entries: a link may lead to a file that was not chosen."""
    folders = {path.rpartition("/")[0] for path, name in selection.formats.items() if name == ENTRY}
    return {folder: names_in(selection.root / folder) for folder in folders}


def _checked(
    selection: Selection, snapshot: Snapshot, findings: tuple[Finding, ...]
) -> tuple[CheckedFile, ...]:
    counts = Counter((finding.path, finding.severity) for finding in set(findings))
    return tuple(
        CheckedFile(
            path=path,
            format_name=selection.formats[path],
            errors=counts[path, Severity.ERROR],
            warnings=counts[path, Severity.WARNING],
            reports=counts[path, Severity.INFO],
        )
        for path in sorted((*snapshot.files, *snapshot.obstacles))
    )
