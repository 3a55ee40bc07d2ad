"""Git objects as raw bytes, each checked against its own name, from wherever the repository keeps them.

An object name is raw bytes here, 20 or 32 of them. Loose objects are always read by `loose`; what else there
is comes from a `Packs`: libgit2's pack reader, or a `git cat-file`. libgit2 never meets a loose object, since
on a truncated one it loops for ever, and its own hash check stays out, since `hashlib` gives the same
certainty at a fraction of the cost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Protocol

COMMIT, TREE, BLOB, TAG = 1, 2, 3, 4
KINDS = {b"commit": COMMIT, b"tree": TREE, b"blob": BLOB, b"tag": TAG}
_HEADERS = {number: word + b" %d\0" for word, number in KINDS.items()}

# Commits, trees and tags are read whole, whatever the bound on blobs; a larger one is not read at all.
METADATA_LIMIT = 256 * 1024 * 1024
_MAX_REFRESHES = 8


class HistoryObjectError(Exception):
    """An object that could not be had; each subclass is one reason."""


class MissingObjectError(HistoryObjectError):
    """The repository lacks the object."""


class CorruptObjectError(HistoryObjectError):
    """What stands under the object's name is not that object."""


class OversizedObjectError(HistoryObjectError):
    """The object is longer than the caller's limit."""


class Objects(Protocol):
    """A place that objects can be read from. All three errors above may be raised by `read`."""

    def read(self, name: bytes, limit: int) -> tuple[int, bytes]:
        """Returns the object's kind and content, at most `limit` bytes."""

    def names(self) -> Iterator[bytes]:
        """Yields the names of all objects that lie here."""

    def refresh(self) -> None:
        """Looks again at what there is; another process may have packed objects meanwhile."""

    def close(self) -> None:
        """Lets go of files and processes."""


class ListedObjects(Objects, Protocol):
    """A place of loose objects, which knows at no cost what it holds and checks what it reads."""

    listed: set[bytes]


class ObjectStore:
    """All objects of one repository, alternates included."""

    def __init__(self, loose: Sequence[ListedObjects], packs: Objects, algorithm: str) -> None:
        self._loose = loose
        self._filled = [place for place in loose if place.listed]  # none in a packed repository
        self._packs = packs
        self._hash = hashlib.sha1 if algorithm == "sha1" else hashlib.sha256
        self.width: int = self._hash().digest_size
        # git knows these two without storing them: an index may name the empty blob after `git add -N`.
        self._built_in = {
            self._hash(word + b" 0\0").digest(): (kind, b"")
            for word, kind in KINDS.items()
            if kind in (TREE, BLOB)
        }
        self._refreshes = 0

    def read(self, name: bytes, limit: int = METADATA_LIMIT) -> tuple[int, bytes]:
        """Returns the object's kind and content. Raises one of the errors of this module."""
        for loose in self._filled:
            if name in loose.listed:
                return self._read_loose(loose, name, limit)
        try:
            kind, content = self._packs.read(name, limit)
        except MissingObjectError:
            return self._read_again(name, limit)
        # As _check does, but here every call counts, and a copy of the content is cheaper than one.
        if self._hash(_HEADERS[kind] % len(content) + content).digest() != name:
            raise CorruptObjectError
        return kind, content

    def has(self, name: bytes) -> bool:
        """Tells whether something stands under the name, readable or not."""
        try:
            self.read(name)
        except MissingObjectError:
            return False
        except HistoryObjectError:
            return True
        return True

    def names(self) -> list[bytes]:
        """Returns the names of all objects, sorted."""
        found = set(self._packs.names())
        for loose in self._loose:
            found |= loose.listed
        return sorted(found)

    def close(self) -> None:
        """Lets go of files and processes."""
        self._packs.close()

    def _read_loose(self, loose: Objects, name: bytes, limit: int) -> tuple[int, bytes]:
        try:
            return loose.read(name, limit)
        except (MissingObjectError, CorruptObjectError) as error:
            return self._read_packed_instead(name, limit, error)

    def _read_packed_instead(self, name: bytes, limit: int, error: HistoryObjectError) -> tuple[int, bytes]:
        """Returns a packed copy, as git would, of what was packed or damaged; else raises `error`."""
        self._packs.refresh()
        try:
            kind, content = self._packs.read(name, limit)
        except (MissingObjectError, CorruptObjectError):
            raise error from None
        self._check(name, kind, content)
        return kind, content

    def _read_again(self, name: bytes, limit: int) -> tuple[int, bytes]:
        if name in self._built_in:
            return self._built_in[name]
        if self._refreshes == _MAX_REFRESHES:
            raise MissingObjectError
        self._refreshes += 1
        self._packs.refresh()
        for loose in self._loose:
            loose.refresh()
        self._filled = [place for place in self._loose if place.listed]
        for loose in self._filled:
            if name in loose.listed:
                return loose.read(name, limit)
        kind, content = self._packs.read(name, limit)
        self._check(name, kind, content)
        return kind, content

    def _check(self, name: bytes, kind: int, content: bytes) -> None:
        hashed = self._hash(_HEADERS[kind] % len(content))
        hashed.update(content)
        if hashed.digest() != name:
            raise CorruptObjectError
