"""Checks across items: what a merge of the file with itself would change (format 5.1 to 5.3).

Such a file is well formed, but the next merge joins, removes or moves the items named here, which may
surprise whoever wrote them.
"""

from __future__ import annotations

from memoir_git.core.instants import BOTTOM, parse_completion, parse_instant
from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.store import codes_session
from memoir_git.store.checks.observation import Observation
from memoir_git.store.identity import identity_of, purged_hash, row_identity
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    CURRENT_LISTS,
    DATE_FIELDS,
    DECISIONS,
    GOALS,
    HISTORY,
    NEXT_ACTIONS,
    PARKED_ACTIONS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from memoir_git.core.instants import Instant
    from memoir_git.core.jsonplaces import Place

_COMPLETED_BY = {
    GOALS: COMPLETED_GOALS,
    NEXT_ACTIONS: COMPLETED_ACTIONS,
    PARKED_ACTIONS: COMPLETED_ACTIONS,
}


def check_identities(current: Any, history: Any) -> Iterator[Observation]:
    """Yields items that are one, live items under their tombstone, and actions both live and parked.

    Containers of the wrong type are passed over; `checks.session` names them.
    """
    lists = {name: _items(current, name) for name in CURRENT_LISTS}
    for name, items in lists.items():
        identity = _decision_identity if name == DECISIONS else identity_of
        yield from _doubled(items, identity, ("current", name))
    yield from _doubled(history if isinstance(history, list) else [], row_identity, (HISTORY,))
    yield from _purged_texts(lists[DECISIONS])
    for name, graves in _COMPLETED_BY.items():
        yield from _completed(lists[name], name, lists[graves], graves)
    yield from _live_and_parked(lists[NEXT_ACTIONS], lists[PARKED_ACTIONS])


def _items(current: Any, name: str) -> list[Any]:
    found = current.get(name) if isinstance(current, dict) else None
    return found if isinstance(found, list) else []


def _decision_identity(item: Any) -> str | None:
    digest = purged_hash(item)
    return f"#{digest}" if digest is not None else identity_of(item)


def _doubled(
    items: list[Any], identity_in: Callable[[Any], str | None], holder: Place
) -> Iterator[Observation]:
    first: dict[str, int] = {}
    for index, item in enumerate(items):
        identity = identity_in(item)
        if identity is not None and first.setdefault(identity, index) != index:
            other = (*holder, first[identity])
            yield Observation(codes_session.DUPLICATE_IDENTITY, (*holder, index), other)


def _purged_texts(decisions: list[Any]) -> Iterator[Observation]:
    """Yields decisions whose text another, purged decision has suppressed, in either hash dialect."""
    purged = {purged_hash(item): index for index, item in enumerate(decisions)}
    purged.pop(None, None)
    for index, item in enumerate(decisions if purged else ()):
        if purged_hash(item) is None and identity_of(item) is not None:
            for digest in {text_hash(item["text"]), lower_text_hash(item["text"])} & purged.keys():
                place, other = ("current", DECISIONS, index), ("current", DECISIONS, purged[digest])
                yield Observation(codes_session.DUPLICATE_IDENTITY, place, other)


def _completed(items: list[Any], name: str, graves: list[Any], graves_name: str) -> Iterator[Observation]:
    newest: dict[str, tuple[Instant, int]] = {}
    for index, grave in enumerate(graves):
        identity = identity_of(grave)
        if identity is not None:
            done = (parse_completion(grave.get("done_at")), index)
            newest[identity] = max(newest.get(identity, (BOTTOM, index)), done)
    for index, item in enumerate(items):
        found = newest.get(identity_of(item) or "")
        if found is not None and not parse_instant(item.get(DATE_FIELDS[name])) > found[0]:
            place, other = ("current", name, index), ("current", graves_name, found[1])
            yield Observation(codes_session.LIVE_BUT_COMPLETED, place, other)


def _live_and_parked(live: list[Any], parked: list[Any]) -> Iterator[Observation]:
    parked_at = {identity_of(item): index for index, item in enumerate(parked)}
    for index, item in enumerate(live):
        identity = identity_of(item)
        if identity is not None and identity in parked_at:
            place = ("current", NEXT_ACTIONS, index)
            other = ("current", PARKED_ACTIONS, parked_at[identity])
            yield Observation(codes_session.LIVE_AND_PARKED, place, other)
