"""Hiding and purging a whole entry: the absolute tombstone of format 5.3.1, for entry files.

Hidden, a decision keeps its text and is shown no more. Purged, an entry of any type becomes a stub: type,
name, tombstone, and the hash of its link name, which says that the file and not a field was purged. The stub
wins every merge, and nothing of another copy is written beside it.
"""

from __future__ import annotations

from memoir_git.core.frontmatter import FRONT, Document
from memoir_git.core.frontmatter_edit import set_scalar
from memoir_git.core.instants import is_instant
from memoir_git.core.text import text_hash
from memoir_git.store.entry_facts import TYPES, canonical_type, is_hidden, is_purged, written_type
from memoir_git.store.plans.dates import not_before
from memoir_git.store.plans.entry_new import EntryError

STUB_FIELDS = ("type", "name", "hidden", "hidden_at", "text_hash")
_DECISION = "decision"
_ANY_TYPE = "fact"  # "when in doubt, an entry is a fact" (format 3.3.1)


def hidden_entry(document: Document, now: str) -> Document:
    """Returns the decision hidden; the very same if it is already. Raises `EntryError` for other types."""
    if canonical_type(written_type(document)) != _DECISION:
        raise EntryError(
            "The format hides decisions only; an entry of another type is purged or deleted.",
            hint="give --mode purge to leave a tombstone without its text",
        )
    if is_hidden(document) and is_instant(document.scalar("hidden_at")):
        return document
    changed = set_scalar(document, "hidden", "true")
    return set_scalar(changed, "hidden_at", not_before(now, document.scalar("hidden_at")), after="hidden")


def purged_entry(document: Document, link_name: str, now: str) -> Document:
    """Returns the stub that stands for the entry from here on; the very same if it is one already."""
    if is_purged(document, link_name) and not _has_leftovers(document):
        return document
    values = (
        _type_of(document, link_name),
        link_name,
        "true",
        not_before(now, document.scalar("hidden_at")) if is_hidden(document) else now,
        text_hash(link_name),
    )
    stub = Document(FRONT, opening="---\n", closing="---\n")
    for field, value in zip(STUB_FIELDS, values, strict=True):
        stub = set_scalar(stub, field, value)
    return stub


def _has_leftovers(document: Document) -> bool:
    kept = [block for block in document.blocks if block.raw.strip()]
    is_exact = all(block.key in STUB_FIELDS and len(block.lines) == 1 for block in kept)
    return not is_exact or bool(document.body) or document.scalar("type") not in TYPES


def _type_of(document: Document, link_name: str) -> str:
    """Returns the entry's type, else the one its link name begins with: a stub has one of the six."""
    found = canonical_type(written_type(document))
    return found or next((kind for kind in TYPES if link_name.startswith(f"{kind}_")), _ANY_TYPE)
