"""A folder of the private state as it stands, node by node, without following or opening anything on the way.

Looking creates nothing and tightens nothing. What is a link, belongs to somebody else, lies on another file
system or is open to others is named as such (guide 9.3); no folder behind such a node is entered.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.core.private_tree import DIRECTORY_MODE, FILE_MODE, PrivateNode, PrivateTree, Unsafe
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.state import StateRoot


def load_private_tree(state: StateRoot, folder: str, names: Iterable[str]) -> PrivateTree:
    """Returns what stands at `names` in a folder of the state root, and below.

    Raises `StateError` when the way to the folder is not this user's own.
    """
    root = state.existing(folder.rpartition("/")[0])
    if root is None:
        return PrivateTree()
    device = os.lstat(root).st_dev
    nodes = list(_nodes(root / folder.rpartition("/")[2], sorted(names), device))
    return PrivateTree(nodes=tuple(sorted(nodes, key=lambda node: node.path)))


def read_private_files(state: StateRoot, folder: str, paths: Iterable[str]) -> dict[str, bytes]:
    """Returns the bytes of regular files below a folder of the state root; others are left out."""
    root = state.existing(folder)
    if root is None:
        return {}
    snapshot = load_work_tree(root, map(RepoPath, paths))
    return {str(path): file.content for path, file in snapshot.files.items()}


def _nodes(root: Path, names: Iterable[str], device: int) -> Iterator[PrivateNode]:
    node = _node(root, "", device)
    if node is None:
        return
    yield node
    pending = [name for name in names if node.is_folder and not _is_closed(node)]
    while pending:
        path = pending.pop()
        found = _node(root / path, path, device)
        if found is None:
            continue
        if not found.is_folder or _is_closed(found):
            yield found
            continue
        try:
            inner = os.listdir(root / path)
        except OSError:
            found = PrivateNode(path=path, is_folder=True, mode=found.mode, unsafe=Unsafe.UNREADABLE)
            inner = []
        yield found
        pending += [f"{path}/{name}" for name in inner]


def _is_closed(node: PrivateNode) -> bool:
    """Whether nothing behind this folder is ours to look at."""
    return node.unsafe not in (None, Unsafe.WRONG_MODE)


def _node(path: Path, shown: str, device: int) -> PrivateNode | None:
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return PrivateNode(path=shown, is_folder=False, mode=0, unsafe=Unsafe.UNREADABLE)
    return PrivateNode(
        path=shown,
        is_folder=stat.S_ISDIR(status.st_mode),
        mode=stat.S_IMODE(status.st_mode),
        unsafe=_unsafe(path, status, device),
    )


def _unsafe(path: Path, status: os.stat_result, device: int) -> Unsafe | None:
    is_folder = stat.S_ISDIR(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return Unsafe.LINK
    if not is_folder and not stat.S_ISREG(status.st_mode):
        return Unsafe.NOT_REGULAR
    if status.st_uid != os.geteuid():
        return Unsafe.FOREIGN_OWNER
    if status.st_dev != device:
        return Unsafe.MOUNTED
    if stat.S_IMODE(status.st_mode) != (DIRECTORY_MODE if is_folder else FILE_MODE):
        return Unsafe.WRONG_MODE
    return None if os.access(path, os.R_OK) else Unsafe.UNREADABLE
