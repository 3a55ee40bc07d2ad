"""Laws of the JSON rewriter, over any layout: it says what it was given and touches nothing else."""

from __future__ import annotations

import json

from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git.core.jsondoc import ordered_json, parse_json, render_json
from memoir_git.core.jsonedit import edit_json
from memoir_git.core.jsonstyle import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

words = st.text(st.sampled_from('ab"\\é\n'), max_size=3)
values = st.recursive(
    st.one_of(words, st.integers(-3, 3), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=3)),
    max_leaves=12,
)
styles = st.builds(
    Style,
    indent=st.sampled_from([None, "  ", "\t"]),
    newline=st.sampled_from(["\n", "\r\n"]),
    final_newline=st.booleans(),
)


@st.composite
def laid_out(draw: st.DrawFn) -> bytes:
    """A JSON text with blanks anywhere they may stand."""
    blanks = st.sampled_from(["", "", " ", "\n", "\n  ", "\t"])

    def write(value: Json) -> str:
        if isinstance(value, dict):
            members = [
                f"{draw(blanks)}{json.dumps(key)}{draw(blanks)}:{draw(blanks)}{write(item)}{draw(blanks)}"
                for key, item in value.items()
            ]
            return "{" + (",".join(members) or draw(blanks)) + "}"
        if isinstance(value, list):
            return "[" + (",".join(f"{draw(blanks)}{write(item)}{draw(blanks)}" for item in value)) + "]"
        return json.dumps(value, ensure_ascii=draw(st.booleans()))

    return f"{draw(blanks)}{write(draw(values))}{draw(blanks)}".encode()


def parsed(value: Json) -> Json:
    return parse_json(json.dumps(value).encode()).value


@given(laid_out())
def test_the_same_value_gives_the_same_bytes(data: bytes) -> None:
    assert edit_json(data, parse_json(data).value) == data


@given(laid_out(), values)
def test_the_result_says_the_new_value_in_its_order(data: bytes, value: Json) -> None:
    wanted = parsed(value)

    assert ordered_json(parse_json(edit_json(data, wanted)).value) == ordered_json(wanted)


@given(laid_out(), st.data())
def test_a_value_beside_the_change_is_copied_as_it_stands(data: bytes, more: st.DataObject) -> None:
    holder = b'{"kept": ' + data + b', "changed": 1}'
    wanted = parse_json(holder).value | {"changed": parsed(more.draw(values))}

    assert edit_json(holder, wanted).startswith(b'{"kept": ' + data + b', "changed": ')


@given(st.dictionaries(words, values, min_size=1, max_size=3), values, words, styles)
def test_a_uniform_document_is_rendered_as_if_written_anew(
    document: dict[str, Json], value: Json, key: str, style: Style
) -> None:
    data = render_json(parsed(document), style)
    wanted = parsed(document | {key: value})

    assume(parse_json(data).style == style)

    assert edit_json(data, wanted) == render_json(wanted, style)
