"""What is looked for: made from a request, joined, and silent about itself."""

from __future__ import annotations

import pytest

from memoir_git.core.copies import MatcherKind
from memoir_git.core.exposure import TextKind
from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.services.history.sought import (
    Sought,
    finder_of,
    name_check,
    seek_entry,
    seek_text,
    seek_topic,
)

TEXT = "Xylophone Stra\u00dfe"


@pytest.mark.parametrize(
    "sought", [seek_entry("xylophone"), seek_text(TEXT), seek_topic(TEXT), Sought(units=(TEXT,))]
)
def test_it_says_nothing_of_itself(sought: Sought) -> None:
    assert repr(sought) == str(sought) == "Sought(...)"


@pytest.mark.parametrize("words", ["x", " x ", "x.md", "[[x]]", "memory/x.md", "[[x]]\n"])
def test_an_entry_is_named_in_every_way_that_a_link_has(words: str) -> None:
    assert seek_entry(words).purged == {"x"}


def test_a_text_is_looked_for_by_both_of_its_hashes_and_by_its_words() -> None:
    sought = seek_text(f" {TEXT}\n")

    assert sought.digests == {text_hash(TEXT), lower_text_hash(TEXT)}
    assert sought.counts == ((MatcherKind.TEXT_HASH, 2), (MatcherKind.TOPIC, 1))


@pytest.mark.parametrize("sought", [Sought(), seek_text(" "), seek_topic("\n"), seek_entry("[[]]")])
def test_blanks_are_nothing_to_look_for(sought: Sought) -> None:
    assert sought.is_empty
    assert finder_of(sought).kinds == ()


def test_two_requests_are_looked_for_together() -> None:
    sought = (
        seek_entry("x")
        | seek_topic("y")
        | Sought(secrets=True, entry_ids=frozenset(["MC-DEC-20260901-0a1b2c3d"]))
    )

    assert finder_of(sought).kinds == (
        MatcherKind.ENTRY_PATH,
        MatcherKind.ENTRY_ID,
        MatcherKind.TOPIC,
        MatcherKind.SECRET,
    )


def test_a_removed_unit_is_looked_for_whole_and_by_its_lines() -> None:
    unit = "## Title\nA line that has more than four words in it\n"

    assert finder_of(Sought(units=(unit,))).kinds == (MatcherKind.UNIT, MatcherKind.LINE)
    assert finder_of(Sought(units=(unit,), present=(unit,))).kinds == (MatcherKind.UNIT,)


def test_names_are_checked_only_while_a_topic_is_known() -> None:
    check = name_check(seek_topic("Acme takeover"))

    assert name_check(Sought(secrets=True)) is None
    assert check is not None
    assert (check(TextKind.REF_NAME, b"refs/heads/takeover-acme"), check(TextKind.PATH, b"acme")) == (
        True,
        False,
    )
