"""Laws of editing files of units: what comes can go again, and nobody else's byte changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.fields import parse_fields
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.unit_edit import (
    items_of,
    new_unit,
    with_field,
    with_heading,
    with_items,
    with_unit,
    with_value_in_each,
    without_field,
    without_units,
)
from memoir_git.custodian.units import split_units, unit_text
from tests.property.unit_strategies import identifier, unit_files

NEW = "MC-DEC-20261130-0a1b2c3d"
UNIT = new_unit(
    f"{NEW} — New", [("Status", "active"), ("Evidence", ("user-confirmed",))], [("Decision", "Yes.")]
)
FIELDS = st.sampled_from(["Status", "Scope", "Facet", "Superseded-By", "Exception-To"])


def texts_of(text: str, *, without: str = "") -> list[str]:
    """Returns the text of every unit, the one of an ID left out."""
    lexed = lex(text)
    units = (unit_text(lexed, unit) for unit in split_units(lexed))
    return [found for found in units if not (without and found.startswith(f"## {without}"))]


def text_of(text: str, one: str) -> str:
    """Returns the text of the unit under an ID, which stands there once."""
    lexed = lex(text)
    (found,) = (unit for unit in split_units(lexed) if unit.heading.startswith(one))
    return unit_text(lexed, found)


def fields_of(text: str, one: str) -> list[tuple[str, str]]:
    """Returns name and lines of every field of a unit, blank edges left out."""
    lexed = lex(text_of(text, one))
    (unit,) = split_units(lexed)
    fields, _ = parse_fields(lexed, unit)
    return [(field.name, "".join(lexed.lines[field.start : field.end]).strip()) for field in fields]


@given(unit_files())
def test_a_unit_that_comes_and_goes_leaves_the_same_bytes(made: tuple[str, list[str]]) -> None:
    text, _ = made

    assert without_units(with_unit(text, UNIT), [NEW]) == text


@given(unit_files())
def test_a_new_unit_reads_back_and_every_other_unit_keeps_its_bytes(made: tuple[str, list[str]]) -> None:
    text, _ = made

    after = with_unit(text, UNIT)

    assert text_of(after, NEW).replace("\r\n", "\n") == UNIT.rstrip("\n")
    assert texts_of(after, without=NEW) == texts_of(text)


@given(unit_files(least=1), st.data())
def test_the_units_that_stay_keep_their_bytes_when_others_go(
    made: tuple[str, list[str]], data: st.DataObject
) -> None:
    text, found = made
    gone = data.draw(st.sets(st.sampled_from(found)))

    after = without_units(text, gone)

    kept = [unit for unit in texts_of(text) if not any(unit.startswith(f"## {one}") for one in gone)]
    assert texts_of(after) == kept


@given(unit_files(least=1), FIELDS, st.data())
def test_setting_a_field_changes_only_the_lines_of_that_field(
    made: tuple[str, list[str]], name: str, data: st.DataObject
) -> None:
    text, found = made
    one = data.draw(st.sampled_from(found))

    after = with_field(text, one, name, "a-value")

    kept = [field for field in fields_of(text, one) if field[0] != name]
    assert [field for field in fields_of(after, one) if field[0] != name] == kept
    assert (name, f"{name}: a-value") in fields_of(after, one)
    assert texts_of(after, without=one) == texts_of(text, without=one)


@given(unit_files(least=1), FIELDS, st.data())
def test_setting_a_value_in_many_units_is_setting_it_in_each(
    made: tuple[str, list[str]], name: str, data: st.DataObject
) -> None:
    text, found = made
    chosen = data.draw(st.sets(st.sampled_from(found)))

    one_by_one = text
    for one in chosen:
        if name in dict(fields_of(text, one)):
            one_by_one = with_field(one_by_one, one, name, "a-value")

    assert with_value_in_each(text, chosen, name, "a-value") == one_by_one


@given(unit_files(least=1), st.data())
def test_a_field_that_comes_and_goes_leaves_the_same_bytes(
    made: tuple[str, list[str]], data: st.DataObject
) -> None:
    text, found = made
    one = data.draw(st.sampled_from(found))

    assert without_field(with_field(text, one, "Exception-To", identifier(9)), one, "Exception-To") == text


@given(unit_files(least=1), st.lists(st.sampled_from(["a", "b c", "Ü"]), min_size=1), st.data())
def test_items_that_are_set_read_back(
    made: tuple[str, list[str]], items: list[str], data: st.DataObject
) -> None:
    text, found = made
    one = data.draw(st.sampled_from(found))

    after = with_items(text, one, "Evidence", items)

    assert items_of(after, one, "Evidence") == items
    assert texts_of(after, without=one) == texts_of(text, without=one)


@given(unit_files(least=1), st.data())
def test_a_new_heading_changes_one_line(made: tuple[str, list[str]], data: st.DataObject) -> None:
    text, found = made
    one = data.draw(st.sampled_from(found))

    after = with_heading(text, one, f"{one} — Another title")

    lines = zip(text.splitlines(keepends=True), after.splitlines(keepends=True), strict=True)
    assert [before[:3] for before, now in lines if before != now] == ["## "]


@given(unit_files(least=1), FIELDS, st.data())
def test_a_file_keeps_its_line_ends_its_mark_and_how_it_ends(
    made: tuple[str, list[str]], name: str, data: st.DataObject
) -> None:
    text, found = made
    one = data.draw(st.sampled_from(found))

    for after in (with_field(text, one, name, "x"), with_unit(text, UNIT), without_units(text, [one])):
        assert after.startswith("\ufeff") == text.startswith("\ufeff")
        assert after.endswith("\n") == text.endswith("\n")
        assert after.count("\n") == after.count("\r\n") or "\r\n" not in text
