"""Edits of entries: just the lines that were named, dated after the entry was, and never against a merge."""

from __future__ import annotations

import pytest

from memoir_git.core.frontmatter import parse
from memoir_git.store.plans.entry_edit import EntryEdit, completed, edited, require_editable
from memoir_git.store.plans.entry_forget import purged_entry
from memoir_git.store.plans.entry_new import EntryError

NOW = "2026-07-01T12:00:00.000Z"
FACT = "---\n# by hand\ntype: fact\nname:   'Old'\nx_score:  1.50\ntags: [a, b]\n---\nBody: stays\n"


def after(text: str, *, now: str = NOW, **change: object) -> str:
    given: dict[str, object] = {"values": {}, "removed": (), "body": None}
    return edited(parse(text), EntryEdit(**(given | change)), now).render()  # type: ignore[arg-type]


def test_an_edit_keeps_comments_spacing_unknown_fields_and_the_body() -> None:
    assert after(FACT, values={"name": "New: it"}) == (
        '---\n# by hand\ntype: fact\nname:   "New: it"\nx_score:  1.50\ntags: [a, b]\n'
        f"updated: {NOW}\n---\nBody: stays\n"
    )


def test_a_list_field_takes_items_with_commas() -> None:
    assert "tags:\n  - b\n  - c d\nupdated" in after(FACT, values={"tags": "b, c d"})


def test_a_field_is_removed_with_its_lines() -> None:
    assert "tags" not in after(FACT, removed=("tags",))


def test_a_body_takes_the_line_ends_of_the_file() -> None:
    changed = after(FACT.replace("\n", "\r\n"), body="one\ntwo")

    assert changed.endswith("---\r\none\r\ntwo\r\n")
    assert changed.count("\n") == changed.count("\r\n")


def test_an_edit_that_says_what_is_there_changes_nothing_not_even_the_date() -> None:
    document = parse(FACT)

    same = EntryEdit(values={"name": "Old", "tags": "a,b"}, removed=("why",), body="Body: stays")

    assert edited(document, same, NOW) is document


@pytest.mark.parametrize(
    ("dates", "updated"),
    [
        ("updated: 2026-01-01\n", NOW),
        ("updated: 2027-01-01T00:00:00Z\n", "2027-01-01T00:00:00.001Z"),
        ("type: decision\ndate: 2028-01-01\n", "2028-01-01T00:00:00.001Z"),
        ("updated: soon\ncreated: 2029-01-01\n", "2029-01-01T00:00:00.001Z"),
    ],
)
def test_an_edit_is_dated_after_whatever_said_how_new_the_entry_was(dates: str, updated: str) -> None:
    changed = parse(after(f"---\nname: n\n{dates}---\n", values={"description": "d"}))

    assert changed.scalar("updated") == updated


@pytest.mark.parametrize(
    "field", ["hidden", "hidden_at", "text_hash", "done_at", "updated", "schema_version"]
)
def test_what_another_command_keeps_is_neither_set_nor_removed(field: str) -> None:
    with pytest.raises(EntryError, match="is kept by"):
        after(FACT, values={field: "x"})
    with pytest.raises(EntryError, match="is kept by"):
        after(FACT, removed=(field,))


@pytest.mark.parametrize("field", ["", "a b", "a:b", "a\nb", "- a"])
def test_a_name_that_cannot_be_a_field_is_refused(field: str) -> None:
    with pytest.raises(EntryError, match="name of a field"):
        after(FACT, values={field: "x"})


@pytest.mark.parametrize("field", ["origin", "metadata", "x_list", "x_prose"])
def test_a_field_of_several_lines_is_not_replaced_by_one(field: str) -> None:
    text = "---\ntype: fact\nname: n\nx_list:\n  - a\nx_prose: |\n  a\n---\n"

    with pytest.raises(EntryError, match="more than one line"):
        after(text, values={field: "x"})


def test_a_type_is_one_of_the_six() -> None:
    with pytest.raises(EntryError, match="type is one of"):
        after(FACT, values={"type": "feedback"})


def test_last_fired_only_grows() -> None:
    text = "---\ntype: lesson\nname: n\nlast_fired: 2026-05-01\n---\n"

    assert "last_fired: 2026-06-01\n" in after(text, values={"last_fired": "2026-06-01"})
    for change in ({"values": {"last_fired": "2026-04-01"}}, {"removed": ("last_fired",)}):
        with pytest.raises(EntryError, match="only grows"):
            after(text, **change)


def test_a_bare_file_needs_type_and_name_before_it_can_be_dated() -> None:
    with pytest.raises(EntryError, match="no frontmatter"):
        after("# Notes\n", body="New.\n")

    assert after("# Notes\n", values={"type": "fact", "name": "n"}) == (
        f"---\ntype: fact\nname: n\nupdated: {NOW}\n---\n# Notes\n"
    )


def test_what_is_hidden_is_not_edited() -> None:
    with pytest.raises(EntryError, match="hidden"):
        after("---\ntype: decision\nname: n\nhidden: yes\n---\n", values={"name": "m"})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("---\ntype: fact\nschema_version: 2\n---\n", "newer schema"),
        ("---\ntype: fact\nname: a\nname: b\n---\n", "broken"),
        ("---\ntype: fact\n", "broken"),
        ("---\n<<<<<<< ours\nname: a\n=======\nname: b\n>>>>>>> theirs\n---\n", "broken"),
        (purged_entry(parse(""), "fact_x", NOW).render(), "purged"),
    ],
)
def test_what_cannot_be_trusted_is_not_changed_by_field(text: str, says: str) -> None:
    with pytest.raises(EntryError, match=says):
        require_editable(parse(text), "fact_x")


# -- done


@pytest.mark.parametrize(
    ("fields", "done_at"),
    [
        ("type: next_action\nadded: 2026-06-01", NOW),
        ("type: next_action\nadded: 2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("type: goal\nset_on: 2027-01-01", "2027-01-01"),
        ("type: goal", NOW),
        ("type: goal\nset_on: 2026-06-02\ndone_at: 2026-06-01", NOW),
    ],
)
def test_a_completion_holds_against_the_date_it_began(fields: str, done_at: str) -> None:
    document = completed(parse(f"---\nname: n\n{fields}\n---\nBody\n"), NOW)

    assert document.scalar("done_at") == done_at
    assert "updated" not in document.render()


def test_what_is_done_already_stays_as_it_is() -> None:
    document = parse("---\ntype: goal\nset_on: 2026-06-01\ndone_at: 2026-06-01\n---\n")

    assert completed(document, NOW) is document


def test_only_goals_and_next_actions_are_done() -> None:
    with pytest.raises(EntryError, match="Only a goal"):
        completed(parse(FACT), NOW)
