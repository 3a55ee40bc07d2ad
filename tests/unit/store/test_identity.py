"""Which items are the same (format 5.1, 5.2.4, 5.3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.core.jsondoc import Number
from memoir_git.store.identity import identity_of, is_hidden, purged_hash, row_identity

HASH = "ab" * 32


@pytest.mark.parametrize(
    "item", [None, 5, "x", [], {}, {"text": None}, {"text": Number("5")}, {"text": " \ufeff"}]
)
def test_an_item_without_a_text_is_opaque(item: Any) -> None:
    assert identity_of(item) is None


def test_the_identity_of_an_item_is_its_normalised_text() -> None:
    assert identity_of({"text": " Fix IT\n"}) == "fix it"


@pytest.mark.parametrize(
    "value", [True, "true", "TRUE", " yes", "on", "1", Number("1"), Number("0.5"), Number("-1")]
)
def test_every_spelling_of_true_hides(value: Any) -> None:
    assert is_hidden({"hidden": value})


@pytest.mark.parametrize(
    "value", [False, None, "", "false", "no", "off", "0", Number("0"), Number("0.0"), [], {}]
)
def test_nothing_else_hides(value: Any) -> None:
    assert not is_hidden({"hidden": value})
    assert not is_hidden({})


@pytest.mark.parametrize("text", [{}, {"text": None}, {"text": ""}, {"text": " "}, {"text": "[purged]"}])
def test_the_purged_form_is_hidden_hashed_and_without_its_text(text: dict[str, Any]) -> None:
    assert purged_hash({"hidden": True, "text_hash": HASH.upper(), **text}) == HASH


@pytest.mark.parametrize(
    "item",
    [
        {"text_hash": HASH, "text": "[purged]"},
        {"text_hash": HASH, "text": "[purged]", "hidden": False},
        {"text_hash": HASH[:-1], "text": "[purged]", "hidden": True},
        {"text_hash": HASH[:-1] + "g", "text": "[purged]", "hidden": True},
        {"text_hash": HASH, "text": "still here", "hidden": True},
        {"text": "[purged]", "hidden": True},
        None,
    ],
)
def test_short_of_that_the_hash_is_no_identity(item: Any) -> None:
    assert purged_hash(item) is None


def test_a_row_is_its_session_id_when_it_has_one() -> None:
    first = {"session_id": "s1", "date": "2026-01-01", "summary": "a"}
    second = {"session_id": "s1", "date": "2026-02-01", "summary": "b"}

    assert row_identity(first) == row_identity(second)


def test_a_row_without_session_id_is_its_instant_machine_and_whole_summary() -> None:
    row = {"date": "2026-01-01T00:00:00Z", "machine_id": None, "summary": "a" * 60}

    assert row_identity(row) == row_identity({"date": "2026-01-01", "session_id": " ", "summary": "a" * 60})
    assert row_identity(row) != row_identity({**row, "summary": "a" * 60 + "b"})
    assert row_identity(row) != row_identity({**row, "machine_id": "m"})


def test_a_row_with_and_one_without_session_id_are_never_the_same() -> None:
    assert row_identity({"session_id": "s"}) != row_identity({"summary": "s"})
    assert row_identity("not a row") is None
