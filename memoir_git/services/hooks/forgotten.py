"""What a push would publish although it was forgotten: purged texts, and entries that a guard names.

What counts as forgotten is what stands at the end of the push. A version only counts where its commit brought
the text or the entry: one that merely carries along what the remote has already gives nothing away. A purge
of project memory leaves no record, so none of that can be known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from memoir_git.core import codes_hooks
from memoir_git.core.copies import Copy, CopyFinder, MatcherKind
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.copies import EntryIdMatcher, unit_texts
from memoir_git.custodian.guards import guards_of, removed_ids
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.project import Project
from memoir_git.git.blobs import read_blobs
from memoir_git.git.repo import Repository
from memoir_git.git.snapshot import load_commit
from memoir_git.git.staged import Change, Side
from memoir_git.store.copies import TextHashMatcher
from memoir_git.store.monotone import purged_digests
from memoir_git.store.recognise import SESSION

UNITS = "memoir-units"
_GUARDS = "do-not-use.md"
_REGULAR = ("100644", "100755")
_SHORT = 12
_NONE: frozenset[Copy] = frozenset()


def published_again(
    repository: Repository,
    tips: Iterable[str],
    leaving: Iterable[tuple[str, Change]],
    formats: Mapping[RepoPath, str],
    ends: Iterable[tuple[RepoPath, bytes]],
) -> Iterator[Finding]:
    """Yields each purged text and each removed entry once for a file, at the commit that brings it.

    `leaving` are the changes of the commits that no remote has, oldest first; `ends` the memory files as they
    are at the end of the push.
    """
    digests = frozenset(
        digest for path, content in ends if formats[path] == SESSION for digest in purged_digests(content)
    )
    projects = _guards(repository, tips, formats)
    ids = frozenset(found for contents in projects for found in removed_ids(Project(contents)))
    if digests or ids:
        kept = tuple(text for contents in projects for text in _guard_texts(contents))
        finder = CopyFinder([TextHashMatcher(digests), EntryIdMatcher(ids, kept)])
        changes = [(commit, change) for commit, change in leaving if change.path in formats]
        yield from _findings(_brought(repository, changes, finder))


def _findings(brought: Iterable[tuple[str, RepoPath, Copy]]) -> Iterator[Finding]:
    seen = set()
    for commit, path, copy in brought:
        if (path, copy) not in seen:
            seen.add((path, copy))
            name = Handle(commit[:_SHORT])
            if copy.rule == MatcherKind.TEXT_HASH.value:
                yield codes_hooks.PUSHED_PURGED.at(path, commit=name)
            else:
                yield codes_hooks.PUSHED_FORGOTTEN.at(path, entry_id=copy.subject, commit=name)


def _brought(
    repository: Repository, changes: Iterable[tuple[str, Change]], finder: CopyFinder
) -> Iterator[tuple[str, RepoPath, Copy]]:
    """Yields what a commit's version of a file holds and no version before it had from the remote."""
    steps = [(commit, change.path, _blob(change.before), _blob(change.after)) for commit, change in changes]
    names = {name for _, _, before, after in steps for name in (before, after) if name}
    contents = read_blobs(repository, sorted(names))
    copies = {name: frozenset(finder.look(content)) for name, content in contents.items()}
    # What a version of the remote holds is no news; nor is what a later one takes over from it.
    shared = {name: copies[name] for name in names - {after for _, _, _, after in steps}}
    for _, _, before, after in steps:
        if after:
            taken = shared.get(before, _NONE) & copies[after]
            shared[after] = shared.get(after, _NONE) | taken
    for commit, path, _, after in steps:
        for copy in sorted(copies.get(after, _NONE) - shared.get(after, _NONE), key=str):
            yield commit, path, copy


def _blob(side: Side | None) -> str:
    return side.blob if side is not None and side.mode in _REGULAR else ""


def _guards(
    repository: Repository, tips: Iterable[str], formats: Mapping[RepoPath, str]
) -> list[dict[str, bytes]]:
    """Returns the guards of each project whose files are among the memory files, at each end of the push."""
    folders = {folder for path in formats if formats[path] == UNITS for folder in PurePosixPath(path).parents}
    wanted = frozenset(RepoPath(str(folder / _GUARDS)) for folder in folders)
    if not wanted:
        return []
    snapshots = [load_commit(repository, f"{tip}^{{tree}}", wanted) for tip in tips]
    return [{_GUARDS: file.content} for snapshot in snapshots for file in snapshot.files.values()]


def _guard_texts(contents: Mapping[str, bytes]) -> Iterator[str]:
    guards = {id_key(entry.id) for entry in guards_of(Project(contents))}
    return (text for key, text in unit_texts(contents) if key in guards)
