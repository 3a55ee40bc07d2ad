"""Which paths may be touched: inside their root, through real directories, at regular files.

A link inside a store could lead a write out of the repository, and a named pipe would make a read
wait for ever; both are refused before a byte moves (guide 3.3 and 9.3). The root itself may lie
behind links: it is the caller's word, and is resolved once.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from memoir_git.core.errors import MemoirGitError, SurroundingsError
from memoir_git.core.ids import printable

# Not on every system: no link is followed at the last place, and a pipe without a writer opens at
# once.
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CHUNK = 1 << 20


class PathError(MemoirGitError):
    """A path that leads out of its root, through a link, or to what is no regular file."""


class UnreadableError(PathError, SurroundingsError):
    """A file or a directory on the way that the system does not let this user read."""


def shown(path: Path | str) -> str:
    """Returns the path on one printable line, for messages."""
    return printable(os.fspath(path))


def is_inside(path: Path, root: Path) -> bool:
    """Tells whether `path` is `root` or lies below it, both followed to where they really are."""
    real, real_root = os.path.realpath(path), os.path.realpath(root)
    return os.path.commonpath((real, real_root)) == real_root


def join_inside(root: Path, relative: str) -> Path:
    """Returns the path of `relative` below `root`, whether it exists or not.

    `relative` uses `/`. Raises `PathError` when it is absolute or climbs out, or when a place
    between the root and its end, the end included, is a link.
    """
    parts = relative.split("/")
    if not relative or "\0" in relative or os.path.isabs(relative) or ".." in parts:
        raise PathError(f"The path {printable(relative)} does not stay inside {shown(root)}.")
    path = Path(os.path.realpath(root))
    for part in parts:
        path = path / part
        refuse_link(path)
    return path


def is_there(path: Path) -> bool:
    """Tells whether anything has this name, a link that leads nowhere included."""
    return os.path.lexists(path)


def is_link(path: Path) -> bool:
    """Tells whether a symbolic link stands at `path`. Raises `UnreadableError` when nobody can tell."""
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise unreadable(path, error) from None


def refuse_link(path: Path) -> None:
    """Raises `PathError` when `path` itself is a symbolic link; an absent path passes."""
    if is_link(path):
        raise PathError(
            f"{shown(path)} is a symbolic link, and memory is not read or written through links.",
            hint="replace the link by the file or directory it names",
        )


def regular_mode(path: Path) -> int | None:
    """Returns the permission bits of the regular file at `path`, `None` when nothing is there.

    Never opens it. Raises `PathError` for a link, a directory, a pipe or a device.
    """
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise unreadable(path, error) from None
    refuse_link(path)
    return _permissions(path, status)


def read_regular(path: Path) -> bytes | None:
    """Returns the bytes of the regular file at `path`, `None` when nothing is there.

    Neither follows a link at the last place nor waits on a pipe. Raises `PathError` for what is no
    regular file and for what cannot be read.
    """
    if regular_mode(path) is None:
        return None
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        # What was looked at may have been exchanged before it was opened.
        _permissions(path, os.fstat(descriptor))
        return b"".join(iter(lambda: os.read(descriptor, _CHUNK), b""))
    except OSError as error:
        raise unreadable(path, error) from None
    finally:
        os.close(descriptor)


def read_named(path: Path) -> bytes | None:
    """Returns the bytes of what a person named to be read, `None` when nothing is there.

    It is no memory: a link is followed, and a pipe is read to its end, as shells make them of commands.
    Raises `UnreadableError`.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableError(f"{shown(path)} cannot be read: {error.strerror}.") from None


def unreadable(path: Path, error: OSError) -> PathError:
    """Returns the error that says why `path` cannot be read."""
    if error.errno == errno.ELOOP:
        return PathError(f"{shown(path)} is a symbolic link, and memory is not read through links.")
    return UnreadableError(
        f"{shown(path)} cannot be read: {error.strerror or type(error).__name__}.",
        hint="check the permissions of the file and of the directories above it",
    )


def _permissions(path: Path, status: os.stat_result) -> int:
    if not stat.S_ISREG(status.st_mode):
        kind = "a directory" if stat.S_ISDIR(status.st_mode) else "no regular file"
        raise PathError(
            f"{shown(path)} is {kind}; a memory file was expected there.",
            hint="move it out of the way, or get the file back with 'git restore'",
        )
    return stat.S_IMODE(status.st_mode)
