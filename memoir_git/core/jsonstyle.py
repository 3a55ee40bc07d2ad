"""How a JSON file is laid out: found in its text, merged like any other value, written again.

Formatting is content to a reader of diffs: a merge that re-indents a file makes the next one conflict.
"""

from __future__ import annotations

from memoir_git.core.merge import UNRESOLVED, trivial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Style:
    """How a file is laid out. `indent` is the unit of indentation, `None` for one line."""

    __slots__ = ("colon", "comma", "escape", "final_newline", "indent", "newline")

    def __init__(
        self,
        *,
        indent: str | None = "  ",
        newline: str = "\n",
        final_newline: bool = False,
        escape: bool | None = None,
        colon: str = ": ",
        comma: str = ",",
    ) -> None:
        self.indent = indent
        self.newline = newline
        self.final_newline = final_newline
        self.escape = escape  # non-ASCII as \uXXXX; None: the file has none either way
        self.colon = colon
        self.comma = comma

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Style) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        return (self.indent, self.newline, self.final_newline, self.escape, self.colon, self.comma)


# What deployed writers emit: two blanks, LF, no line end after the last brace.
DEFAULT_STYLE = Style()


def detect_style(text: str) -> Style:
    """Returns the layout of a JSON text, from its first line break, first colon and last character."""
    body = text.strip(" \t\r\n")
    first_break = body.find("\n")
    newline = "\r\n" if text[:1] and text[max(text.find("\n") - 1, 0)] == "\r" else "\n"
    indent: str | None = None
    comma = ", " if first_break < 0 and _spaced(body, ",") else ","
    if first_break >= 0:
        line = body[first_break + 1 : first_break + 200]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if line[len(indent) : len(indent) + 1] in ("}", "]"):
            indent = DEFAULT_STYLE.indent
    return Style(
        indent=indent,
        newline=newline,
        final_newline=text.endswith("\n"),
        escape=_detect_escape(text),
        colon=": " if indent is not None or _spaced(body, ":") else ":",
        comma=comma,
    )


def merge_styles(base: Style | None, ours: Style, theirs: Style) -> Style:
    """Returns the style of a merge: what both agree on, else the side that left the base, else default.

    Never simply ours: two clones that merge each other must write the same bytes.
    """
    default = DEFAULT_STYLE
    shape = _choose(base, ours, theirs, "indent", "colon", "comma")
    if shape is None:
        shape = (default.indent, default.colon, default.comma)
    escape = _merge_escape(base, ours, theirs)
    newline = _choose(base, ours, theirs, "newline")
    final = _choose(base, ours, theirs, "final_newline")
    return Style(
        indent=shape[0],
        colon=shape[1],
        comma=shape[2],
        newline=newline[0] if newline else default.newline,
        final_newline=final[0] if final else default.final_newline,
        escape=escape,
    )


def _choose(base: Style | None, ours: Style, theirs: Style, *names: str) -> Any:
    """Returns the agreed values of these attributes as a tuple, or `None` when the sides disagree."""
    sides = [tuple(getattr(side, name) for name in names) for side in (ours, theirs)]
    if base is None:
        return sides[0] if sides[0] == sides[1] else None
    chosen = trivial(tuple(getattr(base, name) for name in names), *sides)
    return None if chosen is UNRESOLVED else chosen


def _merge_escape(base: Style | None, ours: Style, theirs: Style) -> bool | None:
    """A side without any such character has no opinion; two opinions that differ need the base."""
    if ours.escape is None or theirs.escape is None or ours.escape == theirs.escape:
        return theirs.escape if ours.escape is None else ours.escape
    if base is None or base.escape is None:
        return False
    return not base.escape


def _spaced(body: str, mark: str) -> bool:
    """Tells whether the first `mark` outside a key is followed by a blank."""
    at = body.find('"' + mark) if mark == ":" else body.find(mark)
    return at >= 0 and body[at + (2 if mark == ":" else 1) :][:1] == " "


def _detect_escape(text: str) -> bool | None:
    """Tells whether characters beyond ASCII are escaped; `None` when the file has none."""
    if not text.isascii():
        return False
    at = text.find("\\u") if "\\" in text else -1
    while at >= 0:
        if not _is_escaped(text, at):
            code = int(text[at + 2 : at + 6], 16)
            lone = 0xD800 <= code <= 0xDFFF and text[at + 6 : at + 8] != "\\u"
            if code >= 0x80 and not lone:
                return True
        at = text.find("\\u", at + 2)
    return None


def _is_escaped(text: str, at: int) -> bool:
    backslashes = 0
    while at > backslashes and text[at - backslashes - 1] == "\\":
        backslashes += 1
    return backslashes % 2 == 1
