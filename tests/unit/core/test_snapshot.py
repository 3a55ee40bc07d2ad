"""Snapshots: immutable, sorted, and clear about absent, empty and unreadable files."""

from __future__ import annotations

from typing import cast

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Obstacle, Snapshot, SnapshotFile, Source, snapshot_of


def test_an_absent_file_and_an_empty_one_are_different() -> None:
    snapshot = snapshot_of({"empty.md": b""})

    assert snapshot.content(RepoPath("empty.md")) == b""
    assert snapshot.content(RepoPath("absent.md")) is None


def test_paths_come_sorted_whatever_order_they_were_given_in() -> None:
    assert list(snapshot_of({"b": b"", "a/z": b"", "a": b""})) == ["a", "a/z", "b"]


def test_an_obstacle_is_no_content() -> None:
    link = RepoPath("link.md")
    snapshot = Snapshot(source=Source.INDEX, label="index", files={}, obstacles={link: Obstacle.LINK})

    assert snapshot.content(link) is None
    assert list(snapshot) == []


def test_a_snapshot_does_not_change_with_what_it_was_made_from() -> None:
    files = {RepoPath("a"): SnapshotFile(content=b"a")}
    snapshot = Snapshot(source=Source.WORK_TREE, label="work tree", files=files)

    files.clear()

    assert list(snapshot) == ["a"]


def test_a_snapshot_cannot_be_written_to() -> None:
    files = cast("dict[RepoPath, SnapshotFile]", snapshot_of({"a": b""}).files)

    with pytest.raises(TypeError):
        files[RepoPath("b")] = SnapshotFile(content=b"")
