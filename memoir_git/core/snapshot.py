"""Files as they stood at one moment, whatever they were read from: work tree, index or commit.

Everything after reading is pure: checks, plans and reviews take a `Snapshot`, so all of them work on staged
content, on a commit and on a test's dict alike. A file that could not be read is an `Obstacle`, not an
error: what it means is for the reader of the snapshot to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from memoir_git.core.ids import RepoPath

REGULAR_MODE = 0o100644
EXECUTABLE_MODE = 0o100755


class Source(Enum):
    """Where a snapshot was taken."""

    WORK_TREE = "work tree"
    INDEX = "index"
    COMMIT = "commit"


class Obstacle(Enum):
    """Why a wanted path has no content in a snapshot, although something stands there."""

    LINK = "symbolic link"
    NOT_REGULAR = "folder, pipe, device or submodule"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too large"
    UNMERGED = "unmerged"


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotFile:
    """A regular file: its bytes and its mode as git writes it (`REGULAR_MODE` or `EXECUTABLE_MODE`)."""

    content: bytes
    mode: int = REGULAR_MODE


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """An immutable set of files. A path in neither mapping is absent; an empty file has content `b""`.

    `label` names the source for people: a revision, or the source's own name.
    """

    source: Source
    label: str
    files: Mapping[RepoPath, SnapshotFile]
    obstacles: Mapping[RepoPath, Obstacle] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("files", "obstacles"):
            held = getattr(self, name)
            object.__setattr__(self, name, MappingProxyType(dict(sorted(held.items()))))

    def __iter__(self) -> Iterator[RepoPath]:
        """Yields the paths that have content, sorted."""
        return iter(self.files)

    def content(self, path: RepoPath) -> bytes | None:
        """Returns a file's bytes, `None` where there is no readable file."""
        found = self.files.get(path)
        return None if found is None else found.content


def snapshot_of(contents: Mapping[str, bytes], *, source: Source = Source.WORK_TREE) -> Snapshot:
    """Returns a snapshot of ordinary files with these contents."""
    files = {RepoPath(path): SnapshotFile(content=content) for path, content in contents.items()}
    return Snapshot(source=source, label=source.value, files=files)
