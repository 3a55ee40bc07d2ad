"""Matchers for what a memoir store has forgotten: purged decisions by their hash, entries by their name.

Nobody needs to know the text any more. A decision's hash is compared with that of every `text`, and of every
whole history summary, in both dialects of the hash; JSON is never read as a document for that, only string
by string. An entry's old version is whatever lies under its name and is not its tombstone
(format 5.3.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator

from memoir_git.core.copies import MatcherKind, readings
from memoir_git.core.folding import folded
from memoir_git.core.frontmatter import parse
from memoir_git.core.text import lower_text_hash, text_hash, trimmed
from memoir_git.store.entry_facts import is_hidden, is_purged, link_name
from memoir_git.store.model import PURGED_TEXT

_TEXT, _SUMMARY = b'"text"', b'"summary"'
_VALUE = re.compile(rb'"(?:text|summary)"\s*:\s*("(?:[^"\\]|\\.)*")')
# A key whose value stands further down, as no writer of the format prints it.
_ENDS_WITH_KEY = re.compile(rb'"(?:text|summary)"\s*:?\s*$')


class TextHashMatcher:
    """Finds the text of purged decisions in any list of a session."""

    kind = MatcherKind.TEXT_HASH

    def __init__(self, digests: Iterable[str]) -> None:
        self._digests = frozenset(digest.lower() for digest in digests)

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        """Yields the lines with such a text, and those where a text is announced and not given."""
        for line in lines:
            is_announced = _TEXT in line or _SUMMARY in line
            if is_announced and (self._holds(line) or _ENDS_WITH_KEY.search(line)):
                yield line

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[None]:
        """Yields once when a text is there."""
        if any(map(self._holds, picked)) or self._holds(content):
            yield None

    def _holds(self, data: bytes) -> bool:
        return any(map(self._is_purged, _VALUE.findall(data)))

    def _is_purged(self, token: bytes) -> bool:
        text = token[1:-1].decode("utf-8", "replace")
        if "\\" in text:
            try:
                text = str(json.loads(f'"{text}"', strict=False))
            except ValueError:
                return False
        if trimmed(text) == PURGED_TEXT:
            return False
        # The two dialects differ outside of ASCII only.
        is_other = not text.isascii() and lower_text_hash(text) in self._digests
        return is_other or text_hash(text) in self._digests


class EntryPathMatcher:
    """Finds versions of entries under their own name that are not what forgetting left there.

    `purged` entries leave a stub and nothing else; of `hidden` ones every hidden version is what was meant to
    stay. A name counts in any folder, in any case and however its accents are typed.
    """

    kind = MatcherKind.ENTRY_PATH

    def __init__(self, purged: Iterable[str], hidden: Iterable[str] = ()) -> None:
        self._purged = {folded(name) for name in purged}
        self._names = self._purged | {folded(name) for name in hidden}
        self._by_path: dict[str, str] = {}

    def is_copy(self, path: str, content: bytes) -> bool:
        """Tells whether an earlier version of such an entry lies at `path`.

        Without a path, as for an object that nothing names any more, its own `name` stands for it.
        """
        name = self._name_of(path)
        if path and name not in self._names:
            return False
        *_, reading = readings(content)
        document = parse(reading.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))
        own = document.scalar("name")
        name = name or folded(own)
        if name not in self._names or (folded(own) == name and is_purged(document, own)):
            return False
        return name in self._purged or not is_hidden(document)

    def _name_of(self, path: str) -> str:
        """Returns the name under which an entry at `path` is known; a path has many versions."""
        found = self._by_path.get(path)
        if found is None:
            found = folded(link_name(path[:-3] if path[-3:].lower() == ".md" else ""))
            self._by_path[path] = found
        return found
