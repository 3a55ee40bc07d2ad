"""Superseding: one entry takes the place of another, and both say so (guide 2.5).

A successor keeps the structural identity of what it supersedes, so that no identity changes hands unseen. A
guard has none: superseding it is how a person lifts it.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.finding import Finding
from memoir_git.custodian.entries import EXTERNAL_REMOVED, Entry
from memoir_git.custodian.ids import id_key, is_entry_id
from memoir_git.custodian.plans.draft import Material, ObstacleError, blocked, warned
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.unit_edit import with_field
from memoir_git.custodian.storage import Kind, Status

GUARD_CODE = "TOMB"
_PREFERENCE = "PREF"


def managed_entry(material: Material, identifier: str) -> Entry:
    """Returns the one entry with this ID that may be changed. Raises `ObstacleError`."""
    known = identifier if is_entry_id(identifier) else None
    entry = material.project.entry(identifier)
    if entry is None:
        raise ObstacleError(blocked("entry-not-found", entry=known))
    if material.project.files[entry.path].storage.kind is Kind.ARCHIVE:
        raise ObstacleError(blocked("entry-archived", entry=entry.id))
    return entry


def superseded_entry(material: Material, identifier: str) -> Entry:
    """Returns the active entry that shall be superseded. Raises `ObstacleError`, which names a successor."""
    entry = managed_entry(material, identifier)
    successor = entry.scalars.get("Superseded-By")
    if entry.status is Status.SUPERSEDED:
        named = successor if successor and successor != EXTERNAL_REMOVED else None
        raise ObstacleError(blocked("already-superseded", entry=named or entry.id))
    if not entry.is_active:
        raise ObstacleError(blocked("entry-not-active", entry=entry.id))
    if entry.faults:
        raise ObstacleError(blocked("entry-malformed", entry=entry.id))
    return entry


def supersession_findings(
    material: Material, old: Entry, *, code: str, path: str, identity: tuple[str, str, str]
) -> Iterator[Finding]:
    """Yields what forbids, or follows from, an entry of this code, file and identity superseding `old`.

    The identity is scope, Subject and Facet, `""` for what an entry does not have.
    """
    if old.code == GUARD_CODE:
        return
    if not _is_alike(old, code, path):
        yield blocked("type-changes", entry=old.id)
    if identity_key(old.scope, subject_now(material, old), old.scalars.get("Facet")) != identity:
        yield blocked("identity-changes", entry=old.id)
    for entry in material.project.entries():
        if entry.is_active and id_key(entry.scalars.get("Exception-To", "")) == id_key(old.id):
            yield blocked("exception-depends", entry=entry.id)
    for record in material.project.records_by_entry.get(id_key(old.id), ()):
        yield warned("record-becomes-stale", entry=record.id)


def identity_key(scope: str, subject: str | None, facet: str | None) -> tuple[str, str, str]:
    """Returns scope, Subject and Facet as they are compared."""
    return (scope.casefold(), id_key(subject or ""), facet or "")


def subject_now(material: Material, entry: Entry) -> str:
    """Returns the Subject that an entry names, or the one that was merged into; `""` for none."""
    named = entry.scalars.get("Subject", "")
    subject = material.project.subject(named)
    return subject.scalars.get("Merged-Into", named) if subject is not None and subject.is_merged else named


def mark_superseded(edits: Edits, old: Entry, successor: str) -> None:
    """Makes the old entry superseded by its successor."""
    text = with_field(edits.text(old.path), old.id, "Status", Status.SUPERSEDED.value)
    edits.put(old.path, with_field(text, old.id, "Superseded-By", successor))


def _is_alike(old: Entry, code: str, path: str) -> bool:
    """Decisions, constraints and rejections may follow each other; all else follows its like."""
    workflow = old.path.startswith(("rules/", "profiles/")) or path.startswith(("rules/", "profiles/"))
    if workflow:
        return old.path == path
    is_preference = old.code == _PREFERENCE or old.scalars.get("Entry-Type") == "preference"
    return is_preference == (code == _PREFERENCE)
