"""What has been read so far, what went wrong, and when it is enough."""

from __future__ import annotations

from time import monotonic

from memoir_git.core.exposure import Bounds, Unavailable


class ExhaustedError(Exception):
    """A bound was reached; its reason stands in the tally."""


class Tally:
    """The counts, and the reasons why the look is not complete."""

    __slots__ = ("_bounds", "_ends", "blob_bytes", "commits", "objects", "reasons")

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._ends = None if bounds.seconds is None else monotonic() + bounds.seconds
        self.commits = 0
        self.objects = 0
        self.blob_bytes = 0
        self.reasons: set[Unavailable] = set()

    @property
    def blob_limit(self) -> int:
        """The most bytes one blob may have."""
        return self._bounds.max_blob_bytes

    def count_commit(self) -> None:
        """Counts a commit that is about to be looked at. Raises `ExhaustedError` at the bound."""
        if self.commits == self._bounds.max_commits:
            self._stop(Unavailable.BOUND_REACHED)
        if self._ends is not None and monotonic() > self._ends:
            self._stop(Unavailable.TIME_LIMIT)
        self.commits += 1
        self.count_object()

    def count_object(self) -> None:
        """Counts any object that is about to be looked at. Raises `ExhaustedError` at the bound."""
        if self.objects == self._bounds.max_objects:
            self._stop(Unavailable.BOUND_REACHED)
        self.objects += 1

    def count_blob(self, size: int) -> None:
        """Counts a blob that is about to be offered. Raises `ExhaustedError` at a bound."""
        if self.blob_bytes + size > self._bounds.max_total_bytes:
            self._stop(Unavailable.BOUND_REACHED)
        if self._ends is not None and monotonic() > self._ends:
            self._stop(Unavailable.TIME_LIMIT)
        self.blob_bytes += size
        self.count_object()

    def _stop(self, reason: Unavailable) -> None:
        self.reasons.add(reason)
        raise ExhaustedError
