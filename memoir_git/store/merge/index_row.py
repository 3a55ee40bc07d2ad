"""The merge of one row of an index that both sides changed: by part, never a conflict, no link twice.

Links are a three-way set. A part that both sides changed takes the value with more information, by length
and then bytes, since an index is derived data; a trail with cells is settled cell by cell where all versions
have the same number of them.
"""

from __future__ import annotations

from memoir_git.core.interleave import interleave
from memoir_git.core.markdown_file import merge_known, richer
from memoir_git.core.merge import Unresolved, trivial
from memoir_git.store.merge.index_parts import Part, Row, has_inner_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # one link's part in base, ours and theirs
    Versions: TypeAlias = tuple["Part | None", "Part | None", "Part | None"]


def merge_rows(base: str | None, ours: str, theirs: str) -> str:
    """Returns the merge of a row both sides have; every version has at least one link.

    The answer has no link at all if the sides removed all of them between them.
    """
    texts = [text for text in (base, ours, theirs) if text is not None]
    counts_row = not any(has_inner_count(text) for text in texts)
    before = None if base is None else Row(base, counts_row=counts_row)
    here, there = Row(ours, counts_row=counts_row), Row(theirs, counts_row=counts_row)
    shape = _shape(before, here, there)
    lead = _merged(before.lead if before else None, here.lead, there.lead)
    count = _merged(before.count if before else None, here.count, there.count)
    return shape[0] + lead + _links(before, here, there) + count + shape[1]


def _shape(base: Row | None, ours: Row, theirs: Row) -> tuple[str, str]:
    shape = trivial(base.shape if base else None, ours.shape, theirs.shape)
    if shape is None or isinstance(shape, Unresolved):
        return max(ours.shape, theirs.shape, key=lambda shape: (len("".join(shape)), shape))
    return shape


def _links(base: Row | None, ours: Row, theirs: Row) -> str:
    kept: dict[str, Versions] = {}
    rows = ({} if base is None else base.parts, ours.parts, theirs.parts)
    for target in ours.parts | theirs.parts:
        before, here, there = (parts.get(target) for parts in rows)
        if before is None or (here and there) or _says_more(here or there, before):
            kept[target] = (before, here, there)
    orders = [[target for target in parts if target in kept] for parts in rows]
    order = interleave(orders[0], orders[1], orders[2])
    join = _usual_join(ours, theirs)
    texts = []
    for target in order:
        part = _part(*kept[target])
        texts += [part.link, part.lead or (part.words and " "), part.words]
        texts.append("" if target == order[-1] else join if part.join is None else part.join)
    return "".join(texts)


def _part(base: Part | None, ours: Part | None, theirs: Part | None) -> Part:
    """Returns a link's merged part; a side without the link has nothing to say about it."""
    if ours is None or theirs is None:
        part = ours or theirs
        assert part is not None, "a kept link stands on one side at least"
        return part
    merged = Part(_merged(base.link if base else None, ours.link, theirs.link), "", None)
    merged.words = _merged(base.words if base else None, ours.words, theirs.words)
    if merged.words:
        merged.lead = merge_known(base.lead if base else None, ours.lead, theirs.lead)
    merged.join = merge_known(base.join if base else None, ours.join, theirs.join)
    return merged


def _says_more(part: Part | None, base: Part) -> bool:
    """Tells whether the side that kept a link changed it, which outweighs the other side's removal."""
    return part is not None and (part.link, part.words) != (base.link, base.words)


def _merged(base: str | None, ours: str, theirs: str) -> str:
    settled = trivial(base, ours, theirs)
    if settled is not None and not isinstance(settled, Unresolved):
        return settled
    cells = [text.split("|") for text in (base or "", ours, theirs)]
    if base is None or len(cells[0]) == 1 or len({len(row) for row in cells}) > 1:
        return richer(ours, theirs)
    return "|".join([_merged(*versions) for versions in zip(*cells, strict=True)])


def _usual_join(ours: Row, theirs: Row) -> str:
    """Returns what stands between two links most often in this row, a blank if nothing does yet."""
    joins = [part.join for row in (ours, theirs) for part in row.parts.values() if part.join is not None]
    return max(joins, key=lambda join: (joins.count(join), join), default=" ")
