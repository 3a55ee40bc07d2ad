"""What stands in a private folder: every node as the disk has it, and whether it is safe to use.

One type for what `fs` sees and what the rule books judge. A node that others could read or exchange is a
fact here and never mended on the way, because nobody can say any more who wrote what it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

DIRECTORY_MODE = 0o700
FILE_MODE = 0o600


class Unsafe(Enum):
    """Why a node may be neither read nor removed."""

    LINK = "symbolic-link"
    NOT_REGULAR = "not-a-regular-file"
    FOREIGN_OWNER = "foreign-owner"
    WRONG_MODE = "wrong-mode"
    UNREADABLE = "cannot-be-read"
    MOUNTED = "other-file-system"

    @property
    def leads_out(self) -> bool:
        """Whether what lies behind the node belongs to another place than its name says."""
        return self in (Unsafe.LINK, Unsafe.MOUNTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateNode:
    """One file or folder: its path relative to the tree (`""` is the tree itself) and its permission bits."""

    path: str
    is_folder: bool
    mode: int
    unsafe: Unsafe | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateTree:
    """The nodes of a private folder by path; none where there is no such folder."""

    nodes: tuple[PrivateNode, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of all that is no folder."""
        return tuple(node.path for node in self.nodes if not node.is_folder)

    @property
    def folders(self) -> tuple[str, ...]:
        """The paths of the folders, the tree's own `""` included."""
        return tuple(node.path for node in self.nodes if node.is_folder)

    @property
    def unsafe(self) -> Iterator[PrivateNode]:
        """The nodes that are not safe."""
        return (node for node in self.nodes if node.unsafe is not None)

    def holds(self, path: str) -> bool:
        """Tells whether anything has this name."""
        return any(node.path == path for node in self.nodes)
