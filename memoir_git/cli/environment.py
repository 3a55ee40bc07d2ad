"""The machine around a command: clock and environment variables, read here and passed down as values."""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping
from datetime import datetime, timezone

from memoir_git.core.errors import SurroundingsError
from memoir_git.fs.lock import DEFAULT_TIMEOUT


class EnvironmentVariableError(SurroundingsError):
    """One of our own variables holds something unusable."""


def variables() -> Mapping[str, str]:
    """Returns the process's environment."""
    return os.environ


def now() -> datetime:
    """Returns the present in UTC, or what `MEMOIR_GIT_NOW` says (an ISO 8601 date-time, for tests)."""
    fixed = os.environ.get("MEMOIR_GIT_NOW")
    if not fixed:
        return datetime.now(timezone.utc)
    try:
        moment = datetime.fromisoformat(fixed.replace("Z", "+00:00"))
    except ValueError:
        raise EnvironmentVariableError(
            "MEMOIR_GIT_NOW is not an ISO 8601 date-time.", hint="unset it"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def hostname() -> str:
    """Returns the machine's name, up to its first dot; `""` when it has none."""
    return os.uname().nodename.partition(".")[0]


def new_uuid() -> str:
    """Returns a fresh random identity, a UUID of version 4."""
    return str(uuid.uuid4())


def process_id() -> int:
    """Returns what a waiting process is told about this one."""
    return os.getpid()


def lock_timeout() -> float:
    """Returns how many seconds a writer waits for another: `MEMOIR_GIT_LOCK_TIMEOUT`, by default 10."""
    text = os.environ.get("MEMOIR_GIT_LOCK_TIMEOUT")
    if not text:
        return DEFAULT_TIMEOUT
    seconds = seconds_of(text)
    if seconds is None:
        raise EnvironmentVariableError(
            "MEMOIR_GIT_LOCK_TIMEOUT is not a number of seconds.", hint="unset it, or set it to 0 or more"
        )
    return seconds


def seconds_of(text: str) -> float | None:
    """Returns a time to wait, `None` for what is none: below zero, without end, no number."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds < 1e6 else None
