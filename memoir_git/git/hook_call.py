"""The repository that git started a hook for.

git runs hooks at the top of the work tree and exports what it opened them with; asking again from scratch
would find another index. So those variables are kept. Where the git directory is, git has already said: in
GIT_DIR, or by starting the hook beside `.git`. Only a check that a person or another program starts elsewhere
asks git, which costs as much as the rest of what the hook does before it reads.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from memoir_git.git.inherited import InheritingRepository, inheriting
from memoir_git.git.repo import Repository
from memoir_git.git.revisions import find_commit
from memoir_git.git.run import git_text

_MERGE_HEAD = "GITHEAD_"


def hook_repository(directory: Path, variables: Mapping[str, str]) -> InheritingRepository:
    """Returns the repository of the running hook, its index and object store included. Raises `GitError`."""
    named = variables.get("GIT_DIR") or str(directory / ".git")
    git_dir = _real(directory, named)
    if "GIT_WORK_TREE" in variables or not (git_dir / "HEAD").is_file():
        return inheriting(_asked(directory), variables)
    is_bare = named != str(directory / ".git") and git_dir == Path(os.path.realpath(directory))
    top = None if is_bare else Path(os.path.realpath(directory))
    return inheriting(Repository(git_dir=git_dir, common_dir=_common(git_dir), top=top), variables)


def _asked(directory: Path) -> Repository:
    words = ("rev-parse", "--is-inside-work-tree", "--git-dir", "--git-common-dir", "--show-cdup")
    is_inside, git_dir, common_dir, *rest = git_text(*words, cwd=directory, keep_local=True).split("\n")
    # Outside of a work tree git says nothing about the way up to its top.
    top = _real(directory, "".join(rest) or ".") if is_inside == "true" else None
    return Repository(git_dir=_real(directory, git_dir), common_dir=_real(directory, common_dir), top=top)


def _common(git_dir: Path) -> Path:
    """Returns the common directory; a linked work tree's own names it in a file."""
    try:
        named = (git_dir / "commondir").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return git_dir
    return _real(git_dir, named.removesuffix("\n"))


def announced_heads(repository: Repository, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the commits that `git merge` names in its environment before MERGE_HEAD exists.

    A merge that the hook of another repository started inherits what was named to that one; a commit that is
    not here is none of this merge's. Raises `GitError`.
    """
    named = (name.removeprefix(_MERGE_HEAD) for name in variables if name.startswith(_MERGE_HEAD))
    heads = sorted(name for name in named if len(name) in (40, 64))
    return tuple(head for head in heads if find_commit(repository, head) is not None)


def _real(directory: Path, answer: str) -> Path:
    return Path(os.path.realpath(directory / answer))
