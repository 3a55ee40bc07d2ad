"""The text merge that spares a process says what `git merge-file` says, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.options import MergeOptions
from memoir_git.git.line_merge import batch_text_merger, merge_apart
from memoir_git.git.repo import Repository
from tests.support.text_merge import merge_text

LETTERS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=12)
EDITS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 2), st.lists(st.sampled_from("abcdefxy"), max_size=2)),
    min_size=1,
    max_size=2,
)


def lines(letters: list[str]) -> bytes:
    return "".join(f"{letter}\n" for letter in letters).encode()


def edit(letters: list[str], edits: list[tuple[int, int, list[str]]]) -> list[str]:
    edited = list(letters)
    for at, length, new in edits:
        edited[at : at + length] = new
    return edited


@given(LETTERS, EDITS, EDITS)
def test_where_it_answers_git_answers_the_same(
    letters: list[str], ours: list[tuple[int, int, list[str]]], theirs: list[tuple[int, int, list[str]]]
) -> None:
    base, mine, yours = lines(letters), lines(edit(letters, ours)), lines(edit(letters, theirs))

    merged = merge_apart(base, mine, yours)

    if merged is not None:
        asked = merge_text(base, mine, yours, MergeOptions())
        assert (merged, 0) == (asked.content, asked.conflicts)


def test_changes_that_lie_apart_need_no_process() -> None:
    assert merge_apart(b"a\nb\nc\nd\n", b"A\nb\nc\nd\n", b"a\nb\nc\nD\n") == b"A\nb\nc\nD\n"


@pytest.mark.parametrize(
    "versions",
    [
        pytest.param((b"a\nb\n", b"A\nb\n", b"a\nB\n"), id="touching"),
        pytest.param((b"a\nb\nc\n", b"x\nb\nc\n", b"y\nb\nc\n"), id="the same line"),
        pytest.param((b"a\nb\nc\n", b"A\nb\nc\n", b"a\nb\nC"), id="no last line end"),
        pytest.param((b"a\n\0\nc\n", b"A\n\0\nc\n", b"a\n\0\nC\n"), id="NUL"),
        pytest.param((b"a\na\na\n", b"a\na\na\na\n", b"b\na\na\n"), id="a change that can slide"),
        pytest.param((b"", b"a\n", b"b\n"), id="no base"),
    ],
)
def test_the_rest_is_left_to_git(versions: tuple[bytes, bytes, bytes]) -> None:
    assert merge_apart(*versions) is None


def test_a_conflict_is_git_s_own(tmp_path: Path) -> None:
    repository = Repository(git_dir=tmp_path, common_dir=tmp_path, top=tmp_path)
    options = MergeOptions(ours_label="x", theirs_label="y", marker_size=9)

    merged = batch_text_merger(repository)(b"a\n", b"b\n", b"c\n", options)

    assert (merged.content, merged.conflicts) == (b"<<<<<<<<< x\nb\n=========\nc\n>>>>>>>>> y\n", 1)
