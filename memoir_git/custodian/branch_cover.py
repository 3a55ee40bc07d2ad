"""Which pairs of units somebody has already looked at, and which are still open.

A record acknowledges exactly the pairs of its entries, an exception the pair it links (guide 2.4). Pairs are
counted, never listed: units in the same records share one set of partners, so a thousand changes on each
side cost about as much as a thousand look-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping

# Units by key with what exempts a pair: two units of one class are not a pair to look at.
Classed = Mapping[str, Hashable]


class Cover:
    """Acknowledged pairs: `groups` are sets of keys that know each other, `links` single pairs."""

    def __init__(self, groups: Iterable[Collection[str]], links: Iterable[tuple[str, str]] = ()) -> None:
        self._groups = [frozenset(group) for group in groups]
        held: dict[str, list[int]] = {}
        for number, group in enumerate(self._groups):
            for key in group:
                held.setdefault(key, []).append(number)
        self._held = {key: tuple(numbers) for key, numbers in held.items()}
        self._linked: dict[str, set[str]] = {}
        for first, second in links:
            self._linked.setdefault(first, set()).add(second)
            self._linked.setdefault(second, set()).add(first)

    def covers(self, first: str, second: str) -> bool:
        """Tells whether one pair is acknowledged."""
        shared = set(self._held.get(first, ())).intersection(self._held.get(second, ()))
        return bool(shared) or second in self._linked.get(first, ())

    def open_pairs(self, ours: Classed, theirs: Classed) -> tuple[list[str], list[str]]:
        """Returns the keys of each side that have an unacknowledged partner on the other, sorted.

        A unit is no partner of itself, nor of one of its own class.
        """
        return self._open(ours, theirs), self._open(theirs, ours)

    def _open(self, side: Classed, other: Classed) -> list[str]:
        rests: dict[tuple[int, ...], tuple[frozenset[str], Counter[Hashable]]] = {}
        found = []
        for key in sorted(side):
            held = self._held.get(key, ())
            if held not in rests:
                known = frozenset().union(*(self._groups[number] for number in held))
                rest = frozenset(other.keys() - known)
                rests[held] = (rest, Counter(other[partner] for partner in rest))
            rest, classes = rests[held]
            exempt = {key, *self._linked.get(key, ())} & rest
            apart = sum(other[partner] != side[key] for partner in exempt)
            if len(rest) - classes[side[key]] - apart > 0:
                found.append(key)
        return found
