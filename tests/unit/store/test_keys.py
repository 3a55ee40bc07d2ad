"""The order of keys in a merged object, and unknown keys (format 5.4)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from memoir_git.core.jsondoc import Number
from memoir_git.core.merge import Note
from memoir_git.store.merge.keys import join_unknown, merged_order, with_required

KNOWN = ("version", "machines", "current")


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ("abc", "abc", "abc"),
        ("axc", "ayc", "axyc"),
        ("ayc", "axc", "axyc"),
        ("ab", "abz", "abz"),
        ("zab", "ab", "zab"),
        ("", "ba", "ba"),
        ("xy", "pq", "pqxy"),
    ],
)
def test_keys_of_one_side_stay_behind_their_predecessor(ours: str, theirs: str, merged: str) -> None:
    assert merged_order(list(ours), list(theirs), ()) == list(merged)
    assert merged_order(list(theirs), list(ours), ()) == list(merged)


def test_sides_that_disagree_on_the_order_get_the_formats_order_then_names() -> None:
    ours, theirs = ["current", "z", "version", "a"], ["version", "current", "machines"]

    assert merged_order(ours, theirs, KNOWN) == ["version", "machines", "current", "a", "z"]


def test_every_key_comes_once_whichever_side_is_ours() -> None:
    for ours in itertools.permutations("abc", 2):
        for theirs in itertools.permutations("abcd", 3):
            merged = merged_order(list(ours), list(theirs), ("a",))

            assert sorted(merged) == sorted({*ours, *theirs})
            assert merged == merged_order(list(theirs), list(ours), ("a",))


def test_a_missing_required_key_goes_behind_its_predecessor() -> None:
    assert with_required(["current", "x"], KNOWN, KNOWN) == ["version", "machines", "current", "x"]
    assert with_required(["version", "current"], ("machines",), KNOWN) == ["version", "machines", "current"]


def _join(base: Any, ours: Any, theirs: Any, favour: str | None = None) -> tuple[Any, list[Note]]:
    notes: list[Note] = []
    base_object, our_object, their_object = (
        {} if lexeme is None else {"x": Number(lexeme)} for lexeme in (base, ours, theirs)
    )
    value = join_unknown("x", base_object, our_object, their_object, favour, notes)
    return value.lexeme, notes


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "joined"),
    [
        (None, "1", None, "1"),
        (None, None, "2", "2"),
        ("1", None, "1", "1"),
        ("1", "1", None, "1"),
        ("1", "1", "2", "2"),
        ("1", "2", "1", "2"),
        ("1", "2", "2", "2"),
    ],
)
def test_the_side_that_changed_an_unknown_key_wins(
    base: str | None, ours: str | None, theirs: str | None, joined: str
) -> None:
    assert _join(base, ours, theirs) == (joined, [])


@pytest.mark.parametrize("base", [None, "0"])
def test_a_key_both_sides_changed_is_ours_with_a_note(base: str | None) -> None:
    value, notes = _join(base, "1", "2")

    assert value == "1"
    assert [(note.kind, note.place) for note in notes] == [(Note.UNKNOWN_KEY, "x")]


def test_favour_decides_a_key_both_sides_changed_and_nothing_else() -> None:
    assert _join("0", "1", "2", "theirs")[0] == "2"
    assert _join("0", "0", "2", "ours")[0] == "2"


def test_equal_values_in_another_key_order_give_one_answer_from_either_side() -> None:
    ours = {"x": {"a": True, "b": False}}
    theirs = {"x": {"b": False, "a": True}}

    first = join_unknown("x", {}, ours, theirs, None, [])
    second = join_unknown("x", {}, theirs, ours, None, [])

    assert list(first) == list(second)
