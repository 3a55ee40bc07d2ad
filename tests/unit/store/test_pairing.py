"""Which thing is which, when keys repeat or change."""

from __future__ import annotations

from collections.abc import Sequence

from memoir_git.store.merge.pairing import Thing, pair_by_key, pair_versions


class _Copy(Thing):
    copies_differ = True


def _things(*words: str, kind: type[Thing] = Thing) -> list[Thing]:
    """Each word is `key` or `key:text`, where the letters of the text are the features."""
    things = []
    for word in words:
        key, _, text = word.partition(":")
        things.append(kind((0, key), text, frozenset(text)))
    return things


def _nothing(*_: object) -> list[tuple[float, int, int]]:
    return []


def _pairs(first: list[Thing], second: list[Thing]) -> dict[int, int]:
    pairs = pair_by_key(first, second)
    assert pair_by_key(second, first) == {other: one for one, other in pairs.items()}
    return pairs


def test_single_keys_pair_whatever_their_text() -> None:
    assert _pairs(_things("a:x", "b:y"), _things("b:z", "a:q")) == {0: 1, 1: 0}


def test_what_has_no_counterpart_stays_alone() -> None:
    assert _pairs(_things("a", "b"), _things("b", "c")) == {1: 0}


def test_an_insertion_before_equal_keys_does_not_shift_them() -> None:
    assert _pairs(_things("n:one", "n:two"), _things("n:new", "n:one", "n:two")) == {0: 1, 1: 2}


def test_among_equal_keys_the_most_similar_pair() -> None:
    assert _pairs(_things("n:abcd"), _things("n:wxyz", "n:abce")) == {0: 1}


def test_equal_things_pair_in_order() -> None:
    assert _pairs(_things("n:a", "n:a"), _things("n:a", "n:a", "n:a")) == {0: 0, 1: 1}


def test_very_many_equal_keys_pair_in_order() -> None:
    first = _things(*(f"n:{n} old" for n in range(100)))
    second = _things(*(f"n:{n} new" for n in range(90)))

    assert _pairs(first, second) == {n: n for n in range(90)}


def test_three_versions_give_each_thing_once() -> None:
    trios = pair_versions(_things("a", "b"), _things("a", "c", "d"), _things("b", "d", "e"), _nothing)

    assert trios == [(0, 0, None), (1, None, 0), (None, 1, None), (None, 2, 1), (None, None, 2)]


def test_a_proposed_pair_joins_two_keys() -> None:
    def propose(
        first: Sequence[Thing], _second: Sequence[Thing], left: list[int], others: list[int]
    ) -> list[tuple[float, int, int]]:
        return [(1.0, left[0], others[0])] if first[left[0]].text else []

    trios = pair_versions(_things("a:x"), _things("b:x"), _things("a:x"), propose)

    assert trios == [(0, 0, 0)]


def test_two_sides_that_each_removed_another_copy_keep_one() -> None:
    base, one = _things("n:x", "n:x"), _things("n:x")

    trios = pair_versions(base, one, one, _nothing)

    assert trios == [(0, 0, 0), (1, None, None)]


def test_things_of_one_key_and_other_text_are_no_copies() -> None:
    trios = pair_versions(_things("n:x", "n:y"), _things("n:x"), _things("n:y"), _nothing)

    assert trios == [(0, 0, None), (1, None, 0)]


def test_rows_of_one_key_are_copies_whatever_their_text() -> None:
    base = _things("n:x", "n:y", kind=_Copy)

    trios = pair_versions(base, base[:1], base[1:], _nothing)

    assert trios == [(None, 0, 0), (1, None, None)]
