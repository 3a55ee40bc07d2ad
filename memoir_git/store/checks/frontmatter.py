"""Checks of the frontmatter as lines and blocks: YAML subset, doubled keys, lists, the schema's version."""

from __future__ import annotations

from memoir_git.core.blocks import LINE, MAP, OPAQUE, SCALAR, Block
from memoir_git.core.finding import Finding
from memoir_git.store import codes_entry
from memoir_git.store.checks.subject import Subject
from memoir_git.store.entries import has_second_block
from memoir_git.store.entry_facts import LIST_FIELDS, is_newer_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = "#"
_FENCE = "---"
_SCHEMA_VERSION = "schema_version"


def check_frontmatter(subject: Subject) -> Iterator[Finding]:
    """Yields what other readers would read differently, or not at all (format 3.1)."""
    seen: set[str] = set()
    for block in subject.entry.document.blocks:
        if block.kind == LINE:
            if block.text and not block.text.startswith(_COMMENT):
                yield subject.about(codes_entry.FRONTMATTER_UNPARSED, line=block.number)
        elif block.kind == OPAQUE:
            yield subject.about(codes_entry.FRONTMATTER_SUBSET, line=block.number)
        if block.key is not None:
            if block.key in seen:
                yield subject.about(codes_entry.FRONTMATTER_DUPLICATE, line=block.number)
            seen.add(block.key)
            if block.key in LIST_FIELDS and _is_other_shape(block):
                yield subject.about(codes_entry.LIST_SHAPE, block.key)
    yield from check_version(subject)
    document = subject.entry.document
    if document.body.startswith(_FENCE) and has_second_block(document):
        yield subject.about(codes_entry.FRONTMATTER_SECOND, line=document.body_number)


def check_version(subject: Subject) -> Iterator[Finding]:
    """Yields a `schema_version` that is no positive whole number, or newer than ours (format section 6)."""
    block = subject.block(_SCHEMA_VERSION)
    if block is not None and (block.kind != SCALAR or block.text) and not _is_positive(block.text):
        yield subject.about(codes_entry.SCHEMA_VERSION, _SCHEMA_VERSION)
    if is_newer_schema(subject.entry.document):
        yield subject.about(codes_entry.NEWER_SCHEMA, _SCHEMA_VERSION)


def _is_other_shape(block: Block) -> bool:
    """Tells whether a list field is written on one line or as a mapping; an empty one is no matter."""
    return block.kind == MAP or (block.kind == SCALAR and bool(block.text))


def _is_positive(text: str) -> bool:
    return text.isascii() and text.isdigit() and text.strip("0") != ""
