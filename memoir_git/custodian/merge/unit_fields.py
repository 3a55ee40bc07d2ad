"""Two changed versions of one unit: joined field by field where that is safe, else nobody's to decide.

Disjoint changes join; lists join item by item. A change of what an entry says, or of what it is about, never
joins a change of its lifecycle: that is an edit against a supersession, and a person has to look. Dates, file
order and the amount of evidence never decide (guide 7.2).
"""

from __future__ import annotations

from memoir_git.core.interleave import interleave
from memoir_git.core.merge import Unresolved, trivial
from memoir_git.custodian.fields import parse_fields
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.units import LIST_FIELDS, split_units

_HEADING = "#"
_LIFECYCLE = frozenset(("Status", "Superseded-By", "Promoted-To", "Merged-Into"))
_SUBSTANCE = frozenset(
    (
        _HEADING, "Scope", "Subject", "Facet", "Reason",
        "Decision", "Constraint", "Rejected", "Preference", "Statement", "Rule", "Profile",
    )
)  # fmt: skip
# Statuses that no merge takes back.
_FINAL = frozenset(("superseded", "promoted", "merged"))


class _Fields:
    """A unit as its heading and fields: each one's own lines, and the blank lines behind them."""

    __slots__ = ("tails", "texts")

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.tails: dict[str, str] = {}


def merge_unit(base: str, ours: str, theirs: str) -> str | None:
    """Returns the joined unit, `None` where the changes cannot stand side by side.

    The three texts are one unit each, without the last line end. The same whichever side is ours.
    """
    versions = [_read(text) for text in (base, ours, theirs)]
    if any(version is None for version in versions):
        return None
    base_fields, our_fields, their_fields = (version for version in versions if version is not None)
    if not _may_join(_changed(base_fields, our_fields), _changed(base_fields, their_fields)):
        return None
    names = [list(version.texts) for version in (base_fields, our_fields, their_fields)]
    order = interleave(names[0], names[1], names[2])
    parts: list[tuple[str, str]] = []
    for name in order:
        text = _merge_field(
            name, *(version.texts.get(name) for version in (base_fields, our_fields, their_fields))
        )
        if isinstance(text, Unresolved):
            return None
        if text is not None:
            tails = [version.tails.get(name) for version in (base_fields, our_fields, their_fields)]
            parts.append((text, _tail(*tails)))
    merged = "".join(text + tail for text, tail in parts).rstrip("\n")
    return merged if _is_sound(merged, our_fields, their_fields) else None


def status_of(text: str) -> str:
    """Returns a unit's status, `""` if it has none."""
    fields = _read(text)
    return "" if fields is None else fields.texts.get("Status", "").partition(":")[2].strip()


def is_final(text: str) -> bool:
    """Tells whether a unit has reached a status that no merge takes back."""
    return status_of(text) in _FINAL


def _read(text: str) -> _Fields | None:
    """Returns heading and fields; `None` for a unit with a field twice, or with loose text before them."""
    lexed = lex(text + "\n")
    units = split_units(lexed)
    if lexed.problems or len(units) != 1:
        return None
    found, stray = parse_fields(lexed, units[0])
    if stray or not found:
        return None
    fields = _Fields()
    spans = [(_HEADING, 0, found[0].start), *((field.name, field.start, field.end) for field in found)]
    for name, start, end in spans:
        if name in fields.texts:
            return None
        block = "".join(lexed.lines[start:end])
        fields.texts[name] = block.rstrip("\n")
        fields.tails[name] = block[len(fields.texts[name]) :]
    return fields


def _changed(base: _Fields, side: _Fields) -> set[str]:
    names = base.texts.keys() | side.texts.keys()
    return {name for name in names if base.texts.get(name) != side.texts.get(name)}


def _may_join(ours: set[str], theirs: set[str]) -> bool:
    """Tells whether the two sets of changed fields may stand side by side."""
    crossed = (ours & _LIFECYCLE and theirs & _SUBSTANCE) or (theirs & _LIFECYCLE and ours & _SUBSTANCE)
    return not crossed


def _merge_field(
    name: str, base: str | None, ours: str | None, theirs: str | None
) -> str | Unresolved | None:
    settled = trivial(base, ours, theirs)
    if not isinstance(settled, Unresolved) or name not in LIST_FIELDS or ours is None or theirs is None:
        return settled
    return _merge_list(base or "", ours, theirs)


def _merge_list(base: str, ours: str, theirs: str) -> str | Unresolved:
    """Joins the items of a list field as a set; what either side removed is gone."""
    sides = [_items(text) for text in (base, ours, theirs)]
    if any(items is None for items in sides):
        return trivial(base, ours, theirs)
    before, here, there = (items for items in sides if items is not None)
    order = interleave(before, here, there)
    kept = [item for item in order if (item in here and item in there) or item not in before]
    if all(items == sorted(items) for items in (before, here, there)):
        kept = sorted(kept)
    return "\n".join([ours.partition("\n")[0], *kept])


def _items(text: str) -> list[str] | None:
    """Returns the item lines of a list field, once each; `None` if anything else stands there."""
    label, *lines = text.split("\n")
    lines = [line.rstrip() for line in lines]
    if label.rstrip() != label.partition(":")[0] + ":" or not all(line.startswith("- ") for line in lines):
        return None if text else []
    return list(dict.fromkeys(lines))


def _tail(base: str | None, ours: str | None, theirs: str | None) -> str:
    """Returns the blank lines behind a field; the more of them the better where the sides disagree."""
    if ours is None or theirs is None:
        return (ours or theirs or "\n") or "\n"
    settled = trivial(base, ours, theirs)
    return max(ours, theirs, key=len) if isinstance(settled, Unresolved) else settled or "\n"


def _is_sound(merged: str, *sides: _Fields) -> bool:
    """Tells whether the joined text reads back as one unit that took no status back."""
    fields = _read(merged)
    if fields is None:
        return False
    statuses = [_status(side) for side in sides]
    return not (_FINAL.intersection(statuses) and _status(fields) not in _FINAL)


def _status(fields: _Fields) -> str:
    return fields.texts.get("Status", "").partition(":")[2].strip()
