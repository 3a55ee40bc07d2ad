"""Tombstones of entries: a hidden decision keeps its text, a stub of any type keeps nothing of it."""

from __future__ import annotations

import pytest

from memoir_git.core.frontmatter import parse
from memoir_git.core.ids import RepoPath
from memoir_git.core.text import text_hash
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.plans.entry_forget import hidden_entry, purged_entry
from memoir_git.store.plans.entry_new import EntryError

NOW = "2026-07-01T12:00:00.000Z"
DECISION = "---\ntype: decision\nname: n\ndate: 2026-05-01\n---\nBody\n"


def test_a_decision_is_hidden_with_its_text_and_its_date() -> None:
    hidden = hidden_entry(parse(DECISION), NOW).render()

    assert hidden == DECISION.replace("---\nBody", f"hidden: true\nhidden_at: {NOW}\n---\nBody")


def test_a_decision_is_not_hidden_twice() -> None:
    hidden = hidden_entry(parse(DECISION), NOW)

    assert hidden_entry(hidden, "2027-01-01T00:00:00.000Z") is hidden


def test_a_hidden_decision_without_a_valid_date_gets_one() -> None:
    hidden = hidden_entry(parse("---\ntype: decision\nhidden: true\nhidden_at: once\n---\n"), NOW)

    assert hidden.scalar("hidden_at") == NOW


def test_the_format_hides_decisions_only() -> None:
    with pytest.raises(EntryError, match="decisions only") as raised:
        hidden_entry(parse("---\ntype: fact\nname: n\n---\n"), NOW)

    assert "--mode purge" in str(raised.value.hint)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        (DECISION, "decision_n", "decision"),
        ("---\ntype: lesson\nname: n\n---\nBody\n", "lesson_n", "lesson"),
        ("---\nmetadata:\n  type: feedback\n---\nBody\n", "feedback_n", "lesson"),
        ("---\ntype: project\nname: n\n---\nBody\n", "project_n", "fact"),
        ("# Bare\nBody\n", "goal_n", "goal"),
        ("---\ntype: goal\nnever: closed\n", "Odd Name", "fact"),
        ("", "x", "fact"),
    ],
)
def test_any_entry_becomes_a_stub_that_is_valid(text: str, name: str, kind: str) -> None:
    stub = purged_entry(parse(text), name, NOW).render()

    assert stub == (
        f"---\ntype: {kind}\nname: {name}\nhidden: true\nhidden_at: {NOW}\n"
        f"text_hash: {text_hash(name)}\n---\n"
    )
    assert check_entry(stub.encode(), RepoPath(f"memory/{name}.md")) == ()


def test_a_hidden_decision_keeps_a_later_date_of_hiding_when_it_is_purged() -> None:
    hidden = hidden_entry(parse(DECISION), "2027-01-01T00:00:00.000Z")

    assert purged_entry(hidden, "decision_n", NOW).scalar("hidden_at") == "2027-01-01T00:00:00.000Z"


def test_a_stub_is_not_purged_twice() -> None:
    stub = purged_entry(parse(DECISION), "decision_n", NOW)

    assert purged_entry(stub, "decision_n", "2027-01-01T00:00:00.000Z") is stub


@pytest.mark.parametrize("left", ["why: secret\n", "# secret\n", "aliases:\n  - secret\n"])
def test_what_a_stub_still_holds_is_purged_too(left: str) -> None:
    stub = purged_entry(parse(DECISION), "decision_n", NOW).render()

    cleaned = purged_entry(parse(stub.replace("hidden: true\n", f"hidden: true\n{left}")), "decision_n", NOW)

    assert cleaned.render() == stub
