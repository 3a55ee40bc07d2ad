"""What an audit counts: the state of a project's memory in numbers and inventories (guide 5.6).

What is wrong with it stands in the findings. A project that cannot be read counts as an empty one, since
nothing of it may be interpreted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from memoir_git.core.finding import SEVERITIES, Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.custodian import codes_routing, codes_subject
from memoir_git.custodian.checks.budgets import Budget, budgets
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.evidence import Coverage, evidence_coverage
from memoir_git.custodian.checks.table import ALL
from memoir_git.custodian.entries import FACETS, Entry
from memoir_git.custodian.manifest import SUBSTANTIAL_TASKS, Manifest
from memoir_git.custodian.metadata import is_project_id
from memoir_git.custodian.overlay import OverlayStatus
from memoir_git.custodian.ownership import relations_of
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import STRUCTURED, Kind, Status
from memoir_git.services.merge_review import MergeReview
from memoir_git.services.subject_row import SubjectRow, subject_row
from memoir_git.services.transaction_state import TransactionState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.services.history.exposed import Exposure

Judged = Mapping[str, tuple[Finding, ...]]

# Judged from the files, in the order of the report; then the overlay and what the private state says.
LOCAL = "local"
TRANSACTIONS = "transactions"
SECTIONS = (*(name for name, _ in ALL), LOCAL, TRANSACTIONS)
_INVALID = (codes_subject.INVALID_EXCEPTION, codes_subject.INVALID_RECORD, codes_subject.REGISTRY_SYNTAX)
_CONFLICT = (codes_subject.SEVERAL_OWNERS,)
_REVIEW = (codes_subject.OVERLAP,)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditData:
    """The state of a project's memory in counts; what is wrong with it stands in the findings."""

    directory: str
    protocol: str | None
    project_id: str | None
    sections: tuple[str, ...]
    routing_valid: bool
    substantial_routes: int
    unreachable_hard_constraints: int
    active: int
    superseded: int
    legacy: int
    candidates: int
    entry_coverage: Coverage
    subject_coverage: Coverage
    subjects: tuple[SubjectRow, ...]
    facets: tuple[str, ...]
    relations: tuple[tuple[str, int], ...]
    conflict_status: str
    erasure_audit: str
    budgets: tuple[Budget, ...]
    local_overlay: OverlayStatus
    finding_counts: tuple[tuple[Severity, int], ...]
    merge_review: MergeReview | None
    history_exposure: Exposure | None
    transactions: TransactionState


@dataclass(frozen=True, slots=True, kw_only=True)
class Besides:
    """What an audit looks at besides the shared files; `None` where nobody asked."""

    merge_review: MergeReview | None
    history_exposure: Exposure | None
    transactions: TransactionState
    local_overlay: OverlayStatus


def counted_data(
    context: CheckContext,
    sections: Collection[str],
    judged: Judged,
    findings: Collection[Finding],
    besides: Besides,
) -> AuditData:
    """Counts what is there; nothing of a project whose protocol or manifest cannot be read."""
    declared = context.project.manifest
    context = context if context.project.is_readable else CheckContext(Project({}), context.directory)
    project = context.project
    shared = _shared(project)
    statuses = Counter(entry.status for entry in shared)
    entry_coverage, subject_coverage = evidence_coverage(context)
    return AuditData(
        directory=RepoPath(context.directory).shown(),
        protocol=declared_protocol(declared),
        project_id=project_identity(declared),
        sections=tuple(name for name in SECTIONS if name in sections),
        routing_valid=not any(_is_routing_fault(finding) for finding in judged["routing"]),
        substantial_routes=sum(task in project.manifest.routes for task in SUBSTANTIAL_TASKS),
        unreachable_hard_constraints=_unreachable(judged),
        active=statuses[Status.ACTIVE],
        superseded=statuses[Status.SUPERSEDED],
        legacy=sum(len(file.legacy) for file in project.files.values() if file.storage.kind in STRUCTURED),
        candidates=statuses[Status.CANDIDATE],
        entry_coverage=entry_coverage,
        subject_coverage=subject_coverage,
        subjects=_subjects(project),
        facets=tuple(sorted({entry.scalars.get("Facet", "") for entry in shared}.intersection(FACETS))),
        relations=_relations(shared),
        conflict_status=_conflict_status(judged),
        erasure_audit=_erasure_audit(judged),
        budgets=tuple(budgets(context)),
        local_overlay=besides.local_overlay,
        finding_counts=_by_severity(findings),
        merge_review=besides.merge_review,
        history_exposure=besides.history_exposure,
        transactions=besides.transactions,
    )


def _shared(project: Project) -> list[Entry]:
    """Returns the entries that are not archived."""
    return [
        entry for entry in project.entries() if project.files[entry.path].storage.kind is not Kind.ARCHIVE
    ]


def _relations(entries: Collection[Entry]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(field for entry in entries for field, _ in relations_of(entry)).items()))


def _by_severity(findings: Collection[Finding]) -> tuple[tuple[Severity, int], ...]:
    counts = Counter(finding.severity for finding in findings)
    return tuple((severity, counts[severity]) for severity in SEVERITIES)


def _unreachable(judged: Judged) -> int:
    found = judged.get("reachability", ())
    return sum(finding.code is codes_routing.UNREACHABLE_HARD for finding in found)


def _erasure_audit(judged: Judged) -> str:
    """Returns what the erasure section comes to, or that nobody asked for it."""
    if "erasure" not in judged:
        return "not-checked"
    return "findings" if judged["erasure"] else "clean"


def declared_protocol(manifest: Manifest) -> str | None:
    """Returns the protocol a manifest declares, `None` for what is no version."""
    return manifest.protocol_version if manifest.version is not None else None


def project_identity(manifest: Manifest) -> str | None:
    """Returns the identity a manifest declares, `None` for what is none."""
    written = manifest.metadata.get("project_id", "")
    return written if is_project_id(written) else None


def _is_routing_fault(finding: Finding) -> bool:
    routing = (codes_routing.MISSING_ROUTE, codes_routing.NO_ACTIVATION, codes_routing.INVALID_MANIFEST)
    return finding.code in routing and finding.severity >= Severity.ERROR


def _subjects(project: Project) -> tuple[SubjectRow, ...]:
    return tuple(sorted(map(subject_row, project.registry.subjects), key=lambda row: row.id))


def _conflict_status(judged: Judged) -> str:
    """INVALID over CONFLICT over REVIEW over CLEAR; CLEAR never means that the texts agree."""
    if "conflicts" not in judged:
        return "INVALID"
    findings = [*judged["subjects"], *judged["conflicts"]]
    codes = {finding.code for finding in findings if finding.severity >= Severity.WARNING}
    for status, family in (("INVALID", _INVALID), ("CONFLICT", _CONFLICT), ("REVIEW", _REVIEW)):
        if codes.intersection(family):
            return status
    return "CLEAR"
