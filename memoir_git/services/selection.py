"""Which memory files a command that reads works on, and the root their paths are relative to.

Inside git the attributes are the authority. A file that a person names is taken whatever they say, and where
they say nothing (outside git, or in a folder nobody has bound) a file is known by its name: `session.json`,
and Markdown in a folder called `memory`, the layout of a store (format section 2).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.fs.walk import is_folder, walk
from memoir_git.git.attributes import effective_values, listed_paths
from memoir_git.git.repo import Repository, find_repository
from memoir_git.store.recognise import ENTRY, INDEX_FILE, SESSION, SESSION_FILE

FORMATS = (SESSION, ENTRY)

_STORE = ".memoir"
_ENTRY_FOLDER = "memory"
_ENTRY_SUFFIX = ".md"


class SelectionError(MemoirGitError):
    """A path argument that names nothing this command can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Memory files by format; paths are relative to `root`, the top of the work tree inside git."""

    root: Path
    formats: Mapping[RepoPath, str]


def select(directory: Path, words: Sequence[str]) -> Selection:
    """Returns the memory files that `words` (files or folders, relative to `directory`) stand for.

    No words: all of the work tree, or outside git the store `.memoir` in `directory`. Raises `SelectionError`
    for a word that names nothing or is a file of no known format, and `MemoirGitError` for one outside the
    work tree.
    """
    repository = find_repository(directory)
    named = [_real(directory, word) for word in words]
    if repository is not None:
        root = repository.work_tree
    else:
        root = Path(os.path.commonpath([os.path.realpath(directory), *(path.parent for path in named)]))
    formats: dict[RepoPath, str] = {}
    for word, path in zip(words, named, strict=True):
        formats.update(_select_one(word, path, root, repository))
    if not words:
        formats = _marked(repository, "") if repository is not None else _by_name(walk(root, _STORE))
    return Selection(root=root, formats=dict(sorted(formats.items())))


def _real(directory: Path, word: str) -> Path:
    """Returns where a word points to, links resolved up to but not at its last place."""
    path = Path(os.path.normpath(os.path.join(os.path.realpath(directory), word)))
    return Path(os.path.realpath(path.parent), path.name)


def _select_one(word: str, path: Path, root: Path, repository: Repository | None) -> dict[RepoPath, str]:
    is_directory = is_folder(path)
    if is_directory is None:
        raise SelectionError(f"There is no file or folder {printable(word)}.")
    if repository is not None:
        relative = RepoPath(repository.relative(path))
    else:
        relative = RepoPath("" if path == root else path.relative_to(root).as_posix())
    if is_directory:
        found = _marked(repository, relative) if repository is not None else {}
        return found or _by_name(walk(root, relative))
    return {relative: _format_of_file(word, relative, repository)}


def _marked(repository: Repository, folder: str) -> dict[RepoPath, str]:
    """Returns the files that the attributes bind, in one folder or (`""`) the whole work tree."""
    listed = listed_paths(repository, *((f":(top,literal){folder}",) if folder else ()))
    values = effective_values(repository, listed)
    return {RepoPath(path): value for path, value in values.items() if value in FORMATS}


def _by_name(paths: Iterable[RepoPath]) -> dict[RepoPath, str]:
    named = ((path, format_by_name(path)) for path in paths)
    return {path: value for path, value in named if value is not None}


def format_by_name(path: RepoPath) -> str | None:
    """Returns the format that a store's layout gives a file, where no attribute says anything."""
    folder, _, name = path.rpartition("/")
    if name == SESSION_FILE:
        return SESSION
    is_entry = name.endswith(_ENTRY_SUFFIX) and name != INDEX_FILE
    return ENTRY if is_entry and folder.rpartition("/")[2] == _ENTRY_FOLDER else None


def _format_of_file(word: str, path: RepoPath, repository: Repository | None) -> str:
    """Returns the format of a file that was named: by attribute, else by its suffix."""
    marked = effective_values(repository, (path,))[path] if repository is not None else ""
    if marked in FORMATS:
        return marked
    name = path.rpartition("/")[2]
    if name.endswith(_ENTRY_SUFFIX) and name != INDEX_FILE:
        return ENTRY
    if name.endswith(".json"):
        return SESSION
    raise SelectionError(
        f"{printable(word)} is neither a session file (.json) nor an entry file (.md).",
        hint="name a session.json or an entry file, or the folder that holds them",
    )
