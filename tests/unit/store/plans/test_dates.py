"""A writer's dates: the present, or just after what must be outlasted."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from memoir_git.core.instants import BOTTOM, parse_completion, parse_instant
from memoir_git.store.plans.dates import DateError, later_than, not_before, stamp_of

NOW = "2026-03-20T12:00:00.000Z"


def test_a_moment_is_spelled_in_utc_with_milliseconds() -> None:
    moment = datetime(2026, 3, 20, 14, 0, 0, 999, tzinfo=timezone(timedelta(hours=2)))

    assert stamp_of(moment) == NOW


@pytest.mark.parametrize("date", ["2026-03-20T11:59:59.999Z", "1969-01-01", "2026-03-20T13:00:00+02:00"])
def test_the_present_stands_when_it_is_later(date: str) -> None:
    assert later_than(NOW, parse_instant(date), BOTTOM) == NOW


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        (NOW, "2026-03-20T12:00:00.001Z"),
        ("2026-03-20T12:00:00Z", "2026-03-20T12:00:00.001Z"),
        ("2026-03-20T12:00:00.0000001Z", "2026-03-20T12:00:00.001Z"),
        ("2026-03-20T12:00:00.9999Z", "2026-03-20T12:00:01.000Z"),
        ("2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"),
        ("2027-01-01", "2027-01-01T00:00:00.001Z"),
    ],
)
def test_a_later_date_is_outlasted_by_a_millisecond(date: str, expected: str) -> None:
    assert later_than(NOW, parse_instant(date)) == expected
    assert parse_instant(expected) > parse_instant(date)


def test_a_whole_day_of_completion_is_outlasted_by_the_next_day() -> None:
    assert later_than(NOW, parse_completion("2026-03-20")) == "2026-03-21T00:00:00.000Z"


def test_the_last_date_of_all_cannot_be_outlasted() -> None:
    with pytest.raises(DateError, match="last one that can be written"):
        later_than(NOW, parse_completion("9999-12-31"))


def test_the_latest_date_is_kept_as_it_is_spelled() -> None:
    assert not_before(NOW, "2026-03-21", None, "2026-03-20 15:00:00Z") == "2026-03-21"
    assert not_before(NOW, "2026-03-01", "yesterday") == NOW


def test_another_spelling_of_the_present_is_kept() -> None:
    assert not_before(NOW, "2026-03-20T12:00:00Z") == "2026-03-20T12:00:00Z"
