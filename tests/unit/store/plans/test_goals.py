"""Goals are set and retired so that no stale copy can undo it."""

from __future__ import annotations

from memoir_git.store.plans.goals import plan_goal, plan_retire
from tests.support.sessions import completion, goal, session, texts
from tests.unit.store.plans.opening import JUST_AFTER, MACHINE, NOW, after, happenings, opened, stamp


def test_a_new_goal_stands_in_front() -> None:
    plan = plan_goal(opened(session(goals=[goal("old")])), "new", stamp())

    assert texts(after(plan), "goals") == ["new", "old"]


def test_a_goal_that_is_set_is_renewed_where_it_stands() -> None:
    before = session(goals=[goal("other", 5), goal("SHIP ", NOW, effort="high")])

    plan = plan_goal(opened(before), "ship", stamp())

    assert after(plan)["current"]["goals"][1] == {
        "text": "ship",
        "set_on": JUST_AFTER,
        "effort": "high",
        "machine_id": MACHINE,
    }
    assert happenings(plan) == [("renewed", "goals", 1)]


def test_copies_that_a_text_merge_left_become_one() -> None:
    before = session(goals=[goal("ship", 1), goal("other", 2), goal("Ship", 3)])

    plan = plan_goal(opened(before), "ship", stamp())

    assert texts(after(plan), "goals") == ["ship", "other"]


def test_the_oldest_by_date_leaves_whatever_the_order_and_is_told() -> None:
    before = session(goals=[goal("newest", 9), goal("oldest", 1), goal("middle", 5)])

    plan = plan_goal(opened(before), "new", stamp())

    assert texts(after(plan), "goals") == ["new", "newest", "middle"]
    assert happenings(plan) == [("added", "goals", 1), ("dropped", "goals", 1)]


def test_a_new_goal_outlasts_what_it_pushes_out_of_a_list_from_the_future() -> None:
    before = session(goals=[goal(name, f"203{n}-01-01T00:00:00Z") for n, name in enumerate("abc")])

    plan = plan_goal(opened(before), "new", stamp())

    assert texts(after(plan), "goals") == ["new", "b", "c"]
    assert after(plan)["current"]["goals"][0]["set_on"] == "2030-01-01T00:00:00.001Z"


def test_a_suppressed_goal_takes_no_room() -> None:
    before = session(goals=[goal("a", 1), goal("b", 2), goal("gone", 3)], retired=[completion("gone", 4)])

    plan = plan_goal(opened(before), "new", stamp())

    assert texts(after(plan), "goals") == ["new", "a", "b", "gone"]


def test_a_retired_goal_that_is_set_again_is_later_than_its_retirement() -> None:
    before = session(retired=[completion("ship", "2026-03-20")])

    plan = plan_goal(opened(before), "ship", stamp())

    assert after(plan)["current"]["goals"][0]["set_on"] == "2026-03-21T00:00:00.000Z"
    assert after(plan)["current"]["completed_goals"] == before["current"]["completed_goals"]


def test_retiring_leaves_a_tombstone() -> None:
    before = session(goals=[goal("keep", 2), goal("Ship", 1), goal("ship", 3)])

    plan = plan_retire(opened(before), "ship", stamp())

    assert texts(after(plan), "goals") == ["keep"]
    assert after(plan)["current"]["completed_goals"] == [{"text": "Ship", "done_at": NOW}]
    assert happenings(plan) == [("completed", "goals", 1)]


def test_the_tombstone_holds_against_a_copy_of_a_fast_clock() -> None:
    future = "2030-01-01T00:00:00Z"

    plan = plan_retire(opened(session(goals=[goal("ship", future)])), "ship", stamp())

    assert after(plan)["current"]["completed_goals"][0]["done_at"] == future


def test_an_earlier_tombstone_is_renewed_and_keeps_its_unknown_keys() -> None:
    before = session(goals=[goal("ship", 9)], retired=[completion("a", 5), completion("ship", 3, by="me")])

    plan = plan_retire(opened(before), "ship", stamp())

    assert after(plan)["current"]["completed_goals"] == [
        before["current"]["completed_goals"][0],
        {"text": "ship", "done_at": NOW, "by": "me"},
    ]


def test_tombstones_beyond_their_cap_leave_oldest_first() -> None:
    before = session(goals=[goal("ship")], retired=[completion("b", 2), completion("a", 1)])

    plan = plan_retire(opened(before), "ship", stamp(completed_goals=2))

    assert texts(after(plan), "completed_goals") == ["ship", "b"]
    assert happenings(plan)[0] == ("dropped", "completed_goals", 1)
