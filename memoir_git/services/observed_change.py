"""One file's change from what lies on the disk now to what a plan wants there."""

from __future__ import annotations

from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.core.plan import Change, Root, change_of
from memoir_git.fs.paths import join_inside, read_regular, regular_mode


def observed_change(
    folder: Path, root: Root, name: str, after: bytes | None, *, new_mode: int
) -> Change | None:
    """Returns the change of the file `name` below `folder`, which is what `root` stands for.

    `None` where nothing changes. Raises `PathError`.
    """
    path = join_inside(folder, name)
    before, mode = read_regular(path), regular_mode(path)
    state = None if before is None or mode is None else (before, mode)
    return change_of(root, RepoPath(name), state, after, new_mode=new_mode)
