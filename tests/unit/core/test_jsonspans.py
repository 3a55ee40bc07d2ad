"""Every value of a JSON text is found where it stands."""

from __future__ import annotations

from memoir_git.core.jsondoc import Number, parse_json
from memoir_git.core.jsonspans import Node, scan

TEXT = ' {"a": [1.50, "x\\"]", {}, []] ,\n"b":null, "c" : {"d":true}}\n'


def below(node: Node) -> list[Node]:
    return [node, *(inner for child in node.children for inner in below(child))]


def test_the_value_is_the_parsers() -> None:
    assert scan(TEXT).value == parse_json(TEXT.encode()).value
    assert scan(TEXT).children[0].children[0].value == Number("1.50")


def test_every_span_holds_its_own_value() -> None:
    for node in below(scan(TEXT)):
        assert parse_json(TEXT[node.start : node.end].encode()).value == node.value


def test_members_begin_with_their_keys_and_items_with_themselves() -> None:
    root = scan(TEXT)

    assert [TEXT[root.begin(at) :][:3] for at in range(3)] == ['"a"', '"b"', '"c"']
    assert TEXT[root.keys[0][1] : root.key_end] == '"a"'
    assert root.children[0].begin(1) == root.children[0].children[1].start
