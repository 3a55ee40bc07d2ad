"""What a named file or folder is bound to: the format is told from name and content, or said outright.

Where the guess could be wrong there is none, and the person names the format. Only files that git would
merge are taken: no links, nothing outside the work tree.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.fs.paths import is_there
from memoir_git.git.attributes import LONGEST_LINE, Binding, bind_below, bind_path, joined, listed_paths
from memoir_git.git.repo import Repository
from memoir_git.services.memory_bindings import (
    folder_bindings,
    format_names,
    read_files,
    store_bindings,
)
from memoir_git.store import recognise


class TrackError(MemoirGitError):
    """A path that cannot be made memory, or whose format cannot be told."""


def bindings_for(repository: Repository, path: str, format_name: str | None) -> Iterable[Binding]:
    """Returns the bindings of the file or folder `path`, as `format_name` if given.

    Raises `TrackError` for what is no file, has no format that can be told, or is too long a path.
    """
    bindings = tuple(_bindings(repository, path, format_name))
    _check_length(bindings)
    return bindings


def _bindings(repository: Repository, path: str, format_name: str | None) -> Iterable[Binding]:
    place = repository.work_tree / path
    _refuse_nested(repository, path)
    if place.is_symlink():
        raise TrackError(
            f"{printable(path)} is a symbolic link; git merges the link, not the file it names.",
            hint="track the file itself",
        )
    if place.is_dir():
        return _folder(repository, path, format_name)
    content = read_files(repository, (path,)).get(RepoPath(path))
    if content is None:
        raise TrackError(f"There is no file {printable(path)} that could be read.", hint="check the path")
    if format_name is not None:
        return (bind_path(path, format_name),)
    guess = recognise.recognise(path, content)
    if guess not in format_names():
        raise _no_guess(path)
    return (bind_path(path, guess),)


def _refuse_nested(repository: Repository, path: str) -> None:
    """Raises for what lies in a submodule: no attribute of this repository reaches into another one."""
    for folder in (PurePosixPath(path), *PurePosixPath(path).parents):
        if folder.parts and is_there(repository.work_tree / folder / ".git"):
            inner = printable(str(folder))
            raise TrackError(
                f"{printable(path)} belongs to another repository, the one in {inner}.",
                hint=f"run the command there: git -C {inner} memoir track",
            )


def _folder(repository: Repository, folder: str, format_name: str | None) -> Iterable[Binding]:
    if format_name == recognise.ENTRY:
        return folder_bindings(folder)
    if format_name is not None:
        raise TrackError(
            f"{printable(folder or '.')} is a folder; only a folder of entries is tracked as a whole.",
            hint="name the files",
        )
    found = joined(_found_in(repository, folder))
    if not found:
        raise _no_guess(folder or ".")
    return found


def _found_in(repository: Repository, folder: str) -> Iterator[Binding]:
    """Yields the bindings of a store at `folder`, or of the entries and the session directly in it."""
    directly = f"{folder}/" if folder else ""
    listed = listed_paths(repository, f":(top,glob){bind_below(folder, '*', '').pattern}")
    files = {path.removeprefix(directly): content for path, content in read_files(repository, listed).items()}
    if recognise.SESSION_FILE in files and recognise.is_session(files[recognise.SESSION_FILE]):
        yield from store_bindings(folder)
    if recognise.ENTRY in format_names() and recognise.is_folder_of_entries(files, legacy=True):
        yield from folder_bindings(folder)


def _check_length(bindings: Iterable[Binding]) -> None:
    for binding in bindings:
        if len(os.fsencode(binding.line())) >= LONGEST_LINE:
            raise TrackError(
                f"The path {printable(binding.pattern)[:60]}... is too long for an attribute line.",
                hint="git ignores attribute lines over 2048 bytes; use a shorter path",
            )


def _no_guess(path: str) -> TrackError:
    names = ", ".join(sorted(format_names()))
    return TrackError(
        f"What kind of memory {printable(path)} is cannot be told from its name and content.",
        hint=f"say it with --as FORMAT ({names})",
    )
