"""Where a Markdown text is cut, and that nothing of it is lost."""

from __future__ import annotations

import pytest

from memoir_git.core.markdown import (
    COMMENT,
    FENCED,
    TEXT,
    Document,
    heading_level,
    heading_title,
    line_kinds,
    parse_markdown,
    render_markdown,
    split_lines,
)


def _titles(document: Document) -> list[str]:
    return [unit.title for unit in document.units]


def _kinds(text: str) -> list[int]:
    return line_kinds(split_lines(text))[0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("a\n\nb", ["a\n", "\n", "b"]),
        ("a\r\nb\r\n", ["a\r\n", "b\r\n"]),
        ("a\rb\r", ["a\r", "b\r"]),
        ("a\r\r\nb\n\r", ["a\r", "\r\n", "b\n", "\r"]),
    ],
)
def test_lines_keep_their_ends(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize("character", ["\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_other_separators_are_text(character: str) -> None:
    assert split_lines(f"a{character}## b\n") == [f"a{character}## b\n"]


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("# a\n", 1),
        ("###### a\n", 6),
        ("####### a\n", 0),
        ("   ## a\n", 2),
        ("    ## a\n", 0),
        ("\t## a\n", 0),
        ("##\ta\n", 2),
        ("##", 2),
        ("##\n", 2),
        ("## \r\n", 2),
        ("##a\n", 0),
        ("#hashtag\n", 0),
        ("\\## a\n", 0),
        ("text ## a\n", 0),
        ("", 0),
    ],
)
def test_a_heading_is_up_to_three_blanks_one_to_six_marks_and_a_blank(line: str, level: int) -> None:
    assert heading_level(line) == level


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("## a b \n", "a b"),
        ("## a ##\n", "a"),
        ("## a ##   \r\n", "a"),
        ("## C#\n", "C#"),
        ("## C# #\n", "C#"),
        ("##\n", ""),
        ("## ##\n", ""),
        ("### # ###\n", "#"),
        ("\ufeff## a\n", "a"),
    ],
)
def test_a_title_is_the_heading_without_its_marks(line: str, title: str) -> None:
    assert heading_title(line) == title


def test_text_before_the_first_heading_is_the_preamble() -> None:
    document = parse_markdown("# T\n\nintro\n\n## A\na\n### B\nb\n", (2, 3))

    assert document.preamble == ["# T\n", "\n", "intro\n", "\n"]
    assert [(unit.level, unit.title, unit.lines) for unit in document.units] == [
        (2, "A", ["## A\n", "a\n"]),
        (3, "B", ["### B\n", "b\n"]),
    ]


def test_headings_of_other_levels_start_no_unit() -> None:
    document = parse_markdown("# T\n## A\n### B\n#### C\n", (2,))

    assert _titles(document) == ["A"]


def test_setext_headings_are_text() -> None:
    assert _titles(parse_markdown("A\n---\n\nB\n===\n", (1, 2))) == []


def test_a_byte_order_mark_hides_no_heading() -> None:
    document = parse_markdown("\ufeff## A\n", (2,))

    assert _titles(document) == ["A"]
    assert render_markdown(document) == "\ufeff## A\n"


@pytest.mark.parametrize(
    "fenced",
    [
        "```\n## x\n```\n",
        "~~~\n## x\n~~~\n",
        "   ```sh\n## x\n  ````  \n",
        "````\n```\n## x\n````\n",
        "~~~ a`b\n## x\n~~~\n",
        "```\n~~~\n## x\n```\n",
        "```\r\n## x\r\n```\r\n",
    ],
)
def test_a_heading_in_a_fence_is_none(fenced: str) -> None:
    document = parse_markdown(fenced + "## y\n", (2,))

    assert _titles(document) == ["y"]
    assert document.is_closed


@pytest.mark.parametrize(
    "text",
    [
        "``\n## x\n``\n",
        "    ```\n## x\n",
        "``` a`b\n## x\n",
        "```\ncode\n```\n## x\n",
        "text ```\n## x\n",
    ],
)
def test_what_opens_no_fence_hides_no_heading(text: str) -> None:
    assert _titles(parse_markdown(text, (2,))) == ["x"]


@pytest.mark.parametrize("closing", ["``\n", "~~~\n", "``` x\n", "    ```\n", ""])
def test_a_fence_that_is_not_closed_runs_to_the_end(closing: str) -> None:
    document = parse_markdown("```\n" + closing + "## x\n", (2,))

    assert _titles(document) == []
    assert not document.is_closed


def test_fence_lines_are_fenced_too() -> None:
    assert _kinds("a\n```\nb\n```\nc\n") == [TEXT, FENCED, FENCED, FENCED, TEXT]


def test_a_comment_runs_to_the_line_that_ends_it() -> None:
    assert _kinds("<!-- a\n## b\nc --> d\n## e\n") == [COMMENT, COMMENT, COMMENT, 2]


def test_a_comment_on_one_line_hides_only_itself() -> None:
    assert _kinds("<!-- a -->\n## b\n") == [COMMENT, 2]


def test_a_comment_inside_a_line_is_text() -> None:
    assert _kinds("a <!-- b\n## c\n") == [TEXT, 2]


def test_a_comment_that_is_not_closed_runs_to_the_end() -> None:
    document = parse_markdown("<!-- a\n## b\n", (2,))

    assert _titles(document) == []
    assert not document.is_closed


def test_a_fence_in_a_comment_opens_nothing() -> None:
    assert _kinds("<!--\n```\n-->\n## a\n") == [COMMENT, COMMENT, COMMENT, 2]
