"""Commits and tags as raw bytes."""

from __future__ import annotations

import pytest

from memoir_git.git.history.commits import commit_text, parse_commit, parse_tag
from memoir_git.git.history.objects import BLOB, CorruptObjectError

TREE, ONE, TWO = (b"a" * 40, b"1" * 40, b"2" * 40)
REST = b"author A <a@b> 1 +0000\ncommitter C <c@d> 1700000000 +0200\n\nsubject\n"


def commit(*parents: bytes, rest: bytes = REST) -> bytes:
    return b"tree " + TREE + b"\n" + b"".join(b"parent " + parent + b"\n" for parent in parents) + rest


@pytest.mark.parametrize("parents", [(), (ONE,), (ONE, TWO), (ONE,) * 30])
def test_tree_parents_and_time_are_read(parents: tuple[bytes, ...]) -> None:
    time, tree, found = parse_commit(commit(*parents), 20)

    assert time == 1_700_000_000
    assert tree.hex().encode() == TREE
    assert tuple(parent.hex().encode() for parent in found) == parents


@pytest.mark.parametrize("parents", [(), (ONE, TWO)])
def test_the_text_is_what_follows_the_parents(parents: tuple[bytes, ...]) -> None:
    assert commit_text(commit(*parents), len(parents), 20) == REST


def test_a_parent_line_in_the_message_is_no_parent() -> None:
    assert parse_commit(commit(rest=REST + b"parent " + ONE + b"\n"), 20)[2] == ()


@pytest.mark.parametrize(
    "rest", [b"\nsubject\n", b"author A <a> 1 +0000\ncommitter C <c> soon +0000\n\nx", b"committer\n\n", b""]
)
def test_a_commit_without_a_readable_time_is_the_oldest(rest: bytes) -> None:
    assert parse_commit(commit(rest=rest), 20)[0] == 0


@pytest.mark.parametrize(
    "content",
    [b"", b"garbage", b"tree " + TREE, b"tree " + b"x" * 40 + b"\n", commit(b"y" * 40), commit(ONE)[:60]],
)
def test_what_is_no_commit_is_corrupt(content: bytes) -> None:
    with pytest.raises(CorruptObjectError):
        parse_commit(content, 20)


def test_a_tag_names_an_object_and_its_kind() -> None:
    assert parse_tag(b"object " + ONE + b"\ntype blob\ntag t\n\nx", 20) == (BLOB, bytes.fromhex(ONE.decode()))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"object " + ONE,
        b"object " + ONE + b"\ntype lump\n",
        b"object 1234\ntype blob\n",
        b"object " + b"x" * 40 + b"\ntype blob\n",
    ],
)
def test_what_is_no_tag_is_corrupt(content: bytes) -> None:
    with pytest.raises(CorruptObjectError):
        parse_tag(content, 20)
