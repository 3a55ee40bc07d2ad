"""Loose objects: one zlib stream per file, read by nobody but this module.

A power cut leaves truncated ones behind, on which libgit2 loops for ever. The hash over the whole stream is
the object's name, so one comparison also tells a wrong kind, size or content.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from binascii import hexlify, unhexlify
from collections.abc import Iterator

from memoir_git.git.history.objects import (
    KINDS,
    CorruptObjectError,
    MissingObjectError,
    OversizedObjectError,
)

_CHUNK = 64 * 1024
_HEADER = 64  # a kind, a blank, a size of up to 20 digits and a NUL fit well
_MOST_FROM_ONE_BYTE = 1032  # deflate's own limit


class LooseObjects:
    """The loose objects below one `objects` directory; `listed` holds the names of those there are."""

    def __init__(self, directory: str, algorithm: str) -> None:
        self._directory = os.fsencode(directory)
        self._hash = hashlib.sha1 if algorithm == "sha1" else hashlib.sha256
        self._rest = 2 * self._hash().digest_size - 2
        self.listed = self._list()

    def read(self, name: bytes, limit: int) -> tuple[int, bytes]:
        """Returns kind and content of one object. Raises `HistoryObjectError`'s subclasses."""
        store = _inflate(self._packed(name), limit + _HEADER)
        end = store.find(b"\0", 0, _HEADER)
        word, _, size = store[:end].partition(b" ")
        if end < 0 or word not in KINDS or not size.isdigit():
            raise CorruptObjectError
        if int(size) > limit:
            raise OversizedObjectError
        if self._hash(store).digest() != name or len(store) != end + 1 + int(size):
            raise CorruptObjectError
        return KINDS[word], store[end + 1 :]

    def names(self) -> Iterator[bytes]:
        """Yields the names of all loose objects."""
        yield from self.listed

    def refresh(self) -> None:
        """Lists the directory again."""
        self.listed = self._list()

    def close(self) -> None:
        """Does nothing: no file stays open."""

    def _packed(self, name: bytes) -> bytes:
        text = hexlify(name)
        try:
            file = os.open(b"%b/%b/%b" % (self._directory, text[:2], text[2:]), os.O_RDONLY | os.O_NOCTTY)
        except FileNotFoundError:
            raise MissingObjectError from None
        except OSError:
            raise CorruptObjectError from None
        try:
            return _read_all(file)
        except OSError:
            raise CorruptObjectError from None
        finally:
            os.close(file)

    def _list(self) -> set[bytes]:
        found: set[bytes] = set()
        for number in range(256):
            folder = b"%02x" % number
            try:
                names = os.listdir(self._directory + b"/" + folder)
            except OSError:
                continue
            found.update(unhexlify(folder + name) for name in names if self._is_name(name))
        return found

    def _is_name(self, name: bytes) -> bool:
        return len(name) == self._rest and not name.strip(b"0123456789abcdef")


def _read_all(file: int) -> bytes:
    content = os.read(file, _CHUNK)
    if len(content) < _CHUNK:
        return content
    parts = [content]
    while parts[-1]:
        parts.append(os.read(file, _CHUNK))
    return b"".join(parts)


def _inflate(packed: bytes, limit: int) -> bytes:
    """Returns the stream's content; of one longer than `limit`, at least the header and no more."""
    try:
        if len(packed) * _MOST_FROM_ONE_BYTE <= limit:
            return zlib.decompress(packed)
        stream = zlib.decompressobj()
        content = stream.decompress(packed, limit)
    except zlib.error:
        raise CorruptObjectError from None
    if not stream.eof and not stream.unconsumed_tail:
        raise CorruptObjectError
    return content
