"""Which folder of entries a command means: the one that was named, else the nearest that is memory.

Nearest is looked for from the current directory upwards, as for the session: `.memoir/memory`, `memory`, and
the directory itself. A folder is memory because git's attributes bind Markdown files in it as entries;
`.memoir/memory` needs no attribute, so that a store works before `git memoir install` and outside git.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from memoir_git.core.ids import RepoPath, printable
from memoir_git.fs.paths import is_there, join_inside
from memoir_git.fs.walk import is_folder, names_in
from memoir_git.git.attributes import UNSPECIFIED, effective_values, listed_paths
from memoir_git.git.nul import nul_split
from memoir_git.git.quoting import escape_glob
from memoir_git.git.repo import Repository, find_repository
from memoir_git.services.memory_bindings import DEFAULT_ROOT
from memoir_git.services.session_place import StoreError, no_store
from memoir_git.store.recognise import ENTRY, INDEX_FILE, SESSION_FILE

ENTRY_FOLDER = "memory"
_ENDING = ".md"
_SPARSE = "S "  # how 'git ls-files -t' marks them
_SAMPLE = "fact_sample.md"  # whether a folder is bound is asked with the name an entry could have


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPlace:
    """One folder of entries: `folder` relative to `root` (`""` is `root` itself); it may not exist yet.

    Inside git the root is the top of the work tree.
    """

    root: Path
    folder: RepoPath
    repository: Repository | None

    @property
    def home(self) -> RepoPath:
        """The store that the folder belongs to: the directory above one called `memory`, else itself."""
        path = PurePosixPath(self.folder)
        return RepoPath("" if str(path.parent) == "." else path.parent) if self.is_inner else self.folder

    @property
    def is_inner(self) -> bool:
        """Tells whether the folder is the `memory` of a store (format 2)."""
        return self.folder.rpartition("/")[2] == ENTRY_FOLDER

    @property
    def lock_key(self) -> Path:
        """What the store's lock is named after: one per repository, else the store's own root."""
        return self.repository.common_dir if self.repository else self.root / self.home

    @property
    def journal_root(self) -> Path:
        """What the paths of a journalled change are relative to, whichever way the store was named."""
        return self.root if self.repository else self.lock_key

    def journalled(self, relative: RepoPath) -> RepoPath:
        """Returns a path of a file of the store, relative to `journal_root`."""
        if self.repository is not None or not self.home:
            return relative
        return RepoPath(relative.removeprefix(f"{self.home}/"))

    @property
    def private_ground(self) -> tuple[Path, ...]:
        """The directories in which no state may lie."""
        return self.repository.grounds if self.repository else (self.lock_key,)

    def relative(self, name: str) -> RepoPath:
        """Returns the path of a file of the folder, relative to `root`."""
        return RepoPath(f"{self.folder}/{name}" if self.folder else name)

    def path(self, relative: RepoPath) -> Path:
        """Returns where a file is. Raises `PathError` when a link stands on the way."""
        return join_inside(self.root, relative)

    def is_tracked(self, relative: RepoPath) -> bool:
        """Tells whether git's index has the file."""
        return self.repository is not None and self.repository.tracks(relative)

    def sparse_names(self) -> frozenset[str]:
        """Returns the names of the folder's files that a sparse checkout leaves out of the work tree."""
        if self.repository is None:
            return frozenset()
        folder = escape_glob(self.folder) + "/" if self.folder else ""
        where = f":(top,glob){folder}*{_ENDING}"
        fields = nul_split(self.repository.run("ls-files", "-z", "-t", "--", where).stdout)
        return frozenset(field[2:].rpartition("/")[2] for field in fields if field.startswith(_SPARSE))

    def formats(self, paths: Iterable[RepoPath]) -> Mapping[str, str]:
        """Returns the formats that git's attributes give the paths; nothing outside git."""
        return effective_values(self.repository, paths) if self.repository else {}

    def entry_paths(self) -> tuple[RepoPath, ...]:
        """Returns the entry files of the folder: its Markdown, unless an attribute says otherwise."""
        names = sorted(names_in(self.root / self.folder))
        paths = [self.relative(name) for name in names if name.endswith(_ENDING) and name != INDEX_FILE]
        formats = self.formats(paths)
        return tuple(path for path in paths if formats.get(path, UNSPECIFIED) in (ENTRY, UNSPECIFIED))


