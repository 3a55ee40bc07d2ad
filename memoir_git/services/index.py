"""`git memoir index`: the index of a folder of entries, compared with the entries and brought up to date.

The index is the file that the attributes bind as one, in the folder or in the store around it, else
`MEMORY.md` beside the entries. It is derived data: only rows of entries come and go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.conflict import has_conflict
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.fs.atomic import sweep
from memoir_git.fs.change_set import FileChange, change_together
from memoir_git.fs.paths import read_regular
from memoir_git.fs.walk import names_in
from memoir_git.services.entry_files import EntryFile, State, load_entries
from memoir_git.services.entry_lock import store_lock
from memoir_git.services.entry_place import ENTRY_FOLDER, EntryPlace, find_entries
from memoir_git.services.secret_gate import refuse_secrets
from memoir_git.services.session import Writing
from memoir_git.services.session_place import StoreError
from memoir_git.store import codes_plans
from memoir_git.store.plans.index_plan import IndexPlan, plan_index
from memoir_git.store.plans.index_rows import Listed, Shelf, Standing
from memoir_git.store.recognise import INDEX, INDEX_FILE

_STANDINGS = {
    State.LIVE: Standing.LIVE,
    State.DONE: Standing.DONE,
    State.HIDDEN: Standing.HIDDEN,
    State.PURGED: Standing.HIDDEN,
    State.UNKNOWN: Standing.UNKNOWN,
}


class UnreadableIndexError(MemoirGitError):
    """The index cannot be read as one, so nothing is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFile:
    """The index as it stands: `data` is `None` where there is none; `prefix` leads to the entries."""

    path: RepoPath
    prefix: str
    data: bytes | None

    def text(self) -> str:
        """Returns its text, `""` where there is none. Raises `UnreadableIndexError`."""
        data = self.data or b""
        if has_conflict(data):
            raise UnreadableIndexError(
                f"Conflict markers stand in {self.path.shown()}.", hint="run 'git memoir resolve'"
            )
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise UnreadableIndexError(f"{self.path.shown()} is no UTF-8 text.", hint="save it as UTF-8")
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexData:
    """What an index lacks and what it names too much, as paths of entries; after a write, what was mended."""

    path: RepoPath
    is_there: bool
    is_written: bool
    missing: tuple[RepoPath, ...]
    gone: tuple[RepoPath, ...]
    hidden: tuple[RepoPath, ...]


def check_index(directory: Path, store: Path | None) -> Report[IndexData]:
    """Compares the index with the entries; each difference is a finding. Changes nothing.

    Raises `StoreError`, `UnreadableIndexError` and `PathError`.
    """
    place = find_entries(directory, store)
    index = find_index(place)
    files = load_entries(place)
    plan = plan_index(index.text(), shelf_of(place, index, files))
    data = _data(place, index, plan, is_written=False)
    return Report(command="index", data=data, findings=tuple(_findings(data)))


def write_index(writing: Writing) -> Report[IndexData]:
    """Adds and removes rows so that the index names the live entries, and makes it if there is none.

    Raises what `check_index` raises, `SecretRefusedError`, and the errors of writing.
    """
    place = find_entries(writing.directory, writing.store)
    with store_lock(writing, place):
        index = find_index(place)
        target = place.path(index.path)
        sweep(target)
        plan = plan_index(index.text(), shelf_of(place, index, load_entries(place)))
        doubts = refuse_secrets(plan.rows, index.path)
        if not plan.is_clean:
            change = FileChange(path=target, before=index.data, after=plan.text.encode("utf-8"))
            change_together([change], finish=lambda: None)
    data = _data(place, index, plan, is_written=not plan.is_clean)
    return Report(command="index", data=data, findings=doubts)


def find_index(place: EntryPlace) -> IndexFile:
    """Returns the index of a folder of entries, with no data where there is none yet.

    Raises `StoreError` where several files could be meant, and `PathError`.
    """
    around = [("", place.folder)]
    if place.is_inner:
        around.append((f"{ENTRY_FOLDER}/", place.home))
    for prefix, folder in around:
        found = _indexes(place, folder)
        if len(found) > 1:
            names = " and ".join(path.shown() for path in found[:2])
            raise StoreError(
                f"More than one index could be meant: {names}.",
                hint="make one of them an ordinary file with 'git memoir untrack'",
            )
        if found:
            return IndexFile(path=found[0], prefix=prefix, data=read_regular(place.path(found[0])))
    return IndexFile(path=place.relative(INDEX_FILE), prefix="", data=None)


def shelf_of(place: EntryPlace, index: IndexFile, files: Iterable[EntryFile]) -> Shelf:
    """Returns the entries as seen from the index."""
    entries = {file.link_name: _listed(file) for file in files}
    names = names_in(place.root / place.folder) | place.sparse_names()
    others = names - {f"{name}.md" for name in entries}
    return Shelf(prefix=index.prefix, entries=entries, others=others)


def _indexes(place: EntryPlace, folder: str) -> list[RepoPath]:
    names = sorted(name for name in names_in(place.root / folder) if name.endswith(".md"))
    paths = [RepoPath(f"{folder}/{name}" if folder else name) for name in names]
    formats = place.formats(paths)
    bound = [path for path in paths if formats.get(path) == INDEX]
    return bound or [path for path in paths if path.rpartition("/")[2] == INDEX_FILE]


def _listed(file: EntryFile) -> Listed:
    entry = file.entry
    is_live = entry is not None and file.state is State.LIVE
    return Listed(
        link_name=file.link_name,
        standing=_STANDINGS[file.state],
        type=(entry.type or "") if entry is not None else "",
        name=entry.name if entry is not None and is_live else file.link_name,
        description=entry.text("description") if entry is not None and is_live else "",
    )


def _data(place: EntryPlace, index: IndexFile, plan: IndexPlan, *, is_written: bool) -> IndexData:
    def paths(names: tuple[str, ...]) -> tuple[RepoPath, ...]:
        return tuple(place.relative(f"{name}.md") for name in names)

    return IndexData(
        path=index.path,
        is_there=index.data is not None,
        is_written=is_written,
        missing=paths(plan.missing),
        gone=paths(plan.gone),
        hidden=paths(plan.hidden),
    )


def _findings(data: IndexData) -> Iterator[Finding]:
    if not data.is_there:
        if data.missing:
            yield codes_plans.INDEX_ABSENT.at(data.path)
        return
    for code, paths in (
        (codes_plans.INDEX_MISSING, data.missing),
        (codes_plans.INDEX_GONE, data.gone),
        (codes_plans.INDEX_HIDDEN, data.hidden),
    ):
        yield from (code.at(data.path, other=path) for path in paths)
