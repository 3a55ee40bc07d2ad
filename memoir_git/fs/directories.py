"""Files of a root reached through directories held open, so that no exchanged directory leads elsewhere.

A path is walked from its root one name at a time without following a link, and what is then read, written or
removed has its name in the directory that was reached. So a link that takes a directory's place between a
look and a write changes nothing outside of the root (guide 9.3). A write says what it expects to replace,
and compares at the last moment: an editor that knows no lock is not overwritten.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import Identity
from memoir_git.core.plan import FileState
from memoir_git.core.text import sha256
from memoir_git.fs.atomic import ChangedError, place_new, refused
from memoir_git.fs.paths import PathError

_FOLLOW_NOT = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _FOLLOW_NOT | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | _FOLLOW_NOT | getattr(os, "O_NONBLOCK", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FOLLOW_NOT
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file or directory: `path` below `root`, and what it is called in messages."""

    root: Path
    path: RepoPath
    label: str

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]


@contextmanager
def parent_of(place: Place) -> Iterator[int | None]:
    """Holds open the directory that `place` is in; `None` when it is absent.

    Raises `PathError` when a link or anything but a directory stands on the way.
    """
    parts = place.path.split("/")[:-1]
    held = _open_root(place)
    try:
        for part in parts:
            if held is None:
                break
            below = _open_below(held, part, place)
            os.close(held)
            held = below
        yield held
    finally:
        if held is not None:
            os.close(held)


def read_file(place: Place) -> tuple[bytes, int] | None:
    """Returns the bytes and permission bits of a regular file, `None` when nothing is there.

    Raises `PathError` for anything else, and for what cannot be read.
    """
    with parent_of(place) as parent:
        return None if parent is None else _read_in(parent, place)


def state_of(place: Place) -> FileState | None:
    """Returns the digest and permission bits of a regular file. Raises as `read_file` does."""
    found = read_file(place)
    return None if found is None else FileState(digest=sha256(found[0]), mode=found[1])


def put_file(place: Place, content: bytes, mode: int, *, expected: FileState | None, temporary: str) -> None:
    """Gives a file its content and mode in one step, if it is still as `expected` (`None`: absent).

    The content goes to the name `temporary` beside it first. Raises `ChangedError`, `WriteError` and
    `PathError`; then the file is as it was.
    """
    with parent_of(place) as parent:
        if parent is None:
            raise refused(place.label, "its directory is gone")
        try:
            _write_new(parent, temporary, content, mode)
            _require(parent, place, expected)
            if expected is None:
                place_new(temporary, place.name, directory=parent)
            else:
                os.replace(temporary, place.name, src_dir_fd=parent, dst_dir_fd=parent)
        except FileExistsError:
            raise _changed(place) from None
        except OSError as error:
            raise refused(place.label, error.strerror or type(error).__name__) from None
        finally:
            with suppress(OSError):  # in place already, or never made
                os.unlink(temporary, dir_fd=parent)
        sync(parent)


def remove_file(place: Place, *, expected: FileState) -> None:
    """Removes a file that is still as `expected`. Raises as `put_file` does."""
    with parent_of(place) as parent:
        if parent is None:
            raise _changed(place)
        _require(parent, place, expected)
        try:
            os.unlink(place.name, dir_fd=parent)
        except OSError as error:
            raise refused(place.label, error.strerror or type(error).__name__) from None
        sync(parent)


def discard_residue(place: Place) -> bool:
    """Removes a regular file that has the place; returns whether nothing has it now."""
    with parent_of(place) as parent:
        status = None if parent is None else _status(parent, place.name)
        if parent is None or status is None:
            return True
        if not stat.S_ISREG(status.st_mode):
            return False
        with suppress(OSError):
            os.unlink(place.name, dir_fd=parent)
        return _status(parent, place.name) is None


