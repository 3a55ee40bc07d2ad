"""What is asked of forgetting: a topic or an ID, and how much is to go (guide 4, plan 10.3 of 0.6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Mode(Enum):
    """How much goes: `soft` leaves a guard that names the topic, `hard` a redacted one, `purge` none.

    `purge` alone reaches into the archive.
    """

    SOFT = "soft"
    HARD = "hard"
    PURGE = "purge"

    @property
    def is_sensitive(self) -> bool:
        """Whether nothing that is written or shown may hold the topic."""
        return self is not Mode.SOFT


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetTopic:
    """Forget every unit that mentions a topic: one line of printable text."""

    topic: str
    mode: Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetId:
    """Forget the one unit with this ID, in the writer's spelling."""

    identifier: str
    mode: Mode


Forget = ForgetTopic | ForgetId
