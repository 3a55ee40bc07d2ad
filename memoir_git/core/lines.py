"""A three-way merge of lines that says what happened instead of writing markers.

The base is compared with each side, and the two edit scripts are laid over each other. Only where both
sides rewrote the same base lines is there a dispute. Lines both inserted at one place, and lines inserted
at the edge of lines the other side rewrote or among them, are reported as such: a ledger keeps both, which
is the caller's business. Each script is made without looking at the other side, so swapping the sides swaps
the answer and nothing else.

`git merge-file` disputes any two changes without a line between them; this merge disputes less. On the
merge driver's path: builtins only.
"""

from __future__ import annotations

from memoir_git.core.diff import find_hunks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CLEAN = 0
INSERTED = 1
BESIDE = 2
DISPUTED = 3

_BLANKS_BETWEEN = 3


class Region:
    """One stretch of a merge.

    CLEAN: `ours` are the merged lines. INSERTED: `ours` and `theirs` are two different insertions at one
    place. BESIDE: `ours` is one side's insertion, `theirs` what the other side wrote right there, or just
    above with only blank lines between. DISPUTED: `base`, `ours` and `theirs` are three versions of lines
    both sides rewrote.
    """

    __slots__ = ("base", "kind", "ours", "theirs")

    def __init__(
        self, kind: int, ours: Sequence[str], theirs: Sequence[str] = (), base: Sequence[str] = ()
    ) -> None:
        self.kind = kind
        self.ours = ours
        self.theirs = theirs
        self.base = base


class _Edits:
    """One side's changes: base stretches that it rewrote, in order, and its insertions by place."""

    __slots__ = ("insertions", "rewrites")

    def __init__(self, base: Sequence[str], side: Sequence[str], stands_alone: Callable[[str], bool]) -> None:
        self.insertions: dict[int, Sequence[str]] = {}
        self.rewrites: list[tuple[int, int, Sequence[str]]] = []
        for start, end, new_start, new_end in find_hunks(base, side):
            old, new = base[start:end], side[new_start:new_end]
            if start == end:
                self.insertions[start] = new
            elif len(old) == len(new) and all(map(stands_alone, (*old, *new))):
                # A list that kept its number of lines was changed line by line.
                for offset in range(len(old)):
                    self.rewrites.append((start + offset, start + offset + 1, new[offset : offset + 1]))
            else:
                self.rewrites.append((start, end, new))


