"""Two insertions at one place, both kept: ordered by bytes, what they share once.

Text is not cut anywhere: a list item keeps its continuation and its nested items, a code fence stays whole,
a heading keeps what stands under it. Blocks both sides inserted are one; items and headings that begin alike
are joined below. Between those, list items and table rows of both sides are interleaved by their bytes,
each side's own order kept, so that dated rows stay in order; prose stays together, the smaller text first.
What continues the text above comes before what a blank line or a heading sets apart.
"""

from __future__ import annotations

from memoir_git.core.diff import find_hunks
from memoir_git.store.merge.blocks import HEADING, ITEM, ROW, TEXT, Block, parse_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    # a line as it stands in the sequence -> the text it stands for
    View: TypeAlias = Callable[[str], str]


def join_insertions(ours: Sequence[str], theirs: Sequence[str], view: View) -> list[str]:
    """Returns the lines of both insertions; swapping them changes nothing."""
    # Two longest alignments may be equally good: which one is found must not depend on the side.
    ours, theirs = sorted((ours, theirs), key=lambda lines: [view(line) for line in lines])
    our_blocks, our_end = parse_blocks(ours, view)
    their_blocks, their_end = parse_blocks(theirs, view)
    end = _longest(our_end, their_end)
    above: list[str] = []
    if our_blocks and their_blocks and our_blocks[0].blanks and their_blocks[0].blanks:
        above = _longest(our_blocks[0].blanks, their_blocks[0].blanks)
        our_blocks[0], their_blocks[0] = our_blocks[0].after([]), their_blocks[0].after([])
    joined = _Joining(view, _longest(above, end)).aligned(our_blocks, their_blocks)
    kept = _kept_apart(_once(joined, our_blocks, their_blocks))
    return above + [line for block in kept for line in block.all_lines()] + end


class _Joining:
    """Joins two lists of blocks; `gap` are the blank lines that set two blocks apart here."""

    __slots__ = ("gap", "view")

    def __init__(self, view: View, gap: list[str]) -> None:
        self.view = view
        self.gap = gap

    def aligned(self, ours: list[Block], theirs: list[Block]) -> list[Block]:
        """Joins blocks that begin alike and, between them, the blocks of each side."""
        joined: list[Block] = []
        at = their_at = 0
        hunks = find_hunks([block.key() for block in ours], [block.key() for block in theirs])
        for start, end, their_start, their_end in [*hunks, (len(ours), len(ours), len(theirs), len(theirs))]:
            for offset in range(start - at):
                self._append(joined, ours, at + offset, theirs, their_at + offset)
            joined += self._gathered(ours[start:end], theirs[their_start:their_end], bool(joined))
            at, their_at = end, their_end
        return joined

    def _append(
        self, joined: list[Block], ours: list[Block], place: int, theirs: list[Block], their_place: int
    ) -> None:
        """Appends a block of both sides, under the blank lines it has where it follows the same block."""
        one, other = ours[place], theirs[their_place]
        before = _key_before(joined, len(joined))
        follows = _key_before(ours, place) == before
        if follows == (_key_before(theirs, their_place) == before):
            blanks = _longest(one.blanks, other.blanks)
        else:
            blanks = one.blanks if follows else other.blanks
        below = one.below
        if below != other.below:
            below = join_insertions(below, other.below, self.view)
        joined.append(Block(one.kind, blanks, one.lines, below))

    def _gathered(self, ours: list[Block], theirs: list[Block], follows: bool) -> list[Block]:
        """Orders the blocks of two sides that have none in common."""
        if not ours or not theirs:
            return ours or theirs
        our_text, our_headings = _split_at(ours, HEADING)
        their_text, their_headings = _split_at(theirs, HEADING)
        text = self._texts(our_text, their_text)
        headings = self._interleaved(our_headings, their_headings, bool(text) or follows)
        return text + headings

    def _texts(self, ours: list[Block], theirs: list[Block]) -> list[Block]:
        if not ours or not theirs:
            return ours or theirs
        if all(block.kind in (ITEM, ROW) for block in ours + theirs):
            return self._listed(ours, theirs)
        our_first, our_rest = self._attached(ours)
        their_first, their_rest = self._attached(theirs)
        if (our_first or their_first) and (our_rest or their_rest):
            return self._texts(our_first, their_first) + self._texts(our_rest, their_rest)
        smaller, greater = sorted((ours, theirs), key=self._text)
        return [*smaller, greater[0].after(_longest(greater[0].blanks, self.gap)), *greater[1:]]

    def _attached(self, blocks: list[Block]) -> tuple[list[Block], list[Block]]:
        """Splits off what continues the text above: no blank line between, or nested in the item there."""
        for number, block in enumerate(blocks):
            if block.blanks and not self._text([block]).startswith((" ", "\t")):
                return blocks[:number], blocks[number:]
        return blocks, []

    def _listed(self, ours: list[Block], theirs: list[Block]) -> list[Block]:
        """Interleaves list items; the blank lines above a list stay above its first item."""
        above = _longest(ours[0].blanks, theirs[0].blanks)
        first, *rest = self._by_bytes(_unspaced(ours), _unspaced(theirs))
        return [first.after(above), *rest]

    def _interleaved(self, ours: list[Block], theirs: list[Block], follows: bool) -> list[Block]:
        return [
            block.after(_longest(block.blanks, self.gap)) if follows or number else block
            for number, block in enumerate(self._by_bytes(ours, theirs))
        ]

    def _by_bytes(self, ours: list[Block], theirs: list[Block]) -> list[Block]:
        """Takes the smaller of the two first blocks again and again."""
        joined: list[Block] = []
        waiting = (ours[::-1], theirs[::-1])
        while waiting[0] and waiting[1]:
            joined.append(min(waiting, key=lambda side: self._text(side[-1:])).pop())
        return joined + waiting[0][::-1] + waiting[1][::-1]

    def _text(self, blocks: list[Block]) -> str:
        return "".join(self.view(line) for block in blocks for line in block.lines + block.below)


