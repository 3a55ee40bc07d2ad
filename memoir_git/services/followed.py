"""Every memory file of three trees once, under all the names it had: renames followed, false ones not.

git pairs a deletion with an addition that looks alike. For entries that is taken for a rename only when the
entries' own names allow it; else they are two files, one deleted and one added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot, SnapshotFile
from memoir_git.core.unmerged import Origins
from memoir_git.store.recognise import ENTRY
from memoir_git.store.undriven import is_same_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """One file. `path` is its oldest name, `places` where the merge should have it, `known_as` all its names.

    `parted_from` is the entry that git took an added one for.
    """

    path: RepoPath
    places: tuple[RepoPath, ...]
    known_as: frozenset[RepoPath]
    base: SnapshotFile | None
    ours: SnapshotFile | None
    theirs: SnapshotFile | None
    parted_from: RepoPath | None = None


def follow(trees: Origins, formats: Mapping[RepoPath, str]) -> tuple[Followed, ...]:
    """Returns the files that `formats` names, sorted by their oldest names."""
    files = [*_from_base(trees, formats), *_added(trees, formats)]
    claims = Counter(place for file in files for place in file.places)
    return tuple(sorted((_placed(file, claims) for file in files), key=lambda file: file.path))


def false_renames(trees: Origins, formats: Mapping[RepoPath, str]) -> dict[RepoPath, RepoPath]:
    """Returns the pairs, new path to old, that git takes for a rename and the entries do not."""
    return {
        new: old
        for renames, side in _sides(trees)
        for new, old in renames.items()
        if new in formats and not _is_rename(trees.base, side, old, new, formats)
    }


def _from_base(trees: Origins, formats: Mapping[RepoPath, str]) -> Iterator[Followed]:
    names = [_new_names(trees, renames, side, formats) for renames, side in _sides(trees)]
    for path, base in trees.base.files.items():
        if path not in formats:
            continue
        ours, theirs = (renamed.get(path, path) for renamed in names)
        # A name that no attribute binds is no memory: there the file has left, as if it were deleted.
        known_as = {name for name in (path, ours, theirs) if name in formats}
        yield Followed(
            path=path,
            places=tuple(sorted(known_as - {path})) or (path,),
            known_as=frozenset(known_as),
            base=base,
            ours=trees.ours.files.get(ours) if ours in known_as else None,
            theirs=trees.theirs.files.get(theirs) if theirs in known_as else None,
        )


def _added(trees: Origins, formats: Mapping[RepoPath, str]) -> Iterator[Followed]:
    apart = false_renames(trees, formats)
    came = [set(_new_names(trees, renames, side, formats).values()) for renames, side in _sides(trees)]
    for path in sorted({*trees.ours.files, *trees.theirs.files} - trees.base.files.keys()):
        ours = None if path in came[0] else trees.ours.files.get(path)
        theirs = None if path in came[1] else trees.theirs.files.get(path)
        if path in formats and (ours is not None or theirs is not None):
            yield Followed(
                path=path,
                places=(path,),
                known_as=frozenset((path,)),
                base=None,
                ours=ours,
                theirs=theirs,
                parted_from=apart.get(path),
            )


def _placed(file: Followed, claims: Mapping[RepoPath, int]) -> Followed:
    """Returns the file under its old name where another file claims the new one."""
    if all(claims[place] == 1 for place in file.places):
        return file
    return Followed(
        path=file.path,
        places=(file.path,),
        known_as=frozenset((file.path,)),
        base=file.base,
        ours=file.ours,
        theirs=file.theirs,
        parted_from=file.parted_from,
    )


def _new_names(
    trees: Origins,
    renames: Mapping[RepoPath, RepoPath],
    side: Snapshot,
    formats: Mapping[RepoPath, str],
) -> dict[RepoPath, RepoPath]:
    return {old: new for new, old in renames.items() if _is_rename(trees.base, side, old, new, formats)}


def _is_rename(
    base: Snapshot, side: Snapshot, old: RepoPath, new: RepoPath, formats: Mapping[RepoPath, str]
) -> bool:
    before, after = base.files.get(old), side.files.get(new)
    if before is None or after is None:
        return False
    return formats.get(old) != ENTRY or is_same_entry(before.content, after.content)


def _sides(trees: Origins) -> tuple[tuple[Mapping[RepoPath, RepoPath], Snapshot], ...]:
    return ((trees.ours_from, trees.ours), (trees.theirs_from, trees.theirs))
