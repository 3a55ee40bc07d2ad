"""Plain layout."""

from __future__ import annotations

from memoir_git.render.layout import columns, next_steps


def test_columns_are_aligned_and_no_line_ends_in_blanks() -> None:
    assert columns([("a", "long cell", "x"), ("longer", "b", "")]) == [
        "  a       long cell  x",
        "  longer  b",
    ]


def test_wide_characters_take_two_cells_and_marks_above_a_letter_none() -> None:
    assert columns([("日本", "x"), ("e\u0301", "y"), ("abcd", "z")], indent="") == [
        "日本  x",
        "e\u0301     y",
        "abcd  z",
    ]


def test_no_rows_are_no_lines() -> None:
    assert columns([]) == []


def test_the_first_step_is_marked_and_the_others_stand_below_it() -> None:
    assert next_steps(["git memoir doctor", "git add x"]) == [
        "",
        "Next: git memoir doctor",
        "      git add x",
    ]


def test_no_steps_are_no_lines() -> None:
    assert next_steps([]) == []
