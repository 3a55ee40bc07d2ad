"""The names below a folder where no git lists them: no link is followed, `.git` is passed over."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from memoir_git.core.ids import RepoPath


def walk(root: Path, folder: str = "") -> Iterator[RepoPath]:
    """Yields every path below `folder` that is no folder, relative to `root`, sorted within each folder.

    What cannot be listed is passed over; its files are then absent, as for git.
    """
    pending = [folder]
    while pending:
        holder = pending.pop()
        inner = []
        for entry in _entries(root / holder):
            path = f"{holder}/{entry.name}" if holder else entry.name
            if not entry.is_dir(follow_symlinks=False):
                yield RepoPath(path)
            elif entry.name != ".git":
                inner.append(path)
        pending.extend(reversed(inner))


def unlisted(root: Path, folder: str) -> Iterator[RepoPath]:
    """Yields `folder`, relative to `root`, or the folders below it that are there and cannot be listed."""
    try:
        with os.scandir(root / folder) as entries:
            inner = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except PermissionError:
        yield RepoPath(folder)
        return
    except OSError:
        return
    for name in inner:
        yield from unlisted(root, f"{folder}/{name}")


def names_in(folder: Path) -> frozenset[str]:
    """Returns the names of what lies directly in `folder`; none when it cannot be listed."""
    return frozenset(entry.name for entry in _entries(folder))


def is_folder(path: Path) -> bool | None:
    """Tells whether a folder stands at `path` itself, not behind a link; `None` where nothing does."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return None


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []
