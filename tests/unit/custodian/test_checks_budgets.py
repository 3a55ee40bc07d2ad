"""Budgets."""

from __future__ import annotations

import pytest

from memoir_git.custodian.checks.budgets import INBOX_ITEMS, Budget, State
from tests.support.memory import codes_of, entry, files, memory_file


@pytest.mark.parametrize(
    ("tokens", "state"), [(79, State.OK), (80, State.NEAR), (100, State.NEAR), (101, State.OVER)]
)
def test_a_budget_is_near_from_four_fifths_and_over_beyond(tokens: int, state: State) -> None:
    assert Budget(path="x", tokens=tokens, limit=100).state is state


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("brief", 500), ("decisions", 800), ("constraints", 400), ("do_not_use", 400), ("preferences", 300),
        ("changelog", 800), ("areas__importer", 600), ("rules__a", 400), ("profiles__a", 500),
    ],
)  # fmt: skip
def test_each_file_has_its_limit(name: str, limit: int) -> None:
    assert codes_of(files(**{name: "word " * (limit + 1)}), "budgets") == [("MC-BUDGET-001", "ERROR")]
    assert codes_of(files(**{name: "word " * limit}), "budgets") == [("MC-BUDGET-001", "WARNING")]
    assert codes_of(files(**{name: "word " * (limit // 2)}), "budgets") == []


@pytest.mark.parametrize("name", ["subjects", "reconciliations", "archive__old", "rules__README"])
def test_other_files_have_none(name: str) -> None:
    assert codes_of(files(**{name: "word " * 5000}), "budgets") == []


def test_a_long_decision_is_a_warning() -> None:
    text = memory_file("D", entry("DEC", body="word " * 120))

    assert codes_of(files(decisions=text), "budgets") == [("MC-BUDGET-001", "WARNING")]


def test_an_inbox_of_many_items_wants_maintenance() -> None:
    assert codes_of(files(inbox="- x\n" * INBOX_ITEMS), "budgets") == []
    assert codes_of(files(inbox="- x\n" * (INBOX_ITEMS + 1)), "budgets") == [("MC-BUDGET-001", "WARNING")]
