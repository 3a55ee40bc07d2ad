"""What the memory files of a merge should be: the join of its two sides, file by file, renames followed.

The same rules as a merge with the driver and `resolve` after it, over whole trees instead of stages. A
session is joined even where one side alone changed it: an item that a side dropped without a tombstone was
not removed. Everything is computed from the commits, so it is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome, Unresolved, trivial
from memoir_git.core.snapshot import REGULAR_MODE, SnapshotFile
from memoir_git.core.unmerged import Origins
from memoir_git.services.followed import Followed, follow
from memoir_git.services.settle import Merge
from memoir_git.store.recognise import ENTRY, SESSION
from memoir_git.store.undriven import State, Verdict, decide, entry_state, file_state

_SUPPRESSED = (State.TOMBSTONED, State.PURGED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """One memory file of the merge.

    `file` is where it came from; its `content` is `None` when it should be gone. `conflicts` counts what the
    sides disagree about; `was_refused` says that a side cannot be understood. `is_choice` marks a deletion
    against an ordinary edit: a merge that deleted the file has decided.
    """

    file: Followed
    format_name: str
    content: bytes | None
    conflicts: int = 0
    was_refused: bool = False
    is_choice: bool = False

    @property
    def mode(self) -> int:
        """The mode of the result."""
        modes = [
            version.mode if version is not None else REGULAR_MODE
            for version in (self.file.base, self.file.ours, self.file.theirs)
        ]
        joined = trivial(*modes)
        return max(modes) if isinstance(joined, Unresolved) else joined


def join_trees(trees: Origins, formats: Mapping[RepoPath, str], merge: Merge) -> tuple[Expected, ...]:
    """Returns what is expected of each memory file in the three trees, by its oldest name."""
    return tuple(_expected(file, formats.get(file.path, ENTRY), merge) for file in follow(trees, formats))


def _expected(file: Followed, format_name: str, merge: Merge) -> Expected:
    ours, theirs = file.ours, file.theirs
    if ours is None and theirs is None:
        return Expected(file=file, format_name=format_name, content=None)
    if ours is None or theirs is None:
        survivor = ours or theirs
        assert survivor is not None
        return _one_sided(file, format_name, survivor, merge)
    if _needs_no_merge(file, format_name, ours, theirs):
        base = file.base.content if file.base is not None else None
        taken = trivial(base, ours.content, theirs.content)
        assert isinstance(taken, bytes), "one side is unchanged"
        return Expected(file=file, format_name=format_name, content=taken)
    outcome = merge(format_name, file.places[0], content_of(file.base), ours.content, theirs.content)
    return _merged(file, format_name, outcome)


def _one_sided(file: Followed, format_name: str, survivor: SnapshotFile, merge: Merge) -> Expected:
    """Returns what becomes of a file that one side has: added there, or deleted on the other."""
    base = file.base
    if base is None:
        return Expected(file=file, format_name=format_name, content=survivor.content)
    if base.content == survivor.content:
        return Expected(file=file, format_name=format_name, content=None)
    states = [_state(format_name, file.path, version) for version in (base, survivor)]
    verdict = decide(states[0], states[1], State.ABSENT)
    if verdict is Verdict.HOLD_TOMBSTONE:
        path = file.places[0]
        return _merged(
            file, format_name, merge(format_name, path, base.content, base.content, survivor.content)
        )
    is_choice = verdict in (Verdict.KEEP_EDIT, Verdict.NOTHING)
    content = None if verdict is Verdict.NOTHING else survivor.content
    return Expected(file=file, format_name=format_name, content=content, is_choice=is_choice)


def _needs_no_merge(file: Followed, format_name: str, ours: SnapshotFile, theirs: SnapshotFile) -> bool:
    """Tells whether the side that changed is the answer.

    Not for sessions, nor where the one change took a tombstone away: a merge never does that.
    """
    if ours.content == theirs.content:
        return True
    base = file.base
    if format_name == SESSION or base is None or base.content not in (ours.content, theirs.content):
        return False
    changed = theirs if base.content == ours.content else ours
    before, after = (_state(format_name, file.path, version) for version in (base, changed))
    return before not in _SUPPRESSED or after is before


def _merged(file: Followed, format_name: str, outcome: MergeOutcome) -> Expected:
    return Expected(
        file=file,
        format_name=format_name,
        content=outcome.content,
        conflicts=outcome.conflicts,
        was_refused=outcome.refused,
    )


def _state(format_name: str, path: RepoPath, version: SnapshotFile) -> State:
    return entry_state(path, version.content) if format_name == ENTRY else file_state(version.content)


def content_of(version: SnapshotFile | None) -> bytes:
    """Returns a version's bytes; an absent one has none."""
    return b"" if version is None else version.content
