"""Whole files, old or new and nothing between: create, replace, delete, guarded by what was read.

The new content goes to an exclusive temporary beside the target, is synced, and takes the target's
place in one step; then the directory is synced. Just before that step the target is compared with
what the caller read: an editor that knows no lock and saved meanwhile is not overwritten. The
temporary's name carries a digest of the target's name, so that the next writer of the same file
(who holds the same lock) can sweep what a killed one left, and no other's.
"""

from __future__ import annotations

import errno
import hashlib
import os
from contextlib import suppress
from pathlib import Path

from memoir_git.core.errors import MemoirGitError, SurroundingsError
from memoir_git.fs.paths import read_regular, refuse_link, regular_mode, shown

PREFIX = ".memoir-git-"
SUFFIX = ".txn"

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_SHARED = 0o666  # lowered by the umask, as for any file the user makes
# What file systems without hard links answer.
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)


class ChangedError(MemoirGitError):
    """The file is not what the caller read: someone wrote it meanwhile. Nothing was written."""


class WriteError(SurroundingsError):
    """The file could not be written or deleted; it is as it was."""


def replace_file(path: Path, content: bytes, *, expected: bytes) -> None:
    """Replaces the file that held `expected` by `content`, keeping its permission bits.

    Raises `ChangedError` when the file holds anything else by now, `WriteError` when the disk
    refuses.
    """
    mode = regular_mode(path)
    if mode is None:
        raise _changed(path)
    temporary = _write_beside(path, content, mode, exact_mode=True)
    try:
        _compare(path, expected)
        os.replace(temporary, path)
    except OSError as error:
        raise _refused(path, error) from None
    finally:
        _discard(temporary)
    _sync_directory(path.parent)


def create_file(path: Path, content: bytes, *, mode: int = _SHARED) -> None:
    """Makes the file in one step; `mode` is lowered by the umask.

    Raises `ChangedError` when something is there already, `WriteError` when the disk refuses.
    """
    refuse_link(path)
    temporary = _write_beside(path, content, mode, exact_mode=False)
    try:
        place_new(temporary, path)
    except FileExistsError:
        raise _changed(path) from None
    except OSError as error:
        raise _refused(path, error) from None
    finally:
        _discard(temporary)
    _sync_directory(path.parent)


def delete_file(path: Path, *, expected: bytes) -> None:
    """Deletes the file that held `expected`. Raises as `replace_file` does."""
    _compare(path, expected)
    try:
        os.unlink(path)
    except OSError as error:
        raise _refused(path, error) from None
    _sync_directory(path.parent)


def sweep(path: Path) -> None:
    """Removes temporaries that killed writers of `path` left; the caller holds its lock."""
    start = _temporary_prefix(path)
    try:
        names = os.listdir(path.parent)
    except OSError:
        return
    for name in names:
        if name.startswith(start) and name.endswith(SUFFIX):
            _discard(path.parent / name)


def temporary_of(path: Path) -> Path:
    """Returns a fresh name beside `path` that `sweep` would recognise as its own."""
    return path.parent / f"{_temporary_prefix(path)}{os.urandom(8).hex()}{SUFFIX}"


def place_new(temporary: Path | str, path: Path | str, *, directory: int | None = None) -> None:
    """Gives a temporary its name unless the name is taken: a hard link says so atomically.

    `directory` is an open one that both names are in. Raises `FileExistsError`.
    """
    try:
        os.link(temporary, path, src_dir_fd=directory, dst_dir_fd=directory, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if _is_taken(path, directory):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(temporary, path, src_dir_fd=directory, dst_dir_fd=directory)


def _is_taken(path: Path | str, directory: int | None) -> bool:
    try:
        os.stat(path, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _write_beside(path: Path, content: bytes, mode: int, *, exact_mode: bool) -> Path:
    temporary = temporary_of(path)
    try:
        descriptor = os.open(temporary, _NEW, 0o600 if exact_mode else mode)
    except OSError as error:
        raise _refused(path, error) from None
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            if exact_mode:
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
    except OSError as error:
        _discard(temporary)
        raise _refused(path, error) from None
    except BaseException:
        _discard(temporary)
        raise
    return temporary


def _temporary_prefix(path: Path) -> str:
    return PREFIX + hashlib.sha256(os.fsencode(path.name)).hexdigest()[:12] + "-"


def _compare(path: Path, expected: bytes) -> None:
    if read_regular(path) != expected:
        raise _changed(path)


def _changed(path: Path) -> ChangedError:
    return ChangedError(
        f"{shown(path)} was changed by another program meanwhile; nothing was written.",
        hint="run the command again",
    )


def refused(label: str, reason: str) -> WriteError:
    """Returns the error that says why a file cannot be written; `label` is a name that may be shown."""
    return WriteError(
        f"{label} cannot be written: {reason}. It is as it was.",
        hint="check the free space and the permissions of its directory",
    )


def _refused(path: Path, error: OSError) -> WriteError:
    return refused(shown(path), error.strerror or type(error).__name__)


def _discard(temporary: Path) -> None:
    with suppress(OSError):  # renamed into place, or never made
        os.unlink(temporary)


def _sync_directory(directory: Path) -> None:
    """Makes the new name last through a power cut; file systems that cannot are left at that."""
    try:
        descriptor = os.open(directory, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        return
    with suppress(OSError):
        os.fsync(descriptor)
    os.close(descriptor)