def _once(joined: list[Block], ours: list[Block], theirs: list[Block]) -> list[Block]:
    """Drops a block that both sides hold at different places, beyond the times one side holds it."""
    our_times, their_times = _times(ours), _times(theirs)
    seen: dict[str, int] = {}
    kept: list[Block] = []
    for block in joined:
        text = block.text()
        seen[text] = seen.get(text, 0) + 1
        allowed = max(our_times.get(text, 0), their_times.get(text, 0))
        if seen[text] <= allowed or not allowed or not block.says_something():
            kept.append(block)
    return kept


def _kept_apart(blocks: list[Block]) -> list[Block]:
    """Puts a blank line between an item and prose of the other side, which would else continue the item."""
    return [
        block.after(["\n"])
        if number and block.kind == TEXT and not block.blanks and blocks[number - 1].kind == ITEM
        else block
        for number, block in enumerate(blocks)
    ]


def _key_before(blocks: list[Block], place: int) -> str:
    return blocks[place - 1].key() if place else ""


def _times(blocks: list[Block]) -> dict[str, int]:
    times: dict[str, int] = {}
    for block in blocks:
        times[block.text()] = times.get(block.text(), 0) + 1
    return times


def _split_at(blocks: list[Block], kind: int) -> tuple[list[Block], list[Block]]:
    for number, block in enumerate(blocks):
        if block.kind == kind:
            return blocks[:number], blocks[number:]
    return blocks, []


def _unspaced(blocks: list[Block]) -> list[Block]:
    """Returns a list without the blank lines above it, unless its items are spaced as well."""
    spaced = len(blocks) > 1 and blocks[1].blanks
    return blocks if spaced else [blocks[0].after([]), *blocks[1:]]


def _longest(first: Sequence[str], second: Sequence[str]) -> list[str]:
    return list(second if (len(first), *first) < (len(second), *second) else first)
