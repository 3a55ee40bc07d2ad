"""Edits of one file of units: a unit comes, goes, or has one field set, and every other byte stays.

A text goes in and a text comes out, so that edits follow one another without a state between them. Units are
found by ID, as everywhere; a unit that stands twice or not at all is an error of the caller, who has looked
at the project first. Line ends are the file's own, and a file whose last line has none keeps it so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from memoir_git.custodian.fields import Field, parse_fields
from memoir_git.custodian.ids import id_key, parse_heading
from memoir_git.custodian.lexer import Text, content_of, lex
from memoir_git.custodian.units import H2, Unit, split_units

# The order in which fields are written; one that is set goes behind those before it.
_ORDER = (
    "Status",
    "Superseded-By",
    "Promoted-To",
    "Kind",
    "Canonical-Ref",
    "Merged-Into",
    "Entries",
    "Resolution",
    "Entry-Type",
    "Candidate-Type",
    "Scope",
    "Subject",
    "Facet",
    "Provisional-Subject",
    "Provisional-Facet",
    "Exception-To",
    "Evidence",
    "Supersedes",
    "Promoted-From",
    "Related",
    "Aliases",
    "Merged-From",
)

FieldValue = str | tuple[str, ...]


def new_unit(
    heading: str, fields: Iterable[tuple[str, FieldValue]], bodies: Iterable[tuple[str, str]]
) -> str:
    """Returns a unit with LF line ends: scalars and lists first, then each body behind a blank line."""
    lines = [f"## {heading}", ""]
    for name, value in fields:
        lines += [f"{name}: {value}"] if isinstance(value, str) else _list_lines(name, value)
    for name, body in bodies:
        lines += ["", f"{name}:", *body.split("\n")]
    return "\n".join(lines) + "\n"


def with_unit(text: str, unit: str) -> str:
    """Returns the text with a unit before its first section, newest first; behind the text of a file without.

    Bullets that lead a file stay above: below an entry they would be taken for a part of it.
    """
    lexed = lex(text)
    sections = [found for found in split_units(lexed) if found.kind == H2]
    at = sections[0].start if sections else len(lexed.lines)
    return _inserted(lexed, at, content_lines(unit))


def without_units(text: str, identifiers: Collection[str]) -> str:
    """Returns the text without the units of these IDs, and without the blank lines behind each."""
    keys = {id_key(identifier) for identifier in identifiers}
    return without_spans(text, [unit for unit in split_units(lex(text)) if _key(unit) in keys])


def without_spans(text: str, units: Sequence[Unit]) -> str:
    """Returns the text without some of its own units, as `split_units` gives them."""
    lexed = lex(text)
    lines = list(lexed.lines)
    for unit in sorted(units, key=lambda unit: unit.start, reverse=True):
        start, end = unit.start, unit.end
        # Blank lines part a unit from its neighbours; they go with it only where one pair is enough.
        if start == 0 or not lines[start - 1].strip():
            while end < len(lines) and not lines[end].strip():
                end += 1
        while end == len(lines) and start > 0 and not lines[start - 1].strip():
            start -= 1
        del lines[start:end]
    if lines and _is_open(lexed):
        lines[-1] = content_of(lines[-1])
    return lexed.bom + "".join(lines)


def with_unit_in_place(text: str, old: Unit, unit: str) -> str:
    """Returns the text with a unit in the place of one of its own, as `split_units` gives it."""
    return _replaced(lex(text), old.start, old.end - old.start, content_lines(unit))


def with_heading(text: str, identifier: str, heading: str) -> str:
    """Returns the text with another heading for a unit: `ID` and title as they shall stand behind `## `."""
    lexed = lex(text)
    return _replaced(lexed, _unit(lexed, identifier).start, 1, [f"## {heading}"])


def with_field(text: str, identifier: str, name: str, value: str) -> str:
    """Returns the text with a unit's scalar field set, in its place or in the order of fields."""
    return _with_lines(text, identifier, name, [f"{name}: {value}"])


