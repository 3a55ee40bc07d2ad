"""Blobs read by one git that is asked in turns."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoir_git.git.blob_reader import BlobReader, start_reader
from tests.support.processes import run

# More than one pipe takes at once, and larger than what is read at once.
MANY = 200
LARGE = b"\n" * 200_000


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository as the current directory."""
    run("git", "init", "--quiet", cwd=tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def reading() -> Iterator[Callable[..., BlobReader]]:
    """Starts readers that end with the test."""
    started: list[BlobReader] = []

    def start(*names: str) -> BlobReader:
        reader = start_reader(os.environ, names)
        assert reader is not None
        started.append(reader)
        return reader

    yield start
    for reader in started:
        reader.end()


def test_blobs_come_by_name_whatever_they_hold(place: Path, reading: Callable[..., BlobReader]) -> None:
    names = [_stored(place, content) for content in (b"", b"x\n\ny", LARGE)]

    assert reading(*names).contents(names) == dict(zip(names, (b"", b"x\n\ny", LARGE), strict=True))


def test_what_comes_to_light_later_is_read_by_the_same_git(
    place: Path, reading: Callable[..., BlobReader]
) -> None:
    first, second = _stored(place, b"1"), _stored(place, b"2")
    reader = reading(first)

    assert reader.contents([second]) == {second: b"2"}
    assert reader.contents([first, second]) == {first: b"1", second: b"2"}


def test_more_names_than_a_pipe_takes_are_asked_in_turns(
    place: Path, reading: Callable[..., BlobReader]
) -> None:
    contents = [f"{number}\n".encode() * 500 for number in range(MANY)]
    names = [_stored(place, content) for content in contents]

    assert reading(*names).contents(names) == dict(zip(names, contents, strict=True))


def test_an_object_that_is_not_there_is_named(place: Path, reading: Callable[..., BlobReader]) -> None:
    missing = "1" * len(_stored(place, b"x"))

    with pytest.raises(LookupError, match=missing):
        reading().contents([missing])


def _stored(place: Path, content: bytes) -> str:
    return run("git", "hash-object", "-w", "--stdin", cwd=place, stdin=content).stdout.strip()
