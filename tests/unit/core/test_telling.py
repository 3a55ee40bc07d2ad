"""Counts in words, as the driver and the commands print them."""

from __future__ import annotations

import pytest

from memoir_git.core.telling import counted


@pytest.mark.parametrize(
    ("count", "words", "said"),
    [
        (0, ("file",), "0 files"),
        (1, ("file",), "1 file"),
        (2, ("memory file",), "2 memory files"),
        (1, ("entry", "entries"), "1 entry"),
        (2, ("entry", "entries"), "2 entries"),
    ],
)
def test_a_count_agrees_with_its_noun(count: int, words: tuple[str, ...], said: str) -> None:
    assert counted(count, *words) == said
