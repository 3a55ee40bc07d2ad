"""One writer at a time: an operating system lock on a permanent file of the state root.

The kernel frees such a lock when its holder ends, however it ends, so there is no stale lock to
break; and the file is never removed, so that two processes can never hold locks on two files of one
name. What stands in the record beside it (process id, time) is for the message of who waits, and
proves nothing. A file system without such locks is an error: an unlocked write loses updates.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import SurroundingsError
from memoir_git.fs.paths import PathError, read_regular, shown

DEFAULT_TIMEOUT = 10.0
_POLL = 0.02
_NOT_SUPPORTED = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL)


class LockError(SurroundingsError):
    """The lock was not taken, so nothing was read for writing and nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """What a waiting process may be told: who holds the lock, and since when (ISO 8601)."""

    process_id: int
    since: str


@contextmanager
def held(path: Path, *, holder: Holder, timeout: float = DEFAULT_TIMEOUT) -> Iterator[None]:
    """Holds the lock at `path` (in a directory that exists and is private) for the block.

    Waits up to `timeout` seconds. Raises `LockError` when the time is up, when the path is no
    regular file of this user, or when the file system has no locks.
    """
    from filelock import Timeout, UnixFileLock

    _check(path)
    # Without the two switches filelock would fall back to a marker file where the kernel has no
    # locks.
    lock = UnixFileLock(
        path,
        timeout=timeout,
        mode=0o600,
        poll_interval=_POLL,
        fallback_to_soft=False,
        preserve_lock_file=True,
    )
    try:
        lock.acquire()
    except Timeout:
        raise _busy(path, timeout) from None
    except (OSError, NotImplementedError) as error:
        raise _refused(path, error) from None
    record = path.with_name(path.name + ".holder")
    try:
        _write_record(record, holder)
        yield
    finally:
        _remove(record)
        lock.release()


def _check(path: Path) -> None:
    """Refuses a lock file that another user or a link could stand behind."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _refused(path, error) from None
    if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
        raise LockError(
            f"The lock {shown(path)} is not a regular file of this user.",
            hint="remove it and try again",
        )


def _busy(path: Path, timeout: float) -> LockError:
    holder = _read_record(path.with_name(path.name + ".holder"))
    who = (
        f"process {holder.process_id} has held it since {holder.since}" if holder else "its holder is unknown"
    )
    return LockError(
        f"Another writer was still at work after {timeout:g} seconds ({who}); nothing was changed.",
        hint="try again, or set MEMOIR_GIT_LOCK_TIMEOUT to more seconds",
    )


def _refused(path: Path, error: OSError | NotImplementedError) -> LockError:
    number = error.errno if isinstance(error, OSError) else errno.ENOSYS
    if number in _NOT_SUPPORTED:
        return LockError(
            f"The file system of {shown(path.parent)} has no file locks; nothing was written.",
            hint="set MEMOIR_GIT_STATE_HOME to a private directory on a local disk",
        )
    reason = os.strerror(number) if number else type(error).__name__
    return LockError(
        f"The lock {shown(path)} cannot be taken: {reason}.",
        hint="check the permissions of its directory, or set MEMOIR_GIT_STATE_HOME",
    )


def _write_record(record: Path, holder: Holder) -> None:
    """Writes who holds the lock; a failure stops nothing, for the record only words a message."""
    content = json.dumps({"process_id": holder.process_id, "since": holder.since}).encode()
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    with suppress(OSError), open(os.open(record, flags, 0o600), "wb") as file:
        file.write(content)


def _read_record(record: Path) -> Holder | None:
    try:
        found = json.loads(read_regular(record) or b"null")
    except (PathError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    process_id, since = found.get("process_id"), found.get("since")
    if not isinstance(process_id, int) or not isinstance(since, str):
        return None
    return Holder(process_id=process_id, since=since)


def _remove(record: Path) -> None:
    with suppress(OSError):
        os.unlink(record)
