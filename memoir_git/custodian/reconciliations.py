"""Reconciliation records: `reconciliations.md` -> records, as far as one file alone can tell (guide 2.4)."""

from __future__ import annotations

from memoir_git.core.light import dataclass, field
from memoir_git.custodian.entries import Fault, Reason
from memoir_git.custodian.evidence import Evidence, parse_evidence
from memoir_git.custodian.fields import parse_fields
from memoir_git.custodian.ids import RECORD_CODE, Heading, id_key, is_entry_id, parse_heading
from memoir_git.custodian.lexer import Text
from memoir_git.custodian.units import H2, PREAMBLE, Unit, split_units

RESOLUTIONS = ("distinct", "superseded", "exception", "subject-merged")
# How many entries each resolution speaks of; `distinct` takes two or more.
ARITY = {"superseded": 2, "exception": 2, "subject-merged": 2}
_SCALARS = ("Status", "Resolution")
_LISTS = ("Entries", "Evidence")


@dataclass(slots=True, kw_only=True)
class Record:
    """One record as far as it can be read; one with `faults` acknowledges nothing.

    `keys` are the entries it speaks of, without regard to case.
    """

    line: int
    unit: Unit
    heading: Heading
    resolution: str = ""
    entries: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    evidence: tuple[Evidence, ...] = ()
    faults: list[Fault] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The record's ID in the writer's spelling."""
        return self.heading.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The records of a file in file order, and faults that belong to none of them."""

    records: tuple[Record, ...]
    faults: tuple[Fault, ...]


def parse_records(text: Text) -> Records:
    """Returns the records in a usable file; each H2 must be one and nothing may stand between."""
    records = []
    faults = []
    for unit in split_units(text):
        heading = parse_heading(unit.heading) if unit.kind == H2 else None
        if heading is not None and heading.code == RECORD_CODE:
            records.append(_parse_record(text, unit, heading))
        elif unit.kind == H2:
            faults.append(Fault(Reason.MALFORMED_HEADING, unit.start + 1))
        elif unit.kind != PREAMBLE and (records or unit.number):
            faults.append(Fault(Reason.STRAY_TEXT, unit.start + 1))
    return Records(records=tuple(records), faults=tuple(faults))


def _parse_record(text: Text, unit: Unit, heading: Heading) -> Record:
    record = Record(line=unit.start + 1, unit=unit, heading=heading)
    fields, stray = parse_fields(text, unit)
    record.faults += [Fault(Reason.STRAY_TEXT, at + 1) for at in stray]
    seen: dict[str, str] = {}
    for found in fields:
        line = found.start + 1
        if found.name not in (*_SCALARS, *_LISTS):
            record.faults.append(Fault(Reason.UNKNOWN_FIELD, line))
            continue
        if found.name in seen:
            record.faults.append(Fault(Reason.DUPLICATE_FIELD, line, found.name))
            continue
        seen[found.name] = found.value
        items = found.items(text) if found.name in _LISTS else []
        if found.has_stray_lines(text) if found.name in _LISTS else found.content(text):
            record.faults.append(Fault(Reason.STRAY_TEXT, line, found.name))
        if found.name in _LISTS and (found.value or "" in items or not items):
            record.faults.append(Fault(Reason.EMPTY_ITEM, line, found.name))
        if found.name == "Entries":
            record.entries = tuple(items)
            record.keys = frozenset(map(id_key, items))
        elif found.name == "Evidence":
            record.evidence = tuple(parse_evidence(item) for item in items if item)
    record.resolution = seen.get("Resolution", "")
    _check(record, seen)
    return record


def _check(record: Record, seen: dict[str, str]) -> None:
    for name in (*_SCALARS, *_LISTS):
        if name not in seen:
            record.faults.append(Fault(Reason.MISSING_FIELD, record.line, name))
    if seen.get("Status", "active") != "active":
        record.faults.append(Fault(Reason.UNKNOWN_VALUE, record.line, "Status"))
    if "Resolution" in seen and record.resolution not in RESOLUTIONS:
        record.faults.append(Fault(Reason.UNKNOWN_VALUE, record.line, "Resolution"))
    keys = [id_key(entry) for entry in record.entries]
    wanted = ARITY.get(record.resolution)
    right_count = len(keys) == wanted if wanted else len(keys) >= 2
    sorted_once = keys == sorted(set(keys))
    if not right_count or not sorted_once or not all(map(is_entry_id, record.entries)):
        record.faults.append(Fault(Reason.MALFORMED_RELATION, record.line, "Entries"))
