"""Which thing of one version is which thing of another, when keys may repeat or change.

A key that stands once on each side pairs. Where it repeats, equal text pairs first, then the most similar,
so that something inserted before does not shift all that follow. Pairing is mutual: swapping the two lists
swaps the answer. Nothing is decided about what stays alone; it was added or removed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias, TypeVar

    T = TypeVar("T", bound="Thing")
    Key: TypeAlias = tuple[int, str]  # kind and name
    Pairs: TypeAlias = dict[int, int]  # index in the first list -> index in the second
    # where a thing stands in base, ours and theirs
    Trio: TypeAlias = tuple[int | None, int | None, int | None]
    Candidates: TypeAlias = list[tuple[float, int, int]]  # likeness, index, index
    # two lists and the indexes that are left on each -> what may be one thing under two keys
    FindRenamed: TypeAlias = Callable[[Sequence[T], Sequence[T], list[int], list[int]], Candidates]

# Beyond this many candidates a group pairs in order instead of by likeness, which compares each with each.
_MANY = 4096


class Thing:
    """What pairing needs to know: a key, the whole text, and the features of likeness.

    `copies_differ` tells whether two things of one key are copies even if their texts differ.
    """

    __slots__ = ("features", "key", "text")

    copies_differ = False

    def __init__(self, key: Key, text: str, features: frozenset[str]) -> None:
        self.key = key
        self.text = text
        self.features = features


def pair_versions(
    base: Sequence[T], ours: Sequence[T], theirs: Sequence[T], find_renamed: FindRenamed[T]
) -> list[Trio]:
    """Returns the things of three versions, each once; `find_renamed` proposes pairs of different key."""
    to_ours, to_theirs = pair_by_key(base, ours), pair_by_key(base, theirs)
    our_renamed = _renamed(base, ours, to_ours, find_renamed)
    their_renamed = _renamed(base, theirs, to_theirs, find_renamed)
    our_new = {ours[place].key for place in _rest(ours, to_ours)}
    their_new = {theirs[place].key for place in _rest(theirs, to_theirs)}
    to_ours |= _undisputed(our_renamed, ours, their_renamed, theirs, their_new)
    to_theirs |= _undisputed(their_renamed, theirs, our_renamed, ours, our_new)
    our_rest, their_rest = _rest(ours, to_ours), _rest(theirs, to_theirs)
    added = pair_by_key([ours[place] for place in our_rest], [theirs[place] for place in their_rest])
    matched = set(added.values())
    trios: list[Trio] = [(place, to_ours.get(place), to_theirs.get(place)) for place in range(len(base))]
    for number, place in enumerate(our_rest):
        trios.append((None, place, their_rest[added[number]] if number in added else None))
    trios += [(None, None, place) for number, place in enumerate(their_rest) if number not in matched]
    return _with_copies_joined(base, trios)


def _undisputed(
    renamed: Pairs, things: Sequence[T], other_renamed: Pairs, others: Sequence[T], other_new: set[Key]
) -> Pairs:
    """Returns the renamed pairs, but for those whose new key the other side has for something else.

    There the two things of one key belong together, or it would stand twice.
    """
    kept: Pairs = {}
    for place, renamed_to in renamed.items():
        key = things[renamed_to].key
        other = other_renamed.get(place)
        if key not in other_new or (other is not None and others[other].key == key):
            kept[place] = renamed_to
    return kept


def _with_copies_joined(base: Sequence[T], trios: list[Trio]) -> list[Trio]:
    """Joins two copies of one thing of which each side removed another, so that one stays.

    Copies of different text have no common version to merge from.
    """
    waiting: dict[object, list[int]] = {}
    for number, (before, here, there) in enumerate(trios):
        if before is not None and here is None and there is not None:
            waiting.setdefault(_copy_key(base[before]), []).append(number)
    joined: dict[int, Trio] = {}
    for number, (before, here, there) in enumerate(trios):
        if before is None or here is None or there is not None:
            continue
        others = waiting.get(_copy_key(base[before]))
        if others:
            other = others.pop(0)
            other_before, _, there = trios[other]
            assert other_before is not None, "a copy was in the base"
            is_same = base[before].text == base[other_before].text
            joined[number] = (before if is_same else None, here, there)
            joined[other] = (other_before, None, None)
    return [joined.get(number, trio) for number, trio in enumerate(trios)]


def _copy_key(thing: Thing) -> object:
    return thing.key if thing.copies_differ else (thing.key, thing.text)


def _renamed(first: Sequence[T], second: Sequence[T], pairs: Pairs, find_renamed: FindRenamed[T]) -> Pairs:
    left = [place for place in range(len(first)) if place not in pairs]
    others = _rest(second, pairs)
    if not left or not others:
        return {}
    return pair_most_alike(first, second, find_renamed(first, second, left, others))


def _rest(things: Sequence[Thing], pairs: Pairs) -> list[int]:
    paired = set(pairs.values())
    return [place for place in range(len(things)) if place not in paired]


def pair_by_key(first: Sequence[Thing], second: Sequence[Thing]) -> Pairs:
    """Pairs the things of equal key, each at most once."""
    pairs: Pairs = {}
    groups = _by_key(second)
    for key, places in _by_key(first).items():
        others = groups.get(key, [])
        if len(places) == 1 and len(others) == 1:
            pairs[places[0]] = others[0]
        elif others:
            pairs.update(_pair_group(first, second, places, others))
    return pairs


def pair_most_alike(first: Sequence[Thing], second: Sequence[Thing], candidates: Candidates) -> Pairs:
    """Returns pairs among the candidates (likeness, index, index), the likest first, none twice."""

    def rank(candidate: tuple[float, int, int]) -> tuple[object, ...]:
        likeness, one, other = candidate
        return (-likeness, one + other, sorted((first[one].text, second[other].text)))

    pairs: Pairs = {}
    taken: set[int] = set()
    for _, one, other in sorted(candidates, key=rank):
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def likeness(first: frozenset[str], second: frozenset[str]) -> float:
    """Returns how much two sets of features share, from 0 to 1."""
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 0.0


def _by_key(things: Sequence[Thing]) -> dict[Key, list[int]]:
    groups: dict[Key, list[int]] = {}
    for index, thing in enumerate(things):
        groups.setdefault(thing.key, []).append(index)
    return groups


def _pair_group(
    first: Sequence[Thing], second: Sequence[Thing], places: list[int], others: list[int]
) -> Pairs:
    pairs: Pairs = {}
    waiting: dict[str, list[int]] = {}
    for other in reversed(others):
        waiting.setdefault(second[other].text, []).append(other)
    left: list[int] = []
    for place in places:
        equal = waiting.get(first[place].text)
        if equal:
            pairs[place] = equal.pop()
        else:
            left.append(place)
    others = sorted(other for rest in waiting.values() for other in rest)
    if len(left) * len(others) > _MANY:
        return pairs | dict(zip(left, others, strict=False))
    candidates = [
        (likeness(first[place].features, second[other].features), place, other)
        for place in left
        for other in others
    ]
    return pairs | pair_most_alike(first, second, candidates)
