"""Plans for decisions: record one, with its reasons (format 3.3.3, 5.3.1).

A decision that was hidden or purged stays so for ever, on every machine; recording its text again would
only put it back into the file, so nothing is written and the caller is told.
"""

from __future__ import annotations

from memoir_git.core.instants import parse_instant
from memoir_git.core.text import lower_text_hash, normalised, text_hash
from memoir_git.store.identity import identity_of, is_hidden
from memoir_git.store.model import DECISIONS
from memoir_git.store.parse import Session
from memoir_git.store.plans.dates import later_than
from memoir_git.store.plans.lists import put_back, without
from memoir_git.store.plans.plan import Draft, Happening, SessionPlan, Stamp, item_of, item_text
from memoir_git.store.tombstones import Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json
    from memoir_git.store.joins import Copy


def plan_decide(
    session: Session, text: str, stamp: Stamp, *, why: str | None, rejected: str | None
) -> SessionPlan:
    """Records a decision, or renews a visible one; reasons that are not given stay as they are.

    The oldest visible decision leaves when there are too many, a hidden one never.
    """
    draft = Draft(session, stamp)
    text = item_text(text)
    joined = Decisions(draft.items(DECISIONS))
    if _is_suppressed(text, joined):
        draft.tell(Happening.STAYS_HIDDEN, DECISIONS)
        return draft.planned()
    shown, _ = joined.ordered()
    key = normalised(text)
    held = next((item for item in shown if identity_of(item) == key), None)
    others = [item for item in shown if identity_of(item) != key]
    evicted = others[stamp.caps[DECISIONS] - 1 :]
    outlasted = [parse_instant(item.get("date")) for item in (*evicted, *([held] if held else []))]
    old = _with_reasons(held, text, why, rejected)
    new = item_of(old, text, "date", later_than(stamp.now, *outlasted), stamp)
    keys = {identity_of(item) or "" for item in evicted}
    draft.put(DECISIONS, without(keys, put_back(draft.items(DECISIONS), key, new)))
    draft.tell(Happening.RENEWED if held else Happening.ADDED, DECISIONS)
    draft.tell(Happening.DROPPED, DECISIONS, len(evicted))
    return draft.planned()


def _is_suppressed(text: str, joined: Decisions) -> bool:
    """Tells whether a hidden copy has this identity, or a purged one its hash, in either dialect."""
    if not joined.purged.keys().isdisjoint((text_hash(text), lower_text_hash(text))):
        return True
    held: Copy | None = joined.visible.get(normalised(text))
    return held is not None and is_hidden(held[1])


def _with_reasons(held: Json, text: str, why: str | None, rejected: str | None) -> dict[str, Json]:
    old: dict[str, Json] = {"text": text} if held is None else dict(held)
    for name, reason in (("why", why), ("rejected", rejected)):
        if reason is not None:
            old[name] = item_text(reason)
    return old
