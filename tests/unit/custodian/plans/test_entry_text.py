"""The words of an entry are read back as they were given, or refused with the line that would not be."""

from __future__ import annotations

import pytest

from memoir_git.custodian.plans.entry_text import plain_body, title_of, unit_for
from tests.support.memory import entry_id

ID = entry_id("DEC", 1)
FIELDS = (("Status", "active"), ("Scope", "project"), ("Evidence", ("user-confirmed",)))


def refused(body: str, *, title: str = "Title", reason: str | None = None) -> list[tuple[str, str, int]]:
    """Returns word, what a line would be read as, and the line, of each fault."""
    bodies = [("Decision", body), *([("Reason", reason)] if reason is not None else [])]
    found = []
    for finding in unit_for(ID, title, FIELDS, bodies)[1]:
        details = dict(finding.details)
        line = details.get("text_line", 0)
        assert isinstance(line, int)
        found.append((str(details["reason"]), str(details.get("reads_as", "")), line))
    return found


@pytest.mark.parametrize(
    ("body", "reads_as", "line"),
    [
        ("One.\nNote: two", "field", 2),
        ("One.\n## Two", "heading", 2),
        ("One.\n- two\n- three", "bullet", 2),
        ("* one", "bullet", 1),
        ("One.\n```\ntwo", "unclosed-fence", 2),
        ("<!-- one\ntwo", "unclosed-comment", 1),
        ("<!-- one --> two", "text-after-comment", 1),
        ("One.\n<<<<<<< ours", "conflict-marker", 2),
        ("One.\n- two\nNote: three", "field", 3),
    ],
)
def test_a_line_that_means_something_of_its_own_is_named(body: str, reads_as: str, line: int) -> None:
    assert refused(body) == [("text-reads-otherwise", reads_as, line)]


@pytest.mark.parametrize(
    "body",
    [
        "One.\n\n  - two\n  - three",
        "```\nNote: code\n## code\n- code\n```",
        "    Note: code",
        "### A smaller heading",
        "note that: this is no field",
        "\u2028 stays",
        "1. one\n2. two",
    ],
)
def test_a_line_that_is_only_text_is_written(body: str) -> None:
    assert refused(body) == []


def test_a_list_is_text_where_a_reason_follows() -> None:
    assert refused("These stay\n- two\n- three", reason="So.") == []


def test_a_reason_is_held_to_the_same() -> None:
    assert refused("One.", reason="- so") == [("text-reads-otherwise", "bullet", 1)]


@pytest.mark.parametrize("body", ["red \x1b[31m", "bell \x07", "nul \0", "turned \u202e round"])
def test_a_control_character_is_refused_with_its_line(body: str) -> None:
    assert refused(f"One.\n{body}") == [("text-not-plain", "", 2)]


@pytest.mark.parametrize("title", ["Title #", "#", "bell \x07"])
def test_a_title_that_would_be_read_as_another_is_refused(title: str) -> None:
    assert refused("One.", title=title) == [("title-not-plain", "", 0)]


@pytest.mark.parametrize("title", ["Title — with a dash", "#1", "[a](b)", "**strong**", "MC-DEC-1 x"])
def test_a_title_may_look_like_much(title: str) -> None:
    assert refused("One.", title=title) == []


def test_line_ends_and_blank_edges_are_not_part_of_a_body() -> None:
    assert plain_body("\r\n \r\none\r\n\rtwo \n\t\n") == "one\n\ntwo "


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        (None, "Rows keep\ttheir order.\nMore.", "Rows keep their order"),
        ("  Two\nlines ", "x", "Two lines"),
        (None, "x" * 100, "x" * 72),
        (None, "", ""),
    ],
)
def test_a_title_is_one_line(title: str | None, body: str, expected: str) -> None:
    assert title_of(title, body) == expected
