"""Structural conflict identity: who owns one scope, subject and facet (guide 2.3).

Titles, bodies, dates and file order never matter. An entry whose operands are invalid is reported elsewhere
and left out here, so that one mistake does not look like two.
"""

from __future__ import annotations

from memoir_git.custodian.entries import FACETS, SCALAR_RELATIONS, Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.project import OWNER_CODES, Project
from memoir_git.custodian.storage import AREA_PREFIX, PROJECT_SCOPE, Kind, is_local_scope, is_scope

Identity = tuple[str, str, str]

_OWNER_KINDS = (Kind.DECISIONS, Kind.CONSTRAINTS, Kind.DO_NOT_USE, Kind.AREA)


def identity_of(project: Project, entry: Entry) -> Identity | None:
    """Returns the identity an active entry owns; `None` for what is no owner or has invalid operands."""
    storage = project.files[entry.path].storage
    facet = entry.scalars.get("Facet", "")
    if not entry.is_active or entry.code not in OWNER_CODES or storage.kind not in _OWNER_KINDS:
        return None
    if entry.code == "AREA" and entry.scalars.get("Entry-Type") == "preference":
        return None
    subject = project.subject(entry.scalars.get("Subject", ""))
    if subject is None or not subject.is_active or facet not in FACETS:
        return None
    if not is_scope(entry.scope) or is_local_scope(entry.scope):
        return None
    return (entry.scope.casefold(), id_key(subject.id), facet)


class Ownership:
    """The owners of every identity, and the same by subject and facet; built once."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.identities: dict[str, Identity] = {}
        self.owners: dict[Identity, list[Entry]] = {}
        self.by_facet: dict[tuple[str, str], list[Entry]] = {}
        for entry in project.entries():
            identity = identity_of(project, entry)
            if identity is not None:
                self.identities[id_key(entry.id)] = identity
                self.owners.setdefault(identity, []).append(entry)
                self.by_facet.setdefault(identity[1:], []).append(entry)

    def identity(self, entry: Entry) -> Identity | None:
        """Returns the identity an entry owns."""
        return self.identities.get(id_key(entry.id))

    def exception_fault(self, entry: Entry) -> str:
        """Returns why an entry's Exception-To is invalid, `""` for a valid one (plan 7.3 of 0.7)."""
        target = self.project.entry(entry.scalars["Exception-To"])
        if target is None:
            return "target-missing"
        ours, theirs = self.identity(entry), self.identity(target)
        if ours is None or not ours[0].startswith(AREA_PREFIX):
            return "source-is-no-area-owner"
        if theirs is None or theirs[0] != PROJECT_SCOPE:
            return "target-is-no-project-owner"
        if "Exception-To" in target.scalars:
            return "target-is-an-exception"
        return "" if ours[1:] == theirs[1:] else "subject-or-facet-differs"

    def excepted_from(self, entry: Entry) -> str | None:
        """Returns the key of the entry that `entry` is a valid exception to, `None` if it is none."""
        named = entry.scalars.get("Exception-To", "")
        return id_key(named) if named and not self.exception_fault(entry) else None


def affects_safety_baseline(entries: list[Entry]) -> bool:
    """Tells whether a conflict touches the safety baseline: a root constraint about security."""
    return any(
        entry.code == "CON" and entry.path == "constraints.md" and entry.scalars.get("Facet") == "security"
        for entry in entries
    )


def relations_of(entry: Entry) -> list[tuple[str, str]]:
    """Returns the scalar relations of an entry as `(field, target ID)`."""
    return [(name, entry.scalars[name]) for name in SCALAR_RELATIONS if entry.scalars.get(name)]
