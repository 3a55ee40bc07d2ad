"""Keys of the session's objects: in which order they are written, and what becomes of unknown ones."""

from __future__ import annotations

from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.merge import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_ABSENT = object()


def merged_order(ours: list[str], theirs: list[str], known: tuple[str, ...]) -> list[str]:
    """Returns every key of both sides once, the same whichever side is ours.

    If both list their common keys in one order, the keys of one side stay after their predecessor (two
    candidates for one place by name); else the format's order, then names.
    """
    in_ours, in_theirs = set(ours), set(theirs)
    common = [key for key in ours if key in in_theirs]
    if common != [key for key in theirs if key in in_ours]:
        everything = in_ours | in_theirs
        return [key for key in known if key in everything] + sorted(everything.difference(known))
    merged: list[str] = []
    our_runs, their_runs = _runs(ours, in_theirs), _runs(theirs, in_ours)
    for place, key in enumerate([*common, None]):
        merged += _interleaved(our_runs[place], their_runs[place])
        if key is not None:
            merged.append(key)
    return merged


def with_required(order: list[str], required: tuple[str, ...], known: tuple[str, ...]) -> list[str]:
    """Returns `order` with each missing required key put behind its nearest predecessor in `known`."""
    placed = list(order)
    for name in required:
        if name not in placed:
            before = known[: known.index(name)]
            at = max((placed.index(key) + 1 for key in before if key in placed), default=0)
            placed.insert(at, name)
    return placed


def join_unknown(
    name: str,
    base: dict[str, Json],
    ours: dict[str, Json],
    theirs: dict[str, Json],
    favour: str | None,
    notes: list[Note],
) -> Json:
    """Returns the value of a key the format does not know (format 5.4: unknown fields pass through).

    Absence is not deletion. Where both have it, the side that changed it since the base wins, because the
    letter ("the local copy") would revert a newer writer's data; both changed it: ours, and a note.
    """
    if name not in theirs or name not in ours:
        return ours[name] if name in ours else theirs[name]
    our_value, their_value = ours[name], theirs[name]
    if our_value == their_value:
        # Equal but for the order of keys: any fixed choice, the same from either side.
        return max(our_value, their_value, key=_spelled)
    base_value = base.get(name, _ABSENT)
    if base_value == our_value:
        return their_value
    if base_value != their_value:
        notes.append(Note(Note.UNKNOWN_KEY, name))
        return their_value if favour == "theirs" else our_value
    return our_value


def _spelled(value: Json) -> str:
    from memoir_git.core.jsondoc import ordered_json

    return ordered_json(value) if isinstance(value, (dict, list)) else canonical_json(value)


def _runs(keys: list[str], common: set[str]) -> list[list[str]]:
    """Splits keys into the runs between common ones, one more run than there are common keys."""
    runs: list[list[str]] = [[]]
    for key in keys:
        if key in common:
            runs.append([])
        else:
            runs[-1].append(key)
    return runs


def _interleaved(first: list[str], second: list[str]) -> list[str]:
    merged = []
    first, second = first[::-1], second[::-1]
    while first and second:
        merged.append((first if first[-1] < second[-1] else second).pop())
    return merged + first[::-1] + second[::-1]
