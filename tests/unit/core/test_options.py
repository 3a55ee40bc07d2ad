"""The switches of a merge, from the words the driver gets."""

from __future__ import annotations

import pytest

from memoir_git.core.options import NEWEST, VCS, OptionError, parse_options


def test_no_words_give_the_defaults() -> None:
    options = parse_options()

    assert (options.marker_size, options.strategy, options.favour, options.caps) == (7, VCS, None, {})
    assert (options.ours_label, options.base_label, options.theirs_label) == ("ours", "base", "theirs")


def test_labels_an_old_git_passes_as_they_stand_count_as_absent() -> None:
    options = parse_options(base_label="%S", ours_label="%X", theirs_label="%Y")

    assert (options.ours_label, options.base_label, options.theirs_label) == ("ours", "base", "theirs")


def test_a_label_stays_on_one_line() -> None:
    assert parse_options(ours_label="a\nb\rc").ours_label == "a b c"


@pytest.mark.parametrize(("text", "size"), [("9", 9), ("0", 7), ("-1", 7), ("x", 7), ("", 7), ("²", 7)])
def test_a_marker_size_that_is_no_positive_number_is_seven(text: str, size: int) -> None:
    assert parse_options(marker_size=text).marker_size == size


def test_the_newest_strategy_is_known() -> None:
    assert parse_options(strategy=NEWEST).strategy == NEWEST


def test_an_unknown_strategy_stops_the_merge() -> None:
    with pytest.raises(OptionError, match="MEMOIR_GIT_STRATEGY"):
        parse_options(strategy="oldest")


def test_an_unknown_favour_is_ignored_with_a_warning() -> None:
    options = parse_options(favour="mine")

    assert options.favour is None
    assert "MEMOIR_GIT_FAVOR" in options.warning


def test_caps_are_an_object_of_known_names_and_positive_integers() -> None:
    assert parse_options(caps='{"goals": 5, "completed_goals": 2000}').caps == {
        "goals": 5,
        "completed_goals": 2000,
    }


@pytest.mark.parametrize(
    "caps",
    ["[]", "5", "{", '{"goal": 5}', '{"goals": 0}', '{"goals": -1}', '{"goals": 1.5}', '{"goals": true}',
     '{"goals": "5"}', "[" * 100_000],
)  # fmt: skip
def test_any_other_caps_stop_the_merge_rather_than_give_a_default(caps: str) -> None:
    with pytest.raises(OptionError, match="MEMOIR_GIT_CAPS"):
        parse_options(caps=caps)
