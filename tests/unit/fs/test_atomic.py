"""Files are replaced whole, keep their mode, and are not overwritten after a foreign change."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoir_git.fs.atomic import (
    PREFIX,
    ChangedError,
    WriteError,
    create_file,
    delete_file,
    replace_file,
    sweep,
    temporary_of,
)
from memoir_git.fs.paths import PathError


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def leftovers(directory: Path) -> list[str]:
    return [name for name in os.listdir(directory) if name.startswith(PREFIX)]


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(b"old")

    replace_file(path, b"new", expected=b"old")

    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["session.json"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_replacing_keeps_the_mode_whatever_the_umask(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(b"old")
    path.chmod(mode)
    before = os.umask(0o077)
    try:
        replace_file(path, b"new", expected=b"old")
    finally:
        os.umask(before)

    assert path.stat().st_mode & 0o7777 == mode


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(b"someone else's")

    with pytest.raises(ChangedError, match="changed by another program"):
        replace_file(path, b"new", expected=b"old")

    assert path.read_bytes() == b"someone else's"
    assert leftovers(tmp_path) == []


def test_a_file_that_vanished_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(ChangedError):
        replace_file(tmp_path / "session.json", b"new", expected=b"old")

    assert os.listdir(tmp_path) == []


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with pytest.raises(PathError):
        replace_file(tmp_path / "link", b"new", expected=b"old")

    assert (tmp_path / "real").read_bytes() == b"old"


def test_a_new_file_follows_the_umask(tmp_path: Path, usual_umask: None) -> None:
    create_file(tmp_path / "open", b"x")
    os.umask(0o077)
    create_file(tmp_path / "closed", b"x")

    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "closed").stat().st_mode & 0o777 == 0o600


def test_a_private_file_is_private_whatever_the_umask(tmp_path: Path, usual_umask: None) -> None:
    os.umask(0)
    create_file(tmp_path / "private", b"x", mode=0o600)

    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o600


def test_creating_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(b"there first")

    with pytest.raises(ChangedError):
        create_file(path, b"new")

    assert path.read_bytes() == b"there first"
    assert leftovers(tmp_path) == []


def test_creating_does_not_follow_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / "session.json").symlink_to(tmp_path / "outside")

    with pytest.raises(PathError):
        create_file(tmp_path / "session.json", b"new")

    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("there", [False, True])
def test_a_file_system_without_hard_links_still_creates_without_overwriting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    path = tmp_path / "session.json"
    if there:
        path.write_bytes(b"there first")

    def no_links(*_arguments: object, **_directories: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    if there:
        with pytest.raises(ChangedError):
            create_file(path, b"new")
    else:
        create_file(path, b"new")

    assert path.read_bytes() == (b"there first" if there else b"new")
    assert leftovers(tmp_path) == []


def test_a_directory_that_cannot_be_written_is_a_sentence_and_leaves_the_file(
    tmp_path: Path,
) -> None:
    with pytest.raises(WriteError, match="cannot be written"):
        create_file(tmp_path / "absent" / "session.json", b"new")


def test_a_full_disk_leaves_the_old_file_and_no_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(b"old")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="No space left"):
        replace_file(path, b"new", expected=b"old")

    assert path.read_bytes() == b"old"
    assert leftovers(tmp_path) == []


def test_deleting_is_guarded_by_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "entry.md"
    path.write_bytes(b"new by now")

    with pytest.raises(ChangedError):
        delete_file(path, expected=b"old")
    delete_file(path, expected=b"new by now")

    assert not path.exists()


def test_the_sweep_takes_leftovers_of_this_file_only(tmp_path: Path) -> None:
    mine, others = temporary_of(tmp_path / "session.json"), temporary_of(tmp_path / "MEMORY.md")
    mine.write_bytes(b"half")
    others.write_bytes(b"half")

    sweep(tmp_path / "session.json")

    assert leftovers(tmp_path) == [others.name]


def test_a_temporary_has_the_name_that_the_excludes_match(tmp_path: Path) -> None:
    name = temporary_of(tmp_path / "session.json").name

    assert name.startswith(".memoir-git-")
    assert name.endswith(".txn")
