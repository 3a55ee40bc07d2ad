"""Which git this is, and what it lacks; and what kind of repository, where that matters to pygit2."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from memoir_git.git.repo import Repository
from memoir_git.git.run import git_text

Version: TypeAlias = tuple[int, ...]

MINIMUM: Version = (2, 30)
SIDE_LABELS: Version = (2, 44)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """Something a newer git has: the version it came with, and what is missed without it."""

    since: Version
    what: str


_NEWER = (
    Lack(since=(2, 38), what="merges without a work tree, which previews and repairs use"),
    Lack(since=SIDE_LABELS, what="the names of the two sides in conflict markers"),
    Lack(since=(2, 54), what="hooks that git's config names"),
)


def git_version(repository: Repository) -> Version:
    """Returns the version of the git on PATH, such as `(2, 39, 5)`; whatever follows is left out."""
    said = git_text("version", cwd=repository.top or repository.git_dir)
    found = re.search(r"\d+(?:\.\d+)+", said)
    return tuple(int(part) for part in found[0].split(".")[:3]) if found else (0,)


def lacking(version: Version) -> tuple[Lack, ...]:
    """Returns what this version of git lacks."""
    return tuple(lack for lack in _NEWER if version < lack.since)


def shown_version(version: Version) -> str:
    """Returns the version as people write it."""
    return ".".join(map(str, version))


def object_format(repository: Repository) -> str:
    """Returns `sha1` or `sha256`."""
    return repository.text("rev-parse", "--show-object-format")


def ref_format(repository: Repository) -> str:
    """Returns `files` or `reftable`."""
    return repository.text("config", "--get", "extensions.refStorage", accept=(0, 1)) or "files"


def beyond_pygit2(repository: Repository) -> tuple[str, ...]:
    """Returns what in this repository pygit2 cannot read; git can, and everything that matters uses git."""
    found = []
    if object_format(repository) != "sha1":
        found.append("sha256")
    if ref_format(repository) != "files":
        found.append("reftable")
    if repository.text("config", "--type=bool", "--get", "index.sparse", accept=(0, 1)) == "true":
        found.append("sparse-index")
    if any(repository.git_dir.glob("sharedindex.*")):
        found.append("split-index")
    return tuple(found)
