"""Conflict markers: written around both sides, found in an input."""

from __future__ import annotations

import pytest

from memoir_git.core.conflict import conflict_hunk, conflict_whole, has_conflict, longest_marker
from memoir_git.core.options import MergeOptions

OPTIONS = MergeOptions(ours_label="HEAD", theirs_label="side")


def test_both_files_stand_byte_for_byte_between_the_markers() -> None:
    written = conflict_whole(b'{"a": 1}\n', b"\xff\x00broken\n", OPTIONS)

    assert written == b'<<<<<<< HEAD\n{"a": 1}\n=======\n\xff\x00broken\n>>>>>>> side\n'


def test_a_line_end_is_added_only_where_a_side_lacks_its_last_one() -> None:
    assert conflict_whole(b"a", b"b\n", OPTIONS) == b"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n"


def test_an_empty_side_adds_nothing() -> None:
    assert conflict_whole(b"", b"b\n", OPTIONS) == b"<<<<<<< HEAD\n=======\nb\n>>>>>>> side\n"


def test_markers_have_the_size_git_asks_for() -> None:
    options = MergeOptions(marker_size=9)

    assert conflict_hunk(b"a\n", b"b\n", options).startswith(b"<<<<<<<<< ours\n")


def test_markers_are_longer_than_any_marker_inside() -> None:
    inner = b"<<<<<<< x\n=======\n>>>>>>>>>>>> y\n"

    written = conflict_whole(inner, b"b\n", OPTIONS)

    assert written.startswith(b"<" * 13 + b" HEAD\n")
    assert inner in written


def test_markers_end_as_the_lines_of_ours_do() -> None:
    assert conflict_hunk(b"a\r\n", b"b\r\n", OPTIONS).startswith(b"<<<<<<< HEAD\r\n")


@pytest.mark.parametrize(
    ("text", "length"),
    [
        (b"", 0),
        (b"<<<<<< six\n", 0),
        (b"<<<<<<< seven\n", 7),
        (b"x <<<<<<< not at the start\n", 0),
        (b"a\n==========\n", 10),
        (b"a\r|||||||\r\n", 7),
        (b"a\n>>>>>>>>> x", 9),
    ],
)
def test_the_longest_marker_is_a_run_at_the_start_of_a_line(text: bytes, length: int) -> None:
    assert longest_marker(text) == length


@pytest.mark.parametrize(
    "text",
    [
        b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n",
        b"<<<<<<<\r\nx\r\n=======\r\ny\r\n>>>>>>>\r\n",
        b"<<<<<<< a\nx\n||||||| base\nz\n=======\ny\n>>>>>>> b",
        b"<<<<<<<<< a\nx\n=========\ny\n>>>>>>>>> b\n",
    ],
)
def test_a_whole_conflict_is_found(text: bytes) -> None:
    assert has_conflict(text)


@pytest.mark.parametrize(
    "text",
    [
        b"=======\n>>>>>>> b\n",
        b"<<<<<<< a\n=======\n",
        b"<<<<<<< a\n>>>>>>> b\n=======\n",
        b"Title\n=======\n",
        b"  <<<<<<< a\n=======\n>>>>>>> b\n",
        b"<<<<<<< a\n=======\n>>>>>>>> one longer\n",
        b"<<<<<<<a\n=======\n>>>>>>> b\n",
    ],
)
def test_pieces_of_a_conflict_are_ordinary_text(text: bytes) -> None:
    assert not has_conflict(text)
