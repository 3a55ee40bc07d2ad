"""Each word that a planner blocks or warns with has its sentence, and no sentence is without a word."""

from __future__ import annotations

import re

import pytest

from memoir_git.custodian.plans.draft import blocked, warned
from memoir_git.custodian.plans.reasons import BLOCKERS, WARNINGS
from tests.support.project_files import text_files

SOURCES = [text for _, text in text_files("memoir_git")]
_WORD = re.compile(r'"([a-z]+(?:-[a-z]+)+)"')


def _used(function: str) -> set[str]:
    """Returns the words that the product gives to a function; `told` is either."""
    call = re.compile(rf'\b(?:{function}|told|tell)\(\s*"([a-z-]+)"')
    return {word for text in SOURCES for word in call.findall(text)}


def test_every_blocker_has_its_sentence() -> None:
    assert _used("blocked") - BLOCKERS.keys() == set()


def test_every_warning_has_its_sentence() -> None:
    assert _used("warned") - WARNINGS.keys() == set()


def test_no_sentence_is_left_over() -> None:
    spelled = {word for text in SOURCES if "explained(" not in text for word in _WORD.findall(text)}

    assert {*BLOCKERS, *WARNINGS} - spelled == set()


@pytest.mark.parametrize("rows", [BLOCKERS, WARNINGS])
def test_a_row_is_the_end_of_a_sentence_and_a_sentence(rows: dict) -> None:  # type: ignore[type-arg]
    broken = [word for word, row in rows.items() if row.says.endswith(".") or not row.next.endswith(".")]

    assert broken == []


def test_a_word_without_a_row_is_told_as_it_is() -> None:
    assert blocked("never-heard-of").message == "The plan is blocked: never-heard-of."
    assert warned("never-heard-of").message == "The plan has a warning: never-heard-of."


def test_a_word_with_a_row_is_told_with_its_sentence_under_the_same_code() -> None:
    finding = blocked("identity-owned")

    assert finding.code.id == "MC-PLAN-001"
    assert finding.message == (
        "The plan is blocked (identity-owned): another active entry owns this scope, Subject and Facet."
    )
