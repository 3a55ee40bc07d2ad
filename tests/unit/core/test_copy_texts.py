"""Copies of a text that is still known: spelled otherwise, broken otherwise, in another list."""

from __future__ import annotations

import json
from unicodedata import normalize

import pytest

from memoir_git.core.copies import CopyFinder
from memoir_git.core.copy_texts import TopicMatcher, UnitMatcher, WholeUnitMatcher, unescaped, whole_text

TOPIC = "Café Acme takeover"
UNIT = """## MC-DEC-20260901-0a1b2c3d \u2014 Buy the café
Status: active
Decision:
We are going to buy the café on the corner before the summer.
- Do not tell the owner of the other one yet
"""
LONG = "a line that is long enough to be a copy all by itself, whatever else of the unit is there"


def holds_topic(content: str | bytes, topic: str = TOPIC) -> bool:
    data = content.encode() if isinstance(content, str) else content
    return bool(CopyFinder([TopicMatcher([topic])]).look(data))


def holds_unit(content: str, unit: str = UNIT, *, present: str = "") -> bool:
    return bool(CopyFinder([UnitMatcher([unit], [present])]).look(content.encode()))


class TestATopic:
    """Found as forgetting finds it: composed form, any case, any blanks."""

    @pytest.mark.parametrize(
        "text",
        [
            "the Café Acme takeover.",
            "THE CAFÉ ACME TAKEOVER.",
            normalize("NFD", "the café acme takeover"),
            "café   acme\ttakeover",
            "the café\r\nacme takeover",
            "the café\r\n  acme  \r\n\r\n takeover",
            "the café\racme\rtakeover",
            "precafé acme takeovers",
            json.dumps({"text": "café acme\ntakeover"}),
            json.dumps({"why": "café acme takeover"}, ensure_ascii=False),
            'a 5" nail\n"text": "caf\\u00e9 acme takeover"',
            '5" and "text": "caf\\u00e9 acme takeover"',
            "a bare caf\\u00e9\\tacme\\/takeover".replace("\\/", " "),
        ],
    )
    def test_every_spelling_of_it_is_found(self, text: str) -> None:
        assert holds_topic(text)

    @pytest.mark.parametrize(
        "text",
        [
            "cafe acme takeover",
            "café acme\n- takeover",
            "café acm\ne takeover",
            "takeover of the café acme",
            "caféacme takeover",
            "the café\nacme merger\ntakeover",
            "",
        ],
    )
    def test_what_is_only_near_is_not(self, text: str) -> None:
        assert not holds_topic(text)

    def test_a_topic_broken_over_lines_that_were_seen_apart_is_found(self) -> None:
        finder = CopyFinder([TopicMatcher([TOPIC])])

        answers = [
            bool(finder.look(text.encode()))
            for text in ("x café", "acme takeover y", "x café\nacme takeover y")
        ]

        assert answers == [False, False, True]

    def test_sharp_s_and_final_sigma_are_folded(self) -> None:
        assert holds_topic("in der HAUPTSTRASSE", "Hauptstraße")
        assert holds_topic("ΟΔΥΣΣΕΥΣ", "Οδυσσευς")

    def test_bytes_that_are_no_text_are_no_obstacle(self) -> None:
        assert holds_topic(b"\xff\xfe\xfd acme takeover \xff", "acme takeover")

    def test_a_blank_topic_is_found_nowhere(self) -> None:
        assert not holds_topic("anything", "  ")


class TestAUnit:
    """Most of its longer lines, or one very long one."""

    def test_its_lines_are_found_in_another_list_and_another_case(self) -> None:
        assert holds_unit(
            "> * We are going  to BUY the café on the corner before the summer.\r\n"
            "+ do not tell the owner of the other one yet\r\n"
        )

    def test_one_short_line_of_two_is_too_little(self) -> None:
        assert not holds_unit("Do not tell the owner of the other one yet")

    def test_one_very_long_line_is_enough(self) -> None:
        assert holds_unit(
            f"- {LONG}", f"{LONG}\nand another line that is not there at all\nand a third one, not there"
        )

    def test_a_line_that_the_memory_still_has_tells_nothing(self) -> None:
        assert not holds_unit(f"- {LONG}", LONG, present=f"* {LONG}\n")

    def test_short_lines_tell_nothing(self) -> None:
        assert not UnitMatcher(
            ["Status: active\nDecision:\nBuy it now.\nx-y-z-without-any-blanks-in-it"]
        ).is_usable

    def test_a_line_stands_escaped_in_json(self) -> None:
        assert holds_unit(json.dumps({"summary": f"Said: \n{LONG}\n"}), LONG)
        assert holds_unit(json.dumps({"summary": LONG}), LONG)
        assert holds_unit(json.dumps({"summary": f'"{LONG}" \n\u00e9'}), f'"{LONG}"')


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("plain", ""),
        (r"\u00e9\n\"", 'é\n"'),
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\ud83d alone", "\ufffd alone"),
        ("ends with \\", "ends with \\"),
        (r"\q\u12", "qu12"),
    ],
)
def test_escapes_are_read_as_json_has_them(written: str, said: str) -> None:
    assert unescaped(written) == said


class TestAWholeUnit:
    """Word for word, whatever the line ends."""

    @pytest.mark.parametrize(
        "text",
        [
            UNIT,
            UNIT.replace("\n", "\r\n"),
            UNIT.replace("\n", "  \n"),
            normalize("NFD", UNIT),
            f"# Decisions\n\n{UNIT}\n## Another\n",
        ],
    )
    def test_it_is_found_in_any_file(self, text: str) -> None:
        assert CopyFinder([WholeUnitMatcher([UNIT])]).look(text.encode())

    @pytest.mark.parametrize("text", [UNIT.replace("corner", "square"), UNIT.rpartition("- ")[0], f"x{UNIT}"])
    def test_less_or_other_is_not_the_whole(self, text: str) -> None:
        assert not CopyFinder([WholeUnitMatcher([UNIT])]).look(text.encode())

    def test_outer_blank_lines_do_not_count(self) -> None:
        assert whole_text("\n\na \n b\n\n") == "a\n b"
