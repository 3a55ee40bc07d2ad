"""The page about history exposure names every word that a report can say."""

from __future__ import annotations

from enum import Enum

import pytest

from memoir_git.core.copies import MatcherKind
from memoir_git.core.exposure import DEFAULT_BOUNDS, HistoryStatus, Reach, RootClass, Unavailable
from memoir_git.render.wording import REASONS
from tests.support.places import PROJECT

PAGE = (PROJECT / "docs/reference/exposure.md").read_text()
WORDS: list[Enum] = [*HistoryStatus, *Unavailable, *RootClass, *MatcherKind]


@pytest.mark.parametrize("word", WORDS, ids=lambda word: f"{type(word).__name__} {word.value}")
def test_every_word_of_a_report_is_explained(word: Enum) -> None:
    assert f"`{word.value}`" in PAGE


def test_every_reach_is_told() -> None:
    said = {
        Reach.SHAREABLE: "goes out with a push",
        Reach.ALREADY_SHARED: "already shared",
        Reach.LOCAL_ONLY: "this clone",
    }

    assert [reach for reach in Reach if said[reach] not in PAGE] == []


def test_every_reason_has_one_fixed_sentence() -> None:
    assert set(REASONS) == {reason.value for reason in Unavailable}


def test_the_bounds_on_the_page_are_those_of_the_program() -> None:
    shown = {
        DEFAULT_BOUNDS.max_commits: "250000",
        DEFAULT_BOUNDS.max_objects: "1000000",
        DEFAULT_BOUNDS.max_blob_bytes // 2**20: "8 MiB",
        DEFAULT_BOUNDS.max_total_bytes // 2**30: "4 GiB",
    }

    assert all(str(number) in text.split(" ")[0] and f"| {text}" in PAGE for number, text in shown.items())
