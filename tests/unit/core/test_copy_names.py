"""Names and messages that spell a topic out."""

from __future__ import annotations

import pytest

from memoir_git.core.copy_names import NameMatcher


@pytest.mark.parametrize(
    "name",
    [
        b"refs/heads/acme-takeover",
        b"docs/memory/decision_Takeover_ACME.md",
        b"tree x\nauthor y\n\nPlan the takeover\n\nof Acme\n",
    ],
)
def test_a_name_with_every_word_of_the_topic_is_told(name: bytes) -> None:
    assert NameMatcher(["The Acme takeover"]).matches(name)


def test_words_too_short_to_tell_anything_are_not_asked_for() -> None:
    assert NameMatcher(["we do the takeover"]).matches(b"refs/heads/takeover")


@pytest.mark.parametrize(
    "name", [b"refs/heads/takeover", b"refs/heads/acme", b"refs/heads/main", b"\xff\xfe"]
)
def test_a_part_of_a_topic_is_not_the_topic(name: bytes) -> None:
    assert not NameMatcher(["Acme takeover"]).matches(name)


def test_a_topic_of_short_words_is_looked_for_all_the_same() -> None:
    assert NameMatcher(["x y z"]).matches(b"x-y-z")


def test_a_link_name_is_a_topic() -> None:
    assert NameMatcher(["decision_acme-takeover"]).matches(b"memory/Decision_acme-takeover.md")


def test_without_a_word_there_is_nothing_to_check() -> None:
    assert not NameMatcher([" - "]).is_usable
