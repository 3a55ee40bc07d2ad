"""The merge of two frontmatters, field by field against the base (format 3.2, 5.2, 5.3).

Equal values, and fields that one side alone changed, need no rule. Tombstones and dates of edit are joins:
no removal takes them away. Other dates, counters, lists and mappings have a rule for "both changed"; what
is left goes to the side that was edited later, or stands between markers around just that field. Blocks are
taken whole from the side they come from: no line is respelled that the merge does not have to make.
"""

from __future__ import annotations

from memoir_git.core.blocks import LINE, MAP, SCALAR, Block, parse_blocks, split_lines
from memoir_git.core.conflict import conflict_hunk
from memoir_git.core.interleave import interleave
from memoir_git.core.merge import Note
from memoir_git.core.scalars import BLANKS
from memoir_git.store.entry_facts import list_items, says_hidden, type_block
from memoir_git.store.merge.entry_lists import blank_tail, indented, merge_lists, template
from memoir_git.store.merge.entry_rules import (
    earlier,
    hiding,
    is_same,
    larger,
    later,
    later_completion,
    spelling,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from memoir_git.core.frontmatter import Document
    from memoir_git.core.options import MergeOptions

    Fields: TypeAlias = dict[str, Block]

# Whatever the base says: present if either side has it.
_JOINED = {
    "hidden_at": later,
    "updated": later,
    "modified": later,
    "last_fired": later,
    "done_at": later_completion,
}
# Only where both sides changed it.
_BOTH_CHANGED = {
    "created": earlier,
    "date": later,
    "set_on": later,
    "added": later,
    "fired_count": larger,
    "hidden": spelling,  # where neither side hides
}
_TOMBSTONES = ("hidden", "hidden_at", "done_at")


class FieldMerge:
    """One merge of frontmatters in progress, with the conflicts written and the notes made so far.

    `newer` is the side, "ours" or "theirs", that wins what both changed, `type_winner` the one that wins a
    disagreement about the type; `None` is a conflict.
    """

    __slots__ = ("conflicts", "newer", "notes", "options", "type_winner")

    def __init__(self, options: MergeOptions, *, newer: str | None, type_winner: str | None) -> None:
        self.options = options
        self.newer = newer
        self.type_winner = type_winner
        self.conflicts = 0
        self.notes: list[Note] = []

    def merge(self, base: Document | None, ours: Document, theirs: Document) -> str | None:
        """Returns the lines between the two `---` lines.

        `None` if they would not read back as they were merged: a stray line that belongs to no field, moved
        by an edit, became part of one. It could undo a tombstone, so nothing by field can be trusted.
        """
        fields = [_by_key(document.blocks if document else ()) for document in (base, ours, theirs)]
        order = interleave(list(fields[0]), list(fields[1]), list(fields[2]))
        if "type" in order and type_block(ours) and type_block(theirs):
            for side, document in zip(fields, (base, ours, theirs), strict=True):
                _lift_type(side, document)
        pieces = self._merge_in_order(order, *fields)
        if not self.conflicts and (_has_stray_line(ours) or _has_stray_line(theirs)):
            blocks = [block.raw for block in parse_blocks(split_lines("".join(pieces)), 0)]
            if _without_blanks(blocks) != _without_blanks(pieces):
                return None
        return "".join(pieces)

    def _merge_in_order(self, order: list[str], base: Fields, ours: Fields, theirs: Fields) -> list[str]:
        return [self._field(key, base.get(key), ours.get(key), theirs.get(key)) for key in order]

    def _field(self, key: str, base: Block | None, ours: Block | None, theirs: Block | None) -> str:
        """Returns the merged lines of one field, `""` where it is removed."""
        if ours is not None and theirs is not None and is_same(ours, theirs):
            return spelling(base, ours, theirs).raw
        if key in _JOINED or (key == "hidden" and (says_hidden(ours) or says_hidden(theirs))):
            return self._joined(key, base, ours, theirs)
        if is_same(base, ours):
            return _raw(theirs)
        if is_same(base, theirs):
            return _raw(ours)
        if ours is None or theirs is None:
            return _raw(ours) + _raw(theirs)  # removed here, changed there: kept
        return self._both_changed(key, base, ours, theirs)

    def _joined(self, key: str, base: Block | None, ours: Block | None, theirs: Block | None) -> str:
        if key in _TOMBSTONES and base is not None and _is_lifted(key, ours, theirs):
            self.notes.append(Note(Note.SUPPRESSED, key))
        if ours is None or theirs is None:
            return _raw(ours) + _raw(theirs)
        return _JOINED.get(key, hiding)(base, ours, theirs).raw

    def _both_changed(self, key: str, base: Block | None, ours: Block, theirs: Block) -> str:
        if key in _BOTH_CHANGED:
            return _BOTH_CHANGED[key](base, ours, theirs).raw
        if list_items(ours) is not None and list_items(theirs) is not None:
            return merge_lists(base, ours, theirs)
        if ours.kind == MAP and theirs.kind == MAP:
            return self._mapping(base, ours, theirs)
        winner = self.type_winner if key == "type" else self.newer
        if winner is None:
            return self._conflict(ours, theirs)
        return ours.raw if winner == "ours" else theirs.raw

    def _mapping(self, base: Block | None, ours: Block, theirs: Block) -> str:
        """Merges one level of nesting per sub-key by the same table."""
        like = template(base, ours, theirs)
        fields = [
            _by_key(indented(child, like.indent) for child in (side.children if side else ()))
            for side in (base, ours, theirs)
        ]
        order = interleave(list(fields[0]), list(fields[1]), list(fields[2]))
        children = "".join(self._merge_in_order(order, *fields))
        if not children:
            return ""
        return "".join(like.lines[: like.head]) + children + blank_tail(ours, theirs)

    def _conflict(self, ours: Block, theirs: Block) -> str:
        self.conflicts += 1
        sides = ["".join(side.lines).encode() for side in (ours, theirs)]
        hunk = conflict_hunk(sides[0], sides[1], self.options)
        return hunk.decode("utf-8", "surrogateescape") + blank_tail(ours, theirs)


def _is_lifted(key: str, ours: Block | None, theirs: Block | None) -> bool:
    """Tells whether one side has taken away a tombstone that the other still has."""
    if key == "hidden":
        return says_hidden(ours) != says_hidden(theirs)
    return ours is None or theirs is None


def _has_stray_line(document: Document) -> bool:
    return any(block.kind == LINE and block.text[:1] not in ("", "#") for block in document.blocks)


def _without_blanks(pieces: list[str]) -> list[str]:
    return [piece.rstrip(BLANKS) for piece in pieces if piece.strip(BLANKS)]


def _raw(block: Block | None) -> str:
    return "" if block is None else block.raw


def _by_key(blocks: Iterable[Block]) -> Fields:
    """Returns the blocks by key; lines that are no field by their words and how often those came before."""
    fields: Fields = {}
    counts: dict[str, int] = {}
    for block in blocks:
        key = block.key
        if key is None:
            counts[block.text] = count = counts.get(block.text, 0) + 1
            key = f"\n{count} {block.text}"  # no key of a field begins with a line end
        fields[key] = block
    return fields


def _lift_type(fields: Fields, document: Document | None) -> None:
    """Lets a legacy `metadata.type` stand for `type`, where one side has moved it to the top level."""
    block = type_block(document) if document is not None else None
    if "type" not in fields and block is not None and block.kind == SCALAR:
        line = block.lines[0].lstrip(" \t")
        fields["type"] = Block("type", SCALAR, (line,), block.number, text=block.text)
