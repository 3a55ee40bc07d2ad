"""Which session file a command means: the one that was named, else the nearest that is memory.

Nearest is the store that covers the current directory, the deepest if several do; where none does, the only
one there is. A file is memory because git's attributes say so; `.memoir/session.json` needs no attribute,
so that a store works before `git memoir install`, and outside a repository.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.fs.paths import is_there, join_inside
from memoir_git.fs.walk import is_folder
from memoir_git.git.attributes import effective_values, listed_paths
from memoir_git.git.quoting import escape_glob
from memoir_git.git.repo import Repository, find_repository
from memoir_git.services.memory_bindings import DEFAULT_ROOT
from memoir_git.store.recognise import SESSION, SESSION_FILE

_NAME_IT = "name the store with --store DIR"


class StoreError(MemoirGitError):
    """There is no store here, or more than one that could be meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlace:
    """One session file: `relative` to `root`, the top of the work tree, or the current directory without
    git.

    `store` is the directory that holds it. The file may not exist.
    """

    root: Path
    relative: RepoPath
    repository: Repository | None

    @property
    def path(self) -> Path:
        """The file's path. Raises `PathError` when a link stands on the way."""
        return join_inside(self.root, self.relative)

    @property
    def lock_key(self) -> Path:
        """What the store's lock is named after: one per repository, all its work trees included."""
        return self.repository.common_dir if self.repository else (self.root / self.relative).parent

    @property
    def journal_root(self) -> Path:
        """What the paths of a journalled change are relative to; as for the store's entries."""
        return self.root if self.repository else self.lock_key

    @property
    def private_ground(self) -> tuple[Path, ...]:
        """The directories in which no state may lie: work trees and git directories, or the store."""
        return self.repository.grounds if self.repository else (self.lock_key,)

    @property
    def is_tracked(self) -> bool:
        """Tells whether git's index has the file."""
        return self.repository is not None and self.repository.tracks(self.relative)


def find_session(directory: Path, store: Path | None) -> SessionPlace:
    """Returns the session file to read or change from `directory`; `store` is a directory named by hand.

    Raises `StoreError`, and `NoWorkTreeError` in a bare repository.
    """
    if store is not None:
        return _named(directory / store)
    repository = find_repository(directory)
    if repository is None:
        if is_folder(directory / DEFAULT_ROOT) is None:
            raise no_store()
        relative = RepoPath(f"{DEFAULT_ROOT}/{SESSION_FILE}")
        return SessionPlace(root=directory.resolve(), relative=relative, repository=None)
    here = repository.relative(directory.resolve())
    found = _covering(repository, here) or _only(repository)
    return SessionPlace(root=repository.work_tree, relative=found, repository=repository)


def _named(store: Path) -> SessionPlace:
    if not is_folder(store.resolve()):
        raise StoreError(
            f"There is no directory {printable(str(store))}.",
            hint=f"make a store with 'git memoir init store {printable(str(store))}'",
        )
    repository = find_repository(store)
    if repository is None or repository.top is None:
        return SessionPlace(root=store.resolve(), relative=RepoPath(SESSION_FILE), repository=None)
    relative = RepoPath(repository.relative(store.resolve() / SESSION_FILE))
    return SessionPlace(root=repository.work_tree, relative=relative, repository=repository)


def _covering(repository: Repository, here: str) -> RepoPath | None:
    """Returns the session file of the nearest directory at or above `here` that has one.

    Only the directories on the way are listed, which is quick in a repository of any size.
    """
    homes = _upwards(here)
    folders = [folder for home in homes for folder in (home, _below(home, DEFAULT_ROOT))]
    where = [f":(top,glob){_below(escape_glob(folder), '*')}" for folder in folders]
    listed = listed_paths(repository, *where)
    marked = _marked(repository, listed)
    for home in homes:
        usual = _below(home, f"{DEFAULT_ROOT}/{SESSION_FILE}")
        found = [path for path in marked if path.rpartition("/")[0] in (home, _below(home, DEFAULT_ROOT))]
        is_known = usual in listed or is_there(repository.work_tree / usual)
        if is_known and usual not in found:
            found.append(RepoPath(usual))
        if found:
            return _single(found)
    return None


def _only(repository: Repository) -> RepoPath:
    found = _marked(repository, listed_paths(repository))
    if not found:
        raise no_store()
    return _single(found)


def no_store() -> StoreError:
    """Returns the error of a command that finds no store."""
    return StoreError("There is no memoir store here.", hint="make one with 'git memoir init store'")


def _single(found: list[RepoPath]) -> RepoPath:
    if len(found) > 1:
        names = " and ".join(path.shown() for path in sorted(found)[:2])
        more = f" (and {len(found) - 2} more)" if len(found) > 2 else ""
        raise StoreError(f"More than one session could be meant: {names}{more}.", hint=_NAME_IT)
    return found[0]


def _marked(repository: Repository, paths: Iterable[str]) -> list[RepoPath]:
    return [RepoPath(path) for path, value in effective_values(repository, paths).items() if value == SESSION]


def _upwards(here: str) -> list[str]:
    """Returns `here` and every directory above it, the top (`""`) last."""
    parts = here.split("/") if here else []
    return ["/".join(parts[:count]) for count in range(len(parts), -1, -1)]


def _below(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
