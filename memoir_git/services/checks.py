"""Runs the memoir store's checks over a snapshot, whatever it was taken from: work tree, index or commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Obstacle, Snapshot
from memoir_git.fs.snapshot import SIZE_LIMIT
from memoir_git.store import codes_common
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.checks.file_names import check_collisions
from memoir_git.store.checks.session import check_session
from memoir_git.store.entry_facts import link_name
from memoir_git.store.recognise import ENTRY, SESSION

_OBSTACLES: Mapping[Obstacle, Callable[[RepoPath], Finding]] = {
    Obstacle.LINK: codes_common.FILE_LINK.at,
    Obstacle.NOT_REGULAR: codes_common.FILE_KIND.at,
    Obstacle.UNREADABLE: codes_common.FILE_UNREADABLE.at,
    Obstacle.TOO_LARGE: lambda path: codes_common.FILE_SIZE.at(path, limit=SIZE_LIMIT),
    Obstacle.UNMERGED: codes_common.FILE_UNMERGED.at,
}


def check_snapshot(
    snapshot: Snapshot, formats: Mapping[RepoPath, str], names: Mapping[str, frozenset[str]]
) -> Iterator[Finding]:
    """Yields what is wrong with the files of `snapshot` that `formats` names.

    `names` holds the file names that lie in each folder of entries, for links to resolve against; a folder
    that is missing there has its links left unjudged.
    """
    known = {folder: frozenset(map(link_name, inside)) for folder, inside in names.items()}
    for path, content in snapshot.files.items():
        if formats.get(path) == SESSION:
            yield from check_session(content.content, path)
        elif formats.get(path) == ENTRY:
            folder = path.rpartition("/")[0]
            yield from check_entry(content.content, path, known_names=known.get(folder))
    yield from check_collisions(path for path in snapshot.files if formats.get(path) == ENTRY)
    for path, obstacle in snapshot.obstacles.items():
        if path in formats:
            yield obstacle_finding(path, obstacle)


def obstacle_finding(path: RepoPath, obstacle: Obstacle) -> Finding:
    """Returns why a memory file was not read."""
    return _OBSTACLES[obstacle](path)
