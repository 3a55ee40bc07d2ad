"""Paths stay inside their root, and only regular files are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoir_git.fs.paths import PathError, is_inside, join_inside, read_regular, regular_mode


def test_a_relative_path_is_joined_below_the_root(tmp_path: Path) -> None:
    assert join_inside(tmp_path, "memory/fact_a.md") == tmp_path.resolve() / "memory" / "fact_a.md"


@pytest.mark.parametrize("relative", ["", "..", "../x", "a/../../x", "/etc/passwd", "a\0b"])
def test_a_path_that_leaves_the_root_is_refused(tmp_path: Path, relative: str) -> None:
    with pytest.raises(PathError, match="does not stay inside"):
        join_inside(tmp_path, relative)


def test_a_linked_directory_on_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    root = tmp_path / "store"
    root.mkdir()
    (root / "memory").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(PathError, match="symbolic link"):
        join_inside(root, "memory/fact_a.md")


def test_a_link_that_points_nowhere_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "session.json").symlink_to(tmp_path / "nowhere")

    with pytest.raises(PathError, match="symbolic link"):
        join_inside(tmp_path, "session.json")


def test_a_root_behind_a_link_is_resolved_once(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    assert join_inside(tmp_path / "link", "a") == tmp_path.resolve() / "real" / "a"


def test_a_path_is_inside_by_where_it_really_is(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "tree")

    assert is_inside(tmp_path / "link" / "a", tmp_path / "tree")
    assert is_inside(tmp_path / "tree", tmp_path / "tree")
    assert not is_inside(tmp_path / "tree2", tmp_path / "tree")


def test_an_absent_file_is_none_and_an_empty_one_is_empty(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")

    assert read_regular(tmp_path / "absent") is None
    assert read_regular(tmp_path / "empty") == b""


def test_a_file_below_a_file_is_absent(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")

    assert read_regular(tmp_path / "file" / "below") is None


def test_a_large_file_is_read_whole(tmp_path: Path) -> None:
    content = os.urandom(3 * 1024 * 1024 + 7)
    (tmp_path / "large").write_bytes(content)

    assert read_regular(tmp_path / "large") == content


def test_a_named_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "session.json")

    with pytest.raises(PathError, match="no regular file"):
        read_regular(tmp_path / "session.json")


def test_a_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "session.json").mkdir()

    with pytest.raises(PathError, match="is a directory"):
        read_regular(tmp_path / "session.json")


def test_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"x")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with pytest.raises(PathError, match="symbolic link"):
        read_regular(tmp_path / "link")


def test_the_permission_bits_are_returned_without_opening(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"x")
    path.chmod(0o640)

    assert regular_mode(path) == 0o640
    assert regular_mode(tmp_path / "absent") is None


def test_a_control_character_in_a_path_is_escaped_in_the_message(tmp_path: Path) -> None:
    path = tmp_path / "a\nb"
    path.mkdir()

    with pytest.raises(PathError) as caught:
        read_regular(path)

    assert "\n" not in str(caught.value)
    assert "a\\nb" in str(caught.value)
