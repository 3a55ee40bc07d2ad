"""What surviving memory says of units that go: rewritten in the same change, so that nothing dangles.

A field that names a unit that is gone is dropped; where its absence would bring an old entry back into force
it says `external:removed` instead. A record that is left with too few entries goes. The archive is rewritten
like the rest: a relation that leads nowhere is broken wherever it stands (guide 2.5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.finding import Finding
from memoir_git.custodian.entries import EXTERNAL_REMOVED, Entry
from memoir_git.custodian.ids import id_key, parse_heading
from memoir_git.custodian.ownership import relations_of
from memoir_git.custodian.plans.draft import Material, blocked
from memoir_git.custodian.plans.forget_selection import full_path
from memoir_git.custodian.plans.unit_edit import (
    items_of,
    with_field,
    with_items,
    without_field,
    without_units,
)
from memoir_git.custodian.project import Project
from memoir_git.custodian.reconciliations import ARITY, Record
from memoir_git.custodian.storage import Kind, storage_of
from memoir_git.custodian.units import split_units

_RECORDS = "reconciliations.md"
_SUBJECTS = "subjects.md"
_FEWEST = 2
_NEVER_BACK = ("Superseded-By", "Promoted-To")


class Action(Enum):
    """What happens to a field that names a unit which goes."""

    DROPPED = "dropped"
    EXTERNAL = "external-removed"
    ITEM_DROPPED = "item-dropped"
    RECORD_REMOVED = "record-removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """One field of one surviving unit. `path` is relative to the memory directory."""

    path: str
    owner: str
    field: str
    action: Action


def rewrites(after: Project, gone: Collection[str]) -> tuple[Rewrite, ...]:
    """Returns what has to change; `gone` are the keys of IDs that no unit of `after` has."""
    return (*_of_entries(after, gone), *_of_records(after, gone), *_of_subjects(after, gone))


def rewritten(
    material: Material, texts: Mapping[str, str], changes: Collection[Rewrite], gone: Collection[str]
) -> dict[str, str]:
    """Returns the files that change, with every rewrite made; `texts` are those that changed before."""
    made = {change.path: texts.get(change.path) or material.text(change.path) for change in changes}
    for change in changes:
        made[change.path] = _applied(made[change.path], change, gone)
    return made


def stuck(material: Material, after: Project, changes: Collection[Rewrite]) -> Iterator[Finding]:
    """Yields a blocker for each unit that would have to change and is not the only one of its ID."""
    for path, owner in sorted({(change.path, change.owner) for change in changes}):
        headings = (parse_heading(unit.heading) for unit in split_units(after.files[path].text))
        if sum(heading is not None and heading.id == owner for heading in headings) != 1:
            yield blocked("entry-stands-twice", path=full_path(material, path), entry=owner)


def subject_users(material: Material, after: Project, gone: Collection[str]) -> Iterator[Finding]:
    """Yields a blocker for each surviving entry or Subject that names a Subject which goes."""
    for entry in after.entries():
        named = {id_key(entry.scalars.get(name, "")) for name in ("Subject", "Provisional-Subject")}
        if storage_of(entry.path).kind is not Kind.ARCHIVE and named.intersection(gone):
            yield blocked("subject-in-use", path=full_path(material, entry.path), entry=entry.id)
    for subject in after.registry.subjects:
        if id_key(subject.scalars.get("Merged-Into", "")) in gone:
            yield blocked("subject-in-use", path=full_path(material, _SUBJECTS), entry=subject.id)


def _of_entries(after: Project, gone: Collection[str]) -> Iterator[Rewrite]:
    for entry in after.entries():
        for field, target in relations_of(entry):
            if id_key(target) in gone:
                action = Action.EXTERNAL if field in _NEVER_BACK else Action.DROPPED
                yield Rewrite(path=entry.path, owner=entry.id, field=field, action=action)
        for field, items in _lists(entry):
            if any(id_key(item) in gone for item in items):
                yield Rewrite(path=entry.path, owner=entry.id, field=field, action=Action.ITEM_DROPPED)


def _lists(entry: Entry) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (("Related", entry.related), ("Reconciled-With", entry.reconciled_with))


def _of_records(after: Project, gone: Collection[str]) -> Iterator[Rewrite]:
    for record in after.records.records:
        if record.keys.intersection(gone):
            action = Action.ITEM_DROPPED if _stands_without(record, gone) else Action.RECORD_REMOVED
            yield Rewrite(path=_RECORDS, owner=record.id, field="Entries", action=action)


def _stands_without(record: Record, gone: Collection[str]) -> bool:
    left = len(record.keys.difference(gone))
    return left == ARITY.get(record.resolution, left) and left >= _FEWEST


def _of_subjects(after: Project, gone: Collection[str]) -> Iterator[Rewrite]:
    for subject in after.registry.subjects:
        if any(id_key(source) in gone for source in subject.merged_from):
            yield Rewrite(path=_SUBJECTS, owner=subject.id, field="Merged-From", action=Action.ITEM_DROPPED)


def _applied(text: str, change: Rewrite, gone: Collection[str]) -> str:
    if change.action is Action.RECORD_REMOVED:
        return without_units(text, [change.owner])
    if change.action is Action.EXTERNAL:
        return with_field(text, change.owner, change.field, EXTERNAL_REMOVED)
    if change.action is Action.DROPPED:
        return without_field(text, change.owner, change.field)
    items = items_of(text, change.owner, change.field)
    return with_items(text, change.owner, change.field, [item for item in items if id_key(item) not in gone])
