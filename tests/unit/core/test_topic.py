"""Topics: how they are compared, and where one is mentioned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.topic import is_short, mentions, mentions_words, normalised_topic


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("Acme Corp", "acme corp"),
        ("  Acme\t\n Corp ", "acme corp"),
        ("STRASSE", "straße"),
        ("cafe\u0301", "caf\u00e9"),
        ("CAFE\u0301", "caf\u00e9"),
        ("Acme\u00a0Corp", "acme corp"),
    ],
)
def test_spellings_of_one_topic_have_one_normal_form(written: str, same: str) -> None:
    assert normalised_topic(written) == normalised_topic(same)


def test_an_accent_tells_two_topics_apart() -> None:
    assert normalised_topic("cafe") != normalised_topic("café")


@given(st.text())
def test_the_normal_form_is_its_own_normal_form(topic: str) -> None:
    assert normalised_topic(normalised_topic(topic)) == normalised_topic(topic)


@pytest.mark.parametrize("topic", ["", "abc", " a b c ", "e\u0301e\u0301e\u0301"])
def test_a_topic_of_fewer_than_four_characters_is_short(topic: str) -> None:
    assert is_short(topic)


@pytest.mark.parametrize("topic", ["abcd", "a b c d", "数据库表"])
def test_a_topic_of_four_characters_is_not_short(topic: str) -> None:
    assert not is_short(topic)


@pytest.mark.parametrize(
    "text", ["Ask Acme Corp first", "ACME\nCORP", "the acme corporation", "preacme corp"]
)
def test_a_topic_is_found_inside_words_and_over_line_ends(text: str) -> None:
    assert mentions(text, "acme corp")


@pytest.mark.parametrize("text", ["Acme", "acmecorp", "corp acme", ""])
def test_a_topic_is_not_found_where_it_is_not_whole(text: str) -> None:
    assert not mentions(text, "acme corp")


@pytest.mark.parametrize("topic", ["", " ", "\n"])
def test_an_empty_topic_is_mentioned_nowhere(topic: str) -> None:
    assert not mentions("anything", topic)
    assert not mentions_words("anything", topic)


@pytest.mark.parametrize("text", ["ant", "an ant.", "(Ant)", "restaurant, ant", "ant-like"])
def test_a_topic_between_word_boundaries_is_a_word(text: str) -> None:
    assert mentions_words(text, "ant")


@pytest.mark.parametrize("text", ["restaurant", "ants", "ant_hill", "4ant"])
def test_a_topic_inside_a_word_is_no_word(text: str) -> None:
    assert not mentions_words(text, "ant")


@pytest.mark.parametrize("topic", ["C++", ".NET", "#ops"])
def test_a_topic_whose_edge_is_punctuation_is_found(topic: str) -> None:
    assert mentions_words(f"We use {topic} here", topic)


def test_a_script_without_blanks_has_a_boundary_everywhere() -> None:
    assert mentions_words("我们使用数据库表的方式", "数据库表")


@given(st.text(), st.text())
def test_what_is_mentioned_as_words_is_mentioned(text: str, topic: str) -> None:
    assert mentions(text, topic) or not mentions_words(text, topic)
