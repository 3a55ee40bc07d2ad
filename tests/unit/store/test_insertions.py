"""Two insertions at one place: what stays together, what stands once, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memoir_git.core.markdown import split_lines
from memoir_git.store.merge.insertions import join_insertions
from memoir_git.store.merge.line_merge import merge_lines, same


def _join(ours: str, theirs: str) -> str:
    joined = "".join(join_insertions(split_lines(ours), split_lines(theirs), same))
    exchanged = "".join(join_insertions(split_lines(theirs), split_lines(ours), same))
    assert exchanged == joined
    return joined


@pytest.mark.parametrize(
    ("ours", "theirs", "joined"),
    [
        ("- b\n", "- a\n", "- a\n- b\n"),
        ("- a\n- c\n", "- b\n", "- a\n- b\n- c\n"),
        ("| 1 |\n| 3 |\n", "| 2 |\n", "| 1 |\n| 2 |\n| 3 |\n"),
        ("- c\n- a\n", "- b\n", "- b\n- c\n- a\n"),
        ("b\n", "a\n", "a\nb\n"),
        ("one\ntwo\n", "six\nten\n", "one\ntwo\nsix\nten\n"),
    ],
    ids=["items", "interleaved", "rows", "own order", "lines", "prose"],
)
def test_both_are_kept_and_ordered_by_bytes(ours: str, theirs: str, joined: str) -> None:
    assert _join(ours, theirs) == joined


@pytest.mark.parametrize(
    ("ours", "theirs", "joined"),
    [
        ("- a\n- b\n", "- b\n- c\n", "- a\n- b\n- c\n"),
        ("a\nb\n", "b\nc\n", "a\nb\nc\n"),
        ("- a\n- b\n", "- b\n- a\n", "- a\n- b\n"),
        ("- a\n", "- a\n- b\n", "- a\n- b\n"),
        ("```\nx\n```\n", "```\nx\n```\n", "```\nx\n```\n"),
    ],
)
def test_what_both_inserted_stands_once(ours: str, theirs: str, joined: str) -> None:
    assert _join(ours, theirs) == joined


def test_what_one_side_inserted_twice_stands_twice() -> None:
    assert _join("- a\n- a\n", "- a\n- b\n") == "- a\n- a\n- b\n"


def test_an_item_keeps_its_continuation() -> None:
    assert _join("- c\n  more\n", "- d\n  more\n") == "- c\n  more\n- d\n  more\n"


def test_an_item_keeps_text_that_follows_without_a_blank_line() -> None:
    assert _join("- c\nmore\n", "- d\nmore\n") == "- c\nmore\n- d\nmore\n"


def test_items_that_begin_alike_are_joined_below() -> None:
    assert _join("- p\n  - x\n", "- p\n  - y\n") == "- p\n  - x\n  - y\n"


def test_an_item_keeps_its_fence() -> None:
    ours, theirs = "- b\n  ```\n  1\n\n  2\n  ```\n", "- a\n"

    assert _join(ours, theirs) == theirs + ours


def test_a_fence_stays_whole() -> None:
    assert _join("```\na\n```\n", "```\nb\n```\n") == "```\na\n```\n```\nb\n```\n"


def test_a_comment_stays_whole() -> None:
    assert _join("<!-- a\nx\n-->\n", "<!-- b\nx\n-->\n") == "<!-- a\nx\n-->\n<!-- b\nx\n-->\n"


def test_headings_keep_what_stands_under_them() -> None:
    assert _join("#### B\nx\n", "#### A\ny\n") == "#### A\ny\n#### B\nx\n"


def test_equal_headings_are_joined_below() -> None:
    assert _join("#### A\n- x\n", "#### A\n- y\n") == "#### A\n- x\n- y\n"


@pytest.mark.parametrize("group", ["\n#### New\n- x\n", "\n[New]\n- x\n", "\nNew:\n- x\n"])
def test_what_continues_the_text_above_comes_before_a_new_group(group: str) -> None:
    assert _join(group, "- y\n") == "- y\n" + group


@pytest.mark.parametrize(
    ("ours", "theirs", "joined"),
    [
        ("\na\nb\n", "\nc\nd\n", "\na\nb\n\nc\nd\n"),
        ("a\nb\n\n", "c\nd\n\n", "a\nb\n\nc\nd\n\n"),
    ],
    ids=["blank line above", "blank line below"],
)
def test_paragraphs_stay_apart(ours: str, theirs: str, joined: str) -> None:
    assert _join(ours, theirs) == joined


@pytest.mark.parametrize(
    ("ours", "theirs", "joined"),
    [
        ("\n- a\n", "\n- b\n", "\n- a\n- b\n"),
        ("- a\n\n", "- b\n\n", "- a\n- b\n\n"),
        ("\n- a\n- c\n", "\n- c\n", "\n- a\n- c\n"),
    ],
)
def test_lists_stay_together(ours: str, theirs: str, joined: str) -> None:
    assert _join(ours, theirs) == joined


def test_a_rewrite_and_an_insertion_beside_it_that_says_the_same_stand_once() -> None:
    merged = merge_lines(
        ["- a\n", "- b\n"],
        ["- a\n", "- b, reworded\n", "- c\n"],
        ["- a\n", "- b\n", "- c\n"],
        lambda *_: ["disputed"],
    )

    assert merged == ["- a\n", "- b, reworded\n", "- c\n"]


def test_lines_both_rewrote_are_left_to_the_caller() -> None:
    def settle(*versions: Sequence[str]) -> list[str]:
        return ["+".join(line for version in versions for line in version)]

    assert merge_lines(["a", "b"], ["a", "x"], ["a", "y"], settle) == ["a", "b+x+y"]


def test_prose_does_not_continue_the_other_sides_item() -> None:
    assert _join("- ours\n", "theirs\n") == "- ours\n\ntheirs\n"


def test_what_is_nested_in_the_item_above_stays_there() -> None:
    assert _join("\n  - nested\n", "prose\n- item\n") == "\n  - nested\n\nprose\n- item\n"
