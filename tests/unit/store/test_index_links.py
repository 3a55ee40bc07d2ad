"""Links in a row: which are found, and what they point at."""

from __future__ import annotations

import pytest

from memoir_git.store.merge.index_links import find_links


def _found(text: str) -> list[tuple[str, str]]:
    links = find_links(text)
    assert all(text[link.start : link.end] == link.raw for link in links)
    return [(link.raw, link.target) for link in links]


@pytest.mark.parametrize(
    ("raw", "target"),
    [
        ("[A](a.md)", "a"),
        ("[A](./a.md)", "a"),
        ("[A](memory/a.md)", "memory/a"),
        ("[[a]]", "a"),
        ("[[a.md]]", "a"),
        ("[[a|the a]]", "a"),
        ("[[a#part]]", "a#part"),
        ("[A](a.md#part)", "a.md#part"),
        ('[A](a.md "title")', "a"),
        ("[A](<a b.md>)", "a b"),
        ("[a [b] c](d.md)", "d"),
        ("[A](a_(b).md)", "a_(b)"),
        (r"[a \] b](c.md)", "c"),
        ("[A](https://example.org/x)", "https://example.org/x"),
        ("[![badge](b.svg)](a.md)", "a"),
    ],
)
def test_a_link_has_one_target_however_it_is_spelled(raw: str, target: str) -> None:
    assert _found(f"- see {raw} — hook") == [(raw, target)]


@pytest.mark.parametrize(
    "text",
    [
        "[x] done",
        "[A]",
        "[A] (a.md)",
        "[A]()",
        "[[]]",
        "[[ ]]",
        "[[a",
        "[A](a.md",
        "![A](a.png)",
        r"\[A](a.md)",
        "`[A](a.md)`",
        "``[[a]] ` ``",
        "[A][ref]",
        "[[a\nb]]",
    ],
)
def test_what_is_no_link_is_not_found(text: str) -> None:
    assert _found(text) == []


def test_links_are_found_in_order_and_around_code() -> None:
    text = "|kw `[no](no.md)` words: [A](a.md) (12), [[b]] ` [C](c.md)"

    assert [target for _, target in _found(text)] == ["a", "b", "c"]


@pytest.mark.parametrize("text", ["[" * 3000, "[[" * 3000 + "]" * 10, "`" * 3000, "[a](" * 1500, "\\" * 3001])
def test_a_line_full_of_brackets_is_no_trouble(text: str) -> None:
    assert _found(text) == []
