"""What kind of repository this is, as git says, and why it may not be readable at all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.exposure import Unavailable
from memoir_git.git.history.quiet import quiet_run
from memoir_git.git.repo import NotARepositoryError, Repository
from memoir_git.git.run import run_git

SHA1 = "sha1"
FILES = "files"

# What git says, in the C locale, and the reason it stands for; the first match counts.
_SAYINGS = (
    ("git was not found", Unavailable.GIT_MISSING),
    ("does not exist", Unavailable.NOT_A_REPOSITORY),
    ("dubious ownership", Unavailable.OWNERSHIP_REFUSED),
    ("unsafe repository", Unavailable.OWNERSHIP_REFUSED),
    ("objectformat", Unavailable.OBJECT_FORMAT_UNSUPPORTED),
    ("object format", Unavailable.OBJECT_FORMAT_UNSUPPORTED),
    ("refstorage", Unavailable.REF_STORAGE_UNSUPPORTED),
    ("ref storage", Unavailable.REF_STORAGE_UNSUPPORTED),
    ("extension", Unavailable.EXTENSION_UNSUPPORTED),
    ("expected git repo version", Unavailable.REPOSITORY_VERSION_UNSUPPORTED),
    ("config", Unavailable.CONFIG_UNREADABLE),
    ("not a git repository", Unavailable.NOT_A_REPOSITORY),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How a repository names its objects and keeps its refs; `shallow` are the commits a clone was cut at."""

    algorithm: str
    ref_storage: str
    shallow: frozenset[bytes]

    @property
    def width(self) -> int:
        """How many bytes an object name has."""
        return 20 if self.algorithm == SHA1 else 32


def refusal_reason(error: MemoirGitError) -> Unavailable:
    """Returns why a repository could not be opened, from what `discover` or git raised."""
    if isinstance(error, NotARepositoryError):
        return Unavailable.NOT_A_REPOSITORY
    said = str(error).lower()
    for words, reason in _SAYINGS:
        if words in said:
            return reason
    return Unavailable.CONFIG_UNREADABLE


def read_shape(repository: Repository) -> Shape:
    """Returns the repository's shape. Raises `GitError` for one that git does not understand."""
    algorithm = quiet_run(repository, "rev-parse", "--show-object-format").stdout.decode().strip()
    config = str(repository.common_dir / "config")
    words = ("config", "-f", config, "--get", "extensions.refstorage")
    stored = run_git(*words, cwd=repository.common_dir, accept=(0, 1)).stdout.decode().strip().lower()
    return Shape(
        algorithm=algorithm,
        ref_storage=stored.partition(":")[0] or FILES,
        shallow=_shallow(repository.common_dir / "shallow"),
    )


def _shallow(path: Path) -> frozenset[bytes]:
    try:
        return frozenset(bytes.fromhex(line) for line in path.read_text("ascii").split())
    except (FileNotFoundError, ValueError):
        return frozenset()
