"""Rewrites a JSON text so that only what changed looks changed.

A writer that renders the whole document in one style would reformat what a person laid out by hand, and a
version control diff would show everything as touched. Here every value that stays is copied as it stands in
the text, blanks and number lexemes included; what is new takes the layout of its neighbours, and where
there are none, the document's style. Not on the merge driver's path, where both sides' bytes are weighed
otherwise.
"""

from __future__ import annotations

from itertools import pairwise

from memoir_git.core.jsondoc import ordered_json, parse_json, render_json
from memoir_git.core.jsonspans import Node, scan
from memoir_git.core.jsonstyle import Style
from memoir_git.core.text import BOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json


def edit_json(data: bytes, value: Json) -> bytes:
    """Returns the bytes of `value`, laid out as the document in `data` is, without a byte order mark.

    Raises `JsonError` when `data` is no JSON. A document that names a key twice is rendered anew.
    """
    document = parse_json(data)
    if document.duplicates:
        return render_json(value, document.style)
    text = data.removeprefix(BOM).decode("utf-8")
    root = scan(text)
    body = _Editor(text, document.style).written(value, root, depth=0)
    return (text[: root.start] + body + text[root.end :]).encode("utf-8")


class _Editor:
    """Writes values over one text."""

    __slots__ = ("_comma", "_style", "_text")

    def __init__(self, text: str, style: Style) -> None:
        self._text = text
        self._style = style
        # between members on one line
        self._comma = style.comma if style.indent is None else ", "

    def written(self, value: Json, node: Node, *, depth: int) -> str:
        """Returns `value` in the place of `node`: its very text when they are the same."""
        if _is_same(value, node.value):
            return self._text[node.start : node.end]
        if not value or not node.children or type(value) is not type(node.value):
            return self._fresh(value, depth)
        if isinstance(value, dict):
            at = {name: place for place, (name, _) in enumerate(node.keys)}
            members = [
                (self._member(key, item, node, at.get(key), depth), at.get(key))
                for key, item in value.items()
            ]
        else:
            pairs = _paired(value, node.children)
            members = [(self._item(item, node, place, depth), place) for item, place in pairs]
        return self._framed(members, node)

    def _member(self, key: str, value: Json, node: Node, place: int | None, depth: int) -> str:
        if place is None:
            return self._key(key, node) + self._fresh(value, depth + 1)
        child = node.children[place]
        return self._text[node.begin(place) : child.start] + self.written(value, child, depth=depth + 1)

    def _item(self, value: Json, node: Node, place: int | None, depth: int) -> str:
        if place is not None:
            return self.written(value, node.children[place], depth=depth + 1)
        neighbour = next((child for child in node.children if child.keys), None)
        if isinstance(value, dict) and value and neighbour is not None:
            return self._like(value, neighbour, depth + 1)
        return self._fresh(value, depth + 1)

    def _like(self, value: dict[str, Json], neighbour: Node, depth: int) -> str:
        """Returns a new object laid out as its neighbour in the same list is."""
        is_one_line = "\n" not in self._text[neighbour.start : neighbour.end]
        members: list[tuple[str, int | None]] = [
            (
                self._key(key, neighbour)
                + (self._inline(item) if is_one_line else self._fresh(item, depth + 1)),
                None,
            )
            for key, item in value.items()
        ]
        return self._framed(members, neighbour)

    def _framed(self, members: list[tuple[str, int | None]], node: Node) -> str:
        """Joins members, each with its old place or `None`, by the brackets and separators of `node`."""
        opening = self._text[node.start : node.begin(0)]
        parts = [opening, members[0][0]]
        for (_, before), (text, place) in pairwise(members):
            parts += [self._separator(node, opening, before, place), text]
        return "".join(parts) + self._text[node.children[-1].end : node.end]

    def _separator(self, node: Node, opening: str, before: int | None, place: int | None) -> str:
        """Returns what goes between two members: what stood before the second, or after the first."""
        last = len(node.children) - 1
        if place:
            after = place - 1
        elif before is not None and before < last:
            after = before
        elif last:
            after = 0
        else:
            return "," + opening[1:] if "\n" in opening else self._comma
        return self._text[node.children[after].end : node.begin(after + 1)]

    def _key(self, key: str, node: Node) -> str:
        """Returns the key and colon of a new member, spaced as in the first member of `node`."""
        return self._inline(key) + self._text[node.key_end : node.children[0].start]

    def _fresh(self, value: Json, depth: int) -> str:
        """Returns a value without a model, in the document's style."""
        style = self._style
        if style.indent is None:
            return self._inline(value)
        line_start = style.newline + style.indent * depth
        inner = Style(indent=style.indent, newline=line_start, escape=style.escape, colon=style.colon)
        return render_json(value, inner).decode("utf-8")

    def _inline(self, value: Json) -> str:
        style = self._style
        inline = Style(indent=None, escape=style.escape, colon=style.colon, comma=self._comma)
        return render_json(value, inline).decode("utf-8")


def _paired(value: list[Json], children: list[Node]) -> list[tuple[Json, int | None]]:
    """Pairs each item with its old place: the equal one's, else that of the changed one there."""
    waiting: dict[str, list[int]] = {}
    for at, child in enumerate(children):
        waiting.setdefault(ordered_json(child.value), []).append(at)
    places = [found.pop(0) if (found := waiting.get(ordered_json(item))) else None for item in value]
    free = set(range(len(children))).difference(place for place in places if place is not None)
    following = 0
    for at, place in enumerate(places):
        # As many new as old between two that stay are changed ones; an extra one is new, and comes first.
        if place is None and following in free and not _has_extra(places, at, following, free):
            places[at] = place = following
            free.discard(following)
        if place is not None:
            following = place + 1
    return list(zip(value, places, strict=True))


def _has_extra(places: list[int | None], at: int, following: int, free: set[int]) -> bool:
    """Tells whether more items without a place begin at `at` than free nodes at `following`."""
    new = next((n for n, place in enumerate(places[at:]) if place is not None), len(places) - at)
    old = next(n for n in range(len(free) + 1) if following + n not in free)
    return new > old


def _is_same(value: Json, old: Json) -> bool:
    return type(value) is type(old) and value == old and ordered_json(value) == ordered_json(old)
