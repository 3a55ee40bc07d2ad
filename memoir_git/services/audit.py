"""`git memoir audit` and `check`: one reading of project memory, judged by the chosen sections (guide 5.1).

Persistent state only: what one invocation would load is `read`'s business. Nothing is changed, and no network
is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.finding import Finding, Severity, ordered
from memoir_git.core.ids import Handle
from memoir_git.core.report import Report
from memoir_git.core.snapshot import Snapshot
from memoir_git.custodian import codes_entry, codes_system
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import judge, selected
from memoir_git.custodian.project import Project
from memoir_git.services.adapter_files import adapter_findings
from memoir_git.services.audit_data import (
    LOCAL,
    SECTIONS,
    TRANSACTIONS,
    AuditData,
    Besides,
    counted_data,
    declared_protocol,
    project_identity,
)
from memoir_git.services.evidence_sources import evidence_sources
from memoir_git.services.memory_place import MemoryPlace, find_place, load_files, project_of
from memoir_git.services.merge_review import MergeReview, review_merge
from memoir_git.services.overlay import look_up, overlay_findings
from memoir_git.services.review_policy import with_policy
from memoir_git.services.reviewed_findings import with_review
from memoir_git.services.transaction_state import TransactionState, project_transactions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.services.exposure import Look
    from memoir_git.services.history.exposed import Exposure


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRequest:
    """Which sections are asked for (`None`: all), and options that this version only acknowledges.

    `merge_base` names the other side of a merge to review; `review_as` overrides the setting of that name.
    `history_exposure` asks what is still reachable of all that is known to be forgotten, told of progress.
    `variables` is the environment, which leads to this machine's private state.
    """

    command: str
    directory: Path
    memory_dir: str | None
    sections: tuple[str, ...] | None
    not_available: tuple[str, ...] = ()
    merge_base: str | None = None
    require_merge_review: bool = False
    review_as: str | None = None
    history_exposure: Look | None = None
    variables: Mapping[str, str]


def audit(request: AuditRequest) -> Report[AuditData]:
    """Returns the audit of the project around a directory. Raises `PlaceError` and what git raises."""
    return audit_place(find_place(request.directory, request.memory_dir), request)


def audit_place(place: MemoryPlace, request: AuditRequest) -> Report[AuditData]:
    """Returns the audit of the project memory at a place."""
    snapshot = load_files(place)
    project = project_of(snapshot, place.directory)
    context = _context(project, place)
    sections = SECTIONS if request.sections is None else request.sections
    judged = judge(context, sections)
    identity = project_identity(project.manifest)
    transactions = project_transactions(place.root, place.directory, identity, request.variables)
    overlay = look_up(place, project, request.variables)
    findings = [
        *selected(judged, sections),
        *_transaction_findings(transactions, sections),
        *_obstacles(snapshot),
        *(adapter_findings(place.root) if "routing" in sections else ()),
        *(overlay_findings(overlay) if LOCAL in sections else ()),
        *(_not_available(name) for name in request.not_available),
    ]
    review = _merge_review(place, request)
    if review is not None:
        findings = with_review(findings, review)
    exposure = None
    if request.history_exposure is not None:
        exposure, exposed = _history_exposure(place, request.history_exposure)
        findings = [*findings, *exposed]
    told = ordered(with_policy(findings, request.review_as, place.repository))
    besides = Besides(
        merge_review=review,
        history_exposure=exposure,
        transactions=transactions,
        local_overlay=overlay.status,
    )
    return Report(
        command=request.command,
        data=counted_data(context, sections, judged, told, besides),
        findings=told,
        protocol_version=declared_protocol(project.manifest),
    )


def _merge_review(place: MemoryPlace, request: AuditRequest) -> MergeReview | None:
    if request.merge_base is None:
        return None
    return review_merge(place, request.merge_base, required=request.require_merge_review)


def _history_exposure(place: MemoryPlace, look: Look) -> tuple[Exposure, tuple[Finding, ...]]:
    # Most audits do not ask for it, and need not pay for its imports.
    from memoir_git.services.exposure import exposure_findings, inspect_for
    from memoir_git.services.history.known import known_forgotten

    exposure = inspect_for(place.root, known_forgotten(place.root), look)
    return exposure, tuple(exposure_findings(exposure))


def _context(project: Project, place: MemoryPlace) -> CheckContext:
    sources, available = evidence_sources(project, place.root, place.repository)
    return CheckContext(project, place.directory, sources, available)


def _obstacles(snapshot: Snapshot) -> list[Finding]:
    """A memory file that is a link, a pipe or unreadable is an integrity error (guide 9.3)."""
    return [
        codes_entry.MALFORMED_ENTRY.at(path, reason=Handle(obstacle.name.lower().replace("_", "-")))
        for path, obstacle in snapshot.obstacles.items()
    ]


def _transaction_findings(state: TransactionState, sections: Collection[str]) -> tuple[Finding, ...]:
    """What blocks every writer is told whatever was asked for."""
    if TRANSACTIONS in sections:
        return state.findings
    return tuple(finding for finding in state.findings if finding.severity is Severity.BLOCKER)


def _not_available(option: str) -> Finding:
    """An inspection that did not happen is never a pass, and never fatal."""
    return codes_system.INVOCATION.at(severity=Severity.WARNING, option=Handle(option))
