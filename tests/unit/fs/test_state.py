"""The state root is private, outside every repository, and made only by those who write."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoir_git.fs.state import StateError, StateRoot, locate


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """Everything must come out private although the umask forbids nothing."""
    before = os.umask(0)
    yield
    os.umask(before)


def at(path: Path, *outside: Path) -> StateRoot:
    return locate({"MEMOIR_GIT_STATE_HOME": str(path)}, outside=outside)


def mode(path: Path) -> int:
    return path.lstat().st_mode & 0o7777


def test_our_own_variable_comes_first(tmp_path: Path) -> None:
    variables = {
        "MEMOIR_GIT_STATE_HOME": str(tmp_path / "own"),
        "XDG_STATE_HOME": str(tmp_path / "xdg"),
    }

    assert locate(variables, outside=()).path == tmp_path / "own"


def test_an_absolute_xdg_state_home_comes_next(tmp_path: Path) -> None:
    root = locate({"XDG_STATE_HOME": str(tmp_path / "xdg")}, outside=())

    assert root.path == tmp_path / "xdg" / "memoir-git"


def test_a_relative_xdg_state_home_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "relative")

    root = locate({"XDG_STATE_HOME": "relative"}, outside=())

    assert root.path.is_absolute()
    assert root.path.is_relative_to(tmp_path)


def test_a_relative_place_of_our_own_is_an_error_that_names_the_variable() -> None:
    with pytest.raises(StateError, match="MEMOIR_GIT_STATE_HOME is not an absolute path"):
        locate({"MEMOIR_GIT_STATE_HOME": "state"}, outside=())


@pytest.mark.parametrize("below", [".", ".state", ".git/memoir"])
def test_a_place_inside_the_repository_is_refused(tmp_path: Path, below: str) -> None:
    with pytest.raises(StateError, match="lies inside") as caught:
        at(tmp_path / below, tmp_path)

    assert "MEMOIR_GIT_STATE_HOME" in str(caught.value.hint)


def test_a_place_that_leads_into_the_repository_through_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "repository").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "repository")

    with pytest.raises(StateError, match="lies inside"):
        at(tmp_path / "link" / "state", tmp_path / "repository")


def test_looking_creates_nothing(tmp_path: Path) -> None:
    root = at(tmp_path / "a" / "state")

    assert root.read("machine-id") is None
    assert root.read("quarantine/x") is None
    assert os.listdir(tmp_path) == []


def test_every_level_that_is_made_is_private(tmp_path: Path) -> None:
    made = at(tmp_path / "a" / "b" / "state").directory("quarantine/x")

    for path in (
        made,
        made.parent,
        tmp_path / "a" / "b" / "state",
        tmp_path / "a" / "b",
        tmp_path / "a",
    ):
        assert mode(path) == 0o700


def test_a_directory_above_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)

    at(tmp_path / "shared" / "state").directory()

    assert mode(tmp_path / "shared") == 0o755


def test_loose_permissions_of_our_own_directories_are_tightened(tmp_path: Path) -> None:
    root = at(tmp_path / "state")
    root.lock_path(tmp_path)
    (tmp_path / "state").chmod(0o755)
    (tmp_path / "state" / "locks").chmod(0o777)

    root.directory("locks")

    assert mode(tmp_path / "state") == 0o700
    assert mode(tmp_path / "state" / "locks") == 0o700


def test_an_open_directory_with_foreign_files_is_refused_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(mode=0o755)
    (tmp_path / "home" / "letters").write_bytes(b"")

    with pytest.raises(StateError, match="holds files that are not ours"):
        at(tmp_path / "home").directory()

    assert mode(tmp_path / "home") == 0o755


@pytest.mark.parametrize("level", ["state", "state/locks"])
def test_a_link_in_place_of_a_state_directory_is_refused(tmp_path: Path, level: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / level).parent.mkdir(mode=0o700, exist_ok=True)
    (tmp_path / level).symlink_to(tmp_path / "elsewhere")

    with pytest.raises(StateError, match="symbolic link"):
        at(tmp_path / "state").directory("locks")
    with pytest.raises(StateError, match="symbolic link"):
        at(tmp_path / "state").read("locks/x")

    assert os.listdir(tmp_path / "elsewhere") == []


def test_a_file_in_place_of_the_state_root_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"")

    with pytest.raises(StateError, match="not a directory"):
        at(tmp_path / "state").directory()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory away")
def test_a_directory_of_another_user_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    os.chown(tmp_path / "state", 65534, 65534)

    with pytest.raises(StateError, match="another user"):
        at(tmp_path / "state").directory()


def test_a_place_that_cannot_be_made_names_the_variable(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(StateError) as caught:
        at(tmp_path / "file" / "state").directory()

    assert "MEMOIR_GIT_STATE_HOME" in str(caught.value.hint)


def test_a_file_made_once_keeps_its_first_content(tmp_path: Path) -> None:
    root = at(tmp_path / "state")

    first, second = root.create("machine-id", b"one"), root.create("machine-id", b"two")

    assert (first, second) == (b"one", b"one")
    assert root.read("machine-id") == b"one"
    assert mode(tmp_path / "state" / "machine-id") == 0o600


def test_a_store_has_one_lock_name_by_every_way_to_it(tmp_path: Path) -> None:
    (tmp_path / "repository").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "repository")
    root = at(tmp_path / "state")

    names = {root.lock_path(tmp_path / way).name for way in ("repository", "link", "link/../repository")}

    assert len(names) == 1
    assert re.fullmatch(r"store-[0-9a-f]{64}\.lock", names.pop())


def test_two_stores_have_two_locks_and_two_salts_two_names(tmp_path: Path) -> None:
    root = at(tmp_path / "state")

    assert root.lock_path(tmp_path / "a") != root.lock_path(tmp_path / "b")
    assert root.lock_path(tmp_path).name != at(tmp_path / "other").lock_path(tmp_path).name


def test_a_keyed_name_is_known_only_once_a_writer_made_the_salt(tmp_path: Path) -> None:
    state = at(tmp_path / "state")

    before = state.known_place(tmp_path)

    assert (before, (tmp_path / "state").exists()) == (None, False)
    assert state.keyed_place(tmp_path) == state.known_place(tmp_path)


def test_a_damaged_salt_is_an_error_and_not_replaced(tmp_path: Path) -> None:
    root = at(tmp_path / "state")
    root.lock_path(tmp_path)
    (tmp_path / "state" / "salt").write_bytes(b"short")

    with pytest.raises(StateError, match="damaged"):
        root.lock_path(tmp_path)

    assert (tmp_path / "state" / "salt").read_bytes() == b"short"


TOO_LONG = "n" * 300  # a name that the system refuses to look for


def test_a_place_that_cannot_be_looked_at_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(StateError, match="too long"):
        at(tmp_path / TOO_LONG).existing("transactions")


def test_the_names_in_a_directory_are_sorted_and_none_where_there_is_none(tmp_path: Path) -> None:
    state = at(tmp_path / "state")
    for name in ("b", "a"):
        state.directory(f"transactions/{name}")

    assert state.names("transactions") == ("a", "b")
    assert state.names("plans") == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list everything")
def test_a_directory_that_cannot_be_listed_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    state = at(tmp_path / "state")
    state.directory("transactions").chmod(0o300)

    with pytest.raises(StateError, match="Permission denied"):
        state.names("transactions")
