"""Checks of the fields any entry may carry: type, dates, the tombstone, counters (format 3.2 and 3.3)."""

from __future__ import annotations

from memoir_git.core.blocks import SCALAR
from memoir_git.core.finding import Finding
from memoir_git.core.instants import is_instant
from memoir_git.store import codes_common, codes_entry
from memoir_git.store.checks.purge import is_stub
from memoir_git.store.checks.subject import Subject
from memoir_git.store.entry_facts import LEGACY_TYPES, TYPES, nested, type_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Judged by name whatever the type: a merge takes the later or earlier one by name too.
_DATES = ("created", "updated", "date", "set_on", "added", "done_at", "last_fired")
_HIDDEN = "hidden"
_HIDDEN_AT = "hidden_at"
_FIRED_COUNT = "fired_count"
_DECISION = "decision"


def check_fields(subject: Subject) -> Iterator[Finding]:
    """Yields what is wrong with the common fields that are there."""
    yield from _type(subject)
    is_hidden = subject.entry.is_hidden
    for field in _DATES if is_hidden else (*_DATES, _HIDDEN_AT):
        if _is_broken_date(subject, field):
            yield subject.about(codes_common.DATE, field)
    yield from _tombstone(subject)
    count = subject.block(_FIRED_COUNT)
    if count is not None and not (count.kind == SCALAR and count.text.isascii() and count.text.isdigit()):
        yield subject.about(codes_entry.FIRED_COUNT, _FIRED_COUNT)


def _type(subject: Subject) -> Iterator[Finding]:
    document, word = subject.entry.document, subject.entry.written_type
    block = type_block(document)
    line = block.number if block is not None else 1
    if not word:
        if not is_stub(subject):
            yield subject.about(codes_entry.TYPE_MISSING, line=line)
        return
    if word in LEGACY_TYPES:
        yield subject.about(codes_entry.LEGACY_TYPE, line=line)
    elif word not in TYPES:
        yield subject.about(codes_entry.TYPE_UNKNOWN, line=line)
    if subject.block("type") is None and nested(document, "type") is not None:
        yield subject.about(codes_entry.LEGACY_DIALECT, line=line)


def _is_broken_date(subject: Subject, field: str) -> bool:
    block = subject.block(field)
    if block is None or (block.kind == SCALAR and not block.text):
        return False
    return block.kind != SCALAR or not is_instant(block.text)


def _tombstone(subject: Subject) -> Iterator[Finding]:
    hidden = subject.block(_HIDDEN)
    if hidden is None:
        return
    if hidden.kind != SCALAR or hidden.text not in ("true", "false", ""):
        yield subject.about(codes_common.HIDDEN_NOT_BOOLEAN, _HIDDEN)
    if not subject.entry.is_hidden:
        return
    if not is_instant(subject.scalar(_HIDDEN_AT)):
        yield subject.about(codes_common.HIDDEN_AT, _HIDDEN)
    is_other = subject.entry.written_type not in ("", _DECISION)
    if is_other and not is_stub(subject):
        yield subject.about(codes_entry.HIDDEN_NOT_DECISION, _HIDDEN)
