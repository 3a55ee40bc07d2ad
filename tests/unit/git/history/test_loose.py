"""Loose objects, sound and damaged; each damage is told at once, never by waiting."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path

import pytest

from memoir_git.git.history.loose import LooseObjects
from memoir_git.git.history.objects import (
    BLOB,
    CorruptObjectError,
    MissingObjectError,
    OversizedObjectError,
)

CONTENT = b"A line of memory.\n" * 1000
LIMIT = 1 << 20


def store(folder: Path, content: bytes, *, raw: bytes | None = None, header: bytes | None = None) -> bytes:
    """Writes a loose object as git does, or `raw` in its stead, and returns its name."""
    whole = (header if header is not None else b"blob %d\0" % len(content)) + content
    name = hashlib.sha1(b"blob %d\0" % len(content) + content)
    path = folder / name.hexdigest()[:2] / name.hexdigest()[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(whole) if raw is None else raw)
    return name.digest()


@pytest.mark.parametrize("content", [b"", b"x", CONTENT], ids=["empty", "one byte", "long"])
def test_a_sound_object_is_read_whole(tmp_path: Path, content: bytes) -> None:
    name = store(tmp_path, content)

    assert LooseObjects(str(tmp_path), "sha1").read(name, LIMIT) == (BLOB, content)


def test_an_object_longer_than_one_read_is_read_whole(tmp_path: Path) -> None:
    content = hashlib.shake_256(b"seed").digest(200_000)
    name = store(tmp_path, content)

    assert LooseObjects(str(tmp_path), "sha1").read(name, LIMIT) == (BLOB, content)


@pytest.mark.parametrize("percent", [0, 2, 10, 50, 99])
def test_a_truncated_object_is_corrupt(tmp_path: Path, percent: int) -> None:
    raw = zlib.compress(b"blob %d\0" % len(CONTENT) + CONTENT)
    name = store(tmp_path, CONTENT, raw=raw[: len(raw) * percent // 100])

    with pytest.raises(CorruptObjectError):
        LooseObjects(str(tmp_path), "sha1").read(name, LIMIT)


@pytest.mark.parametrize(
    "header",
    [
        pytest.param(b"blob 3\0", id="too small a size"),
        pytest.param(b"blob 99999999999\0", id="too large a size"),
        pytest.param(b"blob -1\0", id="a size below zero"),
        pytest.param(b"blob\0", id="no size"),
        pytest.param(b"tree %d\0" % len(CONTENT), id="another kind"),
        pytest.param(b"lump %d\0" % len(CONTENT), id="no kind of git's"),
        pytest.param(b"", id="no header"),
    ],
)
def test_a_header_that_lies_is_no_object(tmp_path: Path, header: bytes) -> None:
    name = store(tmp_path, CONTENT, header=header)

    with pytest.raises((CorruptObjectError, OversizedObjectError)):
        LooseObjects(str(tmp_path), "sha1").read(name, LIMIT)


def test_an_object_of_another_content_is_corrupt(tmp_path: Path) -> None:
    other = b"Another line of it.\n"
    name = store(tmp_path, CONTENT, raw=zlib.compress(b"blob %d\0" % len(other) + other))

    with pytest.raises(CorruptObjectError):
        LooseObjects(str(tmp_path), "sha1").read(name, LIMIT)


def test_an_object_beyond_the_limit_is_not_held(tmp_path: Path) -> None:
    name = store(tmp_path, b"\0" * 50_000_000)

    with pytest.raises(OversizedObjectError):
        LooseObjects(str(tmp_path), "sha1").read(name, LIMIT)


def test_an_object_that_went_away_is_missing(tmp_path: Path) -> None:
    name = store(tmp_path, CONTENT)
    loose = LooseObjects(str(tmp_path), "sha1")
    next(tmp_path.rglob("*")).joinpath(name.hex()[2:]).unlink()

    with pytest.raises(MissingObjectError):
        loose.read(name, LIMIT)


def test_only_names_of_objects_are_listed(tmp_path: Path) -> None:
    name = store(tmp_path, CONTENT)
    (tmp_path / "ab").mkdir(exist_ok=True)
    (tmp_path / "ab/tmp_obj_x7").write_bytes(b"")
    (tmp_path / "info").mkdir()

    assert LooseObjects(str(tmp_path), "sha1").listed == {name}
