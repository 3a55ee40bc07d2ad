"""Dates that a writer stamps: the present, unless something it must outlast is dated later.

Clocks differ between machines. A completion stamped with a slow clock would be undone by the next merge
with the copy a fast clock added, so a writer dates what it writes after what it replaces, and never before
the present.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.instants import BOTTOM, parse_instant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.instants import Instant
    from memoir_git.core.jsondoc import Json

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_END_OF_DAY = "~"


class DateError(MemoirGitError):
    """A date in the file is the last one the format can name; nothing can be dated after it."""


def stamp_of(moment: datetime) -> str:
    """Returns `moment` (with a time zone) as deployed writers spell it: UTC, milliseconds, `Z`."""
    text = moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def later_than(now: str, *instants: Instant) -> str:
    """Returns `now`, or one millisecond after the latest of `instants` if `now` is not later than it.

    Raises `DateError` when there is no such date.
    """
    latest = max(instants, default=BOTTOM)
    if not latest or parse_instant(now) > latest:
        return now
    seconds, fraction = latest
    milliseconds = 1000 if fraction == _END_OF_DAY else int(f"{fraction}000"[:3]) + 1
    try:
        return stamp_of(_EPOCH + timedelta(seconds=seconds, milliseconds=milliseconds))
    except OverflowError:
        raise DateError(
            "A date in the file is the last one that can be written, so nothing can follow it.",
            hint="correct the date that lies in the far future by hand",
        ) from None


def not_before(now: str, *dates: Json) -> str:
    """Returns the latest of `now` and `dates` as it is spelled; unreadable dates do not count.

    A date in the file that equals the present stays as it is: two spellings of one instant would be a tie.
    """
    latest = now
    for date in dates:
        if parse_instant(date) >= parse_instant(latest):
            latest = date
    return latest
