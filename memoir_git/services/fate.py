"""What became of one path that a merge left open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome, Note
from memoir_git.core.snapshot import SnapshotFile
from memoir_git.core.telling import tell


class Fate(Enum):
    """What became of a path; the last two are not settled."""

    MERGED = "merged"
    KEPT_STUB = "kept-stub"
    KEPT_TOMBSTONE = "kept-tombstone"
    KEPT_EDIT = "kept-edit"
    DELETED = "deleted"
    KEPT_PLACE = "kept-place"  # added on one side, in a folder that the other side moved
    BOTH_NAMES = "both-names"  # renamed to two names
    OLD_NAMES = "old-names"  # two files renamed to one name
    PARTED = "parted"  # a rename that git saw between two different entries
    CONFLICT = "conflict"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One path that was open, and every path its settling touches.

    `files` are the results (`None`: removed), to be staged; for a CONFLICT they are what the work tree shows
    while the path stays open, markers included. `was_refused` says that the format's merge interpreted
    nothing. `versions` are base, ours and theirs of a merge by the format, for whoever compares.
    """

    path: RepoPath
    format_name: str
    fate: Fate
    files: Mapping[RepoPath, SnapshotFile | None]
    conflicts: int = 0
    was_refused: bool = False
    notes: tuple[Note, ...] = ()
    versions: tuple[bytes, bytes, bytes] | None = None

    @property
    def is_open(self) -> bool:
        """Tells whether a person has to decide."""
        return self.fate in (Fate.CONFLICT, Fate.UNCLEAR)

    @property
    def told(self) -> tuple[str, ...]:
        """What the format's merge did, in counts; never memory text."""
        outcome = MergeOutcome(b"", conflicts=self.conflicts, notes=self.notes, refused=self.was_refused)
        return tuple(tell(outcome))

    @property
    def names(self) -> tuple[RepoPath, ...]:
        """The paths that hold the results, sorted."""
        return tuple(sorted(path for path, file in self.files.items() if file is not None))