def with_value_in_each(text: str, identifiers: Collection[str], name: str, value: str) -> str:
    """Returns the text in which each of these units has another value on the line of a scalar field.

    A unit without the field stays as it is. One pass over the file, however many units there are.
    """
    lexed = lex(text)
    keys = {id_key(identifier) for identifier in identifiers}
    lines = list(lexed.lines)
    for unit in split_units(lexed):
        found = _field(lexed, unit, name) if _key(unit) in keys else None
        if found is not None:
            line = lines[found.start]
            lines[found.start] = f"{name}: {value}{line[len(content_of(line)) :]}"
    return lexed.bom + "".join(lines)


def with_items(text: str, identifier: str, name: str, items: Sequence[str]) -> str:
    """Returns the text with a unit's list field set; without the field where there is no item."""
    if not items:
        return without_field(text, identifier, name)
    return _with_lines(text, identifier, name, _list_lines(name, items))


def without_field(text: str, identifier: str, name: str) -> str:
    """Returns the text without a unit's field; the same text where the unit has none of this name."""
    lexed = lex(text)
    found = _field(lexed, _unit(lexed, identifier), name)
    return text if found is None else _replaced(lexed, found.start, _length(lexed, found), [])


def items_of(text: str, identifier: str, name: str) -> list[str]:
    """Returns the items of a unit's list field as they are spelled, none where there is no such field."""
    lexed = lex(text)
    found = _field(lexed, _unit(lexed, identifier), name)
    return [] if found is None else [item for item in found.items(lexed) if item]


def content_lines(text: str) -> list[str]:
    """Returns the lines of a text with LF line ends, without ends and without blank edges."""
    return text.strip("\n").split("\n")


def _with_lines(text: str, identifier: str, name: str, lines: list[str]) -> str:
    lexed = lex(text)
    unit = _unit(lexed, identifier)
    found = _field(lexed, unit, name)
    if found is not None:
        return _replaced(lexed, found.start, _length(lexed, found), lines)
    before = [field for field in parse_fields(lexed, unit)[0] if _rank(field.name) < _rank(name)]
    at = before[-1].start + _length(lexed, before[-1]) if before else _first_line(lexed, unit)
    return _replaced(lexed, at, 0, lines)


def _first_line(text: Text, unit: Unit) -> int:
    at = unit.start + 1
    while at < unit.end and not text.lines[at].strip():
        at += 1
    return at


def _length(text: Text, field: Field) -> int:
    """Returns how many lines a field has, the blank lines behind it left out."""
    end = field.end
    while end > field.start + 1 and not text.lines[end - 1].strip():
        end -= 1
    return end - field.start


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _list_lines(name: str, items: Sequence[str]) -> list[str]:
    return [f"{name}:", *(f"- {item}" for item in items)]


def _unit(text: Text, identifier: str) -> Unit:
    found = [unit for unit in split_units(text) if _key(unit) == id_key(identifier)]
    assert len(found) == 1, "the caller made sure that the unit is there once"
    return found[0]


def _key(unit: Unit) -> str:
    heading = parse_heading(unit.heading) if unit.kind == H2 else None
    return "" if heading is None else id_key(heading.id)


def _field(text: Text, unit: Unit, name: str) -> Field | None:
    return next((field for field in parse_fields(text, unit)[0] if field.name == name), None)


def _replaced(text: Text, at: int, count: int, lines: list[str]) -> str:
    """Returns the text with some lines replaced, in the line ends of the file."""
    end = _line_end(text)
    before, after = list(text.lines[:at]), list(text.lines[at + count :])
    if before and content_of(before[-1]) == before[-1]:
        before[-1] += end
    made = [*before, *(line + end for line in lines), *after]
    if made and _is_open(text):
        made[-1] = content_of(made[-1])
    return text.bom + "".join(made)


def _inserted(text: Text, at: int, lines: list[str]) -> str:
    """Returns the text with a unit at a line, parted from its neighbours by one blank line."""
    above = [""] if at > 0 and text.lines[at - 1].strip() else []
    below = [""] if at < len(text.lines) else []
    return _replaced(text, at, 0, [*above, *lines, *below])


def _is_open(text: Text) -> bool:
    """Tells whether the last line of the file has no end."""
    return bool(text.lines) and content_of(text.lines[-1]) == text.lines[-1]


def _line_end(text: Text) -> str:
    end = text.lines[0][len(content_of(text.lines[0])) :] if text.lines else ""
    return end or "\n"
