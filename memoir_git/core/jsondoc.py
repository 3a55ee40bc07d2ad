"""Lossless JSON: what goes in comes out, number lexemes, key order and formatting included.

`parse_json` is strict (no NaN, no trailing comma, no control character in a string) and never raises
anything but `JsonError`, whatever the bytes. Values are plain dicts, lists, strings, bools and `None`;
numbers stay `Number` lexemes, because `12345678901234567890`, `1.0` and `0.10` must survive a rewrite.
`render_json` writes a value in a `Style`, and `merge_styles` decides the style of a merge.
"""

from __future__ import annotations

from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import encode_basestring, encode_basestring_ascii

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.merge import UNRESOLVED, trivial
from memoir_git.core.text import BOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Json: TypeAlias = Any  # None | bool | str | Number | list[Json] | dict[str, Json]

MAXIMUM_DEPTH = 200


class JsonError(MemoirGitError):
    """Not strict JSON. `line` and `column` are 1-based; `reason` never quotes the text."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"Not valid JSON at line {line}, column {column}: {reason}.")
        self.reason = reason
        self.line = line
        self.column = column


class Number:
    """A JSON number as it was spelled; equal when spelled alike."""

    __slots__ = ("lexeme",)

    def __init__(self, lexeme: str) -> None:
        self.lexeme = lexeme

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.lexeme == other.lexeme

    def __hash__(self) -> int:
        return hash(self.lexeme)

    def __repr__(self) -> str:
        return f"Number({self.lexeme!r})"


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


class Document:
    """A parsed file. `duplicates` counts objects that named a key twice."""

    __slots__ = ("duplicates", "style", "value")

    def __init__(self, value: Json, style: Style, duplicates: int) -> None:
        self.value = value
        self.style = style
        self.duplicates = duplicates


# What deployed writers emit: two blanks, LF, no line end after the last brace.
DEFAULT_STYLE = Style()


def parse_json(data: bytes) -> Document:
    """Returns the document in `data` (UTF-8, a byte order mark tolerated). Raises `JsonError`.

    A key named twice, as a bad line merge leaves it, loses nothing: two arrays concatenate, two objects
    fold, else the last value stands.
    """
    text = _decoded(data)
    duplicates = 0

    def make_object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        nonlocal duplicates
        made = dict(pairs)
        if len(made) != len(pairs):
            duplicates += 1
            made = _folded(pairs)
        return made

    decoder = JSONDecoder(
        object_pairs_hook=make_object,
        parse_float=Number,
        parse_int=Number,
        parse_constant=_refuse_constant,
    )
    try:
        value = decoder.decode(text)
    except JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        raise JsonError(reason, error.lineno, error.colno) from None
    except RecursionError:
        raise JsonError("nested too deeply") from None
    if _too_deep(value):
        raise JsonError("nested too deeply")
    return Document(value, _detect_style(text), duplicates)


def render_json(value: Json, style: Style) -> bytes:
    """Returns `value` as bytes in `style`, without a byte order mark; a lone surrogate is escaped."""
    quote: Callable[[str], str] = encode_basestring_ascii if style.escape else _quote
    parts: list[str] = []
    _write(value, parts, quote, style, style.newline)
    text = "".join(parts) + (style.newline if style.final_newline else "")
    return text.encode("utf-8")


def canonical_json(value: Json) -> str:
    """Returns the one compact spelling used to compare values: sorted keys, ASCII escapes."""
    return _compact(value, by_name=True)


def ordered_json(value: Json) -> str:
    """Returns the compact spelling that keeps the order of keys."""
    return _compact(value, by_name=False)


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


def _decoded(data: bytes) -> str:
    body = data.removeprefix(BOM)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        column = error.start - (body.rfind(b"\n", 0, error.start) + 1) + 1
        raise JsonError("a byte that is not UTF-8", line, column) from None


def _refuse_constant(_name: str) -> Json:
    raise JsonError("NaN and Infinity are not JSON")


def _folded(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for key, value in pairs:
        made[key] = _fold(made[key], value) if key in made else value
    return made


def _fold(first: Json, second: Json) -> Json:
    if isinstance(first, list) and isinstance(second, list):
        return first + second
    if isinstance(first, dict) and isinstance(second, dict):
        return _folded([*first.items(), *second.items()])
    return second


def _too_deep(value: Json) -> bool:
    """Walks level by level, so that no depth can exhaust the stack here or in what follows."""
    level = [value]
    for _ in range(MAXIMUM_DEPTH):
        level = [
            child
            for item in level
            if type(item) in (dict, list)
            for child in (item.values() if type(item) is dict else item)
            if type(child) in (dict, list)
        ]
        if not level:
            return False
    return True


def _detect_style(text: str) -> Style:
    body = text.strip(" \t\r\n")
    first_break = body.find("\n")
    newline = "\r\n" if text[max(text.find("\n") - 1, 0) :][:1] == "\r" else "\n"
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


def _quote(text: str) -> str:
    quoted = encode_basestring(text)
    if text.isascii():
        return str(quoted)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in str(quoted))
    return str(quoted)


def _write(value: Json, parts: list[str], quote: Callable[[str], str], style: Style, line_start: str) -> None:
    """Appends `value`; `line_start` is the newline and indentation of the line it ends on."""
    if isinstance(value, str):
        parts.append(quote(value))
        return
    if not isinstance(value, (dict, list)):
        parts.append(_scalar(value))
        return
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    if not value:
        parts.append(opening + closing)
        return
    inner = "" if style.indent is None else line_start + style.indent
    separator = opening + inner
    following = style.comma + inner
    if isinstance(value, dict):
        for key, item in value.items():
            parts.append(separator + quote(key) + style.colon)
            if type(item) is str:
                parts.append(quote(item))
            else:
                _write(item, parts, quote, style, inner)
            separator = following
    else:
        for item in value:
            parts.append(separator)
            _write(item, parts, quote, style, inner)
            separator = following
    parts.append(closing if style.indent is None else line_start + closing)


def _compact(value: Json, *, by_name: bool) -> str:
    if isinstance(value, str):
        return str(encode_basestring_ascii(value))
    if isinstance(value, dict):
        pairs = (
            encode_basestring_ascii(key) + ":" + _compact(value[key], by_name=by_name)
            for key in (sorted(value) if by_name else value)
        )
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join([_compact(item, by_name=by_name) for item in value]) + "]"
    return _scalar(value)


def _scalar(value: Json) -> str:
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, Number):
        return value.lexeme
    assert type(value) is int, "only the parser's own values, and whole numbers, are rendered"
    return str(value)
