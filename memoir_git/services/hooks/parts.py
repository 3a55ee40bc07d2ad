"""A memory file as named parts: units by ID, rows by their link's target, sections by their headings.

The readers are those of the merges, so that what a merge calls one thing is one thing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from memoir_git.core.ids import Handle
from memoir_git.core.text import BOM

UNITS = "memoir-units"
INDEX = "memoir-index"
SECTIONS = "memoir-sections"
# The formats whose files have parts with names.
PARTED = (UNITS, INDEX, SECTIONS)

# From a part's name to its text.
Parts: TypeAlias = Mapping[str, str]


def parts_of(format_name: str, content: bytes) -> Parts | None:
    """Returns the parts of one version of a file; `None` where nobody can say what belongs to what."""
    text = content.removeprefix(BOM).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    return {UNITS: _units, INDEX: _rows, SECTIONS: _sections}[format_name](text)


def names_of(format_name: str, parts: Parts) -> Iterable[str]:
    """Returns the names that the parts of a file have; in an index those of every link, first or not."""
    if format_name != INDEX:
        return parts
    from memoir_git.store.merge.index_links import find_links

    return [link.target for row in parts.values() for link in find_links(row)]


def lost_names(format_name: str, side: Parts, base: Parts, left: frozenset[str]) -> list[str]:
    """Returns the parts of one side that are not among the names that the result has left.

    What the side has as the base has it may have been taken out by the other side. So may a row or section of
    the base have been renamed there; a unit keeps its ID.
    """
    missing = [name for name in side if name not in left]
    if format_name != UNITS:
        return [name for name in missing if name not in base]
    return [name for name in missing if base.get(name) != side[name]]


def unit_id(text: str) -> Handle:
    """Returns the ID in a unit's heading, as it is written there."""
    return Handle(text.split(maxsplit=2)[1])


def _units(text: str) -> Parts | None:
    from memoir_git.custodian.merge.unit_file import is_batch, read_units

    file = read_units(text)
    if file is None:
        return None
    return {name: piece.text for name, piece in file.pieces.items() if not is_batch(piece)}


def _rows(text: str) -> Parts | None:
    from memoir_git.core.markdown import line_kinds, split_lines
    from memoir_git.store.merge.index_rows import parse_index

    if not line_kinds(split_lines(text))[1]:
        return None
    rows, _ = parse_index(text)
    return {row.targets[0]: row.text for row in rows}


def _sections(text: str) -> Parts | None:
    from memoir_git.store.merge.section_tree import parse_ledger

    ledger = parse_ledger(text)
    if not ledger.is_closed:
        return None
    return {section.title: "".join(section.lines) for section in ledger.root.walk() if section.title}
