"""Objects through `git cat-file --batch`, for repositories that libgit2 does not understand.

SHA-256 is the case of today. git itself tells kind and size before the content, so an overlong blob is
drained and never held. An error ends that git; the next object gets a new one.
"""

from __future__ import annotations

from binascii import hexlify, unhexlify
from collections.abc import Iterator

from memoir_git.git.history.objects import (
    KINDS,
    CorruptObjectError,
    MissingObjectError,
    OversizedObjectError,
)
from memoir_git.git.history.quiet import quiet_run, quiet_start
from memoir_git.git.repo import Repository
from memoir_git.git.run import Child, GitError

_BLOCK = 1 << 20


class BatchObjects:
    """Every object of the repository, alternates included, by asking git."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._child: Child | None = None
        self._present: frozenset[bytes] | None = None  # known once a child has died

    def read(self, name: bytes, limit: int) -> tuple[int, bytes]:
        """Returns kind and content of one object, not checked against its name."""
        if self._present is not None and name not in self._present:
            raise MissingObjectError
        child = self._child = self._child or quiet_start(self._repository, "cat-file", "--batch")
        header = _ask(child, hexlify(name)).split(b" ")
        if len(header) == 2 and header[1] == b"missing\n":
            raise MissingObjectError
        if len(header) != 3 or header[1] not in KINDS:
            raise self._death(name)
        size = int(header[2])
        if size > limit:
            self._drain(child, size + 1)
            raise OversizedObjectError
        content = child.output.read(size + 1)
        if len(content) != size + 1:
            raise self._death(name)
        return KINDS[header[1]], content[:-1]

    def names(self) -> Iterator[bytes]:
        """Yields the names of all objects."""
        words = ("cat-file", "--batch-all-objects", "--batch-check=%(objectname)", "--unordered")
        for line in quiet_run(self._repository, *words).stdout.split():
            yield unhexlify(line)

    def refresh(self) -> None:
        """Does nothing: git looks again by itself."""

    def close(self) -> None:
        """Ends the child."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _death(self, name: bytes) -> MissingObjectError | CorruptObjectError:
        """Returns what a child died of: damage, or an object that a partial clone would have to fetch."""
        self.close()
        if self._present is None:
            try:
                self._present = frozenset(self.names())
            except GitError:
                return CorruptObjectError()
        return CorruptObjectError() if name in self._present else MissingObjectError()

    def _drain(self, child: Child, size: int) -> None:
        while size > 0:
            got = len(child.output.read(min(size, _BLOCK)))
            if not got:
                self.close()
                raise CorruptObjectError
            size -= got


def _ask(child: Child, name: bytes) -> bytes:
    try:
        child.input.write(name + b"\n")
        child.input.flush()
    except BrokenPipeError:
        return b""
    return child.output.readline()
