"""Settings of git's config that no file which git tracks may make: every clone would heed them."""

from __future__ import annotations

import os
from pathlib import Path

from memoir_git.fs.paths import is_inside
from memoir_git.git.repo import Repository


def is_tracked_origin(origin: str, repository: Repository) -> bool:
    """Tells whether a setting comes from a tracked file; `origin` is as `--show-origin` has it."""
    kind, _, name = origin.partition(":")
    if kind != "file" or repository.top is None:
        return False
    path = Path(os.path.normpath(repository.top / name))
    if not is_inside(path, repository.top) or is_inside(path, repository.common_dir):
        return False
    return bool(repository.run("ls-files", "-z", "--", f":(literal){path}").stdout)
