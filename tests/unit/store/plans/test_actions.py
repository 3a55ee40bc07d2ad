"""Actions are one pool, live and parked, split by date; completing leaves a tombstone."""

from __future__ import annotations

import pytest

from memoir_git.store.plans.actions import plan_done, plan_next, plan_park
from memoir_git.store.plans.plan import PlanError
from tests.support.sessions import action, completion, session, texts
from tests.unit.store.plans.opening import JUST_AFTER, MACHINE, NOW, after, happenings, opened, stamp

FULL = [action(f"a{day}", day) for day in range(8, 0, -1)]


def test_a_new_action_stands_in_front_and_touches_no_other_list() -> None:
    before = session(actions=[action("old")])

    plan = plan_next(opened(before), "new", stamp())

    assert after(plan)["current"]["next_actions"] == [
        {"text": "new", "machine_id": MACHINE, "added": NOW},
        before["current"]["next_actions"][0],
    ]
    assert "parked_actions" not in after(plan)["current"]


@pytest.mark.parametrize("order", [1, -1])
def test_the_oldest_by_date_is_parked_whatever_the_order_of_the_list(order: int) -> None:
    plan = plan_next(opened(session(actions=FULL[::order])), "new", stamp())

    assert sorted(texts(after(plan), "next_actions")) == sorted(["new", *(f"a{day}" for day in range(2, 9))])
    assert after(plan)["current"]["parked_actions"] == [action("a1", 1) | {"parked_at": NOW}]
    assert happenings(plan) == [("added", "next_actions", 1), ("overflowed", "next_actions", 1)]


def test_parked_overflow_drops_the_oldest_and_says_so() -> None:
    parked = [action(f"p{day}", f"2026-01-{day:02d}", parked_at=NOW) for day in (2, 1)]

    plan = plan_next(opened(session(actions=FULL, parked=parked)), "new", stamp(parked_actions=2))

    assert texts(after(plan), "parked_actions") == ["a1", "p2"]
    assert ("dropped", "parked_actions", 1) in happenings(plan)


def test_an_action_that_is_live_is_renewed_where_it_stands() -> None:
    plan = plan_next(opened(session(actions=[action("x", 3), action("FIX ", NOW)])), "fix", stamp())

    assert texts(after(plan), "next_actions") == ["x", "fix"]
    assert after(plan)["current"]["next_actions"][1]["added"] == JUST_AFTER
    assert happenings(plan) == [("renewed", "next_actions", 1)]


def test_a_parked_action_is_taken_up_again_and_another_makes_room() -> None:
    parked = [action("Fix", "2026-01-01", parked_at="2026-02-01", effort="high")]

    plan = plan_next(opened(session(actions=FULL, parked=parked)), "fix", stamp())

    assert after(plan)["current"]["next_actions"][0] == {
        "text": "fix",
        "added": NOW,
        "effort": "high",
        "machine_id": MACHINE,
    }
    assert texts(after(plan), "parked_actions") == ["a1"]
    assert happenings(plan) == [("unparked", "next_actions", 1), ("overflowed", "next_actions", 1)]


def test_a_new_action_is_live_also_among_actions_of_a_fast_clock() -> None:
    future = [action(f"f{n}", f"203{n}-01-01T00:00:00Z") for n in range(8)]

    plan = plan_next(opened(session(actions=future)), "new", stamp())

    assert after(plan)["current"]["next_actions"][0]["added"] == "2030-01-01T00:00:00.001Z"
    assert texts(after(plan), "parked_actions") == ["f0"]


def test_a_completed_action_that_is_added_again_is_later_than_its_completion() -> None:
    before = session(done=[completion("fix", "2030-01-01T00:00:00Z")])

    plan = plan_next(opened(before), "fix", stamp())

    assert after(plan)["current"]["next_actions"][0]["added"] == "2030-01-01T00:00:00.001Z"
    assert texts(after(plan), "completed_actions") == ["fix"]


@pytest.mark.parametrize("name", ["actions", "parked"])
def test_completing_leaves_a_tombstone_wherever_the_action_was(name: str) -> None:
    before = session(**{name: [action("Fix", 1)]})

    plan = plan_done(opened(before), "fix", stamp())

    assert texts(after(plan), "next_actions") == []
    assert texts(after(plan), "parked_actions") == []
    assert after(plan)["current"]["completed_actions"] == [{"text": "Fix", "done_at": NOW}]


def test_the_tombstone_holds_against_every_removed_copy() -> None:
    before = session(actions=[action("fix", 1)], parked=[action("Fix", "2030-01-01T00:00:00Z")])

    plan = plan_done(opened(before), "fix", stamp())

    assert after(plan)["current"]["completed_actions"][0]["done_at"] == "2030-01-01T00:00:00Z"


def test_completing_makes_room_for_the_newest_parked_action() -> None:
    parked = [action("p1", "2026-01-01", parked_at=NOW), action("p2", "2026-01-02", parked_at=NOW)]

    plan = plan_done(opened(session(actions=FULL, parked=parked)), "a8", stamp())

    assert texts(after(plan), "next_actions")[-1] == "p2"
    assert "parked_at" not in after(plan)["current"]["next_actions"][-1]
    assert texts(after(plan), "parked_actions") == ["p1"]
    assert happenings(plan) == [("completed", "next_actions", 1), ("returned", "parked_actions", 1)]


def test_parking_by_hand_keeps_the_date_and_says_that_a_merge_takes_it_back() -> None:
    plan = plan_park(opened(session(actions=[action("a", 2), action("b", 1)])), "a", stamp())

    assert texts(after(plan), "next_actions") == ["b"]
    assert after(plan)["current"]["parked_actions"] == [action("a", 2) | {"parked_at": NOW}]
    assert happenings(plan) == [("parked", "next_actions", 1), ("parked_in_vain", "next_actions", 1)]


def test_what_was_parked_by_hand_stays_parked_through_later_writes() -> None:
    parked = after(plan_park(opened(session(actions=[action("a", 2), action("b", 1)])), "a", stamp()))

    added = after(plan_next(opened(parked), "c", stamp()))
    done = after(plan_done(opened(added), "b", stamp()))

    assert texts(done, "next_actions") == ["c"]
    assert texts(done, "parked_actions") == ["a"]


def test_nothing_is_dropped_while_the_live_list_has_room() -> None:
    parked = [action(f"p{day}", f"2026-01-{day:02d}", parked_at=NOW) for day in (2, 1)]
    before = session(actions=[action("x", 2), action("y", 1)], parked=parked)

    plan = plan_park(opened(before), "x", stamp(next_actions=3, parked_actions=2))

    kept = texts(after(plan), "next_actions") + texts(after(plan), "parked_actions")
    assert sorted(kept) == ["p1", "p2", "x", "y"]
    assert not [event for event in happenings(plan) if event[0] == "dropped"]


def test_a_completed_action_is_not_parked() -> None:
    before = session(actions=[action("a", 1)], done=[completion("a", 2)])

    with pytest.raises(PlanError, match="completed already"):
        plan_park(opened(before), "a", stamp())


def test_opaque_items_stay() -> None:
    before = session(actions=[*FULL, {"note": 1}, {"text": 5}])

    plan = plan_next(opened(before), "new", stamp())

    assert after(plan)["current"]["next_actions"][-2:] == [{"note": 1}, {"text": 5}]
