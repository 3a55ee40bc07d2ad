"""Exceptions: an area's rule that is narrower than the project's, by intent (guide 2.4; plan 7.3 of 0.7).

One field of the area's entry says so. Whether it may is asked of the graph as it would be, so that adding and
removing know no rule that the checks do not.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.ownership import Ownership
from memoir_git.custodian.plans.archive import Move, archive_path, archived
from memoir_git.custodian.plans.asked import unusable
from memoir_git.custodian.plans.changelog import with_log
from memoir_git.custodian.plans.draft import Draft, Material, blocked
from memoir_git.custodian.plans.overlaps import new_overlaps, project_after
from memoir_git.custodian.plans.records import RECORDS
from memoir_git.custodian.plans.unit_edit import with_field, without_field, without_spans
from memoir_git.custodian.reconciliations import Record

_FIELD = "Exception-To"


def plan_exception_add(material: Material, identifier: str, target: str) -> Draft:
    """Returns the area's entry with an Exception-To; nothing to change where it has this one."""
    entry, blockers = known_entry(material, identifier)
    aim, more = known_entry(material, target)
    blockers += more
    if entry is None or aim is None:
        return Draft(blockers=tuple(blockers))
    present = entry.scalars.get(_FIELD, "")
    if present and id_key(present) != id_key(aim.id):
        return Draft(blockers=(blocked("exception-to-another", path=_path(material, entry), entry=entry.id),))
    text = material.text(entry.path)
    if not present:
        text = with_field(text, entry.id, _FIELD, aim.id)
    after = project_after(material, {entry.path: text})
    changed = after.entry(entry.id)
    assert changed is not None, "the entry stands once, and a field does not part it"
    fault = Ownership(after).exception_fault(changed)
    blockers += [blocked(fault, path=_path(material, entry), entry=entry.id)] if fault else []
    words = f"Made {entry.id} an exception to {aim.id}"
    texts = {entry.path: text} if present else with_log(material, {entry.path: text}, words)
    return Draft(
        contents={path: content.encode() for path, content in texts.items()},
        facts=(("entry", Handle(entry.id)), ("exception_to", Handle(aim.id))),
        blockers=tuple(blockers),
    )


def plan_exception_remove(material: Material, identifier: str, *, archive_readme: str) -> Draft:
    """Returns the area's entry without its Exception-To, and the overlap that is then to be reviewed.

    A record that acknowledged the exception has nothing to say any more and goes to the archive with it.
    """
    entry, blockers = known_entry(material, identifier)
    if entry is None:
        return Draft(blockers=tuple(blockers))
    named = entry.scalars.get(_FIELD, "")
    target = material.project.entry(named) if named else None
    if target is None:
        reason = "target-missing" if named else "no-exception"
        return Draft(blockers=(blocked(reason, path=_path(material, entry), entry=entry.id),))
    records = _records_of(material, entry, target)
    archive = {archive_path(RECORDS, material.today)} if records else set()
    blockers = unusable(material, *(archive & material.project.files.keys()))
    if blockers:
        return Draft(blockers=tuple(blockers))
    texts = {entry.path: without_field(material.text(entry.path), entry.id, _FIELD)}
    texts |= _without_records(material, records, archive_readme)
    after = project_after(material, texts)
    texts = with_log(material, texts, f"Removed the exception of {entry.id} to {target.id}")
    return Draft(
        contents={path: text.encode() for path, text in texts.items()},
        facts=(
            ("entry", Handle(entry.id)),
            ("exception_to", Handle(target.id)),
            ("archived", tuple(Handle(record.id) for record in records)),
        ),
        warnings=new_overlaps(material, after),
    )


def known_entry(material: Material, identifier: str) -> tuple[Entry | None, list[Finding]]:
    """Returns the one entry of an ID, or `None` and why there is none to change."""
    found = material.project.entries_by_id.get(id_key(identifier), [])
    if len(found) != 1:
        return None, [blocked("entry-stands-twice" if found else "entry-not-found", entry=identifier)]
    return found[0], []


def _records_of(material: Material, entry: Entry, target: Entry) -> list[Record]:
    pair = {id_key(entry.id), id_key(target.id)}
    records = material.project.records_by_entry.get(id_key(entry.id), [])
    return [record for record in records if record.resolution == "exception" and record.keys == pair]


def _without_records(material: Material, records: list[Record], readme: str) -> dict[str, str]:
    if not records:
        return {}
    text = material.text(RECORDS)
    units = [record.unit for record in records]
    reason = "The exception that was acknowledged was removed."
    move = Move(source=RECORDS, text=text, units=units, reason=reason, readme=readme)
    return {RECORDS: without_spans(text, units), **archived(material, move)}


def _path(material: Material, entry: Entry) -> RepoPath:
    return RepoPath(f"{material.directory}/{entry.path}")
