"""Settings of git's config that no file which git tracks may make: every clone would heed them."""

from __future__ import annotations

import os
from pathlib import Path

from memoir_git.git.repo import Repository


def is_tracked_origin(origin: str, repository: Repository) -> bool:
    """Tells whether a setting comes from a tracked file; `origin` is as `--show-origin` has it."""
    kind, _, name = origin.partition(":")
    if kind != "file" or repository.top is None:
        return False
    place = repository.top / name
    # As it is named, and as it is reached: a link may lead in, or out, or to another tracked file.
    paths = {Path(os.path.normpath(place)), Path(os.path.realpath(place))}
    return any(_is_tracked(path, repository) for path in paths)


def _is_tracked(path: Path, repository: Repository) -> bool:
    top = repository.work_tree
    if top not in path.parents or repository.common_dir in path.parents:
        return False
    return repository.tracks(path.relative_to(top).as_posix())