def is_free(place: Place) -> bool:
    """Tells whether the place is empty or holds a regular file."""
    with parent_of(place) as parent:
        status = None if parent is None else _status(parent, place.name)
        return status is None or stat.S_ISREG(status.st_mode)


def directory_identity(place: Place) -> tuple[Identity, int] | None:
    """Returns a directory's identity and permission bits, `None` when nothing is there.

    Raises `PathError` for a link or anything but a directory.
    """
    with parent_of(place) as parent:
        status = None if parent is None else _status(parent, place.name)
    if status is None:
        return None
    if not stat.S_ISDIR(status.st_mode):
        raise PathError(f"{place.label} is no directory, where one was expected.")
    return Identity(device=status.st_dev, inode=status.st_ino), stat.S_IMODE(status.st_mode)


def make_directory(place: Place, mode: int) -> Identity | None:
    """Makes a directory and returns its identity; `None` when there is one already.

    Raises `WriteError` and `PathError`.
    """
    with parent_of(place) as parent:
        if parent is None:
            raise refused(place.label, "its directory is gone")
        try:
            os.mkdir(place.name, mode, dir_fd=parent)
        except FileExistsError:
            found = None
        except OSError as error:
            raise refused(place.label, error.strerror or type(error).__name__) from None
        else:
            status = _status(parent, place.name)
            found = None if status is None else Identity(device=status.st_dev, inode=status.st_ino)
            sync(parent)
    if found is None:
        directory_identity(place)
    return found


def drop_directory(place: Place, identity: Identity) -> None:
    """Removes the directory of this identity if it is empty; any other one stays."""
    with parent_of(place) as parent:
        status = None if parent is None else _status(parent, place.name)
        if parent is None or status is None or not stat.S_ISDIR(status.st_mode):
            return
        if (status.st_dev, status.st_ino) == (identity.device, identity.inode):
            with suppress(OSError):  # something is in it, which is not ours
                os.rmdir(place.name, dir_fd=parent)
                sync(parent)


def sync(descriptor: int) -> None:
    """Asks for what was written to last through a power cut; file systems that cannot are left at that."""
    with suppress(OSError):
        os.fsync(descriptor)


def _open_root(place: Place) -> int | None:
    try:
        return os.open(os.path.realpath(place.root), _FOLDER)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PathError(f"The directory above {place.label} cannot be opened: {error.strerror}.") from None


def _open_below(held: int, name: str, place: Place) -> int | None:
    try:
        return os.open(name, _FOLDER, dir_fd=held)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = "a link or a file stands in the place of a directory"
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            reason = error.strerror or type(error).__name__
        raise PathError(
            f"{place.label} cannot be reached: {reason}.",
            hint="replace the link by the directory it names, or give yourself its permissions",
        ) from None


def _status(parent: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _read_in(parent: int, place: Place) -> tuple[bytes, int] | None:
    status = _status(parent, place.name)
    if status is None:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise PathError(f"{place.label} is no regular file; a memory file was expected there.")
    try:
        descriptor = os.open(place.name, _READ, dir_fd=parent)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PathError(f"{place.label} cannot be read: {error.strerror}.") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise PathError(f"{place.label} is no regular file; a memory file was expected there.")
        content = b"".join(iter(lambda: os.read(descriptor, _CHUNK), b""))
    finally:
        os.close(descriptor)
    return content, stat.S_IMODE(status.st_mode)


def _write_new(parent: int, name: str, content: bytes, mode: int) -> None:
    descriptor = os.open(name, _NEW, 0o600, dir_fd=parent)
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fchmod(descriptor, mode)
        sync(descriptor)


def _require(parent: int, place: Place, expected: FileState | None) -> None:
    found = _read_in(parent, place)
    state = None if found is None else FileState(digest=sha256(found[0]), mode=found[1])
    if state != expected:
        raise _changed(place)


def _changed(place: Place) -> ChangedError:
    return ChangedError(
        f"{place.label} was changed by another program meanwhile; it is as that program left it.",
        hint="run the command again",
    )
