"""What may be shown: newest first, and never what is hidden, completed or purged."""

from __future__ import annotations

from memoir_git.store.model import DECISIONS, GOALS
from memoir_git.store.working_set import EMPTY, Line, working_set
from tests.support.sessions import (
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    row,
    session,
)
from tests.unit.store.plans.opening import opened


def texts(lines: tuple[Line, ...]) -> list[str]:
    return [line.text for line in lines]


def test_an_empty_session_shows_nothing() -> None:
    assert working_set(opened(session())) == EMPTY
    assert EMPTY.is_empty


def test_items_are_shown_newest_first_and_numbered_whatever_their_order() -> None:
    shown = working_set(opened(session(goals=[goal("old", 1), goal("new", 3), goal("middle", 2)])))

    assert [(line.number, line.text) for line in shown.lines(GOALS)] == [
        (1, "new"),
        (2, "middle"),
        (3, "old"),
    ]


def test_what_is_completed_is_not_shown() -> None:
    document = session(
        goals=[goal("retired", 1), goal("set again", 5)],
        retired=[completion("Retired", 2), completion("set again", 4)],
        actions=[action("done", 1), action("open", 1)],
        parked=[action("done too", 1)],
        done=[completion("done", 1), completion("done too", 2)],
    )

    shown = working_set(opened(document))

    assert texts(shown.goals) == ["set again"]
    assert texts(shown.next_actions) == ["open"]
    assert texts(shown.parked_actions) == []


def test_what_is_hidden_or_purged_is_not_shown_by_any_copy() -> None:
    document = session(
        decisions=[
            decision("kept", 1, why="w", rejected="r"),
            hidden("suppressed", 2),
            decision("Suppressed", 9),
            purged("secret name"),
            decision("Secret name", 9),
        ]
    )

    shown = working_set(opened(document)).lines(DECISIONS)

    assert [(line.text, line.why, line.rejected) for line in shown] == [("kept", "w", "r")]


def test_copies_of_one_item_are_shown_once_and_live_before_parked() -> None:
    document = session(
        actions=[action("fix", 1), action("FIX", 2)], parked=[action("Fix", 3), action("rest", 1)]
    )

    shown = working_set(opened(document))

    assert texts(shown.next_actions) == ["FIX"]
    assert texts(shown.parked_actions) == ["rest"]


def test_strange_items_and_fields_do_not_stop_the_reader() -> None:
    document = session(
        questions=[question("why?", None, machine_id=5), {"note": 1}, {"text": 3}],
        decisions=[decision("d", "never", why=["a"], rejected=None)],
        history=[
            {"summary": 5, "files_touched": "x", "duration_min": 1.5},
            row(2, "m", "s", duration_min=42),
        ],
    )

    shown = working_set(opened(document))

    assert [(line.text, line.date, line.machine_id) for line in shown.open_questions] == [
        ("why?", None, None)
    ]
    assert [(line.date, line.why) for line in shown.decisions] == [("never", None)]
    assert [(past.summary, past.minutes, past.files_touched) for past in shown.history] == [
        ("s", 42, ()),
        ("", None, ()),
    ]
