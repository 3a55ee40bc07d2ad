"""Questions are asked and, without a tombstone, removed."""

from __future__ import annotations

from memoir_git.store.plans.questions import plan_answer, plan_ask
from tests.support.sessions import question, session, texts
from tests.unit.store.plans.opening import NOW, after, happenings, opened, stamp


def test_a_question_stands_in_front_with_its_date() -> None:
    plan = plan_ask(opened(session(questions=[question("old?")])), "new?", stamp())

    assert texts(after(plan), "open_questions") == ["new?", "old?"]
    assert after(plan)["current"]["open_questions"][0]["asked"] == NOW


def test_the_oldest_question_leaves_a_full_list() -> None:
    questions = [question(f"q{day}", day) for day in range(1, 6)]

    plan = plan_ask(opened(session(questions=questions)), "new", stamp())

    assert texts(after(plan), "open_questions") == ["new", "q2", "q3", "q4", "q5"]
    assert ("dropped", "open_questions", 1) in happenings(plan)


def test_an_answered_question_is_gone_in_every_spelling() -> None:
    before = session(questions=[question("Why?"), question("who?"), question("why? ")])

    plan = plan_answer(opened(before), "why?", stamp())

    assert texts(after(plan), "open_questions") == ["who?"]
    assert happenings(plan) == [("answered", "open_questions", 1)]
