"""One writer at a time, on a file that stays."""

from __future__ import annotations

import errno
import fcntl
import json
import os
from pathlib import Path

import pytest

from memoir_git.fs.lock import Holder, LockError, held

HOLDER = Holder(process_id=4711, since="2026-06-12T09:30:00Z")


def test_the_lock_file_stays_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    with held(path, holder=HOLDER):
        inode = path.stat().st_ino
    with held(path, holder=HOLDER):
        again = path.stat().st_ino

    assert inode == again
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["store.lock"]


def test_the_kernel_holds_the_lock_inside_the_block_and_not_after_it(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"

    def is_free() -> bool:
        descriptor = os.open(path, os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(descriptor)
        return True

    with held(path, holder=HOLDER):
        inside = is_free()

    assert not inside
    assert is_free()


def test_an_error_inside_the_block_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    with pytest.raises(KeyError), held(path, holder=HOLDER):
        raise KeyError

    with held(path, holder=HOLDER, timeout=0):
        assert path.exists()


def test_waiting_ends_with_a_sentence_that_names_the_holder(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    with (
        held(path, holder=HOLDER),
        pytest.raises(LockError, match="process 4711 has held it since 2026-06-12T09:30:00Z") as caught,
        held(path, holder=HOLDER, timeout=0.05),
    ):
        pass

    assert "MEMOIR_GIT_LOCK_TIMEOUT" in str(caught.value.hint)


@pytest.mark.parametrize("record", [b"", b"[]", b"{", b'{"process_id": "x", "since": 1}'])
def test_a_broken_record_only_changes_the_words(tmp_path: Path, record: bytes) -> None:
    path = tmp_path / "store.lock"
    with held(path, holder=HOLDER):
        (tmp_path / "store.lock.holder").write_bytes(record)
        with (
            pytest.raises(LockError, match="holder is unknown"),
            held(path, holder=HOLDER, timeout=0),
        ):
            pass


def test_the_record_of_a_killed_holder_does_not_lock(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    (tmp_path / "store.lock.holder").write_text(json.dumps({"process_id": 1, "since": "2020"}))

    with held(path, holder=HOLDER, timeout=0):
        record = json.loads((tmp_path / "store.lock.holder").read_text())

    assert record["process_id"] == 4711


def test_a_lock_file_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"precious")
    (tmp_path / "store.lock").symlink_to(tmp_path / "target")

    with (
        pytest.raises(LockError, match="not a regular file"),
        held(tmp_path / "store.lock", holder=HOLDER),
    ):
        pass

    assert (tmp_path / "target").read_bytes() == b"precious"


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_an_error_and_never_a_marker_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def no_locks(_descriptor: int, _operation: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", no_locks)
    entered = []
    with (
        pytest.raises(LockError, match="has no file locks"),
        held(tmp_path / "store.lock", holder=HOLDER),
    ):
        entered.append(True)

    assert entered == []
