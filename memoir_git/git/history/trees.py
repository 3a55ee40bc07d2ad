"""Trees as raw bytes: what one version of a folder holds that no version seen before did.

A folder's next version differs in a few entries out of many, so entries are not taken apart one by one: the
bytes are split at the mode of a regular file, and only pieces never seen in this folder are parsed. This is
exact. A piece is accepted only when the grammar of trees consumes it wholly; a split inside an object name
or a file name leaves the piece before it incomplete, and then the whole tree is parsed by its grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable

FILE_MODE = b"100644"
TREE_MODES = (b"40000", b"040000")
GITLINK_MODE = b"160000"
_SPLIT = FILE_MODE + b" "
# Below this, comparing with the version before costs more than it saves.
LARGE = 4096
_NEAR = 32

Entry = tuple[bytes, bytes, bytes]  # mode, name, object
_ENTRIES: dict[int, Callable[[bytes], list[Entry]]] = {
    width: re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % width, re.DOTALL).findall for width in (20, 32)
}


class MalformedTreeError(Exception):
    """The bytes are no tree."""


def parse_tree(content: bytes, width: int) -> list[Entry]:
    """Returns all entries of a tree, by its grammar. Raises `MalformedTreeError`."""
    entries = _ENTRIES[width](content)
    # Found one behind the other and nothing between them, they are what the grammar says.
    lengths = [len(mode) + len(name) for mode, name, _ in entries]
    if sum(lengths) + (2 + width) * len(entries) != len(content):
        raise MalformedTreeError
    return entries


class EntryMemo:
    """What has been seen in one folder so far."""

    __slots__ = ("_last", "_met", "_taken", "_width")

    def __init__(self, width: int) -> None:
        self._width = width
        self._taken = {b"\0"}  # pieces; the leading one of a tree stands behind a NUL
        self._met: set[bytes] = set()  # names and objects of entries
        self._last = b""

    def take(self, content: bytes) -> list[Entry]:
        """Returns the entries of this version that may be new, in a fixed order: those in pieces never seen.

        A piece of several entries is new when one of them is; `meet` tells which. Raises
        `MalformedTreeError`.
        """
        part = content
        if len(content) >= LARGE:
            begin, _, end = changed_span(self._last, content, self._width)
            part = content[begin:end]
            self._last = content
        pieces = part.split(_SPLIT)
        pieces[0] = b"\0" + pieces[0]
        fresh = {*pieces}
        fresh -= self._taken
        entries: list[Entry] = []
        try:
            for piece in sorted(fresh):
                entries += self._parse_piece(piece)
        except MalformedTreeError:
            self._last = b""
            return parse_tree(content, self._width)
        self._taken |= fresh
        return entries

    def meet(self, name: bytes, target: bytes) -> bool:
        """Notes that an entry was met; tells whether it is the first time."""
        key = name + b"\0" + target
        if key in self._met:
            return False
        self._met.add(key)
        return True

    def _parse_piece(self, piece: bytes) -> list[Entry]:
        nul = piece.find(b"\0")
        if nul > 0 and nul + 1 + self._width == len(piece):
            return [(FILE_MODE, piece[:nul], piece[nul + 1 :])]
        return parse_tree(piece[1:] if nul == 0 else _SPLIT + piece, self._width)


def changed_span(before: bytes, after: bytes, width: int) -> tuple[int, int, int]:
    """Returns where two versions differ: the span begins at one place in both and ends in each at its own.

    It is cut where entries begin, if every split of `before` is the beginning of an entry: then those in the
    equal ends are too. Where one lies inside a name, what is cut out is no sequence of entries.
    """
    shorter = min(len(before), len(after))
    begin = after.rfind(_SPLIT, 0, _equal_at_start(before, after, shorter))
    begin = max(begin, 0)
    # Nearly always one file has a new version: its entry is as long as before, and the rest is equal.
    stop = after.find(b"\0", begin) + 1 + width
    if before.find(b"\0", begin) + 1 + width == stop and before[stop:] == after[stop:]:
        return begin, stop, stop
    tail = _equal_at_end(before, after, shorter - begin)
    end = after.find(_SPLIT, len(after) - tail)
    end = len(after) if end < 0 else end
    return begin, len(before) - len(after) + end, end


def _equal_at_start(first: bytes, second: bytes, limit: int) -> int:
    """Returns how many bytes are equal at least, by halving: equal halves cost one comparison."""
    low = 0
    while limit - low > _NEAR:
        middle = (low + limit) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            limit = middle
    return low


def _equal_at_end(first: bytes, second: bytes, limit: int) -> int:
    low = 0
    end, other = len(first), len(second)
    while limit - low > _NEAR:
        middle = (low + limit) // 2
        if first[end - middle : end - low] == second[other - middle : other - low]:
            low = middle
        else:
            limit = middle
    return low
