"""Reconciliation records, as far as their file alone can tell."""

from __future__ import annotations

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.reconciliations import Record, parse_records
from tests.support.memory import entry_id, record

FIRST, SECOND, THIRD = (entry_id("CON", number) for number in (1, 2, 3))


def _only(text: str) -> Record:
    records = parse_records(lex(text))
    assert records.faults == ()
    (found,) = records.records
    return found


def _reasons(text: str) -> list[str]:
    return [fault.reason.value for fault in _only(text).faults]


def test_a_clean_record_is_read_whole() -> None:
    found = _only(record(7, [FIRST, SECOND]))

    assert (found.id, found.resolution, found.entries) == (
        "MC-REC-20260901-00000007",
        "distinct",
        (FIRST, SECOND),
    )
    assert found.keys == {FIRST.casefold(), SECOND.casefold()}
    assert found.faults == []


def test_distinct_may_speak_of_three() -> None:
    assert _reasons(record(1, [FIRST, SECOND, THIRD])) == []


@pytest.mark.parametrize("resolution", ["superseded", "exception", "subject-merged"])
def test_the_other_resolutions_speak_of_two(resolution: str) -> None:
    assert _reasons(record(1, [FIRST, SECOND], resolution)) == []
    assert _reasons(record(1, [FIRST, SECOND, THIRD], resolution)) == ["malformed-relation"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (record(1, [SECOND, FIRST]), "malformed-relation"),
        (record(1, [FIRST]), "malformed-relation"),
        (record(1, [FIRST, FIRST.lower()]), "malformed-relation"),
        (record(1, [FIRST, "the other"]), "malformed-relation"),
        (record(1, [FIRST, SECOND], "agreed"), "unknown-value"),
        (record(1, [FIRST, SECOND]).replace("Status: active", "Status: retired"), "unknown-value"),
        (record(1, [FIRST, SECOND]).replace("Status: active\n", ""), "missing-field"),
        (
            record(1, [FIRST, SECOND]).replace("Status: active", "Status: active\nStatus: active"),
            "duplicate-field",
        ),
        (record(1, [FIRST, SECOND]).replace("Status: active", "Status: active\nNote: x"), "unknown-field"),
        (record(1, [FIRST, SECOND]).replace("Status: active", "Status: active\nprose"), "stray-text"),
        (record(1, [FIRST, SECOND]).replace("- user-confirmed", ""), "empty-item"),
        (record(1, [FIRST, SECOND]).replace("Evidence:\n- user", "Evidence: user"), "empty-item"),
    ],
)
def test_what_breaks_the_grammar_of_a_record_is_named(text: str, reason: str) -> None:
    assert reason in _reasons(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("## They are different\n", "malformed-heading"),
        (record(1, [FIRST, SECOND]) + "\n- so there\n", "stray-text"),
    ],
)
def test_prose_acknowledges_nothing(text: str, reason: str) -> None:
    assert reason in [fault.reason.value for fault in parse_records(lex(text)).faults]
