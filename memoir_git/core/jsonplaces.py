"""Where in a JSON text each value stands, and which keys stand twice.

`core.jsondoc` keeps no positions, because a merge needs none. A check that found something walks the text
once more with this module, so a clean file pays nothing. The text must be strict JSON; a place is the path
of keys and indexes from the top, as in the parsed value: arrays under a doubled key count on, since
`parse_json` concatenates them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[str | int, ...]

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:\n]|[^\s"{}\[\],:]+', re.DOTALL)


class Standing(NamedTuple):
    """A key's or an element's place, its 1-based line, and whether its key stood there before."""

    place: Place
    line: int
    is_doubled: bool


class _Container:
    """An object or array whose end has not come yet; `key` is its current value's key or index."""

    __slots__ = ("expects_key", "is_array", "key", "keys", "place")

    def __init__(self, place: Place, *, is_array: bool) -> None:
        self.place = place
        self.is_array = is_array
        self.expects_key = not is_array
        self.key: str | int = 0
        self.keys: set[str] = set()

    @property
    def current(self) -> Place:
        """The place of the value being read."""
        return (*self.place, self.key)


def standings(text: str) -> Iterator[Standing]:
    """Yields every key and every array element of `text`, in the order of the text."""
    counts: dict[Place, int] = {}
    stack: list[_Container] = []
    for token, line in _tokens(text):
        holder = stack[-1] if stack else None
        if token in "}]":
            stack.pop()
        elif token == ",":
            assert holder is not None, "a comma outside every container is not JSON"
            holder.expects_key = not holder.is_array
        elif holder is not None and holder.expects_key:
            key = _decoded(token)
            holder.key, holder.expects_key = key, False
            yield Standing(holder.current, line, key in holder.keys)
            holder.keys.add(key)
        else:
            if holder is not None and holder.is_array:
                holder.key = counts[holder.place] = counts.get(holder.place, -1) + 1
                yield Standing(holder.current, line, is_doubled=False)
            if token in "{[":
                place = holder.current if holder is not None else ()
                stack.append(_Container(place, is_array=token == "["))


def lines_of(text: str) -> dict[Place, int]:
    """Returns the line of each place; the first one where a key stands twice."""
    lines: dict[Place, int] = {}
    for standing in standings(text):
        lines.setdefault(standing.place, standing.line)
    return lines


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yields each token with its line; colons say nothing that the order of tokens does not."""
    line = 1
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "\n":
            line += 1
        elif token != ":":
            yield token, line


def _decoded(token: str) -> str:
    if "\\" not in token:
        return token[1:-1]
    decoded = json.loads(token)
    assert isinstance(decoded, str), "a key is a string"
    return decoded
