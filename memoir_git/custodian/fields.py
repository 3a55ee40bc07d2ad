"""The fields of a unit: `Name: value` lines in column 0, each with the lines that follow it.

Any visible column-0 line of that shape is a field, whatever the word; spelling is exact. Fenced blocks,
comments and indented code are content of the open field and cannot open one.
"""

from __future__ import annotations

from memoir_git.custodian.lexer import HIDDEN, VISIBLE, Text, content_of
from memoir_git.custodian.units import Unit, field_name


class Field:
    """One field: its `name`, the `value` on its own line, and its lines `start` to `end` (exclusive)."""

    __slots__ = ("end", "name", "start", "value")

    def __init__(self, name: str, value: str, start: int, end: int) -> None:
        self.name = name
        self.value = value
        self.start = start
        self.end = end

    def content(self, text: Text) -> str:
        """Returns the lines below the field line, blank edges removed, inner ones kept as they are."""
        first, last = self.start + 1, self.end
        if first == last:
            return ""
        while first < last and not text.lines[first].strip():
            first += 1
        while last > first and not text.lines[last - 1].strip():
            last -= 1
        return "\n".join(map(content_of, text.lines[first:last]))

    def block(self, text: Text) -> str:
        """Returns a text block: the value on the field line, if any, and the lines below it."""
        below = self.content(text)
        return f"{self.value}\n{below}" if self.value and below else self.value or below

    def items(self, text: Text) -> list[str]:
        """Returns the items of a block list: column-0 `- ` lines; an empty one is `""`."""
        places = range(self.start + 1, self.end)
        return [text.lines[at][1:].strip() for at in places if _is_item(text, at)]

    def has_stray_lines(self, text: Text) -> bool:
        """Tells whether a visible line below the field line is neither blank nor an item."""
        return any(
            text.kinds[at] != HIDDEN and text.lines[at].strip() and not _is_item(text, at)
            for at in range(self.start + 1, self.end)
        )


def _is_item(text: Text, at: int) -> bool:
    line = text.lines[at]
    return text.kinds[at] == VISIBLE and line[:1] == "-" and line[1:2] in (" ", "\t", "\r", "\n", "")


def parse_fields(text: Text, unit: Unit) -> tuple[list[Field], list[int]]:
    """Returns the fields of an H2 unit and the indexes of non-blank lines before the first one."""
    fields: list[Field] = []
    stray: list[int] = []
    for at in range(unit.start + 1, unit.end):
        line = text.lines[at]
        name = field_name(line) if ":" in line and text.kinds[at] == VISIBLE else ""
        if name:
            if fields:
                fields[-1].end = at
            fields.append(Field(name, line[len(name) + 1 :].strip(), at, at + 1))
        elif not fields and line.strip():
            stray.append(at)
    if fields:
        fields[-1].end = unit.end
    return fields, stray
