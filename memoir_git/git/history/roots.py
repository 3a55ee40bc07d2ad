"""Every place in a repository from which objects are reachable, collected by class.

What cannot be read is a reason, never left out in silence: libgit2's own list of refs drops a damaged ref
without a word, and a dropped root would make an incomplete look seem complete.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from memoir_git.core.exposure import RootClass, Unavailable
from memoir_git.git.repo import Repository

BITS = {root: 1 << number for number, root in enumerate(RootClass)}


@dataclass(frozen=True, slots=True, kw_only=True)
class RootKind:
    """What is true of a group of roots. `notes`: below them lie notes. `perishable`: they may be gone, as
    reflogs and pseudo-refs outlive what they name.
    """

    root_class: RootClass
    notes: bool = False
    perishable: bool = False

    @property
    def rank(self) -> tuple[int, bool, bool]:
        """The place of this group in the fixed order of roots."""
        return BITS[self.root_class], self.notes, self.perishable


@dataclass(slots=True, kw_only=True)
class Roots:
    """The roots found so far; object names are raw bytes, paths and ref names are bytes too.

    `staged` are pairs of path and blob of every index, `undone` those of its resolve-undo part, which may be
    gone. `refs` are the objects of refs that are files, `names` the names of all refs, `messages` all reflog
    messages.
    """

    width: int
    found: dict[RootKind, set[bytes]] = field(default_factory=dict)
    staged: set[tuple[bytes, bytes]] = field(default_factory=set)
    undone: set[tuple[bytes, bytes]] = field(default_factory=set)
    refs: dict[bytes, bytes] = field(default_factory=dict)
    names: set[bytes] = field(default_factory=set)
    messages: set[bytes] = field(default_factory=set)
    reasons: set[Unavailable] = field(default_factory=set)

    def add(self, kind: RootKind, name: bytes) -> None:
        """Adds one root; git's null name stands for nothing."""
        if name.strip(b"\0"):
            self.found.setdefault(kind, set()).add(name)


def ref_kind(name: bytes) -> RootKind:
    """Returns what a ref's full name tells about it."""
    for prefix, root_class in _PREFIXES:
        if name.startswith(prefix):
            return RootKind(root_class=root_class, notes=root_class is RootClass.NOTES)
    return RootKind(root_class=RootClass.STASH if name == STASH else RootClass.OTHER_REF)


def log_kind(name: bytes) -> RootKind:
    """Returns what the reflog of a ref holds."""
    root_class = RootClass.STASH if name == STASH else RootClass.REFLOG
    return RootKind(root_class=root_class, notes=name.startswith(NOTES), perishable=True)


def git_dirs(repository: Repository) -> list[Path]:
    """Returns the git directory of the main work tree and those of all linked ones, gone ones included."""
    common = repository.common_dir
    return [common, *sorted(path for path in common.glob("worktrees/*") if path.is_dir())]


STASH = b"refs/stash"
NOTES = b"refs/notes/"
_PREFIXES = (
    (b"refs/heads/", RootClass.BRANCH),
    (b"refs/tags/", RootClass.TAG),
    (b"refs/remotes/", RootClass.REMOTE),
    (NOTES, RootClass.NOTES),
    (b"refs/replace/", RootClass.REPLACE),
)
