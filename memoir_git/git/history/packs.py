"""Packed objects through libgit2's pack reader, one per `objects` directory, with nothing else of libgit2.

Only the pack backend is opened, no repository: so no loose object, ref, graft, replacement, hook or config
can speak here, and nothing is ever fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memoir_git.git.history.objects import (
    METADATA_LIMIT,
    CorruptObjectError,
    MissingObjectError,
    OversizedObjectError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pygit2

_MAPPED_LIMIT = 64 * 1024 * 1024


class NoPackReaderError(Exception):
    """pygit2 is not installed, cannot be loaded, or does not understand these packs."""


class PackedObjects:
    """The packs below the given `objects` directories. Raises `NoPackReaderError` without a pygit2."""

    def __init__(self, directories: Sequence[str]) -> None:
        try:
            import pygit2
        except (ImportError, OSError):
            raise NoPackReaderError from None
        pygit2.settings.mwindow_mapped_limit = _MAPPED_LIMIT
        self._failure = pygit2.GitError
        self._backends: list[pygit2.OdbBackendPack] = []
        for directory in directories:
            try:
                self._backends.append(pygit2.OdbBackendPack(directory))
            except (pygit2.GitError, OSError, ValueError):
                raise NoPackReaderError from None

    def read(self, name: bytes, limit: int) -> tuple[int, bytes]:
        """Returns kind and content of one packed object, not checked against its name."""
        text = name.hex()
        for backend in self._backends:
            try:
                if limit < METADATA_LIMIT and limit < backend.read_header(text)[1]:
                    raise OversizedObjectError
                return backend.read(text)
            except KeyError:
                continue
            except (self._failure, ValueError):
                raise CorruptObjectError from None
        raise MissingObjectError

    def names(self) -> Iterator[bytes]:
        """Yields the names of all packed objects."""
        for backend in self._backends:
            for name in backend:
                yield name.raw

    def refresh(self) -> None:
        """Looks again at which packs there are."""
        for backend in self._backends:
            try:
                backend.refresh()
            except (self._failure, OSError):
                continue

    def close(self) -> None:
        """Closes the packs."""
        self._backends.clear()
