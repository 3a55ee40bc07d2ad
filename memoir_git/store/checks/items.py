"""Checks of one item of the working set: text, date, tombstone and purge (format 4.1 and 5.3.1)."""

from __future__ import annotations

from memoir_git.core.finding import Severity
from memoir_git.core.instants import is_instant
from memoir_git.core.text import is_hash, trimmed
from memoir_git.store import codes_common, codes_session
from memoir_git.store.checks.observation import Observation
from memoir_git.store.identity import identity_of, is_hidden, purged_hash
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    DATE_FIELDS,
    DECISIONS,
    PARKED_ACTIONS,
    PURGED_TEXT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memoir_git.core.jsonplaces import Place

_COMPLETIONS = (COMPLETED_ACTIONS, COMPLETED_GOALS)


def check_item(item: Any, list_name: str, place: Place) -> Iterator[Observation]:
    """Yields what is wrong with one item of the list called `list_name`."""
    is_purged = list_name == DECISIONS and purged_hash(item) is not None
    if identity_of(item) is None and not is_purged:
        yield Observation(codes_session.ITEM_TEXT, place)
    if not isinstance(item, dict):
        return
    field = DATE_FIELDS[list_name]
    if list_name in _COMPLETIONS:
        yield from _done_at(item, field, place)
    elif not is_purged or item.get(field) is not None:
        yield from check_date(item, field, place)
    if list_name == PARKED_ACTIONS and item.get("parked_at") is not None:
        yield from check_date(item, "parked_at", place)
    if list_name == DECISIONS:
        yield from _tombstone(item, place)
        yield from _purge(item, place)


def check_date(item: dict[str, Any], field: str, place: Place) -> Iterator[Observation]:
    """Yields a date field that is missing, or present and not a date."""
    if item.get(field) is None:
        yield Observation(codes_common.DATE_MISSING, (*place, field))
    elif not is_instant(item[field]):
        yield Observation(codes_common.DATE, (*place, field))


def _done_at(item: dict[str, Any], field: str, place: Place) -> Iterator[Observation]:
    if item.get(field) is None:
        yield Observation(codes_session.DONE_AT, place)
    elif not is_instant(item[field]):
        yield Observation(codes_common.DATE, (*place, field))


def _tombstone(item: dict[str, Any], place: Place) -> Iterator[Observation]:
    hidden = item.get("hidden")
    if hidden is not None and not isinstance(hidden, bool):
        yield Observation(codes_common.HIDDEN_NOT_BOOLEAN, (*place, "hidden"), severity=Severity.ERROR)
    hidden_at = item.get("hidden_at")
    if is_hidden(item):
        if not is_instant(hidden_at):
            yield Observation(codes_common.HIDDEN_AT, place)
    elif hidden_at is not None and not is_instant(hidden_at):
        yield Observation(codes_common.DATE, (*place, "hidden_at"))


def _purge(item: dict[str, Any], place: Place) -> Iterator[Observation]:
    """Judges a redaction; one that is incomplete leaves in the file what it was to take out."""
    digest = item.get("text_hash")
    if digest is None:
        return
    if not isinstance(digest, str) or not is_hash(digest) or digest != digest.lower():
        yield Observation(codes_common.TEXT_HASH, (*place, "text_hash"))
    if not is_hidden(item):
        yield Observation(codes_common.PURGE_NOT_HIDDEN, (*place, "text_hash"))
    text = item.get("text")
    if isinstance(text, str) and trimmed(text) not in ("", PURGED_TEXT):
        yield Observation(codes_session.PURGE_TEXT_LEFT, place)
    if any(item.get(field) for field in ("why", "rejected")):
        yield Observation(codes_session.PURGE_RATIONALE_LEFT, place)
