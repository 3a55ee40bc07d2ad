"""Reading one object of a kind that is known beforehand; what goes wrong is noted and read on."""

from __future__ import annotations

from memoir_git.core.exposure import Unavailable
from memoir_git.git.history.objects import (
    BLOB,
    METADATA_LIMIT,
    CorruptObjectError,
    HistoryObjectError,
    MissingObjectError,
    ObjectStore,
    OversizedObjectError,
)
from memoir_git.git.history.tally import Tally

_REASONS: dict[type[HistoryObjectError], Unavailable] = {
    MissingObjectError: Unavailable.OBJECTS_MISSING,
    CorruptObjectError: Unavailable.OBJECTS_CORRUPT,
    OversizedObjectError: Unavailable.BOUND_REACHED,
}


class Reader:
    """A store and the tally of what is read from it."""

    def __init__(self, store: ObjectStore, tally: Tally) -> None:
        self.store = store
        self.tally = tally

    def read(self, name: bytes, wanted: int, *, optional: bool = False) -> bytes | None:
        """Returns the content of an object of the wanted kind, `None` with a reason noted.

        An `optional` object may be missing without one.
        """
        limit = self.tally.blob_limit if wanted == BLOB else METADATA_LIMIT
        try:
            kind, content = self.store.read(name, limit)
        except HistoryObjectError as error:
            if not optional or not isinstance(error, MissingObjectError):
                self.note(error)
            return None
        if kind != wanted:
            self.note(CorruptObjectError())
            return None
        return content

    def note(self, error: HistoryObjectError) -> None:
        """Notes the reason that an error stands for."""
        self.tally.reasons.add(_REASONS[type(error)])
