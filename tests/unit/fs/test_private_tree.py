"""A private folder as it stands: every node named, nothing followed, opened, made or tightened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoir_git.core.private_tree import PrivateTree, Unsafe
from memoir_git.fs.private_tree import load_private_tree, read_private_files
from memoir_git.fs.state import StateError, StateRoot, locate

FOLDER = "projects/one"
NAMES = ("bindings.json", "local")


@pytest.fixture
def state(tmp_path: Path) -> StateRoot:
    """A state root with a small private folder in order."""
    found = locate({"MEMOIR_GIT_STATE_HOME": str(tmp_path / "state")}, outside=())
    found.directory(f"{FOLDER}/local/profiles")
    found.create(f"{FOLDER}/bindings.json", b"{}")
    found.create(f"{FOLDER}/local/a.md", b"text")
    return found


def loaded(state: StateRoot) -> PrivateTree:
    return load_private_tree(state, FOLDER, NAMES)


def unsafe(state: StateRoot) -> dict[str, Unsafe | None]:
    return {node.path: node.unsafe for node in loaded(state).unsafe}


def test_every_node_is_listed_by_path(state: StateRoot) -> None:
    tree = loaded(state)

    assert tree.folders == ("", "local", "local/profiles")
    assert tree.files == ("bindings.json", "local/a.md")
    assert list(tree.unsafe) == []


def test_names_that_were_not_asked_for_are_left_out(state: StateRoot) -> None:
    state.create(f"{FOLDER}/other", b"")

    assert not loaded(state).holds("other")


def test_a_folder_that_is_not_there_has_no_nodes_and_is_not_made(tmp_path: Path) -> None:
    state = locate({"MEMOIR_GIT_STATE_HOME": str(tmp_path / "state")}, outside=())

    assert loaded(state) == PrivateTree()
    assert read_private_files(state, FOLDER, ["bindings.json"]) == {}
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    ("path", "mode"),
    [("", 0o755), ("local", 0o750), ("local/a.md", 0o640), ("local/a.md", 0o400), ("local/a.md", 0o700)],
)
def test_any_other_mode_is_told_and_stays(state: StateRoot, path: str, mode: int) -> None:
    node = state.path / FOLDER / path
    node.chmod(mode)

    assert unsafe(state) == {path: Unsafe.WRONG_MODE}
    assert node.stat().st_mode & 0o7777 == mode


def test_a_link_is_told_and_not_entered(state: StateRoot, tmp_path: Path) -> None:
    folder = state.path / FOLDER / "local"
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")

    assert unsafe(state) == {"local": Unsafe.LINK}
    assert loaded(state).files == ("bindings.json", "local")


def test_a_file_behind_a_link_is_not_read(state: StateRoot, tmp_path: Path) -> None:
    file = state.path / FOLDER / "local/a.md"
    file.rename(tmp_path / "a.md")
    file.symlink_to(tmp_path / "a.md")

    found = read_private_files(state, FOLDER, ["bindings.json", "local/a.md"])

    assert found == {"bindings.json": b"{}"}


def test_a_pipe_is_told_and_not_waited_for(state: StateRoot) -> None:
    os.mkfifo(state.path / FOLDER / "local/b.md", 0o600)

    assert unsafe(state) == {"local/b.md": Unsafe.NOT_REGULAR}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("path", ["", "local", "local/a.md"])
def test_what_belongs_to_another_user_is_told(state: StateRoot, path: str) -> None:
    os.chown(state.path / FOLDER / path, 12345, -1)

    assert unsafe(state) == {path: Unsafe.FOREIGN_OWNER}


def test_a_link_on_the_way_stops_the_look(state: StateRoot, tmp_path: Path) -> None:
    way = state.path / "projects"
    way.rename(tmp_path / "elsewhere")
    way.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(StateError, match="symbolic link"):
        loaded(state)
