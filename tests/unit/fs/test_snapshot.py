"""Work tree to snapshot: regular files below a root, and an obstacle for everything else; nothing blocks."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import EXECUTABLE_MODE, REGULAR_MODE, Obstacle, SnapshotFile, Source
from memoir_git.fs.paths import PathError
from memoir_git.fs.snapshot import SIZE_LIMIT, load_work_tree

FILE = RepoPath("memory/fact_a.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root/memory").mkdir(parents=True)
    return tmp_path / "root"


def obstacle(root: Path, path: RepoPath = FILE) -> Obstacle | None:
    """Returns what stands in the way of `path`; asserts that it has no content."""
    snapshot = load_work_tree(root, [path])
    assert snapshot.content(path) is None
    return snapshot.obstacles.get(path)


def test_files_are_read_with_their_bytes_and_modes(root: Path) -> None:
    (root / FILE).write_bytes(b"a\r\n\xff")
    (root / "session.json").write_bytes(b"{}")
    (root / "session.json").chmod(0o755)

    snapshot = load_work_tree(root, [FILE, RepoPath("session.json")])

    assert snapshot.source is Source.WORK_TREE
    assert dict(snapshot.files) == {
        FILE: SnapshotFile(content=b"a\r\n\xff", mode=REGULAR_MODE),
        RepoPath("session.json"): SnapshotFile(content=b"{}", mode=EXECUTABLE_MODE),
    }


def test_only_the_paths_asked_for_are_read(root: Path) -> None:
    (root / FILE).write_bytes(b"a")
    (root / "memory/other.md").write_bytes(b"b")

    assert list(load_work_tree(root, [FILE, FILE])) == [FILE]


@pytest.mark.parametrize("path", ["memory/fact_b.md", "nowhere/fact_a.md", "memory/fact_a.md/deeper.md"])
def test_what_is_not_there_is_absent(root: Path, path: str) -> None:
    (root / FILE).write_bytes(b"a")

    assert obstacle(root, RepoPath(path)) is None


def test_names_may_be_any_bytes(root: Path) -> None:
    path = RepoPath(os.fsdecode(b"memory/\xff \n.md"))
    (root / path).write_bytes(b"a")

    assert load_work_tree(root, [path]).content(path) == b"a"


def test_a_link_is_not_followed_even_to_a_file_inside(root: Path) -> None:
    (root / "memory/real.md").write_bytes(b"a")
    (root / FILE).symlink_to("real.md")

    assert obstacle(root) is Obstacle.LINK


def test_a_link_to_itself_is_a_link(root: Path) -> None:
    (root / FILE).symlink_to(root / FILE)

    assert obstacle(root) is Obstacle.LINK


def test_a_linked_folder_is_not_entered(root: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/fact_a.md").write_bytes(b"secret")
    (root / "memory").rmdir()
    (root / "memory").symlink_to(tmp_path / "outside")

    assert obstacle(root) is Obstacle.LINK


def test_the_root_itself_may_lie_behind_a_link(root: Path, tmp_path: Path) -> None:
    (root / FILE).write_bytes(b"a")
    (tmp_path / "way").symlink_to(root)

    assert load_work_tree(tmp_path / "way", [FILE]).content(FILE) == b"a"


def test_a_pipe_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / FILE)

    assert obstacle(root) is Obstacle.NOT_REGULAR


def test_a_folder_in_the_place_of_a_file_is_no_file(root: Path) -> None:
    (root / FILE).mkdir()

    assert obstacle(root) is Obstacle.NOT_REGULAR


def test_a_socket_is_no_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "memory")  # a socket's path may not be long
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("fact_a.md")

        assert obstacle(root) is Obstacle.NOT_REGULAR


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("locked", ["memory/fact_a.md", "memory"])
def test_what_may_not_be_read_is_unreadable(root: Path, locked: str) -> None:
    (root / FILE).write_bytes(b"a")
    mode = (root / locked).stat().st_mode
    (root / locked).chmod(0)
    try:
        assert obstacle(root) is Obstacle.UNREADABLE
    finally:
        (root / locked).chmod(mode)


@pytest.mark.parametrize("path", ["memory/" + "x" * 300, "x" * 300 + "/fact_a.md", "memory/a\0b"])
def test_a_name_no_file_system_takes_is_unreadable(root: Path, path: str) -> None:
    assert obstacle(root, RepoPath(path)) is Obstacle.UNREADABLE


def test_a_file_beyond_the_limit_is_not_read(root: Path) -> None:
    (root / FILE).touch()
    os.truncate(root / FILE, SIZE_LIMIT + 1)

    assert obstacle(root) is Obstacle.TOO_LARGE


def test_a_root_that_is_not_there_is_an_error(root: Path) -> None:
    with pytest.raises(PathError, match="cannot be read"):
        load_work_tree(root / "nowhere", [FILE])
