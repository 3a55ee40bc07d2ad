"""Reconciliation records that come: one unit each, in a file that the first one makes (guide 2.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.text import sha256_hex
from memoir_git.custodian.ids import DASH, RECORD_CODE, id_key
from memoir_git.custodian.plans.draft import SUFFIX_LENGTH, Material
from memoir_git.custodian.plans.unit_edit import new_unit, with_unit

RECORDS = "reconciliations.md"
_HEAD = "# Reconciliations\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRecord:
    """What a record says: the title on one line, the entries as canonical IDs, sorted, once each."""

    title: str
    resolution: str
    entries: tuple[str, ...]
    evidence: tuple[str, ...]


def sorted_ids(identifiers: Iterable[str]) -> tuple[str, ...]:
    """Returns IDs once each, sorted without regard to case, as records list them."""
    return tuple(sorted({id_key(one): one for one in identifiers}.values(), key=id_key))


def record_id(material: Material, record: NewRecord) -> str:
    """Returns the record's ID: of the day, and of a digest of all that the record says in this project."""
    project_id = material.project.manifest.metadata.get("project_id", "")
    said = [project_id, record.resolution, record.title, list(record.entries), list(record.evidence)]
    return f"MC-{RECORD_CODE}-{material.today}-{sha256_hex(canonical_json(said))[:SUFFIX_LENGTH]}"


def with_records(material: Material, text: str, records: Sequence[NewRecord]) -> str:
    """Returns the text of the records' file with some more, newest first; with a title where it is new."""
    return with_unit(text or _HEAD, "\n".join(_unit(material, record) for record in records))


def _unit(material: Material, record: NewRecord) -> str:
    return new_unit(
        f"{record_id(material, record)} {DASH} {record.title}",
        [
            ("Status", "active"),
            ("Entries", record.entries),
            ("Resolution", record.resolution),
            ("Evidence", record.evidence),
        ],
        [],
    )
