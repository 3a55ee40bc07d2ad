"""Does a merged session say the same as one of its sides? Then that side's bytes stay untouched.

The order of a known list does not count, and an absent known list or map equals an empty one.
"""

from __future__ import annotations

from memoir_git.core.jsondoc import canonical_json
from memoir_git.store.model import CURRENT_LISTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json


def same_content(merged: Json, side: Json) -> bool:
    """Tells whether `side` already says all that `merged` says."""
    return _same(merged, side, ("history",)) and _same_current(merged, side)


def _same_current(merged: Json, side: Json) -> bool:
    return _same(merged.get("current") or {}, side.get("current") or {}, CURRENT_LISTS)


def _same(merged: Json, side: Json, lists: tuple[str, ...]) -> bool:
    for name in merged.keys() | side.keys():
        if name == "current":
            continue
        ours, theirs = merged.get(name), side.get(name)
        if name in lists:
            if not _same_items(ours or [], theirs or []):
                return False
        elif name == "machines":
            if (ours or {}) != (theirs or {}):
                return False
        elif ours != theirs or (name in merged) != (name in side):
            return False
    return True


def _same_items(first: list[Json], second: list[Json]) -> bool:
    """Compares two lists as multisets, in linear time where items have different texts."""
    if len(first) != len(second):
        return False
    if first == second:
        return True
    waiting: dict[object, list[Json]] = {}
    for item in second:
        waiting.setdefault(_bucket(item), []).append(item)
    for item in first:
        candidates = waiting.get(_bucket(item), [])
        if item not in candidates:
            return False
        candidates.remove(item)
    return True


def _bucket(item: Json) -> object:
    if isinstance(item, dict):
        for name in ("text", "session_id", "summary"):
            value = item.get(name)
            if isinstance(value, str):
                return (value, str(item.get("date")))
        return None
    return canonical_json(item)
