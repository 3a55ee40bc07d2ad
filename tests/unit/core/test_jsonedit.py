"""Only what changed looks changed, whatever the layout of the document."""

from __future__ import annotations

import difflib

import pytest

from memoir_git.core.jsondoc import JsonError, Number, parse_json
from memoir_git.core.jsonedit import edit_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

BY_HAND = """\
{ "version": 1,
  "current": {
    "goals":        [ { "text": "ship",  "set_on": "2026-03-01" } ],
    "next_actions": [
      { "text": "a", "added": "2026-03-02" },
      { "text": "b", "added": "2026-03-01" }
    ],
    "open_questions": []
  },
  "odd": [1.0, 12345678901234567890,   "\\u00e9"]
}
"""


def opened(text: str) -> dict[str, Json]:
    value = parse_json(text.encode()).value
    assert isinstance(value, dict)
    return value


def changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[:1] in "+-"]


def edit(text: str, value: Json) -> str:
    return edit_json(text.encode(), value).decode()


def test_an_unchanged_document_keeps_every_byte() -> None:
    assert edit(BY_HAND, opened(BY_HAND)) == BY_HAND


def test_a_new_item_takes_the_layout_of_its_neighbours_and_is_the_only_new_line() -> None:
    value = opened(BY_HAND)
    value["current"]["next_actions"].insert(0, {"text": "c", "added": "2026-03-03"})

    after = edit(BY_HAND, value)

    assert changed_lines(BY_HAND, after) == ['+       { "text": "c", "added": "2026-03-03" },']


def test_a_removed_item_takes_only_its_line() -> None:
    value = opened(BY_HAND)
    del value["current"]["next_actions"][0]

    assert changed_lines(BY_HAND, edit(BY_HAND, value)) == ['-       { "text": "a", "added": "2026-03-02" },']


def test_a_changed_field_changes_only_its_own_text() -> None:
    value = opened(BY_HAND)
    value["current"]["goals"][0]["set_on"] = "2026-04-01"

    assert edit(BY_HAND, value) == BY_HAND.replace('"set_on": "2026-03-01"', '"set_on": "2026-04-01"')


def test_a_changed_item_in_the_middle_stays_where_it_stood() -> None:
    value = opened(BY_HAND)
    value["current"]["next_actions"][1] = {"text": "b", "added": "2026-05-05", "machine_id": "m"}

    after = edit(BY_HAND, value)

    assert after == BY_HAND.replace(
        '{ "text": "b", "added": "2026-03-01" }', '{ "text": "b", "added": "2026-05-05", "machine_id": "m" }'
    )


def test_a_new_item_before_a_changed_one_leaves_the_changed_one_its_layout() -> None:
    value = opened(BY_HAND)
    actions = value["current"]["next_actions"]
    actions[:] = [{"text": "new"}, {**actions[0], "added": "2027"}, actions[1]]

    after = edit(BY_HAND, value)

    assert parse_json(after.encode()).value == value
    assert '{ "text": "a", "added": "2027" },' in after


def test_an_empty_list_is_filled_in_the_documents_style() -> None:
    value = opened(BY_HAND)
    value["current"]["open_questions"] = [{"text": "why"}]

    after = edit(BY_HAND, value)

    assert parse_json(after.encode()).value == value
    assert '    "open_questions": [\n      {\n        "text": "why"\n      }\n    ]\n' in after


def test_a_new_key_stands_on_its_own_line_like_the_others() -> None:
    value = opened(BY_HAND)
    value["updated_at"] = "2026"

    after = edit(BY_HAND, value)

    assert parse_json(after.encode()).value == value
    assert '"updated_at": "2026"\n}' in after


@pytest.mark.parametrize(
    "text",
    ['{"a":[1,2],"b":{}}', '{"a": [1, 2], "b": {}}', '{\r\n\t"a": [\r\n\t\t1,\r\n\t\t2\r\n\t]\r\n}\r\n'],
    ids=["compact", "spaced", "tabs and CRLF"],
)
def test_a_uniform_document_stays_uniform(text: str) -> None:
    value = opened(text)
    value["a"].append(Number("3"))

    expected = text.replace("2", "2,\r\n\t\t3") if "\r" in text else text.replace("2", "2, 3")
    assert edit(text, value).replace("2,3", "2, 3") == expected


def test_escapes_are_written_as_the_document_writes_them() -> None:
    escaped, plain = '{"a": ["\\u00e9"]}', '{"a": ["é"]}'

    assert edit(escaped, {"a": ["ü"]}) == '{"a": ["\\u00fc"]}'
    assert edit(plain, {"a": ["ü"]}) == '{"a": ["ü"]}'


def test_a_byte_order_mark_is_not_written_back() -> None:
    assert edit_json(b'\xef\xbb\xbf{"a": 1}', {"a": Number("2")}) == b'{"a": 2}'


def test_a_document_with_a_repeated_key_is_rendered_anew() -> None:
    text = '{"a": [1],\n "a": [2]}'

    after = edit_json(text.encode(), parse_json(text.encode()).value)

    assert parse_json(after).value == {"a": [Number("1"), Number("2")]}
    assert parse_json(after).duplicates == 0


def test_a_changed_order_of_keys_is_a_change() -> None:
    assert edit('{"a": 1, "b": 2}', {"b": Number("2"), "a": Number("1")}) == '{"b": 2, "a": 1}'


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(JsonError):
        edit_json(b"{", {})
