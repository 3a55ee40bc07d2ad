"""Settles what a merge left open among memory files, from the three versions of each: no disk, no git.

`resolve`, the merge strategy and `preview` bring the stages from different places and do different things
with the answer; the answer is the same. A path both sides have is merged by its format; the rest is decided
by `store.undriven` and by the renames that git saw, unless an entry's own name says that git was wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeAlias

from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome, Unresolved, trivial
from memoir_git.core.snapshot import REGULAR_MODE, SnapshotFile
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.services.fate import Fate, Settled
from memoir_git.services.lineage import OURS, THEIRS, Lineage, only_version
from memoir_git.store.recognise import ENTRY
from memoir_git.store.undriven import State, Verdict, decide, entry_state, file_state

# format, path, base, ours, theirs -> the format's merge; absent versions are b""
Merge: TypeAlias = Callable[[str, RepoPath, bytes, bytes, bytes], MergeOutcome]

_FATES = {
    Verdict.KEEP_STUB: Fate.KEPT_STUB,
    Verdict.KEEP_TOMBSTONE: Fate.KEPT_TOMBSTONE,
    Verdict.KEEP_EDIT: Fate.KEPT_EDIT,
}


def settle(
    unmerged: Mapping[RepoPath, Unmerged],
    formats: Mapping[RepoPath, str],
    merge: Merge,
    *,
    origins: Origins | None,
    taken: Collection[RepoPath] = (),
    prefer_delete: bool = False,
) -> tuple[Settled, ...]:
    """Returns what becomes of the unmerged paths that `formats` names, sorted by path.

    `origins` is `None` where the trees around the operation are not known; `taken` are paths that hold
    another file, so that no old name may be put there.
    """
    work = _Settling(unmerged, formats, merge, origins, frozenset(taken), prefer_delete)
    return tuple(sorted(work.run(), key=lambda settled: settled.path))


class _Settling:
    """One run over a set of unmerged paths; `_done` are those that a group of paths already covers."""

    def __init__(
        self,
        unmerged: Mapping[RepoPath, Unmerged],
        formats: Mapping[RepoPath, str],
        merge: Merge,
        origins: Origins | None,
        taken: frozenset[RepoPath],
        prefer_delete: bool,
    ) -> None:
        self._unmerged = unmerged
        self._formats = formats
        self._merge = merge
        self._lineage = Lineage(unmerged, formats, origins)
        self._taken = taken
        self._prefer_delete = prefer_delete
        self._done: set[RepoPath] = set()

    def run(self) -> Iterator[Settled]:
        """Yields the settled paths; a path left by a rename to two names goes first, with its group."""
        open_paths = [path for path in sorted(self._unmerged) if path in self._formats]
        for path in open_paths:
            if only_version(self._unmerged[path]) == "base":
                yield self._two_names(path)
        for path in open_paths:
            if path not in self._done:
                yield self._one(path)

    def _one(self, path: RepoPath) -> Settled:
        versions = self._unmerged[path]
        if not versions.is_regular:
            return self._unclear(path)
        ours, theirs = versions.ours, versions.theirs
        if ours is not None and theirs is not None:
            if versions.base is None:
                return self._added_twice(path, ours, theirs)
            return self._parted(path, versions) or self._merged(path, versions.base, ours, theirs)
        survivor = ours or theirs
        assert survivor is not None, "a path with its base alone is settled with its group"
        base = versions.base
        if base is None:
            base = self._lineage.base_of_rename(path, OURS if ours is not None else THEIRS)
            if base is None:
                return self._settled(path, Fate.KEPT_PLACE, {path: survivor})
        return self._deleted(path, base, survivor)

    def _merged(
        self, path: RepoPath, base: SnapshotFile | None, ours: SnapshotFile, theirs: SnapshotFile
    ) -> Settled:
        versions = _contents(base, ours, theirs)
        outcome = self._merge(self._format(path), path, *versions)
        fate = Fate.CONFLICT if outcome.conflicts else Fate.MERGED
        file = SnapshotFile(content=outcome.content, mode=_joined_mode(base, ours, theirs))
        return self._settled(path, fate, {path: file}, outcome, versions)

    def _deleted(self, path: RepoPath, base: SnapshotFile, survivor: SnapshotFile) -> Settled:
        """Settles a deletion against what the other side made of the file."""
        state = self._state(path, survivor)
        verdict = decide(self._state(path, base), state, State.ABSENT, prefer_delete=self._prefer_delete)
        if verdict is Verdict.HOLD_TOMBSTONE:
            # The deleting side never took the tombstone away: it stands in with the base.
            settled = self._merged(path, base, base, survivor)
            if settled.is_open:
                return settled
            kept = settled.files[path]
            state = self._state(path, kept)
            fate = {State.PURGED: Fate.KEPT_STUB, State.TOMBSTONED: Fate.KEPT_TOMBSTONE}
            return self._settled(path, fate.get(state, Fate.KEPT_EDIT), {path: kept})
        if verdict in (Verdict.DELETE, Verdict.NOTHING):
            return self._settled(path, Fate.DELETED, {path: None})
        return self._settled(path, _FATES[verdict], {path: survivor})

    def _added_twice(self, path: RepoPath, ours: SnapshotFile, theirs: SnapshotFile) -> Settled:
        """Settles a name that both sides gave to a file; what came there by a rename goes back."""
        lineage = self._lineage
        old = {side: name for side in (OURS, THEIRS) if (name := lineage.origin(path, side)) is not None}
        if not old:
            return self._merged(path, None, ours, theirs)
        if self._taken.intersection(old.values()) or len(set(old.values())) < len(old):
            return self._unclear(path)
        files: dict[RepoPath, SnapshotFile | None] = {path: None}
        for side, file in ((OURS, ours), (THEIRS, theirs)):
            files[old.get(side, path)] = file
        return self._settled(path, Fate.OLD_NAMES, files)

    def _two_names(self, path: RepoPath) -> Settled:
        """Settles a file that each side renamed differently: both names stay, with one content."""
        self._done.add(path)
        base = self._unmerged[path].base
        names = self._lineage.new_names(path, self._done)
        if base is None or names is None:
            return self._unclear(path)
        self._done.update(names)
        our_name, their_name = names
        ours = self._lineage.original(our_name, OURS)
        theirs = self._lineage.original(their_name, THEIRS)
        if ours is None or theirs is None:
            return self._unclear(path)
        if not all(self._lineage.is_same(path, base, side) for side in (ours, theirs)):
            return self._settled(path, Fate.PARTED, {path: None, our_name: ours, their_name: theirs})
        versions = _contents(base, ours, theirs)
        outcome = self._merge(self._format(path), path, *versions)
        both = SnapshotFile(content=outcome.content, mode=_joined_mode(base, ours, theirs))
        files: dict[RepoPath, SnapshotFile | None] = {our_name: both, their_name: both}
        if outcome.conflicts:
            return self._settled(path, Fate.CONFLICT, files, outcome, versions)
        return self._settled(path, Fate.BOTH_NAMES, {path: None, **files}, outcome, versions)

    def _parted(self, path: RepoPath, versions: Unmerged) -> Settled | None:
        """Settles what git took for a rename with an edit, where the entry's own name says otherwise.

        The renaming side deleted one entry and added another; the other side edited the deleted one.
        """
        lineage = self._lineage
        for side, other in ((OURS, THEIRS), (THEIRS, OURS)):
            old = lineage.renamed_from(path, side)
            if old is None or versions.base is None or old in self._taken:
                continue
            added, edited = lineage.original(path, side), lineage.original(old, other)
            if added is None or edited is None or lineage.is_same(path, versions.base, added):
                continue
            kept = self._deleted(old, versions.base, edited)
            if kept.is_open:
                return self._unclear(path)
            return self._settled(path, Fate.PARTED, {**kept.files, path: added})
        return None

    def _state(self, path: RepoPath, file: SnapshotFile | None) -> State:
        content = None if file is None else file.content
        return entry_state(path, content) if self._format(path) == ENTRY else file_state(content)

    def _format(self, path: RepoPath) -> str:
        return self._formats.get(path, ENTRY)

    def _settled(
        self,
        path: RepoPath,
        fate: Fate,
        files: Mapping[RepoPath, SnapshotFile | None],
        outcome: MergeOutcome | None = None,
        versions: tuple[bytes, bytes, bytes] | None = None,
    ) -> Settled:
        return Settled(
            path=path,
            format_name=self._format(path),
            fate=fate,
            files=files,
            conflicts=outcome.conflicts if outcome else 0,
            was_refused=bool(outcome and outcome.refused),
            notes=outcome.notes if outcome else (),
            versions=versions,
        )

    def _unclear(self, path: RepoPath) -> Settled:
        return self._settled(path, Fate.UNCLEAR, {})


def _joined_mode(base: SnapshotFile | None, ours: SnapshotFile, theirs: SnapshotFile) -> int:
    mode = trivial(base.mode if base else REGULAR_MODE, ours.mode, theirs.mode)
    return max(ours.mode, theirs.mode) if isinstance(mode, Unresolved) else mode


def _contents(
    base: SnapshotFile | None, ours: SnapshotFile, theirs: SnapshotFile
) -> tuple[bytes, bytes, bytes]:
    return (b"" if base is None else base.content, ours.content, theirs.content)
