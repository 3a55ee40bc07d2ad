"""Which items are the same: identity per list, and the hash that orders ties (format 5.1, 5.2.4, 5.3.1)."""

from __future__ import annotations

from memoir_git.core.instants import parse_instant
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.text import is_hash, normalised, sha256_hex, trimmed
from memoir_git.store.model import PURGED_TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_TRUE_WORDS = ("true", "yes", "on", "1")


def identity_of(item: Json) -> str | None:
    """Returns the normalised text of a list item; `None` for an opaque one.

    Opaque is what has no identity: not an object, no string `text`, or a blank one.
    """
    text = item.get("text") if isinstance(item, dict) else None
    return normalised(text) or None if isinstance(text, str) else None


def purged_hash(item: Json) -> str | None:
    """Returns the lower-case hash of a decision in its purged form, else `None`.

    The purged form is hidden, has 64 hex digits in `text_hash`, and its text is absent, blank or
    `[purged]`. Short of that the hash is no identity: a live decision with one is itself.
    """
    if not isinstance(item, dict):
        return None
    digest = item.get("text_hash")
    if not isinstance(digest, str) or not is_hash(digest) or not is_hidden(item):
        return None
    text = item.get("text")
    if text is None or (isinstance(text, str) and trimmed(text) in ("", PURGED_TEXT)):
        return digest.lower()
    return None


def is_hidden(item: dict[str, Json]) -> bool:
    """Tells whether a decision is hidden; odd spellings of "true" hide too (suppression fails closed)."""
    hidden = item.get("hidden")
    if isinstance(hidden, str):
        return trimmed(hidden).lower() in _TRUE_WORDS
    if hidden is None or isinstance(hidden, (bool, dict, list)):
        return hidden is True
    return float(hidden.lexeme) != 0


def row_identity(row: Json) -> str | None:
    """Returns the identity of a history row; `None` for what is not an object.

    The `session_id` if it is a non-blank string, else date, machine and whole summary; a missing part is
    the same as null and as "". The two kinds never meet: anything cleverer is not associative.
    """
    if not isinstance(row, dict):
        return None
    session_id = row.get("session_id")
    if isinstance(session_id, str) and trimmed(session_id):
        return "session " + session_id
    instant = parse_instant(row.get("date"))
    parts = [row.get("machine_id") or "", row.get("summary") or ""]
    return f"row {instant!r} " + canonical_json(parts)


def identity_hash(identity: str) -> str:
    """Returns what orders items of one date: the SHA-256 of the identity."""
    return sha256_hex(identity)
