"""What a side of a merge has and the result that is about to be committed lacks: entry files, units, rows.

A driver that did not run, or a hand that kept one side, drops them without a word. What the other side took
out, and this one left as their common ancestor has it, is not lost; neither is what moved to another file.
Sessions are compared by the rules of `store.monotone`, which know more than whether a thing is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from memoir_git.core import codes_hooks
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.git.repo import Repository
from memoir_git.git.revisions import merge_bases
from memoir_git.git.snapshot import load_commit
from memoir_git.services.hooks.contents import Contents
from memoir_git.services.hooks.parts import PARTED, UNITS, Parts, lost_names, names_of, parts_of, unit_id
from memoir_git.store.recognise import ENTRY

_SHORT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One side of the merge: its files that the result changes, and the ancestor's versions of them."""

    commit: Handle
    files: tuple[Contents, ...]
    base: Mapping[RepoPath, bytes]


def lost_in_merge(
    repository: Repository, contents: Mapping[str | None, tuple[Contents, ...]]
) -> Iterator[Finding]:
    """Yields what each side lost; `contents` are the changes against each, HEAD's under `None`."""
    kept = {file.after for files in contents.values() for file in files if file.after is not None}
    for head, files in contents.items():
        concerned = tuple(file for file in files if _may_lose(file))
        if not concerned:
            continue
        others = [other for other in contents if other is not None] if head is None else [head]
        side = _Side(
            commit=Handle((head or "HEAD")[:_SHORT]),
            files=concerned,
            base=_base_contents(repository, others, (file.path for file in concerned)),
        )
        yield from _lost_entries(side, kept)
        yield from _lost_parts(side)


def _may_lose(file: Contents) -> bool:
    """Tells whether a side's version of a file can hold what the result lacks."""
    if file.before is None:
        return False
    return file.format_name in PARTED or (file.format_name == ENTRY and file.after is None)


def _base_contents(
    repository: Repository, others: Iterable[str], paths: Iterable[RepoPath]
) -> dict[RepoPath, bytes]:
    """Returns the files as the sides' common ancestor has them; a criss-cross has several, one will do."""
    bases = merge_bases(repository, "HEAD", *others)
    if not bases:
        return {}
    files = load_commit(repository, bases[0], frozenset(paths)).files
    return {path: file.content for path, file in files.items()}


def _lost_entries(side: _Side, kept: set[bytes]) -> Iterator[Finding]:
    for file in side.files:
        is_entry = file.format_name == ENTRY and file.before not in kept
        if is_entry and side.base.get(file.path) != file.before:
            yield codes_hooks.LOST_IN_MERGE.at(file.path, commit=side.commit)


def _lost_parts(side: _Side) -> Iterator[Finding]:
    """Yields the units, by their IDs, and the number of rows and sections, whose words are the user's."""
    parted = [file for file in side.files if file.format_name in PARTED]
    left = {name: _everything(parted, name) for name in PARTED}
    known = {name: _base_parts(side, name) for name in PARTED}
    for file in parted:
        names, base = left[file.format_name], known[file.format_name]
        parts = parts_of(file.format_name, file.before or b"")
        if names is None or parts is None:
            continue
        gone = lost_names(file.format_name, parts, base, names)
        if file.format_name == UNITS:
            for name in gone:
                yield codes_hooks.LOST_UNIT.at(file.path, unit=unit_id(parts[name]), commit=side.commit)
        elif gone:
            yield codes_hooks.LOST_PARTS.at(file.path, count=len(gone), commit=side.commit)


def _base_parts(side: _Side, format_name: str) -> Parts:
    """Returns what the ancestor has in these files: a part may have moved from one to another since."""
    versions = (side.base.get(file.path) for file in side.files if file.format_name == format_name)
    parts: dict[str, str] = {}
    for version in versions:
        parts.update((parts_of(format_name, version) or {}) if version else {})
    return parts


def _everything(files: Iterable[Contents], format_name: str) -> frozenset[str] | None:
    """Returns the names of all that the result has in the changed files of a format.

    `None` where a file cannot be read: other findings speak of that one.
    """
    names: set[str] = set()
    for file in files:
        if file.format_name == format_name and file.after is not None:
            parts = parts_of(format_name, file.after)
            if parts is None:
                return None
            names.update(names_of(format_name, parts))
    return frozenset(names)
