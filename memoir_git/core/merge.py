"""What every merge returns, and the three-way rule all of them begin with.

Plain classes with `__slots__`, not dataclasses: this module is loaded once per file that git merges, and
`dataclasses` alone costs more than the merge.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias, TypeVar

    from memoir_git.core.options import MergeOptions

    T = TypeVar("T")
    # base, ours, theirs -> the text three-way merge git itself would make
    MergeText: TypeAlias = Callable[[bytes, bytes, bytes, MergeOptions], "TextMerge"]


class TextMerge:
    """The result of a line merge: its bytes and how many conflicts stand in them."""

    __slots__ = ("conflicts", "content")

    def __init__(self, content: bytes, conflicts: int) -> None:
        self.content = content
        self.conflicts = conflicts


class Note:
    """One thing a merge did that a person may want to know.

    `kind` is one of the words below, `place` a list, key or side, `text` the memory text concerned.
    The text is data for a caller that shows memory on purpose; drivers, logs and errors count notes only.
    """

    __slots__ = ("kind", "place", "text")

    # a refusal: `place` is the side
    FORWARD_VERSION = "forward_version"
    UNPARSEABLE = "unparseable"
    DAMAGED = "damaged"
    # a clean merge: `place` is the list, key or field
    DROPPED = "dropped"  # rotated out by a cap
    PARKED = "parked"  # newly over the cap of live actions
    KEPT = "kept"  # one side removed it without a tombstone
    SUPPRESSED = "suppressed"  # a tombstone held against a live copy
    UNKNOWN_KEY = "unknown_key"  # both sides changed a key the format does not know
    TEXT_MERGE = "text_merge"  # merged as plain text

    def __init__(self, kind: str, place: str, text: str = "") -> None:
        self.kind = kind
        self.place = place
        self.text = text

    def __str__(self) -> str:
        return f"{self.kind}:{self.place}:{self.text}" if self.text else f"{self.kind}:{self.place}"

    def __repr__(self) -> str:
        return f"Note({self.kind!r}, {self.place!r})"


class MergeOutcome:
    """The whole answer of one file's merge.

    `conflicts` counts the places written between markers; 0 is a clean merge. `refused` says that nothing
    was interpreted and both whole files stand between markers. `notes` are data, never printed as they are.
    """

    __slots__ = ("conflicts", "content", "notes", "refused")

    def __init__(
        self,
        content: bytes,
        *,
        conflicts: int = 0,
        notes: tuple[Note, ...] = (),
        refused: bool = False,
    ) -> None:
        self.content = content
        self.conflicts = conflicts
        self.notes = notes
        self.refused = refused


class Unresolved:
    """Answers `trivial` when both sides changed the value differently."""

    __slots__ = ()


UNRESOLVED = Unresolved()


def trivial(base: T, ours: T, theirs: T) -> T | Unresolved:
    """Returns the value all rules agree on: equal sides, or the one side that changed.

    `None` may stand for "absent" in any of the three.
    """
    if ours == theirs or base == theirs:
        return ours
    if base == ours:
        return theirs
    return UNRESOLVED
