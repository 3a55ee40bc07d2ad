"""A path that a merge left open: its three versions, and where git took them from if it saw a rename."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot, SnapshotFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmerged:
    """One path of the index with its stages 1, 2 and 3; `None` where a stage is missing.

    `is_regular` is false when a stage is a link or a submodule, whose content is none of ours.
    """

    base: SnapshotFile | None
    ours: SnapshotFile | None
    theirs: SnapshotFile | None
    is_regular: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Origins:
    """What the stages do not say: the three trees, and the renames git sees from base to each side.

    `ours_from` and `theirs_from` map a new path to the old one.
    """

    base: Snapshot
    ours: Snapshot
    theirs: Snapshot
    ours_from: Mapping[RepoPath, RepoPath]
    theirs_from: Mapping[RepoPath, RepoPath]
