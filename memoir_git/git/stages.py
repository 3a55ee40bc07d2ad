"""The unmerged part of the index: read with all contents at once, and settled in one step.

Results are staged by one `update-index`, so an interrupted command leaves the index old or new. Files of the
work tree are then written by git itself from an index, which is what makes line ends, filters, encodings and
sparse checkouts come out right; for a conflict that index is a temporary one and the stages stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.core.snapshot import EXECUTABLE_MODE, REGULAR_MODE, SnapshotFile
from memoir_git.core.unmerged import Unmerged
from memoir_git.git.blobs import Environment, read_blobs, write_blobs
from memoir_git.git.nul import nul_joined, nul_split
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError
from memoir_git.git.version import object_format

_BASE, _OURS, _THEIRS = 1, 2, 3
_NAME_LENGTHS = {"sha1": 40, "sha256": 64}


class IndexLockedError(MemoirGitError):
    """Another git command holds the index, or one that was killed left its lock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEntry:
    """One unmerged index entry: the mode as git writes it, the object's name, the stage 1 to 3."""

    path: RepoPath
    mode: int
    blob: str
    stage: int


def list_unmerged(repository: Repository, environment: Environment | None = None) -> tuple[StageEntry, ...]:
    """Returns the unmerged entries of the index (`GIT_INDEX_FILE` of `environment` counts)."""
    done = repository.run("ls-files", "-u", "-z", "--full-name", environment=environment)
    return tuple(parse_stages(nul_split(done.stdout)))


def parse_stages(rows: Iterable[str]) -> Iterator[StageEntry]:
    """Yields the entries that rows `MODE OBJECT STAGE<tab>PATH` name."""
    for row in rows:
        facts, _, path = row.partition("\t")
        mode, blob, stage = facts.split(" ")
        yield StageEntry(path=RepoPath(path), mode=int(mode, 8), blob=blob, stage=int(stage))


def load_stages(
    repository: Repository,
    entries: Iterable[StageEntry],
    paths: Iterable[RepoPath],
    environment: Environment | None = None,
) -> dict[RepoPath, Unmerged]:
    """Returns the three versions of each of `paths`, with contents where all stages are regular files."""
    by_path: dict[RepoPath, dict[int, StageEntry]] = {path: {} for path in sorted(paths)}
    for entry in entries:
        if entry.path in by_path:
            by_path[entry.path][entry.stage] = entry
    wanted = [entry.blob for stages in by_path.values() if _is_regular(stages) for entry in stages.values()]
    contents = read_blobs(repository, wanted, environment)
    return {path: _unmerged(stages, contents) for path, stages in by_path.items()}


def stage_files(repository: Repository, files: Mapping[RepoPath, SnapshotFile | None]) -> None:
    """Makes the index hold these files as merged, `None` as removed. The work tree is left alone.

    Raises `IndexLockedError` when another git command holds the index.
    """
    if not files:
        return
    try:
        write_index(repository, files, None)
    except GitError:
        lock = repository.git_dir / "index.lock"
        if not lock.exists():
            raise
        raise IndexLockedError(
            f"git's index is locked by {printable(str(lock))}; nothing was changed.",
            hint="wait for the other git command; if none is running, remove the file",
        ) from None


def write_staged(repository: Repository, paths: Iterable[RepoPath]) -> None:
    """Writes merged files from the index into the work tree."""
    _check_out(repository, paths, None)


def write_unstaged(repository: Repository, files: Mapping[RepoPath, SnapshotFile]) -> None:
    """Writes files into the work tree as git would check them out; the index is left alone."""
    if not files:
        return
    with TemporaryDirectory(prefix="memoir-git-") as folder:
        environment = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
        write_index(repository, files, environment)
        _check_out(repository, files, environment)


def write_index(
    repository: Repository,
    files: Mapping[RepoPath, SnapshotFile | None],
    environment: Environment | None,
) -> None:
    """Makes an index, git's own or the one `environment` names, hold these files; `None` is removed."""
    blobs = iter(write_blobs(repository, [file.content for file in files.values() if file is not None]))
    # A removal names no object, but git wants a name of the repository's own length.
    nothing = "0" * _NAME_LENGTHS[object_format(repository)]
    rows = [
        f"0 {nothing}\t{path}" if file is None else f"{file.mode:o} {next(blobs)}\t{path}"
        for path, file in files.items()
    ]
    repository.run("update-index", "-z", "--index-info", stdin=nul_joined(rows), environment=environment)


def _check_out(repository: Repository, paths: Iterable[RepoPath], environment: Environment | None) -> None:
    asked = tuple(paths)
    if asked:
        words = ("checkout-index", "-f", "-u", "-q", "-z", "--stdin")
        repository.run(*words, stdin=nul_joined(asked), environment=environment)


def _is_regular(stages: Mapping[int, StageEntry]) -> bool:
    return all(entry.mode in (REGULAR_MODE, EXECUTABLE_MODE) for entry in stages.values())


def _unmerged(stages: Mapping[int, StageEntry], contents: Mapping[str, bytes]) -> Unmerged:
    if not _is_regular(stages):
        return Unmerged(base=None, ours=None, theirs=None, is_regular=False)
    versions = {
        stage: SnapshotFile(content=contents[entry.blob], mode=entry.mode) for stage, entry in stages.items()
    }
    return Unmerged(base=versions.get(_BASE), ours=versions.get(_OURS), theirs=versions.get(_THEIRS))