class _Rewrite:
    """Base lines `start` to `end` that `sides` rewrote: one of them, or both where they overlap."""

    __slots__ = ("edits", "end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.edits: tuple[list[tuple[int, int, Sequence[str]]], ...] = ([], [])

    def written_by(self, side: int) -> list[str]:
        return [line for _, _, lines in self.edits[side] for line in lines]


def merge_regions(
    base: Sequence[str],
    ours: Sequence[str],
    theirs: Sequence[str],
    stands_alone: Callable[[str], bool],
) -> list[Region]:
    """Returns the merge of three versions as regions, in order; disputes that touch are one.

    `stands_alone` tells of a line, such as a list item, that it says something by itself: neighbours that
    one side rewrote are then compared with the other side one by one, while prose stays together.
    """
    return _Merge(base, _Edits(base, ours, stands_alone), _Edits(base, theirs, stands_alone)).regions


class _Merge:
    """Lays two edit scripts over each other, from the first base line to the last."""

    __slots__ = ("base", "places", "regions", "sides")

    def __init__(self, base: Sequence[str], ours: _Edits, theirs: _Edits) -> None:
        self.base = base
        self.sides = (ours, theirs)
        self.places = sorted(ours.insertions.keys() | theirs.insertions.keys(), reverse=True)
        self.regions: list[Region] = []
        before = _Rewrite(0, 0)
        for rewrite in [*_overlaid(ours, theirs), _Rewrite(len(base), len(base))]:
            self._add_between(before, rewrite)
            self._add_rewrite(rewrite)
            before = rewrite

    def _add_between(self, before: _Rewrite, after: _Rewrite) -> None:
        """Adds untouched base lines between two rewrites, with what was inserted there."""
        at = before.end
        while self.places and self.places[-1] <= after.start:
            place = self.places.pop()
            self._add(CLEAN, self.base[at:place])
            at = place
            near = [rewrite for rewrite in (before, after) if place in (rewrite.start, rewrite.end)]
            self._add_inserted(place, near)
        self._add(CLEAN, self.base[at : after.start])

    def _add_inserted(self, place: int, near: list[_Rewrite]) -> None:
        ours, theirs = (edits.insertions.get(place, ()) for edits in self.sides)
        if ours == theirs:
            self._add(CLEAN, ours)
        elif ours and theirs:
            self._add(INSERTED, ours, theirs)
        else:
            other = 1 if ours else 0
            written = [line for rewrite in near for line in rewrite.written_by(other)]
            written += self._inserted_above(place, other)
            self._add(BESIDE if written else CLEAN, ours or theirs, written)

    def _inserted_above(self, place: int, side: int) -> Sequence[str]:
        """Returns what `side` inserted above `place`, with a few blank lines between at most."""
        insertions = self.sides[side].insertions
        for above in range(place - 1, max(place - 1 - _BLANKS_BETWEEN, -1), -1):
            if self.base[above].strip():
                break
            if above in insertions:
                return insertions[above]
        return ()

    def _add_rewrite(self, rewrite: _Rewrite) -> None:
        ours, theirs = rewrite.edits
        inside: list[int] = []
        while self.places and self.places[-1] < rewrite.end:
            inside.append(self.places.pop())
        if ours and theirs:
            self._settle(rewrite, inside)
            return
        self._add(CLEAN, rewrite.written_by(0 if ours else 1))
        for place in inside:
            self._add_inserted(place, [rewrite])

    def _settle(self, rewrite: _Rewrite, inside: list[int]) -> None:
        """Adds lines that both sides rewrote: agreed, one saying more than the other, or disputed."""
        ours, theirs = (self._version(side, rewrite, inside) for side in (0, 1))
        shorter, longer = sorted((ours, theirs), key=len)
        if ours == theirs or (shorter and _is_within(shorter, longer)):
            self._add(CLEAN, longer)
            return
        base = self.base[rewrite.start : rewrite.end]
        if self.regions and self.regions[-1].kind == DISPUTED:
            last = self.regions.pop()
            base, ours = [*last.base, *base], [*last.ours, *ours]
            theirs = [*last.theirs, *theirs]
        self._add(DISPUTED, ours, theirs, base)

    def _version(self, side: int, rewrite: _Rewrite, inside: list[int]) -> list[str]:
        insertions = self.sides[side].insertions
        edits = rewrite.edits[side] + [
            (place, place, insertions[place]) for place in inside if place in insertions
        ]
        lines: list[str] = []
        at = rewrite.start
        for start, end, written in sorted(edits, key=lambda edit: edit[:2]):
            lines += self.base[at:start]
            lines += written
            at = end
        lines += self.base[at : rewrite.end]
        return lines

    def _add(
        self, kind: int, ours: Sequence[str], theirs: Sequence[str] = (), base: Sequence[str] = ()
    ) -> None:
        if ours or theirs or base:
            self.regions.append(Region(kind, ours, theirs, base))


def _overlaid(ours: _Edits, theirs: _Edits) -> list[_Rewrite]:
    """Groups the rewrites of both sides by the base lines they share."""
    waiting = (list(reversed(ours.rewrites)), list(reversed(theirs.rewrites)))
    groups: list[_Rewrite] = []
    while waiting[0] or waiting[1]:
        group = _Rewrite(*min(edits[-1][:2] for edits in waiting if edits))
        grew = True
        while grew:
            grew = False
            for side in (0, 1):
                while waiting[side] and waiting[side][-1][0] < group.end:
                    edit = waiting[side].pop()
                    group.edits[side].append(edit)
                    group.end = max(group.end, edit[1])
                    grew = True
        groups.append(group)
    return groups


def _is_within(shorter: list[str], longer: list[str]) -> bool:
    """Tells whether `longer` is `shorter` with lines inserted at one place (or the same)."""
    start = 0
    while start < len(shorter) and shorter[start] == longer[start]:
        start += 1
    rest = len(shorter) - start
    return rest == 0 or shorter[start:] == longer[len(longer) - rest :]
