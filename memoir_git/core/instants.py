"""ISO 8601 dates and date-times as values that compare exactly.

An instant is `(seconds since 1970, fraction digits)`; digits compare as text, so no precision is lost and
no float is made. `BOTTOM`, the empty tuple, is below every real instant: it stands for a missing or broken
date, which "loses to any real date" (format 5.2.2), 1969 included. The grammar is narrow on purpose; both
published schemas require the `YYYY-MM-DD` prefix. No clock is read here, ever.

On the driver path: neither `re` nor `datetime` (each costs as much as half an interpreter start).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Instant: TypeAlias = tuple[()] | tuple[int, str]

BOTTOM: tuple[()] = ()

_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAY = 86_400


def parse_instant(value: object) -> Instant:
    """Returns the instant `value` names; a date alone is its first moment in UTC; else `BOTTOM`."""
    return _parse(value, _first_moment)


def parse_completion(value: object) -> Instant:
    """Returns the instant of a `done_at`: a date alone is the last moment of its day.

    So an action added at 09:30 and completed "2026-06-12" is done (format 5.3.2).
    """
    return _parse(value, _last_moment)


def is_instant(value: object) -> bool:
    """Tells whether `value` is a date or date-time this format accepts."""
    return parse_instant(value) != BOTTOM


def _first_moment(day: int) -> Instant:
    return (day * _DAY, "")


def _last_moment(day: int) -> Instant:
    # "~" sorts after every digit: later than any fraction of the day's last second.
    return (day * _DAY + _DAY - 1, "~")


def _parse(value: object, moment: Callable[[int], Instant]) -> Instant:
    if not isinstance(value, str) or len(value) < 10 or not value.isascii():
        return BOTTOM
    day = _day_number(value[:10])
    if day is None:
        return BOTTOM
    if len(value) == 10:
        return moment(day)
    if value[10] not in "Tt ":
        return BOTTOM
    return _with_time(day, value[11:])


def _day_number(text: str) -> int | None:
    year_text, month_text, day_text = text[:4], text[5:7], text[8:]
    if text[4] != "-" or text[7] != "-" or not (year_text + month_text + day_text).isdigit():
        return None
    year, month, day = int(year_text), int(month_text), int(day_text)
    if not 1 <= month <= 12:
        return None
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _MONTH_DAYS[month - 1] + (leap and month == 2):
        return None
    return _days_since_1970(year, month, day)


def _days_since_1970(year: int, month: int, day: int) -> int:
    """Counts proleptic Gregorian days, with the year turned so that it ends in February."""
    shifted = year - (month <= 2)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * 146_097 + day_of_era - 719_468


def _with_time(day: int, text: str) -> Instant:
    clock, offset = _split_offset(text)
    if offset is None:
        return BOTTOM
    digits, dot, fraction = clock.replace(",", ".", 1).partition(".")
    parts = digits.split(":")
    if len(parts) not in (2, 3) or any(len(part) != 2 or not part.isdigit() for part in parts):
        return BOTTOM
    if dot and (len(parts) != 3 or not fraction.isdigit()):
        return BOTTOM
    hour, minute, second = int(parts[0]), int(parts[1]), int(parts[2]) if len(parts) == 3 else 0
    fraction = fraction.rstrip("0")
    if hour > 24 or minute > 59 or second > 60 or (hour == 24 and (minute or second or fraction)):
        return BOTTOM
    return (day * _DAY + hour * 3600 + minute * 60 + second - offset, fraction)


def _split_offset(text: str) -> tuple[str, int | None]:
    """Splits a time into its clock part and its offset in seconds; `None` is a broken offset."""
    if text.endswith("Z"):
        return text[:-1], 0
    at = max(text.rfind("+"), text.rfind("-"))
    if at < 0:
        return text, 0
    sign = -1 if text[at] == "-" else 1
    zone = text[at + 1 :]
    if len(zone) == 5 and zone[2] == ":":
        zone = zone[:2] + zone[3:]
    if len(zone) not in (2, 4) or not zone.isdigit():
        return text, None
    hours, minutes = int(zone[:2]), int(zone[2:] or 0)
    if hours > 23 or minutes > 59:
        return text, None
    return text[:at], sign * (hours * 3600 + minutes * 60)
