"""Structural conflicts of one graph: owners, overlaps and exceptions (guide 2.3, 2.4).

Deterministic and structural only: two owners of one identity conflict whatever their bodies say, and no
finding here is a proof that two texts agree.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject as codes
from memoir_git.custodian.checks.context import CheckContext, handles
from memoir_git.custodian.checks.records import check_records
from memoir_git.custodian.ids import canonical_id, id_key
from memoir_git.custodian.ownership import affects_safety_baseline
from memoir_git.custodian.storage import PROJECT_SCOPE, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def check_conflicts(context: CheckContext) -> Iterator[Finding]:
    """Yields several owners, overlaps, invalid exceptions and inconsistent records."""
    yield from _several_owners(context)
    yield from _overlaps(context)
    for entry in context.project.entries():
        archived = context.project.files[entry.path].storage.kind is Kind.ARCHIVE
        if entry.scalars.get("Exception-To") and entry.is_active and not archived:
            reason = context.ownership.exception_fault(entry)
            if reason:
                yield context.on(codes.INVALID_EXCEPTION, entry, reason=Handle(reason))
    yield from check_records(context)


def _several_owners(context: CheckContext) -> Iterator[Finding]:
    for (scope, subject, facet), owners in context.ownership.owners.items():
        if len({id_key(entry.id) for entry in owners}) > 1:
            first = min(owners, key=lambda entry: (entry.path, entry.line))
            severity = Severity.BLOCKER if affects_safety_baseline(owners) else None
            yield context.on(
                codes.SEVERAL_OWNERS,
                first,
                severity=severity,
                entries=handles([entry.id for entry in owners]),
                scope=Handle(scope),
                subject=Handle(canonical_id(subject)),
                facet=Handle(facet),
            )


def _overlaps(context: CheckContext) -> Iterator[Finding]:
    """A project owner and an area owner of one subject and facet; two areas are independent."""
    for (subject, facet), owners in context.ownership.by_facet.items():
        project_owners = [entry for entry in owners if entry.scope == PROJECT_SCOPE]
        if not project_owners:
            continue
        excused = {id_key(entry.id) for entry in project_owners}
        severity = Severity.BLOCKER if affects_safety_baseline(project_owners) else None
        for entry in owners:
            if entry.scope == PROJECT_SCOPE or context.ownership.excepted_from(entry) in excused:
                continue
            yield context.on(
                codes.OVERLAP,
                entry,
                severity=severity,
                entries=handles([entry.id, project_owners[0].id]),
                subject=Handle(canonical_id(subject)),
                facet=Handle(facet),
            )
