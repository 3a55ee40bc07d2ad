"""Entry files opened for reading and changing: which one is meant, and what it is.

A file that is no text, or that is broken, is still an entry: it is listed as unknown, it can be purged, and
no field of it is changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.frontmatter import UNTERMINATED
from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot
from memoir_git.fs.paths import read_regular
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.services.entry_place import EntryPlace
from memoir_git.store.entries import Entry, read_entry
from memoir_git.store.entry_facts import is_completed, is_newer_schema, is_purged, link_name


class State(Enum):
    """Whether an entry may be shown as current, and if not, why not."""

    LIVE = "live"
    DONE = "done"
    HIDDEN = "hidden"
    PURGED = "purged"
    UNKNOWN = "unknown"


class EntrySelectionError(MemoirGitError):
    """No entry has the link name that was asked for, or none that may be shown or changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFile:
    """One entry file as it stands on disk; `entry` is `None` for what is no UTF-8 text."""

    path: RepoPath
    data: bytes
    entry: Entry | None
    state: State

    @property
    def link_name(self) -> str:
        """The name by which other entries link to it."""
        return link_name(self.path)


def load_entries(place: EntryPlace) -> tuple[EntryFile, ...]:
    """Returns the entries of the folder, by path; links, pipes and what else is no file are passed over."""
    return entries_of(load_work_tree(place.root, place.entry_paths()))


def entries_of(snapshot: Snapshot) -> tuple[EntryFile, ...]:
    """Returns the files of the snapshot as entries."""
    return tuple(open_entry(path, file.content) for path, file in snapshot.files.items())


def find_entry(place: EntryPlace, words: str) -> EntryFile:
    """Returns the entry that `words` name: a link name, also as `NAME.md` or `[[NAME]]`.

    Raises `EntrySelectionError`, which never repeats the words, and `PathError`.
    """
    name = words.strip().removeprefix("[[").removesuffix("]]").rpartition("/")[2].removesuffix(".md")
    path = place.relative(f"{name}.md")
    if not name or path not in place.entry_paths():
        raise EntrySelectionError(
            "No entry has this link name.", hint="'git memoir entry list --all' shows the link names"
        )
    data = read_regular(place.path(path))
    if data is None:
        raise EntrySelectionError("The entry's file is gone; nothing was changed.")
    return open_entry(path, data)


def open_entry(path: RepoPath, data: bytes) -> EntryFile:
    """Returns an entry file with these bytes."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return EntryFile(path=path, data=data, entry=None, state=State.UNKNOWN)
    entry = read_entry(text, path)
    return EntryFile(path=path, data=data, entry=entry, state=_state(entry))


def _state(entry: Entry) -> State:
    document = entry.document
    if is_purged(document, entry.link_name):
        return State.PURGED
    if is_newer_schema(document) or document.state == UNTERMINATED or document.has_markers():
        return State.UNKNOWN
    if entry.is_hidden:
        return State.HIDDEN
    return State.DONE if is_completed(document) else State.LIVE
