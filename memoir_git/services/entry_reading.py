"""`git memoir entry list` and `show`: what the store knows, without what was hidden, purged or done.

Everything that is not live is shown only when asked for by name and by flag; of what is hidden a list never
says more than that it is there. Reading takes no lock and creates nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.services.checks import obstacle_finding
from memoir_git.services.entry_files import EntryFile, EntrySelectionError, State, entries_of, find_entry
from memoir_git.services.entry_place import find_entries

_UNTOLD = (State.HIDDEN, State.PURGED, State.UNKNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntry:
    """One row: `type` and `project` are `""` where there is none; what is hidden has no description."""

    link_name: str
    type: str
    state: State
    project: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryListing:
    """The entries of a folder, by link name, and how many are left out."""

    folder: RepoPath
    entries: tuple[ListedEntry, ...]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEntry:
    """One entry with the text of its file."""

    path: RepoPath
    link_name: str
    state: State
    text: str


def list_entries(
    directory: Path, store: Path | None, *, kind: str | None, project: str | None, everything: bool
) -> Report[EntryListing]:
    """Returns the live entries of the store, or all; `kind` and `project` filter. Raises `StoreError`.

    What could not be read is named in a finding: a list that is short says why.
    """
    place = find_entries(directory, store)
    snapshot = load_work_tree(place.root, place.entry_paths())
    files = entries_of(snapshot)
    rows = [_row(file) for file in files if everything or file.state is State.LIVE]
    chosen = [row for row in rows if kind in (None, row.type) and project in (None, row.project)]
    data = EntryListing(folder=place.folder, entries=tuple(chosen), left_out=len(files) - len(rows))
    unread = (obstacle_finding(path, found) for path, found in snapshot.obstacles.items())
    findings = tuple(finding.replaced(severity=Severity.WARNING) for finding in unread)
    return Report(command="entry", data=data, findings=findings)


def show_entry(directory: Path, store: Path | None, words: str, *, everything: bool) -> Report[ShownEntry]:
    """Returns one entry with its text. Raises `EntrySelectionError`, `StoreError` and `PathError`."""
    file = find_entry(find_entries(directory, store), words)
    if file.state is not State.LIVE and not everything:
        raise EntrySelectionError(
            f"{file.path.shown()} is not shown: its state is {file.state.value}.",
            hint="--all shows it nevertheless",
        )
    text = file.data.decode("utf-8", "replace")
    data = ShownEntry(path=file.path, link_name=file.link_name, state=file.state, text=text)
    return Report(command="entry", data=data)


def _row(file: EntryFile) -> ListedEntry:
    entry = file.entry
    is_told = entry is not None and file.state not in _UNTOLD
    return ListedEntry(
        link_name=file.link_name,
        type=(entry.type or "") if entry is not None and file.state is not State.UNKNOWN else "",
        state=file.state,
        project=entry.text("project") if entry is not None and is_told else "",
        description=entry.text("description") or entry.name if entry is not None and is_told else "",
    )
