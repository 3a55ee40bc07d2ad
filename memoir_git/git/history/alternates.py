"""The directories a repository's objects lie in: its own, and those it borrows from."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memoir_git.git.inherited import inherited_by
from memoir_git.git.quoting import split_quoted
from memoir_git.git.repo import Repository

_DEEPEST = 5  # git follows alternates of alternates no further


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectPlaces:
    """The `objects` directories, the repository's own first; not `complete` when a borrowed one is gone."""

    directories: tuple[str, ...]
    complete: bool


def object_places(repository: Repository) -> ObjectPlaces:
    """Returns where objects lie, also those of a quarantine that a calling git handed down."""
    inherited = inherited_by(repository)
    own = inherited.get("GIT_OBJECT_DIRECTORY") or str(repository.common_dir / "objects")
    found = [os.path.realpath(own)]
    complete = True
    waiting = deque(
        (place, 1) for place in _handed_down(inherited.get("GIT_ALTERNATE_OBJECT_DIRECTORIES", ""))
    )
    waiting.extend((place, 1) for place in _borrowed(own))
    while waiting:
        place, depth = waiting.popleft()
        if place in found:
            continue
        if depth > _DEEPEST or not os.path.isdir(place):
            complete = False
            continue
        found.append(place)
        waiting.extend((further, depth + 1) for further in _borrowed(place))
    return ObjectPlaces(directories=tuple(found), complete=complete)


def _borrowed(objects: str) -> Iterator[str]:
    try:
        lines = Path(objects, "info", "alternates").read_bytes().split(b"\n")
    except FileNotFoundError:
        return
    for line in lines:
        if line and not line.startswith(b"#"):
            yield os.path.realpath(os.path.join(objects, _first_path(os.fsdecode(line))[0]))


def _handed_down(listed: str) -> Iterator[str]:
    while listed:
        if listed.startswith('"'):
            path, listed = _first_path(listed)
            listed = listed.removeprefix(os.pathsep)
        else:
            path, _, listed = listed.partition(os.pathsep)
        if path:
            yield os.path.realpath(path)


def _first_path(line: str) -> tuple[str, str]:
    """Returns the path a line begins with, out of C quotes if it is in them, and what follows."""
    return (split_quoted(line) or (line, "")) if line.startswith('"') else (line, "")
