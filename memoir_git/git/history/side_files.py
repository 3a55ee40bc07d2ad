"""Plain files of a git directory that keep memory text outside the object store.

rerere keeps both sides of a conflict word for word, an unfinished commit keeps its message, a rebase by
patches keeps the patches, and git-filter-repo the names it replaced. They are no part of the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memoir_git.core.exposure import SideFile

_RERERE = ("preimage*", "postimage*", "thisimage*")
_MESSAGES = ("*_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "EDIT_DESCRIPTION")
_REBASES = ("rebase-merge", "rebase-apply")


def read_side_files(folder: Path, limit: int) -> Iterator[tuple[SideFile, bytes]]:
    """Yields what one git directory keeps, files of up to `limit` bytes, in a fixed order."""
    for kind, path in _side_files(folder):
        try:
            if path.is_file() and path.stat().st_size <= limit:
                yield kind, path.read_bytes()
        except OSError:
            continue


def _side_files(folder: Path) -> Iterator[tuple[SideFile, Path]]:
    for pattern in _RERERE:
        yield from ((SideFile.RERERE, path) for path in sorted(folder.glob(f"rr-cache/*/{pattern}")))
    for pattern in _MESSAGES:
        yield from ((SideFile.MESSAGE, path) for path in sorted(folder.glob(pattern)))
    for name in _REBASES:
        yield from ((SideFile.REBASE, path) for path in sorted((folder / name).rglob("*")))
    yield from ((SideFile.FILTER_REPO, path) for path in sorted((folder / "filter-repo").rglob("*")))
