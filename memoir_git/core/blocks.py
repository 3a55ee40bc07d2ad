"""Frontmatter as blocks of lines: a field with the lines that belong to it, or a line that is no field.

Values are read from blocks and never written back: whoever rewrites or merges takes whole blocks, and so
unknown fields, comments, quoting and order survive (format 3.2). The YAML subset is that of format 3.1:
scalars, one level of mapping, lists of strings. What lies outside is an opaque block, kept and compared as
text.
"""

from __future__ import annotations

from memoir_git.core.scalars import BLANKS, read_scalar

SCALAR = "scalar"
LIST = "list"
MAP = "map"
OPAQUE = "opaque"
LINE = "line"


class Block:
    """A field with its lines, or (kind LINE, key `None`) one line that is no field.

    `lines` are the block's own lines with their ends, `tail` the blank ones after them. `text` is a
    scalar's value, an opaque value as it is written, or a LINE's words. A LIST or MAP has `children`, blocks
    themselves, after its first `head` lines. `number` is the first line's number in the file, from 1.
    """

    __slots__ = ("children", "head", "key", "kind", "lines", "number", "tail", "text")

    def __init__(
        self,
        key: str | None,
        kind: str,
        lines: tuple[str, ...],
        number: int,
        *,
        text: str = "",
        tail: tuple[str, ...] = (),
        head: int = 0,
        children: tuple[Block, ...] = (),
    ) -> None:
        self.key = key
        self.kind = kind
        self.lines = lines
        self.number = number
        self.text = text
        self.tail = tail
        self.head = head
        self.children = children

    @property
    def raw(self) -> str:
        """The block exactly as it stands in the file."""
        return "".join(self.lines + self.tail)

    @property
    def indent(self) -> str:
        """The blanks before the first child, or before the block itself."""
        return _indent(self.children[0].lines[0] if self.children else self.lines[0])

    def child(self, key: str) -> Block | None:
        """Returns the child called `key` of a MAP."""
        for block in self.children:
            if block.key == key:
                return block
        return None


def split_lines(text: str) -> list[str]:
    """Splits after each line feed and nowhere else, as git does; the pieces joined are `text`."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def parse_blocks(lines: list[str], number: int) -> tuple[Block, ...]:
    """Returns the blocks of frontmatter `lines`, the first of which has the given number."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        pair = split_pair(lines[at]) if _begins_field(lines[at]) else None
        if pair is None:
            text = lines[at].strip(BLANKS)
            blocks.append(Block(None, LINE, (lines[at],), number + at, text=text))
            at += 1
            continue
        end = at + 1
        while end < len(lines) and _belongs(lines[end], has_value=bool(pair[1])):
            end += 1
        blocks.append(_field(pair, lines[at:end], number + at))
        at = end
    return tuple(blocks)


def split_pair(line: str) -> tuple[str, str] | None:
    """Returns key and value text of a `key: value` line, `None` if it is none.

    The key is anything up to the first colon before a blank or the line's end; `key:value` counts for an
    identifier, unless the value looks like the rest of a URL.
    """
    text = line.strip(BLANKS)
    colon = text.find(":")
    first = colon
    while colon >= 0 and text[colon + 1 : colon + 2] not in ("", " ", "\t"):
        colon = text.find(":", colon + 1)
    if colon < 0 and _is_identifier(text[: max(first, 0)]) and text[first + 1] != "/":
        colon = first
    key = read_scalar(text[:colon]) if colon > 0 else ""
    return (key, text[colon + 1 :].strip(BLANKS)) if key else None


def _is_identifier(text: str) -> bool:
    return text[:1].isalpha() and text.isascii() and text.replace("_", "").replace("-", "").isalnum()


def _begins_field(line: str) -> bool:
    return line[:1] not in (" ", "\t", "#") and not _is_item(line)


def _belongs(line: str, *, has_value: bool) -> bool:
    """Tells whether `line` continues the field above: indented, blank, or an item at column 0."""
    return line[0] in BLANKS or (not has_value and _is_item(line))


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _is_item(line: str) -> bool:
    return line[0] == "-" and line[1:2] in ("", " ", "\t", "\r", "\n")


def _field(pair: tuple[str, str], lines: list[str], number: int) -> Block:
    key, value = pair
    end = len(lines)
    while not lines[end - 1].strip(BLANKS):
        end -= 1
    own, tail = tuple(lines[:end]), tuple(lines[end:])
    content = [line for line in own[1:] if line.strip(BLANKS)[:1] not in ("", "#")]
    if not content and not _is_beyond(value):
        return Block(key, SCALAR, own, number, text=read_scalar(value), tail=tail)
    if not value:
        kind, head, children = _children(own, number)
        if kind != OPAQUE:
            return Block(key, kind, own, number, tail=tail, head=head, children=children)
    written = "".join([value + "\n" if value else "", *own[1:]])
    return Block(key, OPAQUE, own, number, text=written.rstrip(BLANKS), tail=tail)


def _is_beyond(value: str) -> bool:
    """Tells whether a value uses YAML beyond the subset: a block scalar's indicator, an anchor, an alias."""
    first, rest = value[:1], value[1:]
    if first in ("|", ">"):
        return not rest.strip("+-0123456789")
    name = rest.replace("_", "").replace("-", "")
    if first == "&":
        name = name.split(" ", 1)[0]
    return first in ("&", "*") and name.isalnum()


def _children(lines: tuple[str, ...], number: int) -> tuple[str, int, tuple[Block, ...]]:
    """Returns the kind, the number of head lines and the children of a field without a value of its own.

    One level, one indentation, one kind; a comment or blank line goes with the child before it. Anything
    else is OPAQUE.
    """
    opaque = (OPAQUE, 0, ())
    starts: list[int] = []
    pairs: list[tuple[str | None, str]] = []
    for at, line in enumerate(lines):
        text = line.strip(BLANKS)
        if at == 0 or text[:1] in ("", "#"):
            continue
        pair = (None, text[1:].strip(BLANKS)) if _is_item(text) else split_pair(line)
        if pair is None or _is_beyond(pair[1]):
            return opaque
        if starts and _indent(line) != _indent(lines[starts[0]]):
            return opaque
        starts.append(at)
        pairs.append(pair)
    keys = [key for key, _ in pairs]
    is_list = keys.count(None) == len(keys)
    if not is_list and (None in keys or len(set(keys)) < len(keys)):
        return opaque
    ends = [*starts[1:], len(lines)]
    children = tuple(
        Block(key, SCALAR, lines[start:end], number + start, text=read_scalar(value))
        for start, end, (key, value) in zip(starts, ends, pairs, strict=True)
    )
    return (LIST if is_list else MAP, starts[0], children)