def find_entries(directory: Path, store: Path | None) -> EntryPlace:
    """Returns the folder of entries to read or change from `directory`; `store` is one named by hand.

    Raises `StoreError`, and `NoWorkTreeError` in a bare repository.
    """
    if store is not None:
        return _named(directory / store)
    repository = find_repository(directory)
    if repository is None:
        if is_folder(directory / DEFAULT_ROOT) is None:
            raise no_store()
        folder = RepoPath(f"{DEFAULT_ROOT}/{ENTRY_FOLDER}")
        return EntryPlace(root=directory.resolve(), folder=folder, repository=None)
    here = PurePosixPath(repository.relative(directory.resolve()))
    for home in (here, *here.parents):
        found = _at(repository, home)
        if found:
            return _single(repository, found)
    return _single(repository, _listed(repository))


def _named(store: Path) -> EntryPlace:
    if not is_folder(store.resolve()):
        raise StoreError(
            f"There is no directory {printable(str(store))}.",
            hint=f"make a store with 'git memoir init store {printable(str(store))}'",
        )
    repository = find_repository(store)
    if repository is not None and repository.top is not None:
        root, home = repository.work_tree, PurePosixPath(repository.relative(store.resolve()))
    else:
        root, home, repository = store.resolve(), PurePosixPath("."), None
    inner = home / ENTRY_FOLDER
    is_own = store.resolve().name == ENTRY_FOLDER or _is_bound(repository, home)
    holds_entries = any(name.endswith(_ENDING) for name in names_in(store) - {INDEX_FILE})
    has_inner = is_folder(store / ENTRY_FOLDER) or is_there(store / SESSION_FILE)
    if repository is None and store.resolve().name == ENTRY_FOLDER:
        return EntryPlace(root=root.parent, folder=RepoPath(ENTRY_FOLDER), repository=None)
    chosen = home if is_own or (holds_entries and not has_inner) else inner
    return EntryPlace(root=root, folder=_plain(chosen), repository=repository)


def _at(repository: Repository, home: PurePosixPath) -> list[PurePosixPath]:
    """Returns the folders of entries at one directory, of which something exists."""
    top = repository.work_tree
    usual = home / DEFAULT_ROOT / ENTRY_FOLDER
    found = [usual] if is_folder(top / home / DEFAULT_ROOT) else []
    for folder in (home / ENTRY_FOLDER, home):
        is_begun = is_folder(top / folder) if folder != home else _has_entries(top / folder)
        if folder.name == ENTRY_FOLDER:
            is_begun = is_begun or is_there(top / folder.parent / SESSION_FILE)
        if is_begun and _is_bound(repository, folder):
            found.append(folder)
    return found


def _has_entries(folder: Path) -> bool:
    return any(name.endswith(_ENDING) and name != INDEX_FILE for name in names_in(folder))


def _is_bound(repository: Repository | None, folder: PurePosixPath) -> bool:
    if repository is None:
        return False
    sample = str(folder / _SAMPLE)
    return effective_values(repository, (sample,))[sample] == ENTRY


def _listed(repository: Repository) -> list[PurePosixPath]:
    values = effective_values(repository, listed_paths(repository, ":(top,glob)**/*.md"))
    return sorted({PurePosixPath(path).parent for path, value in values.items() if value == ENTRY})


def _single(repository: Repository, found: list[PurePosixPath]) -> EntryPlace:
    if not found:
        raise no_store()
    if len(found) > 1:
        names = " and ".join(printable(str(path)) for path in found[:2])
        more = f" (and {len(found) - 2} more)" if len(found) > 2 else ""
        raise StoreError(
            f"More than one folder of entries could be meant: {names}{more}.",
            hint="name the store with --store DIR",
        )
    return EntryPlace(root=repository.work_tree, folder=_plain(found[0]), repository=repository)


def _plain(folder: PurePosixPath) -> RepoPath:
    return RepoPath("" if str(folder) == "." else str(folder))
