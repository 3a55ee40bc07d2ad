"""Work tree -> `Snapshot`: reads regular files below a root and nothing else.

A memory path is somebody else's input: it may be a link out of the repository, a pipe that never ends, a
folder, or a file nobody may read. Each is noted as an obstacle. No link is followed at any place below the
root, and nothing blocks: folders are opened one by one, without following, and files relative to them, so
that what is exchanged in between cannot lead out either.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import (
    EXECUTABLE_MODE,
    REGULAR_MODE,
    Obstacle,
    Snapshot,
    SnapshotFile,
    Source,
)
from memoir_git.fs.paths import unreadable

# No memory file is this large; reading one that is would only exhaust the machine.
SIZE_LIMIT = 64 * 1024 * 1024

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def load_work_tree(root: Path, paths: Iterable[RepoPath]) -> Snapshot:
    """Returns the files at `paths` below `root`; what is not there is in neither mapping.

    Raises `PathError` when `root` itself cannot be opened.
    """
    files: dict[RepoPath, SnapshotFile] = {}
    obstacles: dict[RepoPath, Obstacle] = {}
    for folder, members in groupby(sorted(set(paths), key=_by_folder), key=_folder_of):
        for path, found in _read_folder(root, folder, members):
            if isinstance(found, SnapshotFile):
                files[path] = found
            elif found is not None:
                obstacles[path] = found
    label = Source.WORK_TREE.value
    return Snapshot(source=Source.WORK_TREE, label=label, files=files, obstacles=obstacles)


def _by_folder(path: RepoPath) -> tuple[str, str]:
    return (_folder_of(path), path)


def _folder_of(path: RepoPath) -> str:
    return path.rpartition("/")[0]


def _read_folder(
    root: Path, folder: str, members: Iterable[RepoPath]
) -> Iterator[tuple[RepoPath, SnapshotFile | Obstacle | None]]:
    opened = _open_folder(root, folder)
    if not isinstance(opened, int):
        yield from ((path, opened) for path in members)
        return
    try:
        for path in members:
            yield path, _read_file(path.rpartition("/")[2], opened)
    finally:
        os.close(opened)


def _open_folder(root: Path, folder: str) -> int | Obstacle | None:
    """Returns a descriptor of the folder, what stands in the way to it, or `None` if it is not there."""
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise unreadable(root, error) from None
    for name in folder.split("/") if folder else ():
        try:
            inner = os.open(name, _FOLDER, dir_fd=descriptor)
        except OSError as error:
            return _in_the_way(name, descriptor, error)
        finally:
            os.close(descriptor)
        descriptor = inner
    return descriptor


def _in_the_way(name: str, holder: int, error: OSError) -> Obstacle | None:
    """Returns what kept a folder from being opened; a file in its place means that nothing is below."""
    status = _status(name, holder)
    if status is None or isinstance(status, Obstacle):
        return status
    if stat.S_ISLNK(status.st_mode):
        return Obstacle.LINK
    return None if isinstance(error, NotADirectoryError) else Obstacle.UNREADABLE


def _read_file(name: str, holder: int) -> SnapshotFile | Obstacle | None:
    status = _status(name, holder)
    if status is None or isinstance(status, Obstacle):
        return status
    obstacle = _obstacle(status)
    if obstacle is not None:
        return obstacle
    try:
        descriptor = os.open(name, _FILE, dir_fd=holder)
    except FileNotFoundError:
        return None
    except OSError:
        return Obstacle.UNREADABLE
    try:
        # What was looked at may have been exchanged before it was opened.
        status = os.fstat(descriptor)
        return _obstacle(status) or _read_all(descriptor, status)
    except OSError:
        return Obstacle.UNREADABLE
    finally:
        os.close(descriptor)


def _status(name: str, holder: int) -> os.stat_result | Obstacle | None:
    try:
        return os.stat(name, dir_fd=holder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    except (OSError, ValueError):  # a name that is too long, or holds NUL
        return Obstacle.UNREADABLE


def _obstacle(status: os.stat_result) -> Obstacle | None:
    if stat.S_ISLNK(status.st_mode):
        return Obstacle.LINK
    if not stat.S_ISREG(status.st_mode):
        return Obstacle.NOT_REGULAR
    return Obstacle.TOO_LARGE if status.st_size > SIZE_LIMIT else None


def _read_all(descriptor: int, status: os.stat_result) -> SnapshotFile:
    """Reads to the end; a file may have grown, and some say they are empty and are not."""
    chunks = []
    size = max(status.st_size + 1, 1 << 16)
    while chunk := os.read(descriptor, size):
        chunks.append(chunk)
    mode = EXECUTABLE_MODE if status.st_mode & stat.S_IXUSR else REGULAR_MODE
    return SnapshotFile(content=b"".join(chunks), mode=mode)
