"""Lossless JSON: what goes in comes out, number lexemes, key order and formatting included.

`parse_json` is strict (no NaN, no trailing comma, no control character in a string) and never raises
anything but `JsonError`, whatever the bytes. Values are plain dicts, lists, strings, bools and `None`;
numbers stay `Number` lexemes, because `12345678901234567890`, `1.0` and `0.10` must survive a rewrite.
`render_json` writes a value in a `Style`.
"""

from __future__ import annotations

from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import encode_basestring, encode_basestring_ascii

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.jsonstyle import Style, detect_style
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


class Document:
    """A parsed file. `duplicates` counts objects that named a key twice."""

    __slots__ = ("duplicates", "style", "value")

    def __init__(self, value: Json, style: Style, duplicates: int) -> None:
        self.value = value
        self.style = style
        self.duplicates = duplicates


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
    return Document(value, detect_style(text), duplicates)


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
