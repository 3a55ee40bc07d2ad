"""Writes what was settled: results into the index and the work tree, conflicts into the work tree only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot, SnapshotFile
from memoir_git.fs.atomic import delete_file
from memoir_git.fs.paths import join_inside
from memoir_git.git.repo import Repository
from memoir_git.git.stages import stage_files, write_staged, write_unstaged
from memoir_git.services.fate import Fate, Settled


def apply_settled(repository: Repository, settled: Iterable[Settled], work_tree: Snapshot) -> None:
    """Stages the settled files at once and writes the work tree; `work_tree` is what it holds now.

    The caller has made sure that nothing in the work tree is a person's own edit. Raises `GitError`, and
    `ChangedError` for a file that was changed meanwhile.
    """
    asked = tuple(settled)
    results = _joined(item.files for item in asked if not item.is_open)
    stage_files(repository, results)
    write_staged(repository, [path for path, file in results.items() if file is not None])
    for path, file in results.items():
        held = work_tree.files.get(path)
        if file is None and held is not None:
            delete_file(join_inside(repository.work_tree, path), expected=held.content)
    conflicts = _joined(item.files for item in asked if item.fate is Fate.CONFLICT)
    write_unstaged(repository, {path: file for path, file in conflicts.items() if file is not None})


def _joined(
    groups: Iterable[Mapping[RepoPath, SnapshotFile | None]],
) -> dict[RepoPath, SnapshotFile | None]:
    joined: dict[RepoPath, SnapshotFile | None] = {}
    for files in groups:
        for path, file in files.items():
            if file is not None or path not in joined:
                joined[path] = file
    return joined
