"""Conflict markers read back into the two texts they hold apart."""

from __future__ import annotations

import pytest

from memoir_git.core.conflict import conflict_whole
from memoir_git.core.halves import split_halves
from memoir_git.core.options import MergeOptions

MERGE = b"head\n<<<<<<< HEAD\nmine\n=======\nyours\n>>>>>>> side\ntail\n"
DIFF3 = b"head\n<<<<<<< HEAD\nmine\n||||||| base\nwas\n=======\nyours\n>>>>>>> side\ntail\n"


def split(text: bytes, *, respect_fences: bool = False) -> tuple[bytes, bytes, int]:
    halves = split_halves(text, respect_fences=respect_fences)
    return halves.ours, halves.theirs, halves.conflicts


@pytest.mark.parametrize("text", [MERGE, DIFF3, MERGE.replace(b"\n", b"\r\n").replace(b"\r\n", b"\n")])
def test_every_style_gives_both_readings(text: bytes) -> None:
    assert split(text) == (b"head\nmine\ntail\n", b"head\nyours\ntail\n", 1)


def test_line_ends_stay_as_they_are() -> None:
    text = MERGE.replace(b"\n", b"\r\n")

    assert split(text) == (b"head\r\nmine\r\ntail\r\n", b"head\r\nyours\r\ntail\r\n", 1)


def test_a_carriage_return_inside_a_line_is_content() -> None:
    assert split(b"a\rb\n" + MERGE)[0] == b"a\rb\nhead\nmine\ntail\n"


def test_an_empty_side_is_an_empty_side() -> None:
    assert split(b"<<<<<<< x\n=======\nyours\n>>>>>>> y\n") == (b"", b"yours\n", 1)


def test_several_conflicts_are_counted() -> None:
    assert split(MERGE + MERGE)[2] == 2


def test_a_conflict_around_a_conflict_is_taken_apart_from_the_outside() -> None:
    whole = conflict_whole(MERGE, b"yours\n", MergeOptions())

    assert split(whole) == (MERGE, b"yours\n", 1)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"no markers",
        b"<<<<<<< HEAD\nnever closed\n",
        b"<<<<<<< HEAD\nno middle\n>>>>>>> side\n",
        b"=======\n>>>>>>> side\n",
        b"<<<<<< six\nmine\n======\nyours\n>>>>>> six\n",
        b" <<<<<<< indented\nmine\n=======\nyours\n>>>>>>> side\n",
        b"<<<<<<<glued\nmine\n=======\nyours\n>>>>>>>glued\n",
        b"<<<<<<<< sizes\nmine\n=======\nyours\n>>>>>>>> differ\n",
    ],
)
def test_anything_but_a_whole_conflict_is_content(text: bytes) -> None:
    assert split(text) == (text, text, 0)


@pytest.mark.parametrize("fence", [b"```", b"~~~~", b"```diff"])
def test_a_quoted_conflict_is_content_where_fences_count(fence: bytes) -> None:
    text = fence + b"\n" + MERGE + fence.rstrip(b"dif") + b"\n"

    assert split(text, respect_fences=True) == (text, text, 0)
    assert split(text)[2] == 1


def test_a_conflict_after_fenced_code_is_one() -> None:
    assert split(b"```\ncode\n```\n" + MERGE, respect_fences=True)[2] == 1
