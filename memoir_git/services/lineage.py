"""Where an unmerged path came from: the renames git saw, as far as the entries' own names bear them out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import SnapshotFile
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.store.recognise import ENTRY
from memoir_git.store.undriven import is_same_entry

OURS = "ours"
THEIRS = "theirs"


class Lineage:
    """Answers for one set of unmerged paths; without `origins` the stages are all there is to go by."""

    def __init__(
        self,
        unmerged: Mapping[RepoPath, Unmerged],
        formats: Mapping[RepoPath, str],
        origins: Origins | None,
    ) -> None:
        self._unmerged = unmerged
        self._formats = formats
        self._origins = origins

    def new_names(self, path: RepoPath, done: Collection[RepoPath]) -> tuple[RepoPath, RepoPath] | None:
        """Returns the name that ours and the one that theirs gave to the file that was at `path`."""
        found = []
        for side in (OURS, THEIRS):
            candidates = [
                other
                for other, versions in self._unmerged.items()
                if only_version(versions) == side and other not in done
            ]
            renamed = [other for other in candidates if self.renamed_from(other, side) == path]
            # Without the trees a lone candidate is the one.
            lone = candidates if self._origins is None and len(candidates) == 1 else []
            found += (renamed or lone)[:1]
        return (found[0], found[1]) if len(found) == 2 else None

    def base_of_rename(self, path: RepoPath, side: str) -> SnapshotFile | None:
        """Returns the base of a file that `side` renamed and the other deleted; older engines stage none."""
        old = self.origin(path, side)
        if old is None or self._origins is None:
            return None
        other = self._origins.theirs if side == OURS else self._origins.ours
        return None if old in other.files else self._origins.base.files.get(old)

    def origin(self, path: RepoPath, side: str) -> RepoPath | None:
        """Returns the old name of a file that `side` renamed to `path`, if it is the same memory."""
        old = self.renamed_from(path, side)
        if old is None or self._origins is None:
            return None
        before, after = self._origins.base.files.get(old), self.original(path, side)
        return old if before and after and self.is_same(path, before, after) else None

    def renamed_from(self, path: RepoPath, side: str) -> RepoPath | None:
        """Returns the old name of what git takes for a rename to `path`."""
        if self._origins is None:
            return None
        return (self._origins.ours_from if side == OURS else self._origins.theirs_from).get(path)

    def original(self, path: RepoPath, side: str) -> SnapshotFile | None:
        """Returns a side's own version; in the stages of a renamed file git may have merged already."""
        if self._origins is None:
            versions = self._unmerged[path]
            return versions.ours if side == OURS else versions.theirs
        return (self._origins.ours if side == OURS else self._origins.theirs).files.get(path)

    def is_same(self, path: RepoPath, old: SnapshotFile, new: SnapshotFile) -> bool:
        """Tells whether two versions can be one memory; only entries say who they are."""
        return self._formats.get(path, ENTRY) != ENTRY or is_same_entry(old.content, new.content)


def only_version(versions: Unmerged) -> str:
    """Returns `base`, `ours` or `theirs` when that is the only version there is, else `""`."""
    named = (("base", versions.base), (OURS, versions.ours), (THEIRS, versions.theirs))
    present = [name for name, file in named if file is not None]
    return present[0] if len(present) == 1 else ""
