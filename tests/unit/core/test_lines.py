"""What a three-way line merge calls clean, inserted, beside and disputed."""

from __future__ import annotations

import pytest

from memoir_git.core.lines import BESIDE, CLEAN, DISPUTED, INSERTED, Region, merge_regions

Shown = tuple[int, str, str, str]


def _shown(regions: list[Region]) -> list[Shown]:
    return [(r.kind, "".join(r.base), "".join(r.ours), "".join(r.theirs)) for r in regions]


def _merge(base: str, ours: str, theirs: str, alone: str = "") -> list[Shown]:
    """Merges texts of one-letter lines; letters in `alone` stand alone."""
    merged = merge_regions(base, ours, theirs, lambda line: line in alone)
    swapped = merge_regions(base, theirs, ours, lambda line: line in alone)
    assert [_exchanged(region) for region in swapped] == _shown(merged)
    return _shown(merged)


def _exchanged(region: Region) -> Shown:
    kind, base, ours, theirs = _shown([region])[0]
    return (kind, base, theirs, ours) if kind in (INSERTED, DISPUTED) else (kind, base, ours, theirs)


def _clean(regions: list[Shown]) -> str:
    assert {kind for kind, *_ in regions} <= {CLEAN}, regions
    return "".join(ours for _, _, ours, _ in regions)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("abc", "abc", "abc", "abc"),
        ("abc", "xbc", "abc", "xbc"),
        ("abc", "xbc", "aby", "xby"),
        ("abc", "xbc", "ayc", "xyc"),
        ("abc", "ac", "abcd", "acd"),
        ("abc", "axbc", "abyc", "axbyc"),
        ("abc", "axc", "axc", "axc"),
        ("abc", "ac", "ac", "ac"),
        ("abc", "", "", ""),
        ("", "x", "x", "x"),
        ("abc", "axbc", "axbc", "axbc"),
    ],
)
def test_changes_that_do_not_meet_are_clean(base: str, ours: str, theirs: str, merged: str) -> None:
    assert _clean(_merge(base, ours, theirs)) == merged


def test_insertions_at_one_place_are_told() -> None:
    assert _merge("ab", "axb", "ayb") == [
        (CLEAN, "", "a", ""),
        (INSERTED, "", "x", "y"),
        (CLEAN, "", "b", ""),
    ]


def test_without_a_base_everything_is_inserted() -> None:
    assert _merge("", "ab", "cd") == [(INSERTED, "", "ab", "cd")]


def test_the_same_line_rewritten_twice_is_disputed() -> None:
    assert _merge("abc", "axc", "ayc") == [
        (CLEAN, "", "a", ""),
        (DISPUTED, "b", "x", "y"),
        (CLEAN, "", "c", ""),
    ]


def test_a_line_rewritten_here_and_removed_there_is_disputed() -> None:
    assert _merge("abc", "axc", "ac")[1] == (DISPUTED, "b", "x", "")


def test_an_insertion_at_the_edge_of_a_rewrite_stands_beside_it() -> None:
    assert _merge("ab", "axy", "abz") == [
        (CLEAN, "", "a", ""),
        (CLEAN, "", "xy", ""),
        (BESIDE, "", "z", "xy"),
    ]


def test_an_insertion_above_a_rewrite_stands_beside_it() -> None:
    assert _merge("ab", "xyb", "zab") == [
        (BESIDE, "", "z", "xy"),
        (CLEAN, "", "xy", ""),
        (CLEAN, "", "b", ""),
    ]


def test_an_insertion_among_rewritten_lines_follows_them() -> None:
    assert _merge("abcd", "axyzd", "abqcd") == [
        (CLEAN, "", "a", ""),
        (CLEAN, "", "xyz", ""),
        (BESIDE, "", "q", "xyz"),
        (CLEAN, "", "d", ""),
    ]


def test_an_insertion_among_removed_lines_stays() -> None:
    assert _clean(_merge("abcd", "ad", "abqcd")) == "aqd"


def test_one_side_that_says_the_same_and_more_wins() -> None:
    assert _clean(_merge("ab", "ax", "axy")) == "axy"


def test_neighbours_that_stand_alone_are_disputed_one_by_one() -> None:
    assert _merge("abc", "xyz", "abq", alone="abcxyzq") == [
        (CLEAN, "", "x", ""),
        (CLEAN, "", "y", ""),
        (DISPUTED, "c", "z", "q"),
    ]


def test_prose_is_disputed_as_it_was_rewritten() -> None:
    assert _merge("abc", "xyz", "abq") == [(DISPUTED, "abc", "xyz", "abq")]


def test_an_insertion_between_rewritten_lines_that_stand_alone_keeps_its_place() -> None:
    regions = _merge("ab", "xy", "aqb", alone="abxyq")

    assert [ours for _, _, ours, _ in regions] == ["x", "q", "y"]


def test_disputes_that_touch_are_one() -> None:
    assert _merge("ab", "xy", "pq", alone="abxypq") == [(DISPUTED, "ab", "xy", "pq")]


def test_rewrites_that_overlap_in_part_are_one_dispute() -> None:
    assert _merge("abcd", "xxxd", "ayyy") == [(DISPUTED, "abcd", "xxxd", "ayyy")]


def test_an_insertion_below_blank_lines_stands_beside_one_above_them() -> None:
    assert _merge("a b", "ax b", "a yb") == [
        (CLEAN, "", "a", ""),
        (CLEAN, "", "x", ""),
        (CLEAN, "", " ", ""),
        (BESIDE, "", "y", "x"),
        (CLEAN, "", "b", ""),
    ]
