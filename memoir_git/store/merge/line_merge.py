"""The three-way merge of lines: both insertions kept, and lines both sides rewrote left to the caller."""

from __future__ import annotations

from memoir_git.core.lines import BESIDE, CLEAN, INSERTED, merge_regions
from memoir_git.store.merge.blocks import parse_blocks, stands_alone
from memoir_git.store.merge.insertions import join_insertions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from memoir_git.store.merge.insertions import View

    # base, ours and theirs of lines both sides rewrote -> the lines to write
    Settle: TypeAlias = Callable[[Sequence[str], Sequence[str], Sequence[str]], Sequence[str]]


def same(line: str) -> str:
    """Returns the line: the view of lines that stand for themselves."""
    return line


def merge_lines(
    base: Sequence[str],
    ours: Sequence[str],
    theirs: Sequence[str],
    settle: Settle,
    view: View = same,
) -> list[str]:
    """Returns the merge of three versions; `settle` answers for lines both sides rewrote."""
    lines: list[str] = []
    for region in merge_regions(base, ours, theirs, lambda line: stands_alone(view(line))):
        if region.kind == CLEAN:
            lines += region.ours
        elif region.kind == INSERTED:
            lines += join_insertions(region.ours, region.theirs, view)
        elif region.kind == BESIDE:
            lines += _without_repeats(region.ours, region.theirs, view)
        else:
            lines += settle(region.base, region.ours, region.theirs)
    return lines


def _without_repeats(insertion: Sequence[str], written: Sequence[str], view: View) -> list[str]:
    """Returns an insertion without the blocks that the other side wrote right beside it."""
    there = {block.text() for block in parse_blocks(written, view)[0]}
    blocks, end = parse_blocks(insertion, view)
    left = [block for block in blocks if block.text() not in there or not block.says_something()]
    if len(left) == len(blocks):
        return list(insertion)
    return [line for block in left for line in block.all_lines()] + (end if left else [])
