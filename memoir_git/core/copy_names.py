"""Names that spell a topic out: of branches, tags and files, and messages of commits and of the reflog.

A history can be rewritten to the last byte of every file and still carry the topic in a branch's name. Names
are compared by words, since they write `acme-takeover` or `acme_takeover` for what a text calls "Acme
takeover".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memoir_git.core.folding import folded

_WORD = re.compile(r"\w+")
# A shorter word is in half of all names.
_SIGNIFICANT = 4


class NameMatcher:
    """Tells whether a name holds every significant word of one of the topics, in any order."""

    def __init__(self, topics: Iterable[str]) -> None:
        self._topics = tuple(words for topic in topics if (words := _significant(topic)))

    @property
    def is_usable(self) -> bool:
        """Whether any topic has a word to look for."""
        return bool(self._topics)

    def matches(self, name: bytes) -> bool:
        """Tells whether a topic can be read from the name or message."""
        text = folded(name.decode("utf-8", "replace"))
        return any(all(word in text for word in words) for words in self._topics)


def _significant(topic: str) -> tuple[str, ...]:
    """Returns the words of a topic that are long enough to tell something, all of them if none is."""
    words = _WORD.findall(folded(topic).replace("_", " "))
    return tuple(word for word in words if len(word) >= _SIGNIFICANT) or tuple(words)
