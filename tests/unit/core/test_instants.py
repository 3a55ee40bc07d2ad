"""Dates of the format: what is one, and how they compare (format 5.2.2 and 5.3.2)."""

from __future__ import annotations

from datetime import datetime, timezone
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.instants import BOTTOM, is_instant, parse_completion, parse_instant

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "text",
    [
        "2026-06-12",
        "2026-06-12T09:30",
        "2026-06-12t09:30:00Z",
        "2026-06-12 09:30:00,5Z",
        "2026-06-12T09:30:00.000000001+05:30",
        "2026-06-12T09:30:00+0530",
        "2026-06-12T09:30:00-05",
        "2026-06-12T24:00",
        "2026-06-12T24:00:00.0Z",
        "2026-06-12T23:59:60Z",
        "2024-02-29",
        "2000-02-29",
        "0000-01-01",
    ],
)
def test_a_date_or_date_time_of_the_narrow_grammar_is_accepted(text: str) -> None:
    assert is_instant(text)


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        True,
        "",
        " 2026-06-12",
        "2026-06-12 ",
        "2026-6-12",
        "20260612",
        "2026/06/12",
        "2026-W24-5",
        "2026-163",
        "2026-02-30",
        "2026-13-01",
        "2026-00-10",
        "1900-02-29",
        "2026-06-12T",
        "2026-06-12T09",
        "2026-06-12T9:30",
        "2026-06-12T25:00",
        "2026-06-12T24:01",
        "2026-06-12T09:60",
        "2026-06-12T09:30:61",
        "2026-06-12T09:30.5",
        "2026-06-12T09:30:00.",
        "2026-06-12T09:30:00.5.5",
        "2026-06-12T09:30:00z",
        "2026-06-12T09:30:00+5",
        "2026-06-12T09:30:00+24:00",
        "2026-06-12T09:30:00+05:60",
        "2026-06-12T09:30:00 UTC",
        "Thu, 12 Jun 2026 09:30:00 GMT",
        "２０２６-06-12",
        "2026-06-12T²9:30",
    ],
)
def test_everything_else_is_below_every_real_date(value: object) -> None:
    assert parse_instant(value) == BOTTOM
    assert parse_instant("0000-01-01") > BOTTOM


def test_a_date_alone_is_the_first_moment_of_its_day_in_utc() -> None:
    assert parse_instant("2026-06-12") == parse_instant("2026-06-12T00:00:00Z")


def test_a_time_without_a_zone_is_utc() -> None:
    assert parse_instant("2026-06-12T09:30") == parse_instant("2026-06-12T09:30:00.0Z")


def test_fractions_compare_exactly_beyond_any_float() -> None:
    first = "2026-06-12T09:30:00.10000000000000000000001Z"
    second = "2026-06-12T09:30:00.10000000000000000000002Z"

    assert parse_instant(first) < parse_instant(second)
    assert parse_instant("2026-06-12T09:30:00.5Z") > parse_instant("2026-06-12T09:30:00.49Z")


def test_a_completion_on_a_date_alone_is_the_last_moment_of_that_day() -> None:
    done = parse_completion("2026-06-12")

    assert parse_instant("2026-06-12T23:59:59.999999999Z") < done
    assert done < parse_instant("2026-06-13T00:00:00Z")


def test_a_completion_with_a_time_is_that_time() -> None:
    assert parse_completion("2026-06-12T09:30:00Z") == parse_instant("2026-06-12T09:30:00Z")


def test_a_missing_completion_date_is_below_every_real_date() -> None:
    assert parse_completion(None) == BOTTOM


@given(st.datetimes(timezones=st.just(timezone.utc)))
def test_instants_agree_with_the_standard_library(moment: datetime) -> None:
    seconds, digits = parse_instant(moment.isoformat())  # type: ignore[misc]

    exact = seconds + (Fraction(int(digits), 10 ** len(digits)) if digits else 0)
    delta = moment - _EPOCH
    assert exact == delta.days * 86_400 + delta.seconds + Fraction(delta.microseconds, 10**6)


@given(st.datetimes(timezones=st.timezones()), st.datetimes(timezones=st.timezones()))
def test_offsets_compare_as_instants(first: datetime, second: datetime) -> None:
    ordered = parse_instant(first.isoformat()[:32]) < parse_instant(second.isoformat()[:32])
    zoned = all(_whole_minutes(moment) for moment in (first, second))

    assert not zoned or ordered == (first < second)


@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert parse_instant(text) == BOTTOM or text[:4].isdigit()


def _whole_minutes(moment: datetime) -> bool:
    offset = moment.utcoffset()
    return offset is not None and offset.seconds % 60 == 0 and offset.microseconds == 0
