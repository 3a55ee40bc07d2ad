"""Index or commit -> `Snapshot`, with git plumbing: one listing and one `cat-file --batch` for all contents.

Only regular files have content here; links, submodules and what the index holds unmerged are obstacles, as
in `fs.snapshot`. Paths are compared as bytes decoded with surrogates, so no name is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import (
    EXECUTABLE_MODE,
    REGULAR_MODE,
    Obstacle,
    Snapshot,
    SnapshotFile,
    Source,
)
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError

_LINK_MODE = 0o120000
_MERGED = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    """One row of a listing; `stage` is 0 unless the path is unmerged in the index."""

    path: RepoPath
    mode: int
    blob: bytes
    stage: int = _MERGED


def load_index(
    repository: Repository,
    paths: Collection[RepoPath] | None = None,
    *,
    index_file: str | None = None,
    folder: str = "",
) -> Snapshot:
    """Returns the staged files, all of them or those in `paths` or below `folder`.

    `index_file` is the index that a hook was given (`GIT_INDEX_FILE`), when it is not the usual one. Raises
    `GitError`.
    """
    environment = {"GIT_INDEX_FILE": index_file} if index_file else None
    listing = repository.run(
        "ls-files", "-s", "-z", "--full-name", *_below(folder), environment=environment
    ).stdout
    rows = [_index_row(row) for row in listing.split(b"\0") if row]
    files, obstacles = _contents(repository, _wanted(rows, paths))
    label = Source.INDEX.value
    return Snapshot(source=Source.INDEX, label=label, files=files, obstacles=obstacles)


def load_commit(
    repository: Repository,
    revision: str,
    paths: Collection[RepoPath] | None = None,
    *,
    folder: str = "",
) -> Snapshot:
    """Returns the files of the commit or tree that `revision` names, all, those in `paths` or in `folder`.

    Raises `GitError` when there is no such revision.
    """
    command = ("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", revision)
    listing = repository.run(*command, *((folder + "/",) if folder else ())).stdout
    rows = [_tree_row(row) for row in listing.split(b"\0") if row]
    files, obstacles = _contents(repository, _wanted(rows, paths))
    return Snapshot(source=Source.COMMIT, label=revision, files=files, obstacles=obstacles)


def _below(folder: str) -> tuple[str, ...]:
    return ("--", f":(top,literal){folder}") if folder else ()


def _index_row(row: bytes) -> _Listed:
    facts, _, path = row.partition(b"\t")
    mode, blob, stage = facts.split(b" ")
    return _Listed(path=_path(path), mode=int(mode, 8), blob=blob, stage=int(stage))


def _tree_row(row: bytes) -> _Listed:
    facts, _, path = row.partition(b"\t")
    mode, _, blob = facts.split(b" ")
    return _Listed(path=_path(path), mode=int(mode, 8), blob=blob)


def _path(path: bytes) -> RepoPath:
    return RepoPath(path.decode("utf-8", "surrogateescape"))


def _wanted(rows: list[_Listed], paths: Collection[RepoPath] | None) -> list[_Listed]:
    if paths is None:
        return rows
    wanted = frozenset(paths)
    return [row for row in rows if row.path in wanted]


def _contents(
    repository: Repository, rows: list[_Listed]
) -> tuple[dict[RepoPath, SnapshotFile], dict[RepoPath, Obstacle]]:
    obstacles = {row.path: found for row in rows if (found := _obstacle(row)) is not None}
    readable = [row for row in rows if row.path not in obstacles]
    files: dict[RepoPath, SnapshotFile] = {}
    contents = _read_blobs(repository, [row.blob for row in readable])
    for row, content in zip(readable, contents, strict=True):
        if content is None:
            obstacles[row.path] = Obstacle.UNREADABLE
        else:
            files[row.path] = SnapshotFile(content=content, mode=row.mode)
    return files, obstacles


def _obstacle(row: _Listed) -> Obstacle | None:
    if row.stage != _MERGED:
        return Obstacle.UNMERGED
    if row.mode == _LINK_MODE:
        return Obstacle.LINK
    return None if row.mode in (REGULAR_MODE, EXECUTABLE_MODE) else Obstacle.NOT_REGULAR


def _read_blobs(repository: Repository, blobs: list[bytes]) -> Iterator[bytes | None]:
    """Yields the contents in order; `None` for an object this repository lacks."""
    if not blobs:
        return
    asked = b"".join(blob + b"\n" for blob in blobs)
    answer = repository.run("cat-file", "--batch", stdin=asked).stdout
    at = 0
    for _ in blobs:
        end = answer.find(b"\n", at)
        if end < 0:
            raise GitError("git cat-file ended before it had answered for every file.")
        header, at = answer[at:end].split(b" "), end + 1
        if header[-1] == b"missing":
            yield None
            continue
        size = int(header[2])
        yield answer[at : at + size]
        at += size + 1
