"""One-line frontmatter values: read as the format reads them, written so that YAML reads them alike.

A plain value is the whole rest of its line: `#` starts no comment and a later colon is text ("see #12: it
broke"); a YAML engine gets both wrong, so the writer quotes where the two would differ. Values stay text
(`404`, `007`, dates). Double quotes unescape as JSON, plus the escapes that YAML writers make for non-ASCII
text; what is not one well-formed quoted value is read as it stands.
"""

from __future__ import annotations

BLANKS = " \t\r\n"

_HEX = "0123456789abcdefABCDEF"
_ESCAPES = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "0": "\0", "a": "\a", "e": "\x1b", "v": "\v", " ": " ", "_": "\xa0", "N": "\x85",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_DIGITS = {"u": 4, "x": 2, "U": 8}
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# A plain YAML value cannot begin with these ("-", "?" and ":" only before a blank), nor hold, in a flow
# list, one of the second row.
_INDICATORS = "-?:,[]{}#&*!|>'\"%@`"
_FLOW_INDICATORS = ",[]{}?:"


def read_scalar(text: str) -> str:
    """Returns the value that the rest of a line stands for."""
    text = text.strip(BLANKS)
    if len(text) < 2 or text[0] != text[-1]:
        return text
    inner = text[1:-1]
    if text[0] == "'":
        return text if "'" in inner.replace("''", "") else inner.replace("''", "'")
    value = _unescaped(inner) if text[0] == '"' else None
    return text if value is None else value


def read_flow(text: str) -> tuple[str, ...] | None:
    """Returns the items of a one-line flow list of scalars (`[a, "b, c"]`), `None` for anything else."""
    text = text.strip(BLANKS)
    if len(text) < 2 or text[0] != "[" or text[-1] != "]":
        return None
    items = _split_commas(text[1:-1])
    return None if any(item[:1] in ("[", "{") for item in items) else _scalars(items)


def read_commas(text: str) -> tuple[str, ...]:
    """Returns the items of a comma-separated string, quoted as a whole or item by item."""
    whole = read_scalar(text)
    return _scalars(_split_commas(text) if whole == text.strip(BLANKS) else whole.split(","))


def write_scalar(value: str, *, in_flow: bool = False) -> str:
    """Returns `value` for one line, quoted only when this reader or a YAML reader needs it.

    `in_flow` is for an item inside `[a, b]`.
    """
    return value if _is_plain(value, in_flow=in_flow) else '"' + _escaped(value) + '"'


def _scalars(items: list[str]) -> tuple[str, ...]:
    return tuple(read_scalar(item) for item in items if item.strip(BLANKS))


def _split_commas(text: str) -> list[str]:
    """Splits at the commas outside of quotes; a quote opens only where an item begins."""
    items: list[str] = []
    start, at, is_empty = 0, 0, True
    while at < len(text):
        char = text[at]
        if char == ",":
            items.append(text[start:at])
            start, is_empty = at + 1, True
        elif char not in BLANKS:
            at = _closing_quote(text, at) if is_empty and char in "\"'" else at
            is_empty = False
        at += 1
    return [item.strip(BLANKS) for item in [*items, text[start:]]]


def _closing_quote(text: str, opening: int) -> int:
    """Returns where the quote at `opening` closes; an unclosed one is a plain character."""
    mark = text[opening]
    at = opening + 1
    while at < len(text):
        if mark == '"' and text[at] == "\\":
            at += 1
        elif text[at] == mark:
            if mark == '"' or text[at + 1 : at + 2] != "'":
                return at
            at += 1
        at += 1
    return opening


def _unescaped(inner: str) -> str | None:
    """Returns what stands between double quotes; `None` if it is not one well-formed value."""
    parts: list[str] = []
    at = 0
    while (slash := inner.find("\\", at)) >= 0:
        plain, letter = inner[at:slash], inner[slash + 1 : slash + 2]
        at = slash + 2
        if '"' in plain:
            return None
        parts.append(plain)
        if letter in _ESCAPES:
            parts.append(_ESCAPES[letter])
            continue
        width = _HEX_DIGITS.get(letter, 0)
        digits = inner[at : at + width]
        if not width or len(digits) != width or digits.strip(_HEX) or int(digits, 16) > 0x10FFFF:
            return None
        parts.append(chr(int(digits, 16)))
        at += width
    if '"' in inner[at:]:
        return None
    return _paired("".join([*parts, inner[at:]]))


def _paired(text: str) -> str:
    """Joins surrogate pairs, as JSON escapes characters beyond U+FFFF; a lone one stays."""
    if not any("\ud800" <= char <= "\udbff" for char in text):
        return text
    joined: list[str] = []
    for char in text:
        if joined and "\ud800" <= joined[-1] <= "\udbff" and "\udc00" <= char <= "\udfff":
            high, low = ord(joined[-1]) - 0xD800, ord(char) - 0xDC00
            joined[-1] = chr(0x10000 + (high << 10) + low)
        else:
            joined.append(char)
    return "".join(joined)


def _is_plain(value: str, *, in_flow: bool) -> bool:
    if not value or value != value.strip() or not all(map(_is_shown, value)):
        return False
    if value[0] in _INDICATORS:
        may_begin = "-" if in_flow else "-?:"
        if value[0] not in may_begin or value[1:2] in ("", " "):
            return False
    if in_flow and any(char in value for char in _FLOW_INDICATORS):
        return False
    return ": " not in value and " #" not in value and value[-1] != ":"


def _escaped(value: str) -> str:
    return "".join(_SHORT_ESCAPES.get(char) or _shown(char) for char in value)


def _shown(char: str) -> str:
    return char if _is_shown(char) else f"\\u{ord(char):04x}"


def _is_shown(char: str) -> bool:
    """Tells whether YAML takes `char` as it stands; it takes joiners, which Python calls unprintable."""
    return (
        char.isprintable()
        or "\u00a0" <= char < "\u2028"
        or "\u2029" < char < "\ud800"
        or "\ue000" <= char < "\ufeff"
        or char > "\uffff"
    )
