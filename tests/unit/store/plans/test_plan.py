"""What every write stamps, and what it leaves alone."""

from __future__ import annotations

import pytest

from memoir_git.store.plans.goals import plan_goal
from memoir_git.store.plans.plan import PlanError, item_text
from tests.support.sessions import goal, session
from tests.unit.store.plans.opening import JUST_AFTER, MACHINE, NOW, after, happenings, opened, stamp


def test_the_file_and_the_machine_are_stamped() -> None:
    plan = plan_goal(opened(session(updated_at="2026-01-01")), "ship", stamp())

    assert after(plan)["updated_at"] == NOW
    assert after(plan)["machines"] == {MACHINE: {"label": "laptop", "last_seen": NOW}}
    assert after(plan)["current"]["goals"] == [{"text": "ship", "machine_id": MACHINE, "set_on": NOW}]


def test_a_new_machine_is_told_once() -> None:
    first = plan_goal(opened(session()), "ship", stamp())
    second = plan_goal(opened(after(first)), "sail", stamp())

    assert [event.happening.value for event in first.events] == ["added", "machine_added"]
    assert [event.happening.value for event in second.events] == ["added"]


def test_without_an_identity_nothing_of_the_machine_is_stamped() -> None:
    plan = plan_goal(opened(session(machines={})), "ship", stamp(machine=None))

    assert after(plan)["machines"] == {}
    assert after(plan)["current"]["goals"] == [{"text": "ship", "set_on": NOW}]


def test_a_file_from_the_future_does_not_become_older() -> None:
    later = "2030-01-01T00:00:00Z"
    before = session(updated_at=later, machines={MACHINE: {"label": "laptop", "last_seen": later}})

    plan = plan_goal(opened(before), "ship", stamp())

    assert after(plan)["updated_at"] == later
    assert after(plan)["machines"][MACHINE]["last_seen"] == later


def test_a_changed_label_wins_over_a_row_from_the_future() -> None:
    row = {"label": "old", "last_seen": NOW, "colour": "blue"}

    plan = plan_goal(opened(session(machines={MACHINE: row})), "ship", stamp())

    assert after(plan)["machines"][MACHINE] == {"label": "laptop", "last_seen": JUST_AFTER, "colour": "blue"}


def test_other_machines_and_unknown_keys_stay_in_their_order() -> None:
    before = session(
        goals=[goal("old", 1, effort="high")],
        machines={"z": {"last_seen": "x"}, "a": 5},
        extra_lists={"mood": {"b": 1, "a": 2}},
        extension=[1],
    )

    plan = plan_goal(opened(before), "ship", stamp())

    assert list(after(plan)) == list(before)
    assert list(after(plan)["machines"]) == ["z", "a", MACHINE]
    assert after(plan)["current"]["mood"] == {"b": 1, "a": 2}
    assert after(plan)["current"]["goals"][1] == before["current"]["goals"][0]


def test_a_missing_container_stands_at_its_place() -> None:
    plan = plan_goal(opened({"version": 1, "history": []}), "ship", stamp())

    assert list(after(plan)) == ["version", "updated_at", "machines", "current", "history"]
    assert list(after(plan)["current"]) == ["goals"]


def test_an_old_file_is_lifted_to_the_present_version() -> None:
    plan = plan_goal(opened({"current": {"goals": []}}), "ship", stamp())

    assert after(plan)["version"] == 1
    assert happenings(plan) == [("added", "goals", 1)]


def test_a_text_is_stored_without_the_blanks_around_it() -> None:
    assert item_text(" \ufeffship it\n") == "ship it"


@pytest.mark.parametrize("text", ["", " \n", "\u00a0\ufeff"])
def test_a_blank_text_is_refused(text: str) -> None:
    with pytest.raises(PlanError, match="blank"):
        plan_goal(opened(session()), text, stamp())
