"""A work tree in which git stopped: what is unmerged, which of it is memory, and what can become of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memoir_git.core.ids import RepoPath
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.git.nul import nul_split
from memoir_git.git.operation import Kind, Operation, find_operation
from memoir_git.git.renames import find_origins
from memoir_git.git.repo import Repository
from memoir_git.git.stages import StageEntry, list_unmerged, load_stages
from memoir_git.services.fate import Settled
from memoir_git.services.merging import Labels, memory_formats
from memoir_git.services.salvage import salvaging
from memoir_git.services.settle import Merge, settle
from memoir_git.store.recognise import ENTRY
from memoir_git.store.undriven import is_same_entry

_STASH_LABELS = Labels(base="Stash base", ours="Updated upstream", theirs="Stashed changes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The state that git left: `formats` names the unmerged memory files, `foreign` the other paths."""

    operation: Operation | None
    entries: tuple[StageEntry, ...]
    formats: Mapping[RepoPath, str]
    foreign: tuple[RepoPath, ...]


def read_stopped(repository: Repository) -> Stopped:
    """Returns what git left unmerged and in which operation."""
    entries = list_unmerged(repository)
    paths = tuple(dict.fromkeys(entry.path for entry in entries))
    formats = memory_formats(repository, paths)
    return Stopped(
        operation=find_operation(repository, has_unmerged=bool(entries)),
        entries=entries,
        formats=formats,
        foreign=tuple(path for path in paths if path not in formats),
    )


def load_unmerged(repository: Repository, stopped: Stopped) -> dict[RepoPath, Unmerged]:
    """Returns the three versions of each unmerged memory file."""
    return load_stages(repository, stopped.entries, stopped.formats)


def settle_stopped(
    repository: Repository,
    stopped: Stopped,
    unmerged: Mapping[RepoPath, Unmerged],
    merge: Merge,
    *,
    prefer_delete: bool,
) -> tuple[Settled, ...]:
    """Returns what becomes of the unmerged memory files; nothing is written.

    A version with committed conflict markers is taken apart first: git refused it, but both halves are there.
    """
    origins = _origins(repository, stopped, unmerged)
    return settle(
        unmerged,
        stopped.formats,
        salvaging(merge),
        origins=origins,
        taken=taken_paths(repository, origins),
        prefer_delete=prefer_delete,
    )


def needs_origins(unmerged: Mapping[RepoPath, Unmerged], formats: Mapping[RepoPath, str]) -> bool:
    """Tells whether the stages alone leave open where a file came from."""
    return any(_is_incomplete(formats[path], versions) for path, versions in unmerged.items())


def taken_paths(repository: Repository, origins: Origins | None) -> frozenset[RepoPath]:
    """Returns which of the old names hold a file now, in the index or in the work tree."""
    if origins is None:
        return frozenset()
    names = {*origins.ours_from.values(), *origins.theirs_from.values()}
    if not names:
        return frozenset()
    listing = repository.run("--literal-pathspecs", "ls-files", "-z", "--full-name", "--", *sorted(names))
    there = load_work_tree(repository.work_tree, names)
    return frozenset({*map(RepoPath, nul_split(listing.stdout)), *there.files, *there.obstacles})


def _is_incomplete(format_name: str, versions: Unmerged) -> bool:
    if versions.base is None or versions.ours is None or versions.theirs is None:
        return versions.is_regular
    sides = (versions.ours.content, versions.theirs.content)
    return format_name == ENTRY and not all(is_same_entry(versions.base.content, side) for side in sides)


def _origins(
    repository: Repository, stopped: Stopped, unmerged: Mapping[RepoPath, Unmerged]
) -> Origins | None:
    operation = stopped.operation
    if operation is None or operation.base is None or operation.theirs is None:
        return None
    if not needs_origins(unmerged, stopped.formats):
        return None
    base, theirs = operation.base, operation.theirs
    if operation.kind is Kind.STASH and not _is_behind(repository, base, stopped.entries):
        return None
    return find_origins(repository, base, "HEAD", theirs, tuple(unmerged))


def _is_behind(repository: Repository, base: str, entries: Iterable[StageEntry]) -> bool:
    """Tells whether the newest stash is what was popped: nothing in git says so, but the base stages fit."""
    bases = {entry.path: entry.blob for entry in entries if entry.stage == 1}
    if not bases:
        return False
    words = ("--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", base, "--", *bases)
    rows = [row.partition("\t") for row in nul_split(repository.run(*words).stdout)]
    held = {RepoPath(path): facts.split(" ")[2] for facts, _, path in rows}
    return all(held.get(path) == blob for path, blob in bases.items())


def labels_of(operation: Operation | None) -> Labels:
    """Returns how conflict markers name the sides of an operation."""
    if operation is None or operation.kind is Kind.STASH:
        return _STASH_LABELS
    return Labels(base=_short(operation.base), ours="HEAD", theirs=_short(operation.theirs, "theirs"))


def _short(name: str | None, default: str = "base") -> str:
    return name[:10] if name else default
