"""An independent reading of "nothing is lost": which identities a session holds, live or tombstoned.

Written from the format's text, not from the product: the trim set and the case folding are spelled out here
again so that a fault in one shows against the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeAlias

from tests.support.sessions import Item, Session

Identity: TypeAlias = tuple[str, str]

# What ECMAScript's trim removes; Python's bare strip() differs both ways.
_TRIM = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    chr(point) for point in range(0x2000, 0x200B)
)
_KINDS = {
    "goals": "goal",
    "next_actions": "action",
    "parked_actions": "action",
    "completed_actions": "done action",
    "completed_goals": "done goal",
    "open_questions": "question",
    "decisions": "decision",
}


def digest(text: str) -> str:
    """Returns the identity of a text (format 5.1), as a purged decision carries it."""
    folded = text.strip(_TRIM).casefold().encode("utf-8", "surrogatepass")
    return hashlib.sha256(folded).hexdigest()


def identities(session: Session) -> set[Identity]:
    """Returns every (kind, identity) in the session, tombstones and hidden decisions included."""
    current = session.get("current") or {}
    return {
        (kind, identity)
        for name, kind in _KINDS.items()
        for item in current.get(name) or []
        if (identity := _identity(item, kind)) is not None
    }


def lost(result: Session, sides: Iterable[Session]) -> set[Identity]:
    """Returns the identities of any side that the result holds neither live nor as a tombstone."""
    held = identities(result)
    wanted: set[Identity] = set().union(*(identities(side) for side in sides))
    return {
        (kind, identity)
        for kind, identity in wanted - held
        if kind not in ("action", "goal") or (f"done {kind}", identity) not in held
    }


def _identity(item: object, kind: str) -> str | None:
    if not isinstance(item, dict):
        return None
    if kind == "decision" and _is_purged(item):
        return str(item["text_hash"]).lower()
    text = item.get("text")
    return digest(text) if isinstance(text, str) and text.strip(_TRIM) else None


def _is_purged(item: Item) -> bool:
    """Tells whether a decision is in purged form; odd spellings of "true" hide as well."""
    text_hash, spelling = item.get("text_hash"), item.get("hidden")
    is_hidden = (
        spelling.lower() in ("true", "yes", "on", "1") if isinstance(spelling, str) else bool(spelling)
    )
    well_formed = isinstance(text_hash, str) and len(text_hash) == 64
    return is_hidden and well_formed and item.get("text") in (None, "", "[purged]")
