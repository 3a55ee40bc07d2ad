"""Where the values of a JSON text stand: every value with its span, for who edits the text in place."""

from __future__ import annotations

from json.decoder import JSONDecoder

from memoir_git.core.jsondoc import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_BLANKS = " \t\r\n"
_DECODER = JSONDecoder()  # for strings only
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None}


class Node:
    """One value in the text: its span, and for a container its members in order.

    `keys` holds each member's key and where it begins, `key_end` where the first key ends; a list has none.
    """

    __slots__ = ("children", "end", "key_end", "keys", "start", "value")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.value: Json = None
        self.children: list[Node] = []
        self.keys: list[tuple[str, int]] = []
        self.key_end = start

    def begin(self, at: int) -> int:
        """Returns where a member begins, its key included."""
        return self.keys[at][1] if self.keys else self.children[at].start


def scan(text: str) -> Node:
    """Returns the value that a text holds, which is known to be JSON."""
    return _scan(text, _skip(text, 0))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    return at


def _scan(text: str, start: int) -> Node:
    """Returns the value that begins at `start`."""
    node = Node(start)
    first = text[start]
    if first == '"':
        node.value, node.end = _DECODER.raw_decode(text, start)
    elif first in "{[":
        _scan_members(text, node)
    else:
        node.end = start
        while node.end < len(text) and text[node.end] not in _BLANKS + ",]}":
            node.end += 1
        word = text[start : node.end]
        node.value = _WORDS[word] if word in _WORDS else Number(word)
    return node


def _scan_members(text: str, node: Node) -> None:
    is_object = text[node.start] == "{"
    at = _skip(text, node.start + 1)
    while text[at] not in "]}":
        if is_object:
            key, end = _DECODER.raw_decode(text, at)
            if not node.keys:
                node.key_end = end
            node.keys.append((key, at))
            at = _skip(text, _skip(text, end) + 1)
        child = _scan(text, at)
        node.children.append(child)
        at = _skip(text, child.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    node.end = at + 1
    values = [child.value for child in node.children]
    names = [key for key, _ in node.keys]
    node.value = dict(zip(names, values, strict=True)) if is_object else values
