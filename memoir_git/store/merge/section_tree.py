"""A ledger as a tree: the text before its first section, H2 sections, and H3 sections within them.

Blank lines between two pieces of text belong to neither: each piece has a `gap` below it, which the last
piece of a file does not show (`None`). So a section that is appended to leaves the one before it untouched.
The file's first heading, if it is an H1, is its title and part of the text before; a later H1 is a section
that holds the H2 sections below it. Deeper headings are text.
"""

from __future__ import annotations

from memoir_git.core.markdown import heading_title, parse_markdown, split_lines
from memoir_git.core.markdown_file import split_tail
from memoir_git.store.merge.blocks import is_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LEVELS = (1, 2, 3)


class Section:
    """A heading's own lines and the sections below it; the root (level 0) has no heading.

    `gap` are the blank lines below the own lines, `None` at the end of the file. `text` is the whole
    section without the gap at its end.
    """

    __slots__ = ("children", "gap", "heading", "level", "lines", "text", "title")

    def __init__(self, level: int, heading: str, lines: list[str], gap: str | None, text: str = "") -> None:
        self.level = level
        self.heading = heading
        self.title = heading_title(heading)
        self.lines = lines
        self.gap = gap
        self.text = text
        self.children: list[Section] = []

    def walk(self) -> Iterator[Section]:
        """Yields this section and all below it, in the file's order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def last(self) -> Section:
        """Returns the piece at the end of this section."""
        return self.children[-1].last() if self.children else self


class Ledger:
    """One version of a file: its root section and the blank rest after its last line."""

    __slots__ = ("is_closed", "root", "tail")

    def __init__(self, root: Section, tail: str, *, is_closed: bool) -> None:
        self.root = root
        self.tail = tail
        self.is_closed = is_closed


def parse_ledger(text: str, *, flat: bool = False) -> Ledger:
    """Returns the tree of `text`; with `flat` all of it is the root's own text."""
    body, tail = split_tail(text)
    document = parse_markdown(body + "\n" if body else "", () if flat else _LEVELS)
    units = document.units
    root_lines = list(document.preamble)
    if units and units[0].level == 1:
        root_lines += units.pop(0).lines
    root = _section(0, "", root_lines)
    path = [root]
    for unit in units:
        section = _section(unit.level, unit.lines[0], unit.lines[1:])
        while path[-1].level >= unit.level:
            path.pop()
        path[-1].children.append(section)
        path.append(section)
    root.last().gap = None
    _read_texts(root)
    return Ledger(root, tail, is_closed=document.is_closed)


def render_ledger(root: Section, gap: str, tail: str) -> str:
    """Returns the text of a tree; `gap` stands below a piece that was last in its file and is not now."""
    pieces = [piece for piece in root.walk() if piece.heading or piece.lines or piece.gap]
    parts: list[str] = []
    for piece in pieces:
        parts.append(piece.heading + "".join(piece.lines))
        if piece is not pieces[-1]:
            parts.append(gap if piece.gap is None else piece.gap)
    return "".join(parts).removesuffix("\n") + tail if pieces else ""


def _section(level: int, heading: str, lines: list[str]) -> Section:
    end = len(lines)
    while end and is_blank(lines[end - 1]):
        end -= 1
    # A file that begins with a section shows nothing about text above it.
    gap = "".join(lines[end:]) if heading or lines else None
    return Section(level, heading, lines[:end], gap)


def _read_texts(section: Section) -> str:
    """Fills in `text` from the leaves up and returns it with the gap at the end."""
    own = section.heading + "".join(section.lines) + (section.gap or "")
    whole = own + "".join([_read_texts(child) for child in section.children])
    section.text = split_tail(whole)[0]
    return whole


def own_features(section: Section) -> frozenset[str]:
    """Returns the lines of a section that say something, its heading aside."""
    lines = split_lines(section.text)
    return frozenset(line for line in lines[bool(section.heading) :] if not is_blank(line))
