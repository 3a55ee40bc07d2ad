"""What killed commands and hasty commits leave: temporary files, a lock, conflict markers in a session."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress

from memoir_git.core import codes
from memoir_git.core.conflict import has_conflict
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.fs.atomic import delete_file
from memoir_git.fs.paths import read_regular
from memoir_git.git.nul import nul_split
from memoir_git.git.repo import Repository
from memoir_git.git.snapshot import load_commit, load_index

_TEMPORARY = ".merge_file_*"


def leftover_findings(repository: Repository, sessions: Collection[str]) -> Iterator[Finding]:
    """Yields stale files in the work tree's top and git directory, and sessions with conflict markers."""
    if (repository.git_dir / "index.lock").exists():
        yield codes.STALE_LOCK.at(RepoPath(_shown_lock(repository)))
    if repository.top is None:
        return
    tracked = _tracked_temporaries(repository)
    for name in _temporaries(repository):
        code = codes.TRACKED_TEMPORARY if name in tracked else codes.STALE_TEMPORARY
        yield code.at(RepoPath(name))
    yield from _marker_findings(repository, frozenset(map(RepoPath, sessions)))


def remove_temporaries(repository: Repository) -> tuple[str, ...]:
    """Deletes the stale temporary files and returns their names.

    Nothing is deleted while git's lock on the index exists: a merge may be at work on them.
    """
    if repository.top is None or (repository.git_dir / "index.lock").exists():
        return ()
    removed = []
    for name in sorted(_temporaries(repository) - _tracked_temporaries(repository)):
        with suppress(MemoirGitError):  # a link, a folder, or gone: it stays reported
            content = read_regular(repository.top / name)
            if content is not None:
                delete_file(repository.top / name, expected=content)
                removed.append(name)
    return tuple(removed)


def _temporaries(repository: Repository) -> frozenset[str]:
    return frozenset(path.name for path in repository.work_tree.glob(_TEMPORARY))


def _tracked_temporaries(repository: Repository) -> frozenset[str]:
    done = repository.run("ls-files", "-z", "--", f":(top,glob){_TEMPORARY}")
    return frozenset(nul_split(done.stdout))


def _marker_findings(repository: Repository, sessions: frozenset[RepoPath]) -> Iterator[Finding]:
    if not sessions:
        return
    snapshots = [load_index(repository, sessions)]
    if repository.run("rev-parse", "--verify", "--quiet", "HEAD", accept=(0, 1)).returncode == 0:
        snapshots.append(load_commit(repository, "HEAD", sessions))
    for path in sorted(sessions):
        if any(has_conflict(snapshot.content(path) or b"") for snapshot in snapshots):
            yield codes.COMMITTED_MARKERS.at(path)


def _shown_lock(repository: Repository) -> str:
    return (
        ".git/index.lock"
        if repository.work_tree_id == ""
        else f".git/worktrees/{repository.git_dir.name}/index.lock"
    )
