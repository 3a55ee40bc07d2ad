"""A few files changed together: all of them, or none.

For settings, which are small, rarely changed, and mended by running the same command again: a failure is
undone within the process, so there is neither a journal nor a lock here. The guard of `fs.atomic` stays: a
file that somebody changed meanwhile stops everything.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.fs.atomic import WriteError, create_file, delete_file, replace_file
from memoir_git.fs.paths import PathError, read_regular, regular_mode, shown

_SHARED_FILE = 0o666
_PRIVATE_FILE = 0o600
_PROGRAM = 0o777
_SHARED_DIRECTORY = 0o777
_PRIVATE_DIRECTORY = 0o700


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """One file's bytes before and after, `None` for an absent file.

    `is_private` makes a new file, and the directories made for it, readable by its user alone;
    `is_executable` makes a new file one that can be run.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    is_private: bool = False
    is_executable: bool = False


def change_together(changes: Iterable[FileChange], *, finish: Callable[[], None]) -> None:
    """Makes the changes in order, then calls `finish`; a failure of either undoes what was done.

    Missing directories are made. Raises what `fs.atomic` and `finish` raise.
    """
    begun: list[tuple[FileChange, int | None]] = []
    made: list[Path] = []
    try:
        for change in changes:
            if change.before != change.after:
                _make_parents(change, made)
                begun.append((change, regular_mode(change.path)))
                _put(change.path, change.before, change.after, _mode(change))
        finish()
    except BaseException:
        _undo(begun, made)
        raise


def remove_empty(folder: Path) -> None:
    """Removes a directory unless something is in it."""
    with suppress(OSError):
        os.rmdir(folder)


def _mode(change: FileChange) -> int:
    if change.is_executable:
        return _PROGRAM
    return _PRIVATE_FILE if change.is_private else _SHARED_FILE


def _make_parents(change: FileChange, made: list[Path]) -> None:
    missing = []
    folder = change.path.parent
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = folder.parent
    for folder in reversed(missing):
        try:
            os.mkdir(folder, _PRIVATE_DIRECTORY if change.is_private else _SHARED_DIRECTORY)
        except OSError as error:
            raise WriteError(
                f"The directory {shown(folder)} cannot be made: {error.strerror}. Nothing was changed.",
                hint="check the permissions of the directory above it and the free space",
            ) from None
        made.append(folder)


def _put(path: Path, before: bytes | None, after: bytes | None, mode: int) -> None:
    if after is None:
        assert before is not None, "an absent file stays absent without a change"
        delete_file(path, expected=before)
    elif before is None:
        create_file(path, after, mode=mode)
    else:
        replace_file(path, after, expected=before)


def _undo(begun: list[tuple[FileChange, int | None]], made: list[Path]) -> None:
    """Puts back what was changed; a file that holds anything but our bytes was never changed by us."""
    failed = []
    for change, mode in reversed(begun):
        try:
            if read_regular(change.path) == change.after:
                _put(change.path, change.after, change.before, mode or _mode(change))
        except (WriteError, PathError):
            failed.append(change.path)
    for folder in reversed(made):
        remove_empty(folder)
    if failed:
        raise MemoirGitError(
            f"The change failed half-way, and {', '.join(map(shown, failed))} could not be put back.",
            hint="mend the disk or its permissions, then run the same command again",
        )
