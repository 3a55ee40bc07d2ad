"""Paths as attribute files spell them: glob characters escaped, odd names in git's C-style quotes.

A pattern is anchored by the `/` it begins with, so that a leading `!`, `#` or `"` means nothing and a name
without a directory matches at the top only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BLANKS = " \t\r\n"
GLOB_CHARACTERS = "*?[\\"
_LETTERS = {"\a": "a", "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t", "\v": "v", '"': '"', "\\": "\\"}
_CHARACTERS = {letter: character for character, letter in _LETTERS.items()}


def escape_glob(path: str) -> str:
    """Returns a pattern that matches the path `path` and no other."""
    return "".join("\\" + c if c in GLOB_CHARACTERS else c for c in path)


def literal_path(pattern: str) -> str | None:
    """Returns the one path that `pattern` matches, `None` for a real glob."""
    parts = tuple(_parts(pattern))
    return None if any(is_glob for _, is_glob in parts) else "".join(c for c, _ in parts)


def sample_path(pattern: str) -> str:
    """Returns a path that `pattern` matches; of globs it knows `*` and `?`, the ones our patterns use."""
    stand_ins = {"*": "memory", "?": "m"}
    return "".join(stand_ins.get(c, c) if is_glob else c for c, is_glob in _parts(pattern))


def quote(word: str) -> str:
    """Returns `word` as git reads it back at the start of a line: as it is, or in C-style quotes."""
    if not any(c in ' "' or c < " " or c == "\x7f" for c in word):
        return word
    return '"' + "".join(_quoted_character(c) for c in word) + '"'


def split_quoted(line: str) -> tuple[str, str] | None:
    """Splits a line into its first word, unquoted, and the rest; `None` when a quote never ends."""
    line = line.strip(BLANKS)
    if not line.startswith('"'):
        end = next((at for at, c in enumerate(line) if c in BLANKS), len(line))
        return line[:end], line[end:].strip(BLANKS)
    closing = _closing_quote(line)
    return None if closing is None else (_unquote(line[1:closing]), line[closing + 1 :].strip(BLANKS))


def split_words(text: str) -> list[str]:
    """Returns the words of an attribute line; only ASCII blanks part them, for git."""
    for blank in BLANKS:
        text = text.replace(blank, " ")
    return [word for word in text.split(" ") if word]


def _parts(pattern: str) -> Iterator[tuple[str, bool]]:
    """Yields each character of `pattern` without its backslash, and whether it is a glob."""
    characters = iter(pattern)
    for c in characters:
        if c == "\\":
            yield next(characters, c), False
        else:
            yield c, c in GLOB_CHARACTERS


def _quoted_character(c: str) -> str:
    if c in _LETTERS:
        return "\\" + _LETTERS[c]
    return f"\\{ord(c):03o}" if c < " " or c == "\x7f" else c


def _closing_quote(line: str) -> int | None:
    at = 1
    while at < len(line):
        if line[at] == '"':
            return at
        at += 2 if line[at] == "\\" else 1
    return None


def _unquote(inner: str) -> str:
    word, at = bytearray(), 0
    while at < len(inner):
        c = inner[at]
        if c != "\\":
            word += c.encode("utf-8", "surrogateescape")
            at += 1
        elif inner[at + 1 : at + 2] in _CHARACTERS:
            word += _CHARACTERS[inner[at + 1]].encode()
            at += 2
        else:
            digits = inner[at + 1 : at + 4]
            # git writes bytes above 127 so; what is no octal number is kept as it stands.
            octal = len(digits) == 3 and all(digit in "01234567" for digit in digits)
            word += (
                bytes([int(digits, 8) & 0xFF]) if octal else (c + digits).encode("utf-8", "surrogateescape")
            )
            at += 1 + len(digits)
    return word.decode("utf-8", "surrogateescape")
