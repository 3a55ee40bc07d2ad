"""Acknowledged pairs: records know all their pairs, links one, and nothing else is known."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.branch_cover import Cover

_KEYS = st.sampled_from("abcdefgh")
_SIDE = st.dictionaries(_KEYS, st.sampled_from([1, 2, 3]))


def test_a_record_of_three_knows_their_three_pairs() -> None:
    cover = Cover(["abc"])

    assert all(cover.covers(*pair) for pair in itertools.permutations("abc", 2))
    assert not cover.covers("a", "d")


def test_two_records_do_not_know_a_pair_across_them() -> None:
    assert Cover(["ab", "bc"]).open_pairs({"a": 1}, {"c": 2}) == (["a"], ["c"])


def test_a_link_knows_its_pair_from_both_ends() -> None:
    assert Cover([], [("a", "b")]).open_pairs({"b": 1}, {"a": 2}) == ([], [])


@given(st.lists(st.frozensets(_KEYS, min_size=2)), st.lists(st.tuples(_KEYS, _KEYS)), _SIDE, _SIDE)
def test_counting_agrees_with_looking_at_every_pair(
    groups: list[frozenset[str]], links: list[tuple[str, str]], ours: dict[str, int], theirs: dict[str, int]
) -> None:
    def is_open(first: str, second: str) -> bool:
        known = any({first, second} <= group for group in groups)
        linked = (first, second) in links or (second, first) in links
        return first != second and ours[first] != theirs[second] and not known and not linked

    pairs = [(first, second) for first in ours for second in theirs if is_open(first, second)]

    expected = (sorted({first for first, _ in pairs}), sorted({second for _, second in pairs}))
    assert Cover(groups, links).open_pairs(ours, theirs) == expected
