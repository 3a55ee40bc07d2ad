"""Two branches in git: the merge in progress, the files below a folder, and what changed between commits."""

from __future__ import annotations

from memoir_git.core.ids import RepoPath
from memoir_git.git.repo import Repository


def merge_heads(repository: Repository) -> tuple[str, ...]:
    """Returns the commits that the merge in progress merges, none when there is no merge."""
    # Private to the work tree, so it lies in its own git directory.
    place = repository.git_dir / "MERGE_HEAD"
    try:
        return tuple(place.read_text(encoding="ascii", errors="replace").split())
    except OSError:
        return ()


def names_in_commit(repository: Repository, commit: str, folder: str) -> list[RepoPath]:
    """Returns the paths below a folder of a commit. Raises `GitError`."""
    words = ("ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", folder + "/")
    return _paths(repository.run(*words).stdout)


def names_in_index(repository: Repository, folder: str, *, index_file: str | None = None) -> list[RepoPath]:
    """Returns the staged paths below a folder, unmerged ones once each. Raises `GitError`.

    `index_file` is the index that a hook was given, when it is not the usual one.
    """
    environment = {"GIT_INDEX_FILE": index_file} if index_file else None
    words = ("ls-files", "-z", "--full-name", "--", f":(top,literal){folder}")
    return sorted(set(_paths(repository.run(*words, environment=environment).stdout)))


def changed_paths(repository: Repository, before: str, after: str) -> frozenset[str]:
    """Returns the paths that differ between two commits, renames as two paths. Raises `GitError`."""
    words = ("diff-tree", "-r", "-z", "--name-only", "--no-renames", before, after)
    return frozenset(_paths(repository.run(*words).stdout))


def _paths(listing: bytes) -> list[RepoPath]:
    return [RepoPath(path.decode("utf-8", "surrogateescape")) for path in listing.split(b"\0") if path]
