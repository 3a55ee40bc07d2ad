"""Visible lines of a project-memory file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.lexer import (
    BACKTICK_IN_FENCE_INFO,
    CODE,
    CONFLICT_MARKER,
    HIDDEN,
    NOT_UTF8,
    TEXT_AFTER_COMMENT,
    UNCLOSED_COMMENT,
    UNCLOSED_FENCE,
    VISIBLE,
    Problem,
    lex,
    lex_bytes,
)


def _kinds(text: str) -> list[int]:
    return list(lex(text).kinds)


def test_ordinary_and_blank_lines_are_visible() -> None:
    assert _kinds("a\n\nb") == [VISIBLE, VISIBLE, VISIBLE]


@pytest.mark.parametrize("fence", ["```", "~~~", "````", "   ```", "``` python"])
def test_a_closed_fence_is_hidden_with_its_lines(fence: str) -> None:
    close = fence.strip().split()[0]

    assert _kinds(f"a\n{fence}\n## x\n{close}\nb\n") == [VISIBLE, HIDDEN, HIDDEN, HIDDEN, VISIBLE]


@pytest.mark.parametrize("not_a_close", ["``", "~~~", "    ```", "``` x", "## y"])
def test_a_fence_closes_only_with_its_own_kind_of_line(not_a_close: str) -> None:
    assert lex(f"```\n{not_a_close}\n```\n").problems == []
    assert _kinds(f"```\n{not_a_close}\n```\nz\n")[-1] == VISIBLE


def test_a_longer_fence_closes_a_shorter_one() -> None:
    assert _kinds("```\nx\n`````\ny\n")[-1] == VISIBLE


def test_a_comment_of_whole_lines_is_hidden() -> None:
    assert _kinds("<!-- a\n## b\n-->\nc\n") == [HIDDEN, HIDDEN, HIDDEN, VISIBLE]
    assert _kinds("  <!-- a -->\nc\n") == [HIDDEN, VISIBLE]


def test_a_comment_in_the_middle_of_a_line_is_text() -> None:
    assert _kinds("a <!-- b\nc\n") == [VISIBLE, VISIBLE]


def test_a_fence_inside_a_comment_opens_nothing() -> None:
    assert lex("<!--\n```\n-->\na\n").problems == []


@pytest.mark.parametrize("line", ["    x", "\tx", "     - y"])
def test_indented_lines_are_code(line: str) -> None:
    assert _kinds(line) == [CODE]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\n```\nb\n", Problem(UNCLOSED_FENCE, 2)),
        ("a\n<!-- b\n", Problem(UNCLOSED_COMMENT, 2)),
        ("<!-- a --> b\n", Problem(TEXT_AFTER_COMMENT, 1)),
        ("``` a`b\nx\n```\n", Problem(BACKTICK_IN_FENCE_INFO, 1)),
        ("a\n<<<<<<< ours\n", Problem(CONFLICT_MARKER, 2)),
        ("a\n\n=======\nb\n", Problem(CONFLICT_MARKER, 3)),
        (">>>>>>>>> theirs\n", Problem(CONFLICT_MARKER, 1)),
        ("||||||| base\n", Problem(CONFLICT_MARKER, 1)),
    ],
)
def test_what_makes_a_whole_file_unusable_is_named_with_its_line(text: str, problem: Problem) -> None:
    assert lex(text).problems == [problem]


def test_a_line_that_parts_two_sides_is_a_marker_wherever_their_other_markers_stand() -> None:
    lines = ["<<<<<<< ours", "a", "=======", "b", ">>>>>>> theirs", "Title", "========="]

    assert [problem.line for problem in lex("\n".join(lines)).problems] == [1, 3, 5, 7]


@pytest.mark.parametrize("text", ["Purpose\n=======\n", "A long title\n============\n\n==========\n"])
def test_the_line_under_a_title_and_a_ruler_are_no_markers(text: str) -> None:
    assert lex(text).problems == []


@pytest.mark.parametrize("text", ["```\n<<<<<<< ours\n```\n", "  =======\n", "<<<<<<<x\n", "======= a\n"])
def test_what_only_resembles_a_marker_is_text(text: str) -> None:
    assert lex(text).problems == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_only_the_three_line_ends_end_a_line(end: str) -> None:
    text = lex(f"a\u2028b\x0bc\x0cd\x85e{end}f")

    assert len(text.lines) == 2


def test_a_byte_order_mark_is_kept_and_hides_no_title() -> None:
    text = lex("\ufeff# Title\n")

    assert (text.bom, text.lines) == ("\ufeff", ["# Title\n"])


def test_bytes_that_are_not_utf8_make_the_file_unusable() -> None:
    assert lex_bytes(b"a\nb\xff\n").problems == [Problem(NOT_UTF8, 2)]


@given(st.text(alphabet="ab#-`~<!>= \t\r\n|\ufeff"))
def test_the_lines_are_the_file(text: str) -> None:
    lexed = lex(text)

    assert lexed.render() == text
    assert len(lexed.kinds) == len(lexed.lines)
