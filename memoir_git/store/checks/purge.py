"""Checks of purged entries: the stub that stands for an entry whose text had to leave the file.

The purged form of format 5.3.1 for a whole entry: hidden, and a `text_hash` that is the hash of the link
name. A stub keeps type, name and its tombstone; whatever else it holds is what should have gone.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.text import is_hash, text_hash, trimmed
from memoir_git.store import codes_common, codes_entry
from memoir_git.store.checks.subject import Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_HASH = "text_hash"
_STUB_FIELDS = frozenset(("type", "name", "hidden", "hidden_at", _HASH))


def is_stub(subject: Subject) -> bool:
    """Tells whether the entry is purged, leftovers or not; it then owes nothing but its tombstone."""
    return subject.entry.is_hidden and _names_itself(subject)


def check_purge(subject: Subject) -> Iterator[Finding]:
    """Yields a hash that purges nothing, and what a stub still holds."""
    if subject.block(_HASH) is None:
        return
    digest = subject.scalar(_HASH)
    if not is_hash(digest) or digest != digest.lower():
        yield subject.about(codes_common.TEXT_HASH, _HASH)
    if not subject.entry.is_hidden:
        yield subject.about(codes_common.PURGE_NOT_HIDDEN, _HASH)
    elif is_stub(subject):
        yield from _leftovers(subject)
    elif is_hash(digest) and subject.link_name:
        yield subject.about(codes_entry.PURGE_NAME, _HASH)


def _names_itself(subject: Subject) -> bool:
    digest = subject.scalar(_HASH)
    return bool(digest and subject.link_name) and digest.lower() == text_hash(subject.link_name)


def _leftovers(subject: Subject) -> Iterator[Finding]:
    document = subject.entry.document
    for block in document.blocks:
        if block.raw.strip() and block.key not in _STUB_FIELDS:
            yield subject.about(codes_entry.PURGE_ENTRY_LEFT, line=block.number)
            return
    if trimmed(document.body):
        yield subject.about(codes_entry.PURGE_ENTRY_LEFT, line=document.body_number)
