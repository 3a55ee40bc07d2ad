"""Lines grouped into blocks that must not be torn apart: items with what belongs to them, fences, rows."""

from __future__ import annotations

from memoir_git.core import markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TEXT = 0
ITEM = 1  # a bullet or numbered item; its continuation and nested items stand below it
ROW = 2  # a line that begins with a bar: a table row
HEADING = 3  # what stands under the heading stands below it
WHOLE = 4  # a code fence or comment with all its lines


class Block:
    """The blank lines above a block, its own lines, and the lines below that belong to it."""

    __slots__ = ("below", "blanks", "kind", "lines")

    def __init__(self, kind: int, blanks: Sequence[str], lines: Sequence[str], below: Sequence[str]) -> None:
        self.kind = kind
        self.blanks = list(blanks)
        self.lines = list(lines)
        self.below = list(below)

    def key(self) -> str:
        """What makes two blocks begin alike."""
        return "".join(self.lines)

    def text(self) -> str:
        """The whole block without the blank lines above it."""
        return "".join(self.lines) + "".join(self.below)

    def says_something(self) -> bool:
        """Tells whether there is a letter or digit in it: a rule or a bare bar may well stand twice."""
        return any(map(str.isalnum, self.text()))

    def all_lines(self) -> list[str]:
        """The block as it is written."""
        return self.blanks + self.lines + self.below

    def after(self, blanks: Sequence[str]) -> Block:
        """The same block under other blank lines."""
        return Block(self.kind, blanks, self.lines, self.below)


def parse_blocks(lines: Sequence[str], view: Callable[[str], str]) -> tuple[list[Block], list[str]]:
    """Returns the blocks of `lines` and the blank lines at their end."""
    texts = [view(line) for line in lines]
    kinds, _ = markdown.line_kinds(texts)
    blocks: list[Block] = []
    above = at = 0
    while at < len(lines):
        if is_blank(texts[at]) and kinds[at] == markdown.TEXT:
            at += 1
            continue
        kind, own_end, end = _extent(texts, kinds, at)
        while end > own_end and is_blank(texts[end - 1]):
            end -= 1
        blocks.append(Block(kind, lines[above:at], lines[at:own_end], lines[own_end:end]))
        above = at = end
    return blocks, list(lines[above:])


def is_blank(line: str) -> bool:
    """Tells whether a line holds nothing but blanks."""
    return not line.strip(" \t\r\n")


def stands_alone(line: str) -> bool:
    """Tells whether a line is a list item or a table row."""
    return item_indent(line) >= 0 or line.lstrip(" \t").startswith("|")


def item_indent(line: str) -> int:
    """Returns how far a list item is indented, in columns; -1 for a line that is no item."""
    body = line.lstrip(" \t")
    mark = body.lstrip("0123456789")
    digits = len(body) - len(mark)
    marks = (".", ")") if digits else ("-", "*", "+")
    if digits > 9 or mark[:1] not in marks or mark[1:2] not in ("", " ", "\t", "\r", "\n"):
        return -1
    return indent_of(line)


def indent_of(line: str) -> int:
    """Returns how far a line is indented, in columns; a tab stop is every fourth."""
    columns = 0
    for character in line:
        if character == " ":
            columns += 1
        elif character == "\t":
            columns += 4 - columns % 4
        else:
            break
    return columns


def _extent(texts: list[str], kinds: list[int], at: int) -> tuple[int, int, int]:
    """Returns the kind of the block at `at`, where its own lines end and where it ends."""
    kind = kinds[at]
    if kind in (markdown.FENCED, markdown.COMMENT):
        end = _run_end(kinds, at)
        return WHOLE, end, end
    if kind != markdown.TEXT:
        end = at + 1
        while end < len(texts) and not 1 <= kinds[end] <= kind:
            end += 1
        return HEADING, at + 1, end
    indent = item_indent(texts[at])
    if indent >= 0:
        return ITEM, at + 1, _item_end(texts, kinds, at, indent)
    return ROW if texts[at].lstrip(" \t").startswith("|") else TEXT, at + 1, at + 1


def _item_end(texts: list[str], kinds: list[int], at: int, indent: int) -> int:
    """Returns the end of an item: deeper lines belong to it, and text that follows without a blank line."""
    end = at + 1
    follows = True
    while end < len(texts) and kinds[end] <= markdown.TEXT:
        text = texts[end]
        if is_blank(text):
            follows = False
        elif indent_of(text) <= indent and not (follows and _continues(text, kinds[end])):
            break
        end = _run_end(kinds, end) if kinds[end] != markdown.TEXT else end + 1
    return end


def _continues(text: str, kind: int) -> bool:
    return kind == markdown.TEXT and not stands_alone(text)


def _run_end(kinds: list[int], at: int) -> int:
    end = at + 1
    while end < len(kinds) and kinds[end] == kinds[at]:
        end += 1
    return end
