"""A row both sides changed, merged part by part."""

from __future__ import annotations

import pytest

from memoir_git.store.merge.index_row import merge_rows


def _merge(base: str | None, ours: str, theirs: str) -> str:
    merged = merge_rows(base, ours, theirs)
    assert merge_rows(base, theirs, ours) == merged
    return merged


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("- a [A](a.md) b", "- x [A](a.md) b", "- a [A](a.md) y", "- x [A](a.md) y"),
        ("- [A](a.md) b", "- [X](a.md) b", "- [A](a.md) y", "- [X](a.md) y"),
        ("- [A](a.md) b", "* [A](a.md) b", "- [A](a.md) y", "* [A](a.md) y"),
        ("- [A](a.md) b", "  - [A](a.md) b", "- [A](a.md) y", "  - [A](a.md) y"),
        ("- [A](a.md) - b", "- [A](a.md) — b", "- [A](a.md) - y", "- [A](a.md) — y"),
        ("- [A](a.md)", "- **[A](a.md)**", "- [A](a.md) — y", "- **[A](a.md)** — y"),
        ("1. [A](a.md) b", "2. [A](a.md) b", "1. [A](a.md) y", "2. [A](a.md) y"),
        ("| [A](a.md) | b |", "| [A](a.md) | b | c |", "| [X](a.md) | b |", "| [X](a.md) | b | c |"),
    ],
)
def test_parts_changed_on_one_side_are_taken(base: str, ours: str, theirs: str, merged: str) -> None:
    assert _merge(base, ours, theirs) == merged


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ("- [A](a.md) short", "- [A](a.md) longer", "- [A](a.md) longer"),
        ("- [A](a.md) abc", "- [A](a.md) abd", "- [A](a.md) abd"),
        ("- [A](a.md) x", "- [Aa](a.md)", "- [Aa](a.md) x"),
    ],
)
def test_a_part_both_changed_takes_the_value_with_more_information(
    ours: str, theirs: str, merged: str
) -> None:
    assert _merge("- [A](a.md) b", ours, theirs) == merged
    assert _merge(None, ours, theirs) == merged


def test_added_links_of_both_sides_stand_in_the_order_of_their_targets() -> None:
    assert _merge("- [[a]]", "- [[a]], [[c]]", "- [[a]], [[b]]") == "- [[a]], [[b]], [[c]]"


def test_a_link_both_sides_added_stands_once_with_the_longer_trail() -> None:
    merged = _merge("- [[a]]", "- [[a]], [B](b.md) (1)", "- [[a]], [[b]] (22)")

    assert merged == "- [[a]], [B](b.md) (22)"


def test_a_link_removed_on_one_side_is_gone() -> None:
    assert _merge("- [[a]], [[b]]", "- [[a]]", "- x [[a]], [[b]]") == "- x [[a]]"


def test_a_link_removed_here_and_changed_there_stays() -> None:
    assert (
        _merge("- [[a]] (1), [[b]] (2)", "- [[a]] (1)", "- [[a]] (1), [[b]] (3)") == "- [[a]] (1), [[b]] (3)"
    )


def test_a_row_whose_links_both_removed_keeps_its_words() -> None:
    assert _merge("- see [[a]] [[b]]", "- see [[a]]", "- see [[b]]") == "- see "


def test_a_reordered_row_keeps_the_new_order() -> None:
    assert _merge("- [[a]] [[b]]", "- [[b]] [[a]]", "- [[a]] [[b]] [[c]]") == "- [[b]] [[c]] [[a]]"


def test_a_target_stands_once_and_its_second_trail_joins_the_first() -> None:
    merged = _merge("- [A](a.md) x", "- [A](a.md) x [Again](a.md) y", "- [A](a.md) x [[b]]")

    assert merged.count("a.md") == 1
    assert "y" in merged
    assert "[[b]]" in merged


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        (
            "|k: [[a]] (12 tokens)",
            "|k: [[a]] [[b]] (30 tokens)",
            "|k: [[a]] [[c]] (40 tokens)",
            "|k: [[a]] [[b]] [[c]] (40 tokens)",
        ),
        (
            "|k: [[a]] (12)",
            "|k: [[a]] (12), [[b]] (7)",
            "|k: [[a]] (13), [[c]] (8)",
            "|k: [[a]] (13), [[b]] (7), [[c]] (8)",
        ),
    ],
    ids=["of the row", "of each link"],
)
def test_counts(base: str, ours: str, theirs: str, merged: str) -> None:
    assert _merge(base, ours, theirs) == merged


def test_cells_after_a_link_are_settled_one_by_one() -> None:
    merged = _merge("| [[a]] | b | c | d |", "| [[a]] | bb | c | d |", "| [[a]] | b | c | dd |")

    assert merged == "| [[a]] | bb | c | dd |"


def test_a_row_that_became_a_table_row_takes_the_words_of_a_bullet() -> None:
    merged = _merge("- [A](a.md) — hook", "| [A](a.md) | hook |", "- [A](a.md) — hook and more")

    assert merged == "| [A](a.md) | hook and more |"


def test_a_ticked_box_and_new_words_both_stand() -> None:
    assert _merge("- [ ] [[a]] b", "- [x] [[a]] b", "- [ ] [[a]] c") == "- [x] [[a]] c"
