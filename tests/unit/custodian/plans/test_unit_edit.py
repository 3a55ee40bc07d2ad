"""Edits of a file of units, where the place of a line matters."""

from __future__ import annotations

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.unit_edit import (
    FieldValue,
    items_of,
    new_unit,
    with_field,
    with_items,
    with_unit,
    with_unit_in_place,
    without_field,
    without_spans,
    without_units,
)
from memoir_git.custodian.units import split_units
from tests.support.memory import SUBJECT, entry, entry_id, memory_file, subject

ONE, TWO = entry_id("CON", 1), entry_id("CON", 2)
FILE = memory_file("C", entry(number=2), entry(number=1))


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_a_unit_is_written_with_its_fields_in_the_order_given() -> None:
    fields: list[tuple[str, FieldValue]] = [
        ("Status", "active"),
        ("Evidence", ("user-confirmed", "issue:#1")),
    ]

    made = new_unit(f"{ONE} — T", fields, [("Constraint", "One.\n\nTwo."), ("Reason", "Why.")])

    assert made == (
        f"## {ONE} — T\n\nStatus: active\nEvidence:\n- user-confirmed\n- issue:#1\n\n"
        "Constraint:\nOne.\n\nTwo.\n\nReason:\nWhy.\n"
    )


def test_a_new_unit_comes_before_the_first_one() -> None:
    after = with_unit(FILE, new_unit(f"{entry_id('CON', 3)} — T", [("Status", "active")], []))

    assert lines_of(after)[1] == f"## {entry_id('CON', 3)} — T"


@pytest.mark.parametrize("head", ["# T\n\nProse of the file.\n", "Prose alone.\n", "# T\n", ""])
def test_the_first_unit_of_a_file_comes_behind_its_prose(head: str) -> None:
    after = with_unit(head, new_unit(f"{ONE} — T", [("Status", "active")], []))

    assert after == f"{head}{chr(10) if head else ''}## {ONE} — T\n\nStatus: active\n"


@pytest.mark.parametrize("below", ["", "\n## Old\n\nText.\n"])
def test_bullets_that_lead_a_file_stay_above_and_belong_to_no_entry(below: str) -> None:
    after = with_unit(f"# T\n\n- a\n- b\n{below}", new_unit(f"{ONE} — T", [("Status", "active")], []))

    assert after == f"# T\n\n- a\n- b\n\n## {ONE} — T\n\nStatus: active\n{below}"


@pytest.mark.parametrize(
    ("name", "above"),
    [
        ("Superseded-By", "Status: active"),
        ("Exception-To", "Facet: workflow"),
        ("Entry-Type", "Status: active"),
        ("Supersedes", "- user-confirmed"),
        ("Merged-Into", "Status: active"),
        ("Unheard-Of", "- user-confirmed"),
    ],
)
def test_a_field_that_is_set_first_comes_behind_those_before_it(name: str, above: str) -> None:
    text = memory_file("C", entry().rpartition("\n\nConstraint:")[0] + "\n")

    lines = lines_of(with_field(text, ONE, name, "x"))

    assert lines[lines.index(f"{name}: x") - 1] == above


def test_a_field_is_found_in_any_spelling_of_the_id() -> None:
    assert "Status: superseded" in with_field(FILE, ONE.lower(), "Status", "superseded")


def test_a_field_quoted_in_a_fence_is_not_the_field() -> None:
    quoted = entry(body="```\nStatus: quoted\n```")

    after = with_field(memory_file("C", quoted), ONE, "Status", "superseded")

    assert "Status: superseded\nScope" in after
    assert "```\nStatus: quoted\n```" in after


def test_an_empty_list_of_items_takes_the_field_away() -> None:
    text = memory_file("S", subject(aliases=["one"]))

    assert "Aliases" not in with_items(text, SUBJECT, "Aliases", [])


def test_items_of_a_field_that_is_not_there_are_none() -> None:
    assert items_of(FILE, ONE, "Related") == []


def test_a_field_that_is_not_there_stays_away() -> None:
    assert without_field(FILE, ONE, "Related") == FILE


def test_an_id_that_is_not_there_removes_nothing() -> None:
    assert without_units(FILE, [entry_id("CON", 9)]) == FILE


def test_the_last_unit_goes_with_the_blank_lines_above_it() -> None:
    assert without_units(FILE, [ONE, TWO]) == "# C\n"


def test_a_unit_takes_the_place_of_another() -> None:
    text = memory_file("C", "## Old\n\nDecision: so\n", entry())
    made = new_unit(f"{TWO} — T", [("Status", "active")], [])

    assert with_unit_in_place(text, split_units(lex(text))[0], made) == memory_file("C", made, entry())


def test_blank_lines_that_part_two_neighbours_stay_when_a_unit_of_a_tight_list_goes() -> None:
    text = "# I\n\n- one\n- two\n\n## Next\n\nText.\n"
    second = split_units(lex(text))[1]

    assert without_spans(text, [second]) == "# I\n\n- one\n\n## Next\n\nText.\n"
