"""The normalisation by which topics are compared."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from memoir_git.core.folding import composed_fold, folded

SAME = [
    ("Café", normalize("NFD", "CAFÉ")),
    ("a  b\t\nc", "A B C"),
    ("straße", "STRASSE"),
    ("ς", "Σ"),
    ("\u0130stanbul", "i\u0307stanbul"),
    ("\u00a0x\u3000", "x"),
    ("\ufb01n", "FIN"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_spellings_of_a_topic_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("cafe", "café"), ("a-b", "a b"), ("ab", "a b"), ("ﾊ", "ハ")])
def test_nothing_else_is_folded_away(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_line_ends_stay_where_only_the_letters_are_folded() -> None:
    assert composed_fold("A\r\nÉ ") == "a\r\né "
