"""Adds to a capped list, dated so that the cap, which goes by date, cannot take the new item at once."""

from __future__ import annotations

from memoir_git.core.instants import BOTTOM
from memoir_git.core.text import normalised
from memoir_git.store.model import DATE_FIELDS
from memoir_git.store.plans.dates import later_than
from memoir_git.store.plans.lists import put_back, ranked, without
from memoir_git.store.plans.plan import Draft, Happening, item_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.instants import Instant
    from memoir_git.store.joins import Copy


def put_in_front(
    draft: Draft, name: str, text: str, copies: dict[str, Copy], *, after: Instant = BOTTOM
) -> None:
    """Adds `text` to the list, or renews the copy that stands, and rotates out the oldest beyond the cap.

    `copies` holds what stands in the list and takes room; `after` is a date the new item must outlast.
    """
    key = normalised(text)
    items = draft.items(name)
    held = copies.get(key)
    others = {other: copy for other, copy in copies.items() if other != key}
    evicted = ranked(others)[draft.stamp.caps[name] - 1 :]
    outlasted = [after, *(copy[0] for _, copy in evicted)]
    if held is not None:
        outlasted.append(held[0])
    field = DATE_FIELDS[name]
    date = later_than(draft.stamp.now, *outlasted)
    new = item_of(held[1] if held else None, text, field, date, draft.stamp)
    draft.put(name, without({other for other, _ in evicted}, put_back(items, key, new)))
    draft.tell(Happening.RENEWED if held else Happening.ADDED, name)
    draft.tell(Happening.DROPPED, name, len(evicted))
