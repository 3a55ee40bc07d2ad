"""The token estimate, against its definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.tokens import estimate_tokens


def _slowly(text: str) -> int:
    tokens = run = 0
    for char in text:
        if char.isascii() and char.isalnum():
            run += 1
            continue
        tokens += -(-run // 4) + (not char.isspace())
        run = 0
    return tokens + -(-run // 4)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), (" \n\t", 0), ("word", 1), ("words", 2), ("a b", 2), ("a.", 2), ("记忆", 2)]
)
def test_examples(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text())
def test_it_is_what_it_says(text: str) -> None:
    assert estimate_tokens(text) == _slowly(text)
