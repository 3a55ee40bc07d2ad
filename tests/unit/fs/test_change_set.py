"""Several files changed together: all of them, or none."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from memoir_git.fs.atomic import ChangedError, WriteError
from memoir_git.fs.change_set import FileChange, change_together, remove_empty


class FinishError(Exception):
    pass


def fail() -> None:
    raise FinishError


def nothing() -> None:
    """Finishes."""


@pytest.fixture
def changes(tmp_path: Path) -> list[FileChange]:
    (tmp_path / "old").write_bytes(b"old")
    (tmp_path / "gone").write_bytes(b"gone")
    (tmp_path / "gone").chmod(0o640)
    return [
        FileChange(path=tmp_path / "new/deep/file", before=None, after=b"made"),
        FileChange(path=tmp_path / "old", before=b"old", after=b"changed"),
        FileChange(path=tmp_path / "gone", before=b"gone", after=None),
    ]


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_all_the_changes_are_made(changes: list[FileChange], tmp_path: Path) -> None:
    change_together(changes, finish=nothing)

    assert content(tmp_path) == {"new/deep/file": b"made", "old": b"changed"}


def test_a_failure_at_the_end_undoes_everything(changes: list[FileChange], tmp_path: Path) -> None:
    with pytest.raises(FinishError):
        change_together(changes, finish=fail)

    assert content(tmp_path) == {"old": b"old", "gone": b"gone"}
    assert stat.S_IMODE((tmp_path / "gone").stat().st_mode) == 0o640
    assert not (tmp_path / "new").exists()


def test_a_file_that_somebody_changed_stops_everything(changes: list[FileChange], tmp_path: Path) -> None:
    (tmp_path / "gone").write_bytes(b"edited")

    with pytest.raises(ChangedError):
        change_together(changes, finish=nothing)

    assert content(tmp_path) == {"old": b"old", "gone": b"edited"}


def test_a_file_where_a_directory_is_needed_stops_everything(
    changes: list[FileChange], tmp_path: Path
) -> None:
    late = FileChange(path=tmp_path / "old/file", before=None, after=b"x")

    with pytest.raises(WriteError):
        change_together([*changes[:1], late], finish=nothing)

    assert content(tmp_path) == {"old": b"old", "gone": b"gone"}


def test_what_somebody_put_into_a_new_directory_stays(tmp_path: Path) -> None:
    change = FileChange(path=tmp_path / "new/file", before=None, after=b"x")

    def put_and_fail() -> None:
        (tmp_path / "new/other").write_bytes(b"theirs")
        raise FinishError

    with pytest.raises(FinishError):
        change_together([change], finish=put_and_fail)

    assert content(tmp_path) == {"new/other": b"theirs"}


def test_a_change_that_changes_nothing_needs_no_file(tmp_path: Path) -> None:
    change_together([FileChange(path=tmp_path / "x/y", before=None, after=None)], finish=nothing)

    assert content(tmp_path) == {}


def test_a_private_file_and_its_new_directory_are_for_their_user_alone(tmp_path: Path) -> None:
    change = FileChange(path=tmp_path / "private/file", before=None, after=b"x", is_private=True)

    change_together([change], finish=nothing)

    assert stat.S_IMODE(change.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(change.path.parent.stat().st_mode) == 0o700


def test_an_empty_directory_is_removed_and_a_full_one_stays(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()

    for name in ("empty", "full", "absent"):
        remove_empty(tmp_path / name)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]
