"""Where two sequences of lines differ: the shortest edit script, within a bound.

Myers' greedy algorithm answers exactly while the sequences differ in few lines, which is every real edit.
Beyond the bound, lines that occur once on each side cut the sequences into short stretches first (patience
diff); a stretch without any such line counts as rewritten. So no input costs more than about n log n plus
the bound, whatever a file repeats. Equal input, equal answer: nothing is random and nothing is timed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    # old start, old end, new start, new end: these old elements became these new ones
    Hunk: TypeAlias = tuple[int, int, int, int]

_WHOLE_BOUND = 256
_STRETCH_BOUND = 64


def find_hunks(old: Sequence[object], new: Sequence[object]) -> list[Hunk]:
    """Returns what changed between `old` and `new`, in order; two hunks never touch.

    A hunk that only inserts or only removes stands as far down as it can, so that two sides that append to
    one list do so at one place.
    """
    numbers: dict[object, int] = {}
    first = [numbers.setdefault(element, len(numbers)) for element in old]
    second = [numbers.setdefault(element, len(numbers)) for element in new]
    return _slid_down(_changed_stretches(first, second), first, second)


def _changed_stretches(old: list[int], new: list[int]) -> list[Hunk]:
    hunks: list[Hunk] = []
    bound = _WHOLE_BOUND
    waiting: list[Hunk] = [(0, len(old), 0, len(new))]
    while waiting:
        old_start, old_end, new_start, new_end = _trimmed(old, new, waiting.pop())
        if old_start == old_end or new_start == new_end:
            if old_start < old_end or new_start < new_end:
                hunks.append((old_start, old_end, new_start, new_end))
            continue
        first, second = old[old_start:old_end], new[new_start:new_end]
        pairs = _shortest_script(first, second, bound)
        bound = _STRETCH_BOUND
        if pairs is not None:
            hunks += _between(pairs, len(first), len(second), old_start, new_start)
            continue
        pairs = _unique_pairs(first, second)
        if pairs:
            waiting += reversed(_between(pairs, len(first), len(second), old_start, new_start))
        else:
            hunks.append((old_start, old_end, new_start, new_end))
    return hunks


def _trimmed(old: list[int], new: list[int], stretch: Hunk) -> Hunk:
    old_start, old_end, new_start, new_end = stretch
    while old_start < old_end and new_start < new_end and old[old_start] == new[new_start]:
        old_start += 1
        new_start += 1
    while old_start < old_end and new_start < new_end and old[old_end - 1] == new[new_end - 1]:
        old_end -= 1
        new_end -= 1
    return old_start, old_end, new_start, new_end


def _between(
    pairs: list[tuple[int, int]], old_count: int, new_count: int, old_start: int, new_start: int
) -> list[Hunk]:
    """Returns the stretches between matched pairs, as hunks of the whole sequences."""
    hunks: list[Hunk] = []
    old_at = new_at = 0
    for old_index, new_index in [*pairs, (old_count, new_count)]:
        if old_at < old_index or new_at < new_index:
            hunks.append(
                (old_start + old_at, old_start + old_index, new_start + new_at, new_start + new_index)
            )
        old_at, new_at = old_index + 1, new_index + 1
    return hunks


def _shortest_script(old: list[int], new: list[int], bound: int) -> list[tuple[int, int]] | None:
    """Returns the matched pairs of a shortest edit script, `None` if it is longer than `bound`."""
    old_count, new_count = len(old), len(new)
    furthest = {1: 0}
    trace: list[dict[int, int]] = []
    for distance in range(min(bound, old_count + new_count) + 1):
        trace.append(furthest)
        reached: dict[int, int] = {}
        for diagonal in range(-distance, distance + 1, 2):
            if diagonal == -distance or (
                diagonal != distance and furthest[diagonal - 1] < furthest[diagonal + 1]
            ):
                x = furthest[diagonal + 1]
            else:
                x = furthest[diagonal - 1] + 1
            y = x - diagonal
            while x < old_count and y < new_count and old[x] == new[y]:
                x += 1
                y += 1
            reached[diagonal] = x
            if x >= old_count and y >= new_count:
                return _matched_pairs(trace, old_count, new_count)
        furthest = reached
    return None


def _matched_pairs(trace: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for distance in range(len(trace) - 1, -1, -1):
        furthest = trace[distance]
        diagonal = x - y
        if diagonal == -distance or (
            diagonal != distance and furthest[diagonal - 1] < furthest[diagonal + 1]
        ):
            diagonal += 1
        else:
            diagonal -= 1
        before_x = furthest[diagonal] if distance else 0
        before_y = before_x - diagonal if distance else 0
        while x > before_x and y > before_y:
            x -= 1
            y -= 1
            pairs.append((x, y))
        x, y = before_x, before_y
    pairs.reverse()
    return pairs


def _unique_pairs(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Returns the longest chain of pairs whose element occurs once on each side, in order on both."""
    old_places = _single_places(old)
    new_places = _single_places(new)
    tops: list[int] = []  # the new index on top of each patience pile
    chains: list[tuple[int, int, int]] = []  # old index, new index, the chain's element before, or -1
    heads: list[int] = []  # the chain that ends on each pile
    for element, old_index in old_places.items():
        new_index = new_places.get(element, -1)
        if new_index < 0:
            continue
        pile = _pile_for(tops, new_index)
        chains.append((old_index, new_index, heads[pile - 1] if pile else -1))
        if pile == len(tops):
            tops.append(new_index)
            heads.append(len(chains) - 1)
        else:
            tops[pile], heads[pile] = new_index, len(chains) - 1
    pairs: list[tuple[int, int]] = []
    at = heads[-1] if heads else -1
    while at >= 0:
        old_index, new_index, at = chains[at]
        pairs.append((old_index, new_index))
    pairs.reverse()
    return pairs


def _single_places(elements: list[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    repeated: set[int] = set()
    for index, element in enumerate(elements):
        if element in places:
            repeated.add(element)
        places[element] = index
    return {element: index for element, index in places.items() if element not in repeated}


def _pile_for(tops: list[int], index: int) -> int:
    low, high = 0, len(tops)
    while low < high:
        middle = (low + high) // 2
        if tops[middle] < index:
            low = middle + 1
        else:
            high = middle
    return low


def _slid_down(hunks: list[Hunk], old: list[int], new: list[int]) -> list[Hunk]:
    """Moves each pure insertion or removal down over equal lines and joins hunks that meet."""
    slid: list[Hunk] = []
    for number in range(len(hunks) - 1, -1, -1):
        old_start, old_end, new_start, new_end = hunks[number]
        limit = slid[-1][0] if slid else len(old)
        if old_start == old_end:
            while old_end < limit and new[new_start] == new[new_end]:
                old_start, old_end = old_start + 1, old_end + 1
                new_start, new_end = new_start + 1, new_end + 1
        elif new_start == new_end:
            while old_end < limit and old[old_start] == old[old_end]:
                old_start, old_end = old_start + 1, old_end + 1
                new_start, new_end = new_start + 1, new_end + 1
        if slid and old_end == slid[-1][0]:
            old_end, new_end = slid[-1][1], slid.pop()[3]
        slid.append((old_start, old_end, new_start, new_end))
    slid.reverse()
    return slid
