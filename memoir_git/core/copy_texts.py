"""Matchers for a text that is still known: a topic, a removed unit as a whole, and its longer lines.

They hold the text in memory only, and answer without a word of it. A topic may be broken over lines
anywhere between its words, and may stand escaped in JSON; a line is compared without list markers, so that
it is found again in another kind of list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from unicodedata import normalize

from memoir_git.core.copies import MatcherKind
from memoir_git.core.folding import composed_fold, folded

# A JSON string has no line end in it, so a stray quote misleads no further than its own line.
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_MARKERS = "-*+>#| \t"
# A shorter line says nothing by itself: front matter, headings, list stubs.
_LONG_ENOUGH = 24
_ENOUGH_WORDS = 4
# One line of this length is a copy on its own.
_TELLING = 60
_SHARE = (60, 100)


class TopicMatcher:
    """Finds a topic anywhere in a version's text, compared as forgetting compares it."""

    kind = MatcherKind.TOPIC

    def __init__(self, topics: Iterable[str]) -> None:
        self._topics = tuple(topic for topic in map(folded, topics) if topic)
        self._words = frozenset(word for topic in self._topics for word in topic.split())
        breaks = [
            (words[:at], words[at:])
            for words in (topic.split() for topic in self._topics)
            for at in range(1, len(words))
        ]
        self._heads = tuple(" ".join(head) for head, _ in breaks)
        self._tails = tuple(" ".join(tail) for _, tail in breaks)

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        """Yields the lines that hold a topic, or where one begins or ends that is broken over lines."""
        together = _spoken(b"\n".join(lines))
        if any(word in together for word in self._words):
            for line in lines:
                text = _collapsed(line)
                if self._holds(text) or self._begins(text) or self._ends(text):
                    yield line

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[None]:
        """Yields once when a topic stands in the text as a whole."""
        texts = [_collapsed(line) for line in picked]
        is_broken = any(map(self._begins, texts)) and any(map(self._ends, texts))
        if any(map(self._holds, texts)) or (is_broken and self._holds(_collapsed(content))):
            yield None

    def _holds(self, text: str) -> bool:
        return any(topic in text for topic in self._topics)

    def _begins(self, text: str) -> bool:
        return text.endswith(self._heads)

    def _ends(self, text: str) -> bool:
        return text.startswith(self._tails)


class UnitMatcher:
    """Finds a removed unit, or much of it: all of it, most of its longer lines, or one very long line.

    `present` is what the memory still says; a line that stands there tells nothing.
    """

    kind = MatcherKind.LINE

    def __init__(self, units: Iterable[str], present: Iterable[str] = ()) -> None:
        kept = {line for text in present for line in _telling_lines(text)}
        self._units = [lines for text in units if (lines := frozenset(_telling_lines(text)) - kept)]
        self._lines = frozenset(line for lines in self._units for line in lines)

    @property
    def is_usable(self) -> bool:
        """Whether there is any line that tells something."""
        return bool(self._lines)

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        """Yields the lines that a removed unit had, whatever list or quotation they stand in."""
        return (line for line in lines if len(line) >= _LONG_ENOUGH and _known(line, self._lines))

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[None]:
        """Yields once when enough of one unit is there."""
        found = {text for line in picked for text in _normal_lines(line)} & self._lines
        if any(len(line) >= _TELLING for line in found) or any(
            len(found & lines) * _SHARE[1] >= len(lines) * _SHARE[0] for lines in self._units
        ):
            yield None


class WholeUnitMatcher:
    """Finds a removed unit word for word: composed, with LF, no blanks at line ends or around it."""

    kind = MatcherKind.UNIT

    def __init__(self, units: Iterable[str]) -> None:
        self._units = tuple(unit for unit in map(whole_text, units) if unit)
        self._firsts = frozenset(unit.partition("\n")[0] for unit in self._units)

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        """Yields the lines that are a unit's first."""
        return (
            line
            for line in lines
            if any(whole_text(part) in self._firsts for part in _decoded(line).split("\r"))
        )

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[None]:
        """Yields once when a unit stands there from its first line to its last."""
        text = f"\n{whole_text(_decoded(content))}\n"
        if any(f"\n{unit}\n" in text for unit in self._units):
            yield None


def whole_text(text: str) -> str:
    """Returns a unit's text as it is compared word for word."""
    lines = normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def unescaped(text: str) -> str:
    """Returns the text with what is escaped in it as JSON strings say it; `""` where nothing is."""
    if "\\" not in text:
        return ""
    pairs = _ESCAPE.sub(_character, text).encode("utf-16", "surrogatepass")
    return pairs.decode("utf-16", "replace")


def _character(escape: re.Match[str]) -> str:
    code, letter = escape.groups()
    return chr(int(code, 16)) if code else _LETTERS.get(letter, letter)


def _strings(text: str) -> Iterator[str]:
    """Yields what the JSON strings in a text say."""
    return (unescaped(token) or token for token in (found[1:-1] for found in _STRING.findall(text)))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _spoken(data: bytes) -> str:
    """Returns the folded text, and behind it what its escaped strings say."""
    text = _decoded(data)
    extra = unescaped(text)
    return composed_fold(f"{text}\n{extra}" if extra else text)


def _collapsed(data: bytes) -> str:
    return " ".join(_spoken(data).split())


def _telling_lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        normal = _normal(line)
        if len(normal) >= _LONG_ENOUGH and normal.count(" ") >= _ENOUGH_WORDS - 1:
            yield normal


def _known(line: bytes, known: frozenset[str]) -> bool:
    return not known.isdisjoint(_normal_lines(line))


def _normal_lines(line: bytes) -> Iterator[str]:
    text = _decoded(line)
    strings = _strings(text) if '"' in text else ()
    for part in "\n".join((text, *strings)).replace("\r", "\n").split("\n"):
        yield _normal(part)


def _normal(line: str) -> str:
    return folded(line).strip(_MARKERS)
