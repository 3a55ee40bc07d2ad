"""One order from two: the keys of both sides, each once, the same whichever side is ours.

A merge that kept ours' order and appended theirs' additions would give two clones two different files. So
keys of one side stay behind the neighbour they had, and two candidates for one place are ordered by name.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def run_by_run(ours: list[str], theirs: list[str]) -> list[str]:
    """Returns two runs that stand at one place, the smaller first and neither torn apart."""
    return min(ours, theirs) + max(ours, theirs)


def interleave(
    base: list[str],
    ours: list[str],
    theirs: list[str],
    join: Callable[[list[str], list[str]], list[str]] = run_by_run,
) -> list[str]:
    """Returns every key of both sides once; no list may hold a key twice.

    Common keys keep their order; where the sides order them differently, the side that moved them since
    the base wins. Keys of one side follow their predecessor; `join` orders two runs at one place.
    """
    in_ours, in_theirs = set(ours), set(theirs)
    our_common = [key for key in ours if key in in_theirs]
    their_common = [key for key in theirs if key in in_ours]
    common = _common_order(base, our_common, their_common)
    our_runs, their_runs = _runs(ours, in_theirs), _runs(theirs, in_ours)
    merged: list[str] = []
    for anchor in [None, *common]:
        if anchor is not None:
            merged.append(anchor)
        merged += join(our_runs.get(anchor, []), their_runs.get(anchor, []))
    return merged


def _common_order(base: list[str], ours: list[str], theirs: list[str]) -> list[str]:
    if ours == theirs:
        return ours
    in_both, in_base = set(ours), set(base)
    base_order = [key for key in base if key in in_both]
    has_ours_moved = [key for key in ours if key in in_base] != base_order
    has_theirs_moved = [key for key in theirs if key in in_base] != base_order
    if has_ours_moved == has_theirs_moved:
        return min(ours, theirs)
    return ours if has_ours_moved else theirs


def _runs(keys: list[str], in_other: set[str]) -> dict[str | None, list[str]]:
    """Returns the keys of one side only by the common key before them, `None` for the beginning."""
    runs: dict[str | None, list[str]] = {}
    anchor: str | None = None
    for key in keys:
        if key in in_other:
            anchor = key
        else:
            runs.setdefault(anchor, []).append(key)
    return runs
