"""Lossless JSON: strict in, nothing changed out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.jsondoc import (
    MAXIMUM_DEPTH,
    JsonError,
    Number,
    canonical_json,
    ordered_json,
    parse_json,
    render_json,
)

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def _round_trip(data: bytes) -> bytes:
    document = parse_json(data)
    return render_json(document.value, document.style)


@pytest.mark.parametrize("lexeme", ["12345678901234567890", "1.0", "1e2", "0.10", "-0", "1E400", "9" * 5000])
def test_a_number_keeps_its_spelling(lexeme: str) -> None:
    assert _round_trip(b"[\n  " + lexeme.encode() + b"\n]") == b"[\n  " + lexeme.encode() + b"\n]"


@pytest.mark.parametrize(
    "data",
    [
        b'{\n  "a": 1,\n  "b": [\n    2,\n    "x"\n  ],\n  "c": {},\n  "d": []\n}',
        b'{\n    "a": true\n}\n',
        b'{\n\t"a": null\n}\n',
        b'{\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n',
        b'{"a":1,"b":[2,3]}',
        b'{"a": 1, "b": [2, 3]}\n',
        b'{\n "z": 1,\n "a": 2\n}',
        b'{\n  "a": "caf\\u00e9 \\ud83d\\ude00"\n}',
        b'{\n  "a": "caf\xc3\xa9"\n}',
        b'{\n  "a": "\\ud800 alone"\n}',
        b'{\n  "a": "\\\\u00e9 is no escape"\n}',
        b'"x"',
        b"{}",
    ],
)
def test_a_file_in_one_of_the_known_layouts_comes_back_byte_for_byte(data: bytes) -> None:
    assert _round_trip(data) == data


def test_a_byte_order_mark_is_read_and_not_written() -> None:
    assert _round_trip(b'\xef\xbb\xbf{\n  "a": 1\n}') == b'{\n  "a": 1\n}'


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"{", 1, 2),
        (b'{\n  "a": NaN\n}', 1, 1),
        (b"[Infinity]", 1, 1),
        (b"[1,]", 1, 4),
        (b"{'a': 1}", 1, 2),
        (b'["a\tb"]', 1, 4),
        (b"[01]", 1, 3),
        (b"[1] x", 1, 5),
        (b'{\n"a": "\xff"\n}', 2, 7),
        (b"<<<<<<< ours\n{}\n", 1, 1),
        (b"", 1, 1),
    ],
)
def test_what_is_not_strict_json_is_refused_with_its_place(data: bytes, line: int, column: int) -> None:
    with pytest.raises(JsonError) as caught:
        parse_json(data)

    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("depth", [MAXIMUM_DEPTH + 1, 5_000, 100_000])
@pytest.mark.parametrize("pair", [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting_is_refused_without_a_traceback(depth: int, pair: tuple[bytes, bytes]) -> None:
    opening, closing = pair

    with pytest.raises(JsonError, match="nested too deeply"):
        parse_json(opening * depth + b"1" + closing * depth)


def test_an_error_never_quotes_the_text() -> None:
    with pytest.raises(JsonError) as caught:
        parse_json(b'{"token": hunter2}')

    assert "hunter2" not in str(caught.value)


def test_two_arrays_under_one_key_are_concatenated() -> None:
    document = parse_json(b'{"a": [1], "a": [2]}')

    assert document.value == {"a": [Number("1"), Number("2")]}
    assert document.duplicates == 1


def test_two_objects_under_one_key_are_folded() -> None:
    document = parse_json(b'{"a": {"x": [1], "y": 1}, "a": {"x": [2], "z": 2}}')

    assert document.value == {"a": {"x": [Number("1"), Number("2")], "y": Number("1"), "z": Number("2")}}


def test_of_two_other_values_under_one_key_the_last_stands() -> None:
    assert parse_json(b'{"a": 1, "a": "x"}').value == {"a": "x"}


def test_the_canonical_spelling_sorts_keys_and_escapes() -> None:
    value = parse_json(b'{"b": [1.0, {"d": null, "c": "\xc3\xa9"}], "a": true}').value

    assert canonical_json(value) == '{"a":true,"b":[1.0,{"c":"\\u00e9","d":null}]}'
    assert ordered_json(value) == '{"b":[1.0,{"d":null,"c":"\\u00e9"}],"a":true}'


@given(_JSON, st.sampled_from([None, 1, 2, 4, "\t"]), st.booleans())
def test_rendering_what_was_parsed_means_the_same(value: Any, indent: int | str | None, escape: bool) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=escape).encode("utf-8", "surrogatepass")
    try:
        parsed = parse_json(data)
    except JsonError:
        assert not escape, "only a raw surrogate, which is not UTF-8, may be refused"
        return

    assert json.loads(render_json(parsed.value, parsed.style)) == json.loads(data)


@given(st.dictionaries(st.text(min_size=1), _JSON, min_size=1), st.sampled_from([2, 4, "\t"]))
def test_the_layout_of_a_writer_is_the_identity(value: Any, indent: int | str) -> None:
    data = json.dumps(value, indent=indent).encode()

    assert _round_trip(data) == data


@given(st.binary())
def test_arbitrary_bytes_are_a_document_or_a_json_error(data: bytes) -> None:
    line = 1
    try:
        parse_json(data)
    except JsonError as error:
        line = error.line

    assert 1 <= line <= data.count(b"\n") + 1
