"""Markdown split without loss: lines with their ends, what each line is, and heading units.

Just enough of the language to cut a file in the right places: ATX headings, code fences and HTML comments,
each recognised at the top level with at most three blanks before it. Containers are not followed: a fence
inside a list item counts where it is indented by up to three blanks and is text where it is indented more.
Setext headings (a title underlined with `=` or `-`) are text, and so is indented code. LF, CRLF and CR end a
line and nothing else does: a vertical tab or U+2028 is memory text.

Whatever the text, joining what was parsed gives the text back. On the merge driver's path: builtins only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# What a line is: a heading's level (1 to 6), or one of these.
TEXT = 0
FENCED = -1  # a code fence or a line inside it
COMMENT = -2  # a line of an HTML comment that began a line

_BLANKS = " \t\r\n"


class Unit:
    """A heading and all lines up to the next heading that starts a unit.

    `lines` begin with the heading's own line; `title` is the heading's text without its `#` marks.
    """

    __slots__ = ("level", "lines", "title")

    def __init__(self, level: int, title: str, lines: list[str]) -> None:
        self.level = level
        self.title = title
        self.lines = lines


class Document:
    """A text as the lines before its first unit and its units, in order.

    `is_closed` tells whether every fence and comment ends; where one does not, it runs to the end of the
    file, as CommonMark has it, and hides every heading on the way.
    """

    __slots__ = ("is_closed", "preamble", "units")

    def __init__(self, preamble: list[str], units: list[Unit], *, is_closed: bool) -> None:
        self.preamble = preamble
        self.units = units
        self.is_closed = is_closed


def parse_markdown(text: str, levels: Sequence[int]) -> Document:
    """Returns `text` cut at the headings of the given levels. A byte order mark hides no heading."""
    lines = split_lines(text)
    kinds, is_closed = line_kinds(lines)
    preamble: list[str] = []
    units: list[Unit] = []
    current = preamble
    for line, kind in zip(lines, kinds, strict=True):
        if kind in levels:
            current = []
            units.append(Unit(kind, heading_title(line), current))
        current.append(line)
    return Document(preamble, units, is_closed=is_closed)


def render_markdown(document: Document) -> str:
    """Returns the text of a document."""
    return "".join(document.preamble) + "".join("".join(unit.lines) for unit in document.units)


def split_lines(text: str) -> list[str]:
    r"""Returns the lines of `text` with their ends, `\n`, `\r\n` or `\r`; the last may have none."""
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    if last:
        lines.append(last)
    if "\r" not in text:
        return lines
    return [part for line in lines for part in _split_at_returns(line)]


def _split_at_returns(line: str) -> list[str]:
    *parts, last = line.split("\r")
    lines = [part + "\r" for part in parts]
    if last == "\n" and lines:
        lines[-1] += last
    elif last:
        lines.append(last)
    return lines


def line_kinds(lines: Iterable[str]) -> tuple[list[int], bool]:
    """Returns what each line is, and whether all fences and comments are closed."""
    kinds: list[int] = []
    fence = ""
    in_comment = False
    for line in lines:
        if not kinds:
            line = line.removeprefix("\ufeff")
        if fence:
            kinds.append(FENCED)
            if _closes(line, fence):
                fence = ""
        elif in_comment or _opens_comment(line):
            kinds.append(COMMENT)
            in_comment = "-->" not in line
        else:
            fence = opened_fence(line)
            kinds.append(FENCED if fence else heading_level(line))
    return kinds, not fence and not in_comment


def heading_level(line: str) -> int:
    """Returns the level of the ATX heading in `line`, 0 if it is none."""
    body = _unindented(line)
    level = len(body) - len(body.lstrip("#"))
    if not 1 <= level <= 6 or (len(body) > level and body[level] not in _BLANKS):
        return 0
    return level


def heading_title(line: str) -> str:
    """Returns the text of the heading in `line`, without blanks around it and without closing marks."""
    title = line.removeprefix("\ufeff").lstrip(" ").lstrip("#").strip(_BLANKS)
    bare = title.rstrip("#")
    if bare and bare[-1] not in _BLANKS:
        return title  # "C#" ends in a mark that closes nothing
    return bare.rstrip(_BLANKS)


def opened_fence(line: str) -> str:
    """Returns the marks of the code fence that `line` opens, or `""`."""
    body = _unindented(line)
    mark = body[:1]
    if mark not in ("`", "~"):
        return ""
    rest = body.lstrip(mark)
    marks = body[: len(body) - len(rest)]
    return "" if len(marks) < 3 or (mark == "`" and "`" in rest) else marks


def _closes(line: str, fence: str) -> bool:
    body = _unindented(line).rstrip(_BLANKS)
    return len(body) >= len(fence) and not body.strip(fence[0])


def _opens_comment(line: str) -> bool:
    return _unindented(line).startswith("<!--")


def _unindented(line: str) -> str:
    """Returns `line` without up to three leading blanks, `""` if it is indented more."""
    body = line.lstrip(" ")
    return body if len(line) - len(body) <= 3 else ""
