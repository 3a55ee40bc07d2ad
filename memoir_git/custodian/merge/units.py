"""The merge of a project-memory file, unit by unit (guide 2; decisions on project memory).

A unit that one side touched is taken; one that both touched is joined field by field where their changes are
disjoint, and stands between markers otherwise, that unit alone. Newest-first insertion on both sides, where
a line merge always stops, never conflicts: added units come before the base's first, newest ID date first.
A status that ends an entry is never taken back, and a unit that one side moved away while the other edited
it is lost on neither.

On the merge driver's path: builtins only.
"""

from __future__ import annotations

from memoir_git.core.conflict import conflict_hunk
from memoir_git.core.interleave import interleave
from memoir_git.core.markdown_file import merge_known, merge_markdown
from memoir_git.core.merge import Unresolved, trivial
from memoir_git.custodian.merge.unit_fields import is_final, merge_unit
from memoir_git.custodian.merge.unit_file import UnitFile, is_batch, read_units
from memoir_git.custodian.units import is_bullet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.merge import MergeOutcome, MergeText
    from memoir_git.core.options import MergeOptions
    from memoir_git.custodian.merge.unit_file import Piece

_EMPTY = UnitFile("", {}, None)
_CODEC = ("utf-8", "surrogateescape")


def merge_units(
    base: bytes, ours: bytes, theirs: bytes, options: MergeOptions, merge_text: MergeText
) -> MergeOutcome:
    """Merges three versions of a file of units; `b""` and blank files are absent sides.

    A side that cannot be cut into units is merged as text and is a conflict even if the text merges.
    """

    def merge_content(base_text: str | None, our_text: str, their_text: str) -> tuple[str, int]:
        our_file, their_file = read_units(our_text), read_units(their_text)
        base_file = _EMPTY if base_text is None else read_units(base_text)
        if our_file is None or their_file is None or base_file is None:
            merged = _as_text(base_text or "", our_text, their_text, options, merge_text)
            return merged[0], max(1, merged[1])
        return _UnitMerge(base_file, our_file, their_file, options, merge_text).content()

    return merge_markdown(base, ours, theirs, options, merge_text, merge_content)


def _as_text(
    base: str, ours: str, theirs: str, options: MergeOptions, merge_text: MergeText
) -> tuple[str, int]:
    merged = merge_text(base.encode(*_CODEC), ours.encode(*_CODEC), theirs.encode(*_CODEC), options)
    return merged.content.decode(*_CODEC), merged.conflicts


class _UnitMerge:
    """One merge in progress: the three files, and the conflicts written so far."""

    __slots__ = ("base", "conflicts", "merge_text", "options", "ours", "theirs")

    def __init__(
        self,
        base: UnitFile,
        ours: UnitFile,
        theirs: UnitFile,
        options: MergeOptions,
        merge_text: MergeText,
    ) -> None:
        self.base = base
        self.ours = ours
        self.theirs = theirs
        self.options = options
        self.merge_text = merge_text
        self.conflicts = 0

    def content(self) -> tuple[str, int]:
        """Returns the merged text and the number of conflicts in it."""
        parts = [self._head()]
        units = [(key, text) for key in self._order() if (text := self._unit(key)) is not None]
        for (key, text), following in zip(units, [*units[1:], None]):  # noqa: B905 - one follows each
            parts.append(text + (self._end() if following is None else self._tail(key, text, following[1])))
        had_units = any(file.pieces for file in (self.base, self.ours, self.theirs))
        if not units and had_units and parts[0]:
            parts[0] = parts[0].rstrip("\n") + self._end()
        return "".join(parts), self.conflicts

    def _head(self) -> str:
        base, ours, theirs = (file.head for file in (self.base, self.ours, self.theirs))
        settled = trivial(base, ours, theirs)
        if not isinstance(settled, Unresolved):
            return settled
        text, conflicts = _as_text(base, ours, theirs, self.options, self.merge_text)
        self.conflicts += conflicts
        return text

    def _order(self) -> list[str]:
        """Returns every key of the three files in the order of the result.

        An archive is kept in batches under headings without an ID, so there added units stay behind what they
        followed.
        """
        sides = [list(file.pieces) for file in (self.base, self.ours, self.theirs)]
        known = self.base.pieces
        added = {key for side in sides[1:] for key in side if key not in known}
        if any(is_batch(self._piece(key)) for key in added):
            return interleave(sides[0], sides[1], sides[2])
        ours, theirs = ([key for key in side if key in known] for side in sides[1:])
        standing = interleave(sides[0], ours, theirs)
        return sorted(added, key=self._newest_first) + standing

    def _newest_first(self, key: str) -> tuple[int, str]:
        return (-int(self._piece(key).date), key)

    def _unit(self, key: str) -> str | None:
        """Returns the merged text of one unit, `None` where it is gone."""
        base, ours, theirs = (
            piece.text if (piece := file.pieces.get(key)) is not None else None
            for file in (self.base, self.ours, self.theirs)
        )
        settled = trivial(base, ours, theirs)
        if not isinstance(settled, Unresolved) and not _takes_back(settled, ours, theirs):
            return settled
        if base is not None and ours is not None and theirs is not None:
            joined = merge_unit(base, ours, theirs)
            if joined is not None:
                return joined
        return self._conflict(ours or "", theirs or "")

    def _conflict(self, ours: str, theirs: str) -> str:
        if self.options.favour is not None and ours and theirs:
            return ours if self.options.favour == "ours" else theirs
        self.conflicts += 1
        hunk = conflict_hunk(ours.encode(*_CODEC), theirs.encode(*_CODEC), self.options)
        return hunk.decode(*_CODEC).removesuffix("\n")

    def _piece(self, key: str) -> Piece:
        return next(file.pieces[key] for file in (self.ours, self.theirs, self.base) if key in file.pieces)

    def _tail(self, key: str, text: str, following: str) -> str:
        """Returns the blank lines behind a unit that another one follows; none between bullets."""
        tails = [
            piece.tail if (piece := file.pieces.get(key)) is not None else None
            for file in (self.base, self.ours, self.theirs)
        ]
        shown = merge_known(*tails)
        if shown is None:
            return "\n" if is_bullet(text) and is_bullet(following) else "\n\n"
        return shown

    def _end(self) -> str:
        shown = merge_known(self.base.end, self.ours.end, self.theirs.end)
        return "\n" if shown is None else shown


def _takes_back(settled: str | None, ours: str | None, theirs: str | None) -> bool:
    """Tells whether taking one side's unit as it stands would undo an end that the other side has."""
    if settled is None or is_final(settled):
        return False
    return any(side is not None and is_final(side) for side in (ours, theirs))
