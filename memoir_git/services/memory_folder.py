"""Which folder may be the memory directory, and what names it: all that a look at the index needs to know."""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable

DEFAULT = "docs/memory"
MANIFEST = "manifest.md"
SETTING = "memoir.memoryDir"


class PlaceError(MemoirGitError):
    """The memory directory is ambiguous or not where it may be."""


def checked_folder(directory: str) -> RepoPath:
    """Returns the memory directory as git spells it. Raises `PlaceError` for one that cannot be it."""
    segments = directory.replace("\\", "/").rstrip("/").split("/")
    segments = [segment for segment in segments if segment != "."]
    if len(segments) < 2 or segments[0] != "docs" or {"", ".."} & set(segments):
        raise PlaceError(
            f"{printable(directory)} cannot hold project memory.",
            hint=f"choose a folder below docs/, such as {DEFAULT}",
        )
    return RepoPath("/".join(segments))
