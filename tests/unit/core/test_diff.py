"""Which lines differ: shortest scripts for small inputs, bounded work for large ones."""

from __future__ import annotations

import itertools

import pytest

from memoir_git.core.diff import find_hunks


def _longest_common(old: tuple[str, ...], new: tuple[str, ...]) -> int:
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, one in enumerate(old):
        for j, other in enumerate(new):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def _check(old: tuple[str, ...], new: tuple[str, ...]) -> int:
    """Replays the hunks on `old` and returns how many elements they left alone."""
    result: list[str] = []
    at = new_at = kept = 0
    for number, (start, end, new_start, new_end) in enumerate(find_hunks(old, new)):
        assert start > at or number == 0, "two hunks touch"
        assert old[at:start] == new[new_at:new_start]
        kept += start - at
        result += [*old[at:start], *new[new_start:new_end]]
        at, new_at = end, new_end
    assert (*result, *old[at:]) == new
    return kept + len(old) - at


@pytest.mark.parametrize(("alphabet", "longest"), [("ab", 4), ("abc", 3)])
def test_every_pair_of_short_sequences_has_a_shortest_script(alphabet: str, longest: int) -> None:
    lengths = range(longest + 1)
    sequences = [letters for length in lengths for letters in itertools.product(alphabet, repeat=length)]

    for old in sequences:
        for new in sequences:
            assert _check(old, new) == _longest_common(old, new)


def test_equal_sequences_have_no_hunk() -> None:
    assert find_hunks("abc", "abc") == []


def test_an_insertion_stands_as_far_down_as_it_can() -> None:
    assert find_hunks(["a", "", "b"], ["a", "", "x", "", "b"]) == [(2, 2, 2, 4)]


def test_a_removal_stands_as_far_down_as_it_can() -> None:
    assert find_hunks(["a", "", "x", "", "b"], ["a", "", "b"]) == [(2, 4, 2, 2)]


@pytest.mark.parametrize("count", [300, 3000])
def test_sequences_far_apart_are_cut_at_what_is_unique(count: int) -> None:
    old = tuple(f"same {n}" if n % 3 == 0 else f"old {n}" for n in range(count))
    new = tuple(f"same {n}" if n % 3 == 0 else f"new {n}" for n in range(count))

    assert _check(old, new) == len(range(0, count, 3))


def test_long_sequences_that_only_repeat_are_one_rewrite() -> None:
    old, new = ("a", "b") * 2000, ("b", "b", "a") * 1500

    hunks = find_hunks(old, new)

    assert len(hunks) == 1
    _check(old, new)


def test_unique_lines_out_of_order_keep_the_longest_chain() -> None:
    old = tuple(str(n) for n in range(1000))
    new = old[400:] + old[:400]

    assert _check(old, new) == 600
