"""A merge commit's trees as far as memory goes: its sides, their base, and what was committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot, SnapshotFile, Source
from memoir_git.core.unmerged import Origins
from memoir_git.git.renames import changed_paths, find_renames
from memoir_git.git.repo import Repository
from memoir_git.git.revisions import merge_bases
from memoir_git.git.snapshot import load_commit
from memoir_git.services.join_trees import Expected, join_trees
from memoir_git.services.merging import memory_formats
from memoir_git.services.settle import Merge

_NOTHING = Snapshot(source=Source.COMMIT, label="no base", files={})


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeMerge:
    """A merge that was made: the commit that holds its result, and the heads that went in, in order."""

    commit: str
    heads: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMerge:
    """What should be, and what is: `actual` is the commit's memory files."""

    made: MadeMerge
    formats: Mapping[RepoPath, str]
    expected: tuple[Expected, ...]
    trees: Origins
    actual: Snapshot


def judge(repository: Repository, made: MadeMerge, merge: Merge) -> JudgedMerge:
    """Returns the merge with what it should have been; more than two heads are joined one after another."""
    first, *others = made.heads
    paths = changed_paths(repository, first, made.commit)
    for other in others:
        paths |= changed_paths(repository, first, other)
    loader = _Loader(repository, paths, merge)
    trees = loader.load(first, others[0])
    expected = join_trees(trees, loader.formats, merge)
    for number, other in enumerate(others[1:], 1):
        trees = loader.load(first, other, joined_before=others[:number])
        trees = replace(trees, ours=_as_snapshot(expected))
        expected = join_trees(trees, loader.formats, merge)
    actual = load_commit(repository, made.commit, loader.formats)
    return JudgedMerge(made=made, formats=dict(loader.formats), expected=expected, trees=trees, actual=actual)


class _Loader:
    """Loads trees; `formats` grows to all the memory paths that were met."""

    def __init__(self, repository: Repository, paths: set[RepoPath], merge: Merge) -> None:
        self._repository = repository
        self._paths = paths
        self._merge = merge
        self.formats: dict[RepoPath, str] = {}

    def load(self, ours: str, theirs: str, joined_before: Sequence[str] = ()) -> Origins:
        """Loads base, ours and theirs; where heads were joined before, the base is one they all share."""
        repository = self._repository
        bases = merge_bases(repository, theirs, ours, *joined_before)
        renames = [find_renames(repository, bases[0], side) if bases else {} for side in (ours, theirs)]
        wanted = set(self._paths)
        for pairs in renames:
            for new, old in pairs.items():
                if new in wanted or old in wanted:
                    wanted |= {new, old}
        self.formats |= memory_formats(repository, sorted(wanted))
        return Origins(
            base=self._load_base(bases),
            ours=load_commit(repository, ours, self.formats),
            theirs=load_commit(repository, theirs, self.formats),
            ours_from={new: old for new, old in renames[0].items() if new in self.formats},
            theirs_from={new: old for new, old in renames[1].items() if new in self.formats},
        )

    def _load_base(self, bases: Sequence[str]) -> Snapshot:
        """Loads the base; several of them, as a criss-cross has, are joined into one as git does it."""
        if not bases:
            return _NOTHING
        joined = load_commit(self._repository, bases[0], self.formats)
        for other in bases[1:]:
            inner = merge_bases(self._repository, bases[0], other)
            base = load_commit(self._repository, inner[0], self.formats) if inner else _NOTHING
            theirs = load_commit(self._repository, other, self.formats)
            trees = Origins(base=base, ours=joined, theirs=theirs, ours_from={}, theirs_from={})
            joined = _as_snapshot(join_trees(trees, self.formats, self._merge))
        return joined


def _as_snapshot(expected: Sequence[Expected]) -> Snapshot:
    files = {
        place: SnapshotFile(content=item.content, mode=item.mode)
        for item in expected
        if item.content is not None
        for place in item.file.places
    }
    return Snapshot(source=Source.COMMIT, label="joined", files=files)
