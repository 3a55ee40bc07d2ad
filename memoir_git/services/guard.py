"""Keeps what a person has begun to edit: which settled paths may be written over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memoir_git.core import codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot
from memoir_git.core.unmerged import Unmerged
from memoir_git.git.blobs import cleaned_files
from memoir_git.git.line_merge import batch_text_merger
from memoir_git.git.repo import Repository
from memoir_git.services.fate import Fate, Settled
from memoir_git.services.settle import Merge
from memoir_git.services.untouched import is_untouched


def guard(
    repository: Repository,
    settled: Iterable[Settled],
    unmerged: Mapping[RepoPath, Unmerged],
    work_tree: Snapshot,
    merge: Merge,
) -> tuple[list[Settled], list[Finding]]:
    """Returns the settled paths that may be written, and a finding for each of the others.

    `merge` is what a driver would have made of the stages.
    """
    asked = tuple(settled)
    cleaned = cleaned_files(repository, work_tree.files)
    merge_text = batch_text_merger(repository)
    allowed, findings = [], []
    for item in asked:
        involved = {item.path, *item.files}
        blocked = sorted(path for path in involved if path in work_tree.obstacles)
        edited = sorted(
            path
            for path in involved & unmerged.keys()
            if item.fate is not Fate.UNCLEAR
            and not is_untouched(cleaned.get(path), path, unmerged[path], item, merge, merge_text)
        )
        findings += [codes_finish.IN_THE_WAY.at(path) for path in blocked]
        findings += [codes_finish.EDITED.at(path) for path in edited]
        if not blocked and not edited:
            allowed.append(item)
    return allowed, findings


def involved_paths(settled: Iterable[Settled]) -> set[RepoPath]:
    """Returns every path that the settling of these paths touches."""
    return {path for item in settled for path in (item.path, *item.files)}
