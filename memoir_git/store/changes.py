"""What differs between two versions of a session, list by list and by identity: for previews and reports.

A change of order is none. Texts are data for a command that shows memory on purpose; counts are for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.text import is_blank
from memoir_git.store.identity import identity_of, purged_hash, row_identity
from memoir_git.store.model import CURRENT_LISTS, DECISIONS, HISTORY
from memoir_git.store.parse import Session, UnreadableError, open_session

if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

MACHINES = "machines"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListChange:
    """One list's difference: the texts of the items that came, went, or have other fields now."""

    name: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def session_changes(before: bytes, after: bytes) -> tuple[ListChange, ...] | None:
    """Returns the lists that differ; an absent version is `b""`. `None` if one cannot be understood."""
    try:
        old, new = (None if is_blank(side) else open_session(side) for side in (before, after))
    except UnreadableError:
        return None
    names = (*CURRENT_LISTS, HISTORY, MACHINES)
    changes = (_change(name, _items(old, name), _items(new, name)) for name in names)
    return tuple(change for change in changes if change.added or change.changed or change.removed)


def _change(name: str, old: dict[str, Json], new: dict[str, Json]) -> ListChange:
    shared = [key for key in new if key in old]
    return ListChange(
        name=name,
        added=tuple(_text(new[key]) for key in new if key not in old),
        changed=tuple(
            _text(new[key]) for key in shared if canonical_json(new[key]) != canonical_json(old[key])
        ),
        removed=tuple(_text(old[key]) for key in old if key not in new),
    )


def _items(session: Session | None, name: str) -> dict[str, Json]:
    """Returns the items of one list by identity; one without identity is its own."""
    if session is None:
        return {}
    if name == MACHINES:
        return dict(session.machines)
    if name == HISTORY:
        return {row_identity(row) or canonical_json(row): row for row in session.history}
    digest = purged_hash if name == DECISIONS else (lambda _item: None)
    return {digest(item) or identity_of(item) or canonical_json(item): item for item in session.items(name)}


def _text(item: Json) -> str:
    if not isinstance(item, dict):
        return ""
    text = item.get("text") or item.get("summary") or item.get("label")
    return text if isinstance(text, str) else ""
