"""Places in JSON text: the line of each value, and keys that stand twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.jsondoc import parse_json
from memoir_git.core.jsonplaces import Place, lines_of, standings

TEXT = """{
  "a": [1,
    {"b": null}],
  "c":

    "x", "d": {}
}"""


def test_every_key_and_element_has_the_line_it_begins_on() -> None:
    assert lines_of(TEXT) == {
        ("a",): 2,
        ("a", 0): 2,
        ("a", 1): 3,
        ("a", 1, "b"): 3,
        ("c",): 4,
        ("d",): 6,
    }


def test_a_bare_value_has_no_place_inside() -> None:
    assert lines_of("12") == {}


def test_structure_inside_strings_is_text() -> None:
    assert lines_of('{"a": "[1, \\"{", "b\\u0063": ["]"]}') == {("a",): 1, ("bc",): 1, ("bc", 0): 1}


def test_a_key_that_stands_twice_in_one_object_is_doubled() -> None:
    assert [s.line for s in standings('{"a": 1,\n"b": {"a": 2},\n"a": 3}') if s.is_doubled] == [3]


def test_the_same_key_in_two_objects_under_a_doubled_key_is_not_doubled_itself() -> None:
    doubled = [s.place for s in standings('{"a": {"x": 1}, "a": {"x": 2}}') if s.is_doubled]

    assert doubled == [("a",)]


def test_elements_of_arrays_under_a_doubled_key_count_on_as_the_parsed_value_does() -> None:
    text = '{"a": [0],\n "a": [1]}'

    assert parse_json(text.encode()).value["a"][1].lexeme == "1"
    assert lines_of(text)[("a", 1)] == 2


def places(value: Any, holder: Place = ()) -> list[Place]:
    pairs: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    return [place for key, inner in pairs for place in ((*holder, key), *places(inner, (*holder, key)))]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 1, "\t"]))
def test_the_places_are_those_of_the_parsed_value_in_the_order_of_the_text(
    value: Any, indent: int | str | None
) -> None:
    text = json.dumps(value, indent=indent)

    assert [standing.place for standing in standings(text)] == places(value)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_are_counted_as_git_counts_them(newline: str) -> None:
    assert lines_of(f'{{{newline}"a": 1,{newline}"b": 2}}')[("b",)] == 3
