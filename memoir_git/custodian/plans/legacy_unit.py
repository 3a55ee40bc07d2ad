"""A unit without an ID that shall become an entry: found by its number, taken whole or not at all.

Only a heading section with one typed body and perhaps a Reason can be rewritten without losing a line. A
bullet has no title to trust; a section with more in it is for a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.custodian.entries import BODY_LABELS
from memoir_git.custodian.fields import Field, parse_fields
from memoir_git.custodian.ids import holds_entry_id
from memoir_git.custodian.lexer import Text
from memoir_git.custodian.plans.draft import Material, ObstacleError, blocked
from memoir_git.custodian.plans.entry_text import plain_body
from memoir_git.custodian.storage import STRUCTURED
from memoir_git.custodian.units import BODY, BULLET, H2, Unit

_MARK = "#unit-"


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacySource:
    """What stands there: the unit, its body with the label, and its Reason."""

    path: str
    unit: Unit
    label: str
    body: str
    reason: str | None

    def findings(self, *, label: str, path: str) -> Iterator[Finding]:
        """Yields why the unit cannot become an entry with this body's label in this file."""
        if (self.label, self.path) != (label, path):
            yield blocked("legacy-type-differs")


def parse_place(place: str) -> tuple[str, int] | None:
    """Returns file and number of `decisions.md#unit-3` or `decisions.md:3`; `None` for anything else."""
    path, mark, number = place.rpartition(_MARK) if _MARK in place else place.rpartition(":")
    if not mark or not path or not (number.isascii() and number.isdigit()) or len(number) > 9:
        return None
    return path, int(number)


def legacy_source(material: Material, place: str) -> LegacySource:
    """Returns the unit at a place, relative to the memory directory. Raises `ObstacleError`."""
    parsed = parse_place(place)
    file = material.project.files.get(parsed[0]) if parsed is not None else None
    if parsed is None or file is None or file.storage.kind not in STRUCTURED:
        raise ObstacleError(blocked("legacy-unit-not-found"))
    units = file.units
    at = next((at for at, unit in enumerate(units) if unit.number == parsed[1]), None)
    if at is None or parsed[1] < 1:
        raise ObstacleError(blocked("legacy-unit-not-found"))
    unit = units[at]
    if unit.kind != H2 or holds_entry_id(unit.heading):
        raise ObstacleError(blocked("legacy-unit-not-a-section"))
    follows = units[at + 1].kind if at + 1 < len(units) else ""
    label, body, reason = _parts(file.text, unit, is_cut=follows in (BULLET, BODY))
    return LegacySource(path=file.path, unit=unit, label=label, body=body, reason=reason)


def _parts(text: Text, unit: Unit, *, is_cut: bool) -> tuple[str, str, str | None]:
    """Returns label, body and Reason; a section that a bullet cuts short would take it for its own."""
    fields, stray = parse_fields(text, unit)
    bodies = [field for field in fields if field.name in BODY_LABELS]
    reasons = [field for field in fields if field.name == "Reason"]
    is_plain = not stray and len(bodies) == 1 and len(reasons) <= 1 and len(fields) <= 2
    if is_cut or not is_plain or len(fields) != len(bodies) + len(reasons):
        raise ObstacleError(blocked("legacy-unit-not-plain"))
    body = _text(text, bodies[0])
    if not body:
        raise ObstacleError(blocked("legacy-unit-not-plain"))
    return bodies[0].name, body, _text(text, reasons[0]) if reasons else None


def _text(text: Text, field: Field) -> str:
    return plain_body(field.block(text))
