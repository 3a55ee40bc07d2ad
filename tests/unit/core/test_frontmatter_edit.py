"""Edits of single fields: what changes, what stays, what is refused (format 3.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoir_git.core.frontmatter import Document, parse
from memoir_git.core.frontmatter_edit import (
    FrontmatterError,
    remove_field,
    set_body,
    set_list,
    set_map,
    set_scalar,
)

TEXT = """\
---
# kept
name:   'It''s'   
type: fact
tags:
    - a   
    - 'b'

x_unknown: "sam: ops"
---
Body.
"""  # noqa: W291 - blanks at a line's end are what must survive


def after(edit: Callable[[Document], Document], text: str = TEXT) -> str:
    return edit(parse(text)).render()


def test_a_new_value_keeps_the_spacing_of_its_line() -> None:
    assert after(lambda d: set_scalar(d, "name", "x: y")) == TEXT.replace("'It''s'   \n", '"x: y"\n')


def test_an_equal_value_keeps_its_quotes() -> None:
    assert after(lambda d: set_scalar(d, "name", "It's")) == TEXT


def test_a_new_field_goes_to_the_end_or_behind_another() -> None:
    assert after(lambda d: set_scalar(d, "p", "v")) == TEXT.replace("---\nBody", "p: v\n---\nBody")
    assert after(lambda d: set_scalar(d, "p", "v", after="type")) == TEXT.replace("fact\n", "fact\np: v\n")
    assert after(lambda d: set_scalar(d, "p", "v", after="none")) == TEXT.replace(
        "---\nBody", "p: v\n---\nBody"
    )


def test_a_list_can_become_a_line() -> None:
    assert (
        after(lambda d: set_scalar(d, "tags", "a"), "---\ntags:\n- a\nb: 1\n---\n")
        == "---\ntags: a\nb: 1\n---\n"
    )


def test_a_key_without_a_blank_behind_its_colon_gets_one() -> None:
    assert after(lambda d: set_scalar(d, "key", "a: b"), "---\nkey:value\n---\n") == '---\nkey: "a: b"\n---\n'


def test_comments_below_a_value_stay() -> None:
    assert (
        after(lambda d: set_scalar(d, "a", "2"), "---\na: 1\n  # c\n\nb: 1\n---\n")
        == "---\na: 2\n  # c\n\nb: 1\n---\n"
    )


def test_items_that_stay_keep_their_lines() -> None:
    edited = after(lambda d: set_list(d, "tags", ["b", "c", "a"]))

    assert edited == TEXT.replace("    - a   \n    - 'b'\n", "    - 'b'\n    - c\n    - a   \n")


def test_a_new_list_is_a_block_list_and_an_empty_one_says_so() -> None:
    assert (
        after(lambda d: set_list(d, "l", ["a", "b: c"]), "---\n---\n") == '---\nl:\n  - a\n  - "b: c"\n---\n'
    )
    assert after(lambda d: set_list(d, "tags", []), "---\ntags:\n- a\n---\n") == "---\ntags: []\n---\n"


def test_an_equal_list_keeps_its_shape() -> None:
    assert (
        after(lambda d: set_list(d, "tags", ["a", "b"]), "---\ntags: [a, 'b']\n---\n")
        == "---\ntags: [a, 'b']\n---\n"
    )


def test_pairs_that_stay_keep_their_lines() -> None:
    text = "---\norigin:\n    tool: 'x'\n    machine_id: m\n---\n"

    edited = after(lambda d: set_map(d, "origin", {"tool": "x", "session_id": "s"}), text)

    assert edited == "---\norigin:\n    tool: 'x'\n    session_id: s\n---\n"
    assert after(lambda d: set_map(d, "origin", {"tool": "x", "machine_id": "m"}), text) == text


def test_a_removed_field_takes_its_lines_along() -> None:
    assert after(lambda d: remove_field(d, "tags")) == TEXT.replace("tags:\n    - a   \n    - 'b'\n\n", "")
    assert after(lambda d: remove_field(d, "none")) == TEXT


def test_new_lines_end_as_the_file_does() -> None:
    edited = after(lambda d: set_list(set_scalar(d, "a", "1"), "l", ["x"]), "---\r\nb: 2\r\n---\r\n")

    assert edited == "---\r\nb: 2\r\na: 1\r\nl:\r\n  - x\r\n---\r\n"


def test_a_bare_file_gets_a_frontmatter_block() -> None:
    assert (
        after(lambda d: set_scalar(d, "type", "fact"), "\ufeff# T\r\n")
        == "\ufeff---\r\ntype: fact\r\n---\r\n# T\r\n"
    )


def test_a_body_can_be_replaced() -> None:
    assert after(lambda d: set_body(d, "New.\n")) == TEXT.replace("Body.", "New.")
    assert after(lambda d: set_body(d, "New.\n"), "---\na: 1\n---") == "---\na: 1\n---\nNew.\n"


def test_blocks_are_numbered_anew() -> None:
    edited = set_scalar(parse(TEXT), "p", "v", after="name")

    assert [block.number for block in edited.blocks] == [2, 3, 4, 5, 6, 10]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("---\na: 1\n", "a"),
        ("---\na: 1\na: 2\n---\n", "a"),
        ("---\na: 1\n---\n", "a: b"),
        ("---\na: 1\n---\n", "#a"),
        ("---\na: 1\n---\n", "- a"),
        ("---\na: 1\n---\n", ""),
        ("---\n# c\n  stray\n---\n", "\n"),
    ],
)
def test_what_a_person_has_to_mend_first_is_refused(text: str, key: str) -> None:
    with pytest.raises(FrontmatterError):
        set_scalar(parse(text), key, "x")


def test_an_edit_that_would_swallow_a_stray_line_is_refused() -> None:
    document = parse("---\n# c\n  stray\n---\n")

    with pytest.raises(FrontmatterError, match="belongs to no field"):
        set_list(parse("---\ntags: a\n- stray\n---\n"), "tags", ["a"])
    assert set_scalar(document, "a", "1").render() == "---\n# c\n  stray\na: 1\n---\n"


def test_the_body_of_an_unterminated_file_is_not_touched() -> None:
    with pytest.raises(FrontmatterError, match="never closed"):
        set_body(parse("---\na: 1\n"), "x")
