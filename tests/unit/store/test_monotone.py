"""What a version of a session may not lose of the one before (format section 5)."""

from __future__ import annotations

import pytest

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.store.monotone import check_monotone_session
from tests.support.sessions import (
    Session,
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    row,
    session,
    to_bytes,
)

PATH = RepoPath("session.json")


def found(before: Session, after: Session | None) -> list[str]:
    result = None if after is None else to_bytes(after)
    findings = check_monotone_session(to_bytes(before), result, PATH)
    return [finding.code.id.removeprefix("MM-MONO-") for finding in findings]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (session(goals=[goal("x")]), session(goals=[goal("x", 9)])),
        (session(goals=[goal("x")]), session(retired=[completion("x", 2)])),
        (session(actions=[action("x")]), session(parked=[action("x")])),
        (session(actions=[action("x", 5)]), session(done=[completion("x", 5)])),
        (session(done=[completion("x", 2)]), session(actions=[action("x", 3)], done=[completion("x", 2)])),
        (session(done=[completion("x", 2)]), session(done=[completion("X ", 3)])),
        (session(decisions=[decision("x")]), session(decisions=[hidden("x")])),
        (session(decisions=[decision("x")]), session(decisions=[purged("x")])),
        (session(decisions=[hidden("x")]), session(decisions=[purged("x")])),
        (session(questions=[question("x")]), session(questions=[question("x"), question("y")])),
    ],
)
def test_what_adds_renews_or_tombstones_loses_nothing(before: Session, after: Session) -> None:
    assert found(before, after) == []


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (session(goals=[goal("x")]), session(), "GOAL-GONE"),
        (session(actions=[action("x")]), session(), "ACTION-GONE"),
        (session(parked=[action("x")]), session(), "ACTION-GONE"),
        (session(actions=[action("x", 5)]), session(done=[completion("x", 4)]), "ACTION-GONE"),
        (session(decisions=[decision("x")]), session(), "DECISION-GONE"),
        (session(decisions=[hidden("x")]), session(), "HIDDEN-GONE"),
        (session(decisions=[purged("x")]), session(), "HIDDEN-GONE"),
        (session(decisions=[hidden("x")]), session(decisions=[decision("x", 9)]), "UNHIDDEN"),
        (session(decisions=[purged("x")]), session(decisions=[hidden("X")]), "PURGED-BACK"),
        (session(done=[completion("x")]), session(), "COMPLETION-GONE"),
        (session(done=[completion("x", 3)]), session(done=[completion("x", 2)]), "COMPLETION-GONE"),
        (session(done=[completion("x", 3)]), session(actions=[action("x", 3)]), "LIVE-AGAIN"),
        (session(retired=[completion("x", 3)]), session(goals=[goal("x", 2)]), "LIVE-AGAIN"),
        (session(questions=[question("x")]), session(), "QUESTION-GONE"),
        (session(history=[row(1, "m", "s")]), session(), "HISTORY-GONE"),
        (session(machines={"m": {}}), session(), "MACHINE-GONE"),
        (session(extra=1), session(), "KEY-GONE"),
        (session(extra_lists={"extra": 1}), session(), "KEY-GONE"),
        (session(), None, "SESSION-GONE"),
    ],
)
def test_each_loss_has_its_code(before: Session, after: Session | None, code: str) -> None:
    assert found(before, after) == [code]


def test_losses_that_no_merge_takes_back_are_errors_and_the_others_warnings() -> None:
    before = session(
        goals=[goal("g")], questions=[question("q")], history=[row(1, "m", "s")], machines={"m": {}}, extra=1
    )

    findings = check_monotone_session(to_bytes(before), to_bytes(session()), PATH)

    errors = {finding.code.id for finding in findings if finding.severity is Severity.ERROR}
    assert errors == {"MM-MONO-GOAL-GONE"}
    assert len(findings) == 5


def test_the_oldest_of_a_full_list_may_be_rotated_out() -> None:
    before = session(decisions=[decision(f"d{day}", day) for day in range(1, 11)])
    after = session(decisions=[decision(f"d{day}", day) for day in range(2, 12)])

    assert found(before, after) == []


def test_a_full_list_excuses_no_item_newer_than_what_it_keeps() -> None:
    before = session(decisions=[decision("lost", 20), *(decision(f"d{day}", day) for day in range(1, 10))])
    after = session(decisions=[decision(f"d{day}", day) for day in range(1, 11)])

    assert found(before, after) == ["DECISION-GONE"]


def test_hidden_decisions_fill_no_list() -> None:
    before = session(decisions=[decision("lost", 1)])
    after = session(decisions=[hidden(f"d{day}", day) for day in range(2, 12)])

    assert found(before, after) == ["DECISION-GONE"]


def test_a_place_of_the_version_before_is_named_and_no_text() -> None:
    before = session(goals=[goal("kept"), goal("the topic")])

    (finding,) = check_monotone_session(to_bytes(before), to_bytes(session(goals=[goal("kept")])), PATH)

    assert "current.goals[1]" in finding.message
    assert "topic" not in finding.message + finding.remediation


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"{", to_bytes(session())), (to_bytes(session(goals=[goal("x")])), b"<<<<<<< ours"), (b"", b"")],
)
def test_what_cannot_be_understood_is_not_compared(before: bytes, after: bytes) -> None:
    assert check_monotone_session(before, after, PATH) == ()
