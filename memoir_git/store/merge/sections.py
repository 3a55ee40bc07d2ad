"""The merge of a ledger without IDs: GOTCHAS, HANDOFF, learnings, merged section by section.

A ledger grows at its ends, and so do its lists and tables: two branches that both add are no disagreement.
Sections match by heading below the same parent; a section changed on one side is taken, one both changed is
merged by line, one removed here and changed there stays. What both sides add at one place is kept from both,
sections ordered by heading. Only lines that both sides rewrote differently conflict, as git writes it, and
`options.favour` decides no more than that. Without a base the result is the union.

A file in which a fence or comment never ends has no reliable sections and is merged by line as a whole.
"""

from __future__ import annotations

from memoir_git.core.interleave import interleave
from memoir_git.core.markdown import split_lines
from memoir_git.core.markdown_file import CODEC, merge_known, merge_markdown, richer
from memoir_git.core.merge import MergeOutcome, Unresolved, trivial
from memoir_git.store.merge.line_merge import merge_lines
from memoir_git.store.merge.section_pairs import pair_sections
from memoir_git.store.merge.section_tree import Section, parse_ledger, render_ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions
    from memoir_git.store.merge.pairing import Trio


def merge_sections(
    base: bytes, ours: bytes, theirs: bytes, options: MergeOptions, merge_text: MergeText
) -> MergeOutcome:
    """Merges three versions of a ledger; `b""` and blank files are absent sides.

    `merge_text` is called for each place that both sides rewrote, with just its lines.
    """

    def merge(base: str | None, ours: str, theirs: str) -> tuple[str, int]:
        return _LedgerMerge(options, merge_text).merged(base, ours, theirs)

    return merge_markdown(base, ours, theirs, options, merge_text, merge)


class _LedgerMerge:
    """One merge of a ledger; counts the conflicts on its way."""

    __slots__ = ("conflicts", "merge_text", "options")

    def __init__(self, options: MergeOptions, merge_text: MergeText) -> None:
        self.options = options
        self.merge_text = merge_text
        self.conflicts = 0

    def merged(self, base: str | None, ours: str, theirs: str) -> tuple[str, int]:
        """Returns the merged text and the number of conflicts in it."""
        texts = (base or "", ours, theirs)
        ledgers = [parse_ledger(text) for text in texts]
        if not all(ledger.is_closed for ledger in ledgers):
            ledgers = [parse_ledger(text, flat=True) for text in texts]
        base_ledger, our_ledger, their_ledger = ledgers
        base_root = None if base is None else base_ledger.root
        gap = _usual_gap(our_ledger.root, their_ledger.root)
        root = self._section(base_root, our_ledger.root, their_ledger.root)
        tail = merge_known(None if base is None else base_ledger.tail, our_ledger.tail, their_ledger.tail)
        if self.conflicts and not tail:
            tail = "\n"  # a marker is a whole line
        return render_ledger(root, gap, tail or ""), self.conflicts

    def _section(self, base: Section | None, ours: Section, theirs: Section) -> Section:
        whole = trivial(base.text if base else None, ours.text, theirs.text)
        if not isinstance(whole, Unresolved):
            taken = ours if whole == ours.text else theirs
            taken.last().gap = _gap(base.last() if base else None, ours.last(), theirs.last())
            return taken
        heading = self._heading(base, ours, theirs)
        lines = merge_lines(base.lines if base else [], ours.lines, theirs.lines, self._conflict)
        merged = Section(ours.level, heading, lines, _gap(base, ours, theirs))
        merged.children = self._children(base.children if base else [], ours.children, theirs.children)
        return merged

    def _heading(self, base: Section | None, ours: Section, theirs: Section) -> str:
        heading = trivial(base.heading if base else None, ours.heading, theirs.heading)
        if not isinstance(heading, Unresolved):
            return heading or ""
        if ours.title == theirs.title:
            return richer(ours.heading, theirs.heading)
        before = [base.heading] if base else []
        return "".join(self._conflict(before, [ours.heading], [theirs.heading]))

    def _children(self, base: list[Section], ours: list[Section], theirs: list[Section]) -> list[Section]:
        merged: dict[str, Section] = {}
        places: tuple[dict[int, str], ...] = ({}, {}, {})
        for number, trio in enumerate(pair_sections(base, ours, theirs)):
            name = f"{number:09}"  # its order is the order of the headings
            section = self._child(base, ours, theirs, trio)
            if section is None:
                continue
            merged[name] = section
            for named, place in zip(places, trio, strict=True):
                if place is not None:
                    named[place] = name
        orders = [[named[place] for place in sorted(named)] for named in places]
        names = interleave(orders[0], orders[1], orders[2], _by_rank)
        return [merged[name] for name in names]

    def _child(
        self, base: list[Section], ours: list[Section], theirs: list[Section], trio: Trio
    ) -> Section | None:
        """Returns the merge of one section, `None` if it is gone."""
        before, here, there = (
            None if place is None else side[place]
            for side, place in zip((base, ours, theirs), trio, strict=True)
        )
        if here and there:
            return self._section(before, here, there)
        left = here or there
        return None if left is None or (before and left.text == before.text) else left

    def _conflict(self, base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
        """Returns the lines of one disputed place as git's own merge writes them."""
        versions = ["".join(lines).encode(*CODEC) for lines in (base, ours, theirs)]
        merged = self.merge_text(versions[0], versions[1], versions[2], self.options)
        self.conflicts += merged.conflicts
        return split_lines(merged.content.decode(*CODEC))


def _by_rank(ours: list[str], theirs: list[str]) -> list[str]:
    """Orders sections both sides added at one place; what one side added alone keeps its order."""
    return sorted(ours + theirs) if ours and theirs else ours or theirs


def _gap(base: Section | None, ours: Section, theirs: Section) -> str | None:
    return merge_known(base.gap if base else None, ours.gap, theirs.gap)


def _usual_gap(ours: Section, theirs: Section) -> str:
    """Returns what stands between two sections here: a blank line, or nothing in a file without any."""
    gaps = [piece.gap for root in (ours, theirs) for piece in root.walk() if piece.gap is not None]
    return "\n" if any(gaps) or not gaps else ""
