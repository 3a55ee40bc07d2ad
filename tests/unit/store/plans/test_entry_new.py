"""New entries: canonical fields in one order, valid as they are; what is required is asked for by option."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.entry_facts import TYPES
from memoir_git.store.plans.entry_new import EntryError, NewEntry, link_name_of, new_entry

NOW = "2026-07-01T12:00:00.000Z"
FULL = {
    "fact": {"source": "the wiki"},
    "preference": {"scope": "global"},
    "decision": {"why": "w: x", "rejected": "# r"},
    "lesson": {"trigger": "t", "how_to_apply": "h"},
    "goal": {},
    "next_action": {},
}


def asked(kind: str, **more: Any) -> NewEntry:
    given: dict[str, Any] = {"fields": {}, "tags": (), "aliases": (), "origin": {}, "body": ""}
    return NewEntry(type=kind, **(given | more))


def text(request: NewEntry, machine_id: str | None = None) -> str:
    return new_entry(request, now=NOW, machine_id=machine_id).render()


def test_a_decision_has_the_formats_fields_in_a_fixed_order() -> None:
    request = asked(
        "decision",
        fields={"rejected": "Postgres", "why": "no daemon", "name": " SQLite ", "description": "a file"},
        tags=("db", "db"),
        aliases=("lite", "a: b"),
        origin={"tool": "claude"},
        body="Prose.\r\nMore.",
    )

    assert text(request, "m-1") == (
        "---\ntype: decision\nname: SQLite\ndescription: a file\n"
        f"date: {NOW}\nwhy: no daemon\nrejected: Postgres\ncreated: {NOW}\n"
        'tags:\n  - db\naliases:\n  - lite\n  - "a: b"\n'
        "origin:\n  tool: claude\n  machine_id: m-1\n---\nProse.\nMore.\n"
    )


def test_a_next_action_carries_its_machine_as_a_field_of_its_own() -> None:
    made = text(asked("next_action", fields={"name": "Retry"}), "m-1")

    assert f"added: {NOW}\ncreated: {NOW}\nmachine_id: m-1\n---\n" in made
    assert "origin" not in made


@pytest.mark.parametrize("kind", TYPES)
def test_a_full_entry_of_every_type_is_valid_without_a_warning(kind: str) -> None:
    request = asked(kind, fields={"name": "n", "description": "d", **FULL[kind]}, tags=("t",))

    content = text(request, "m-1").encode()

    assert check_entry(content, RepoPath(f"memory/{kind}_n.md")) == ()


@pytest.mark.parametrize("kind", TYPES)
def test_the_least_entry_of_every_type_has_no_error(kind: str) -> None:
    required = FULL[kind] if kind == "lesson" else {}
    content = text(asked(kind, fields={"name": "n", **required})).encode()

    found = check_entry(content, RepoPath(f"memory/{kind}_n.md"))

    assert [finding for finding in found if finding.severity >= Severity.ERROR] == []


@pytest.mark.parametrize(
    ("kind", "fields", "option"),
    [
        ("fact", {}, "--name"),
        ("lesson", {"name": "n", "how_to_apply": "h"}, "--trigger"),
        ("lesson", {"name": "n", "trigger": "t"}, "--how-to-apply"),
    ],
)
def test_what_is_missing_is_asked_for_by_its_option(kind: str, fields: dict[str, str], option: str) -> None:
    with pytest.raises(EntryError, match=f"needs {option}"):
        text(asked(kind, fields=fields))


def test_a_field_of_another_type_is_refused_with_the_type_it_belongs_to() -> None:
    with pytest.raises(EntryError, match="--why belongs to a decision"):
        text(asked("fact", fields={"name": "n", "why": "w"}))


@pytest.mark.parametrize("value", ["a\nb", "a\rb", "  ", ""])
def test_a_field_is_one_line_that_says_something(value: str) -> None:
    with pytest.raises(EntryError):
        text(asked("fact", fields={"name": "n", "description": value}))


@pytest.mark.parametrize(
    ("kind", "title", "name"),
    [
        ("fact", "Staging API endpoints", "fact_staging-api-endpoints"),
        ("fact", "  What?! (it's) a/b  ", "fact_what-it-s-a-b"),
        ("next_action", "Next action: retry", "next_action_retry"),
        ("decision", "decision_sqlite", "decision_sqlite"),
        ("fact", "Grüße 資料庫", "fact_grüße-資料庫"),
        ("fact", "e\u0301te", "fact_éte"),
        ("goal", "x" * 300, "goal_" + "x" * 60),
        ("fact", "../../etc/passwd", "fact_etc-passwd"),
    ],
)
def test_a_link_name_is_a_slug_that_begins_with_the_type(kind: str, title: str, name: str) -> None:
    assert link_name_of(kind, title) == name


@pytest.mark.parametrize("title", ["", "***", "fact"])
def test_a_title_without_words_of_its_own_needs_a_slug(title: str) -> None:
    with pytest.raises(EntryError, match="No file name"):
        link_name_of("fact", title)
