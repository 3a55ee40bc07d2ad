"""Decisions of the session are hidden or purged by their identity, every copy at once, whatever the dates."""

from __future__ import annotations

import pytest

from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.store.plans.decision_forget import find_decision, mentions, plan_hide, plan_purge
from memoir_git.store.selection import SelectionError
from tests.support.sessions import decision, hidden, purged, session
from tests.unit.store.plans.opening import NOW, after, opened, stamp


def test_a_decision_is_hidden_and_keeps_text_reasons_and_date() -> None:
    before = session(decisions=[decision("a", 1), decision("B", 2, why="w", x_size=1), decision("c", 3)])

    plan = plan_hide(opened(before), "b", stamp())

    expected = decision("B", 2, why="w", x_size=1) | {"hidden": True, "hidden_at": NOW}
    assert after(plan)["current"]["decisions"] == [decision("a", 1), expected, decision("c", 3)]


def test_hiding_again_changes_nothing() -> None:
    assert plan_hide(opened(session(decisions=[hidden("a")])), "a", stamp()).value is None
    assert plan_hide(opened(session(decisions=[purged("a")])), "a", stamp()).value is None


def test_every_copy_of_an_identity_is_hidden() -> None:
    before = session(decisions=[decision("a", 1), decision(" A ", 2)])

    decisions = after(plan_hide(opened(before), "a", stamp()))["current"]["decisions"]

    assert [(item["text"], item["hidden"]) for item in decisions] == [(" A ", True)]


def test_a_purged_decision_keeps_its_hash_its_date_and_its_machine_only() -> None:
    before = session(
        decisions=[decision("Straße", 2, why="w", rejected="r", machine_id="m", x_note="Straße")]
    )

    decisions = after(plan_purge(opened(before), "strasse", stamp()))["current"]["decisions"]

    assert [list(item.items()) for item in decisions] == [
        [
            ("text", "[purged]"),
            ("hidden", True),
            ("hidden_at", NOW),
            ("text_hash", text_hash("STRASSE")),
            ("machine_id", "m"),
            ("date", "2026-03-02T00:00:00Z"),
        ]
    ]


def test_a_hidden_decision_can_be_purged() -> None:
    decisions = after(plan_purge(opened(session(decisions=[hidden("a")])), "a", stamp()))["current"][
        "decisions"
    ]

    assert decisions[0]["text"] == "[purged]"


@pytest.mark.parametrize("digest", [text_hash, lower_text_hash])
def test_a_text_that_returned_beside_its_hash_is_taken_out_again(digest: object) -> None:
    assert callable(digest)
    stone = purged("x") | {"text_hash": digest("Straße")}
    before = session(decisions=[decision("Straße", 9), stone])

    assert after(plan_purge(opened(before), "strasse", stamp()))["current"]["decisions"] == [stone]


def test_purging_again_changes_nothing() -> None:
    assert plan_purge(opened(session(decisions=[purged("a")])), "a", stamp()).value is None


DECISIONS = session(
    decisions=[decision("alpha one", 2), decision("alpha two", 1), hidden("beta"), purged("gamma")]
)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (" Alpha ONE ", "alpha one"),
        ("d2", "alpha two"),
        ("alpha t", "alpha two"),
        ("Beta", "beta"),
        ("GAMMA", "gamma"),
    ],
)
def test_a_decision_is_found_by_text_number_or_beginning(words: str, key: str) -> None:
    assert find_decision(opened(DECISIONS), words) == key


@pytest.mark.parametrize(
    ("words", "says"), [("alpha", "Several"), ("bet", "Nothing"), ("delta", "Nothing"), (" ", "blank")]
)
def test_what_is_ambiguous_hidden_or_unknown_is_not_guessed(words: str, says: str) -> None:
    with pytest.raises(SelectionError, match=says) as raised:
        find_decision(opened(DECISIONS), words)

    assert words.strip() not in str(raised.value).split() or not words.strip()


def test_mentions_are_counted_at_any_depth() -> None:
    assert mentions({"A key": ["xAy", {"z": "b"}], "n": 1, "t": None}, "a") == 2
