"""Decisions are recorded with their reasons; what was hidden stays hidden."""

from __future__ import annotations

import pytest

from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.store.plans.decisions import plan_decide
from memoir_git.store.plans.plan import PlanError
from tests.support.sessions import decision, hidden, purged, session, texts
from tests.unit.store.plans.opening import JUST_AFTER, MACHINE, NOW, after, happenings, opened, stamp


def test_a_decision_has_its_reasons_in_the_formats_order() -> None:
    plan = plan_decide(opened(session()), "SQLite", stamp(), why=" no daemon ", rejected="Postgres")

    decided = after(plan)["current"]["decisions"][0]
    assert list(decided.items()) == [
        ("text", "SQLite"),
        ("why", "no daemon"),
        ("rejected", "Postgres"),
        ("machine_id", MACHINE),
        ("date", NOW),
    ]


def test_reasons_that_are_not_given_are_not_written() -> None:
    plan = plan_decide(opened(session()), "SQLite", stamp(), why=None, rejected=None)

    assert after(plan)["current"]["decisions"][0].keys() == {"text", "machine_id", "date"}


def test_a_decision_taken_again_keeps_the_reasons_that_are_not_given() -> None:
    before = session(decisions=[decision("sqlite", NOW, why="old", rejected="Postgres")])

    plan = plan_decide(opened(before), "SQLite", stamp(), why="new", rejected=None)

    decided = after(plan)["current"]["decisions"]
    assert decided == [
        {"text": "SQLite", "date": JUST_AFTER, "why": "new", "rejected": "Postgres", "machine_id": MACHINE}
    ]
    assert happenings(plan) == [("renewed", "decisions", 1)]


def test_a_blank_reason_is_refused() -> None:
    with pytest.raises(PlanError, match="blank"):
        plan_decide(opened(session()), "SQLite", stamp(), why=" ", rejected=None)


@pytest.mark.parametrize("spelling", ["secret plan", " Secret Plan"])
def test_a_hidden_decision_stays_hidden_and_nothing_is_written(spelling: str) -> None:
    before = session(decisions=[hidden("secret plan", 1), decision("Secret plan", 9)])

    plan = plan_decide(opened(before), spelling, stamp(), why=None, rejected=None)

    assert plan.value is None
    assert happenings(plan) == [("stays_hidden", "decisions", 1)]


@pytest.mark.parametrize("digest", [text_hash, lower_text_hash])
def test_a_purged_text_does_not_return_to_the_file_by_either_hash(digest: object) -> None:
    assert callable(digest)
    item = purged("x") | {"text_hash": digest("Straße")}

    plan = plan_decide(opened(session(decisions=[item])), "Straße", stamp(), why=None, rejected=None)

    assert plan.value is None
    assert happenings(plan) == [("stays_hidden", "decisions", 1)]


def test_hidden_decisions_take_no_room_and_are_never_rotated_out() -> None:
    before = session(
        decisions=[
            *(hidden(f"h{day}", day) for day in range(1, 12)),
            *(decision(f"d{day}", day) for day in range(1, 11)),
        ]
    )

    plan = plan_decide(opened(before), "new", stamp(), why=None, rejected=None)

    left = texts(after(plan), "decisions")
    assert left == ["new", *(f"h{day}" for day in range(1, 12)), *(f"d{day}" for day in range(2, 11))]
    assert ("dropped", "decisions", 1) in happenings(plan)
