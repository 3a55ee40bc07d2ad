"""A session's row of the history: one per session that names itself, else one per end."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.store.plans.history import plan_end
from memoir_git.store.plans.plan import PlanError, SessionPlan
from tests.support.sessions import row, session
from tests.unit.store.plans.opening import JUST_AFTER, MACHINE, NOW, after, happenings, opened, stamp


def end(before: Any, summary: str | None = "done", **more: Any) -> SessionPlan:
    words: dict[str, Any] = {"files_touched": [], "minutes": None, "session_id": None, "caps": {}} | more
    return plan_end(opened(before), stamp(**words.pop("caps")), summary=summary, **words)


def test_the_row_has_all_fields_in_the_formats_order() -> None:
    plan = end(session(), files_touched=["b", "a", "b"], minutes=42, session_id="s1")

    assert list(after(plan)["history"][0].items()) == [
        ("date", NOW),
        ("machine_id", MACHINE),
        ("summary", "done"),
        ("files_touched", ["b", "a"]),
        ("duration_min", 42),
        ("session_id", "s1"),
    ]


def test_a_session_updates_its_own_row_and_stands_in_front() -> None:
    own = row(1, "m", "begun", session_id="s1", files_touched=["a"], mood="good", duration_min=1)
    other = row(5, "m", "other")

    plan = end(session(history=[other, own]), None, files_touched=["b", "a"], minutes=9, session_id="s1")

    assert after(plan)["history"] == [
        own | {"date": NOW, "machine_id": MACHINE, "files_touched": ["a", "b"], "duration_min": 9},
        other,
    ]
    assert happenings(plan) == [("updated", "history", 1)]


def test_a_row_from_the_future_is_outlasted() -> None:
    own = row(NOW, "m", "begun", session_id="s1")

    plan = end(session(history=[own]), "ended", session_id="s1")

    assert after(plan)["history"][0]["date"] == JUST_AFTER


def test_without_an_id_every_end_is_a_row_of_its_own() -> None:
    first = after(end(session()))

    second = end(first)

    assert [item["date"] for item in after(second)["history"]] == [JUST_AFTER, NOW]


def test_the_oldest_rows_leave_and_it_is_told() -> None:
    before = session(history=[row(day, "m", f"s{day}") for day in (3, 1, 2)])

    plan = end(before, caps={"history": 3})

    assert [item["summary"] for item in after(plan)["history"]] == ["done", "s3", "s2"]
    assert happenings(plan) == [("added", "history", 1), ("dropped", "history", 1)]


def test_a_strange_row_stays() -> None:
    plan = end(session(history=[7, row(1, "m", "x") | {"files_touched": "a"}]))  # type: ignore[list-item]

    assert after(plan)["history"][1] == 7


def test_strange_files_of_the_own_row_are_replaced() -> None:
    before = session(history=[row(1, "m", "x", session_id="s1", files_touched="a")])

    plan = end(before, files_touched=["b"], session_id="s1")

    assert after(plan)["history"][0]["files_touched"] == ["b"]


@pytest.mark.parametrize(
    ("summary", "session_id", "says"),
    [
        (None, None, "needs a summary"),
        (None, "s1", "needs a summary"),
        (" ", None, "blank"),
        ("x", " ", "blank"),
    ],
)
def test_a_first_row_needs_a_summary_and_an_id_must_say_something(
    summary: str | None, session_id: str | None, says: str
) -> None:
    with pytest.raises(PlanError, match=says):
        end(session(), summary, session_id=session_id)
