"""Looking for copies of known things in many versions of a file: each distinct line is judged once.

Versions of a memory file differ in a line or two, so what costs is not a version but a line never seen
before. A matcher picks suspicious lines from those, and is asked for a verdict only about the versions that
hold one. What was seen is forgotten when it grows too big; that costs time and changes no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from memoir_git.core.ids import Handle

# A longer line is a minified file, cut between its items where it is JSON, or it never comes twice and is not
# worth remembering.
_LONG_LINE = 4096
# No JSON string holds this: its quotes have a backslash before them.
_BETWEEN_ITEMS = re.compile(rb"(?<=\}),\s*(?=\{\")")
MEMORY = 64 * 1024 * 1024
# What a remembered line costs beside its bytes.
_OVERHEAD = 100


# One reading of a version: its bytes, its lines, and those that were never seen before.
_Reading: TypeAlias = tuple[bytes, set[bytes], set[bytes]]


class MatcherKind(Enum):
    """The rules by which a copy is recognised, strongest first."""

    ENTRY_PATH = "entry-path"
    ENTRY_ID = "entry-id"
    UNIT = "unit-exact"
    TEXT_HASH = "text-hash"
    LINE = "line"
    TOPIC = "topic"
    SECRET = "secret"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """One thing found in one version: by which rule, and its name if it has one that says nothing.

    `subject` is an Entry ID or the kind of a secret, else `None`; never a text, a hash or a topic.
    """

    rule: str
    subject: Handle | None = None


class LineMatcher(Protocol):
    """Recognises something by lines that hold a trace of it."""

    kind: MatcherKind

    def pick(self, lines: Collection[bytes]) -> Iterable[bytes]:
        """Returns those of the lines that could belong to a copy."""

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterable[Handle | None]:
        """Returns what a version that holds the `picked` lines is a copy of; nothing for a false alarm."""


class PathMatcher(Protocol):
    """Recognises something by where it lies."""

    kind: MatcherKind

    def is_copy(self, path: str, content: bytes) -> bool:
        """Tells whether these bytes, at this path, are a copy."""


class CopyFinder:
    """Asks every matcher about version after version. Their order changes no answer.

    `memory` is how many bytes the lines seen may take before they are forgotten.
    """

    def __init__(
        self, lines: Sequence[LineMatcher], paths: Sequence[PathMatcher] = (), memory: int = MEMORY
    ) -> None:
        self._lines = [(matcher, set[bytes]()) for matcher in lines]
        self._paths = tuple(paths)
        self._seen: set[bytes] = set()
        self._size = 0
        self._memory = memory

    @property
    def kinds(self) -> tuple[MatcherKind, ...]:
        """The rules in use, strongest first."""
        used = {matcher.kind for matcher, _ in self._lines} | {matcher.kind for matcher in self._paths}
        return tuple(kind for kind in MatcherKind if kind in used)

    def look(self, content: bytes, path: str = "") -> tuple[Copy, ...]:
        """Returns what one version at `path` is a copy of, sorted; `""` for a version without a path."""
        return self.look_at([(content, path)])[0]

    def look_at(self, versions: Sequence[tuple[bytes, str]]) -> list[tuple[Copy, ...]]:
        """Returns what each version is a copy of. Their new lines are judged together, which costs less."""
        read: list[list[_Reading]] = [
            [(reading, *self._lines_of(reading)) for reading in self._readings(c)] for c, _ in versions
        ]
        fresh = set[bytes]().union(*(new for held in read for _, _, new in held))
        long = self._judge(fresh) if fresh else ()
        suspects = set[bytes]().union(*(found for _, found in self._lines))
        answers = [
            self._copies(content, path, readings, suspects)
            for (content, path), readings in zip(versions, read, strict=True)
        ]
        for _, found in self._lines if long else ():
            found.difference_update(long)
        return answers

    def _readings(self, content: bytes) -> Iterator[bytes]:
        return readings(content) if self._lines else iter(())

    def _lines_of(self, content: bytes) -> tuple[set[bytes], set[bytes]]:
        """Returns the lines, and those never seen before; a line that was seen is not too long."""
        lines = set(content.split(b"\n"))
        fresh = lines - self._seen
        if max(map(len, fresh), default=0) <= _LONG_LINE:
            return lines, fresh
        lines = _cut(lines)
        return lines, lines - self._seen

    def _copies(
        self, content: bytes, path: str, read: list[_Reading], suspects: set[bytes]
    ) -> tuple[Copy, ...]:
        copies: set[Copy] = set()
        for matcher in self._paths:
            if matcher.is_copy(path, content):
                copies.add(Copy(rule=matcher.kind.value))
        for reading, lines, _ in read:
            if not suspects.isdisjoint(lines):
                copies.update(self._confirmed(reading, lines))
        if not copies:
            return ()
        return tuple(sorted(copies, key=lambda copy: (copy.rule, copy.subject or "")))

    def _confirmed(self, content: bytes, lines: set[bytes]) -> Iterator[Copy]:
        for matcher, suspects in self._lines:
            if not suspects.isdisjoint(lines):
                for subject in matcher.confirm(content, suspects & lines):
                    yield Copy(rule=matcher.kind.value, subject=subject)

    def _judge(self, fresh: set[bytes]) -> set[bytes]:
        """Takes in lines never seen before; returns those that are too long to remember."""
        for matcher, suspects in self._lines:
            suspects.update(matcher.pick(fresh))
        long = {line for line in fresh if len(line) > _LONG_LINE}
        short = fresh - long if long else fresh
        self._size += sum(map(len, short)) + _OVERHEAD * len(short)
        if self._size > self._memory:
            self._seen, self._size = set(), 0
        self._seen |= short
        return long


def _cut(lines: set[bytes]) -> set[bytes]:
    """Returns the lines with those that are too long cut between the items of a JSON list."""
    pieces = (piece for line in lines if len(line) > _LONG_LINE for piece in _BETWEEN_ITEMS.split(line))
    return {line for line in lines if len(line) <= _LONG_LINE}.union(pieces)


def readings(content: bytes) -> Iterator[bytes]:
    """Yields the bytes, and what they say as UTF-8 where they look like UTF-16."""
    yield content
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        yield content.decode("utf-16", "replace").encode("utf-8", "replace")
    elif b"\0" in content:
        yield content.replace(b"\0", b"")
