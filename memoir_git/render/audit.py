"""An audit as the guide's summary lines and findings, and as the envelope's data (guide 5.6, part 6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from memoir_git.core.erasure import looking, to_json
from memoir_git.core.exposure import HistoryStatus
from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.custodian.checks.evidence import Coverage
from memoir_git.custodian.subjects import ACTIVE
from memoir_git.render import exposure, merge_review
from memoir_git.render.subject_row import subject_object
from memoir_git.render.text import closing_lines, joined
from memoir_git.render.transactions import transactions_object, transactions_words
from memoir_git.render.wording import CONFLICT_LIMIT, ERASURE_POLICY, HEURISTIC_LIMIT, HISTORY_LIMIT
from memoir_git.services.audit_data import SECTIONS, AuditData
from memoir_git.services.subject_row import SubjectRow

AUDIT_SCHEMA_VERSION = 1
# Sections whose clean result says that no pattern matched, and nothing more.
_HEURISTIC = frozenset(("privacy", "security", "erasure"))
_NOT_AVAILABLE = "not available in this version"


def as_text(report: Report[AuditData]) -> str:
    """Returns the summary and the findings, or the findings and a verdict for a check of some sections."""
    data = report.data
    lines = [*_summary(data), *_inventory(data), ""] if report.command == "audit" else []
    lines += [] if data.merge_review is None else merge_review.as_lines(data.merge_review)
    lines += [] if data.history_exposure is None else [*exposure.as_lines(data.history_exposure), ""]
    lines += closing_lines(report)
    weights = ", ".join(f"{count} {severity.name}" for severity, count in reversed(data.finding_counts))
    return joined([*lines, f"{report.status.value}: {weights}"])


def limits(data: AuditData) -> tuple[str, ...]:
    """Returns the sentences that limit what the sections of this report claim."""
    said = (
        ({"conflicts"}, CONFLICT_LIMIT),
        (_HEURISTIC, HEURISTIC_LIMIT),
        ({"erasure"} if data.history_exposure is None else set(), HISTORY_LIMIT),
    )
    looked = data.history_exposure
    return (
        *(sentence for sections, sentence in said if not sections.isdisjoint(data.sections)),
        *(() if looked is None else exposure.limits(looked)),
    )


def as_json(data: AuditData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    shown = {
        "audit_schema_version": AUDIT_SCHEMA_VERSION,
        "memory_directory": data.directory,
        "project_id": data.project_id,
        "sections": list(data.sections),
        "routing_configuration": _routing(data),
        "substantial_routes_checked": data.substantial_routes,
        "unreachable_hard_constraints": data.unreachable_hard_constraints,
        "entries": {"active": data.active, "superseded": data.superseded, "legacy": data.legacy},
        "candidates": data.candidates,
        "evidence_coverage": {
            "entries": _coverage(data.entry_coverage),
            "subjects": _coverage(data.subject_coverage),
        },
        "subjects": [subject_object(row) for row in data.subjects],
        "facets": list(data.facets),
        "relations": dict(data.relations),
        "conflict_status": data.conflict_status,
        "budgets": {
            budget.path: {"state": budget.state.value, "tokens": budget.tokens, "limit": budget.limit}
            for budget in data.budgets
        },
        "local_overlay": data.local_overlay.value,
        "transactions": transactions_object(data.transactions),
        "erasure_policy": ERASURE_POLICY,
        "erasure_scope": to_json(looking(_history_status(data))),
        "erasure_audit": {"status": data.erasure_audit},
        "history_exposure": _exposure(data),
        "finding_counts": {severity.name: count for severity, count in data.finding_counts},
    }
    if data.merge_review is not None:
        shown["merge_review"] = merge_review.as_object(data.merge_review)
    return shown


def _exposure(data: AuditData) -> dict[str, Any]:
    """Returns what was found in history; nothing was asked of it unless a flag did."""
    looked = data.history_exposure
    return {"status": "not-requested"} if looked is None else exposure.as_object(looked)


def _history_status(data: AuditData) -> HistoryStatus:
    looked = data.history_exposure
    return HistoryStatus.NOT_REQUESTED if looked is None else looked.status


def _summary(data: AuditData) -> list[str]:
    parts = Counter(budget.state.value for budget in data.budgets)
    budgets = ", ".join(f"{count} {state}" for state, count in sorted(parts.items())) or "none"
    relations = ", ".join(f"{count} {name}" for name, count in data.relations) or "none"
    return [
        f"Protocol: {data.protocol or 'unknown'}",
        f"Project ID: {data.project_id or 'none'}",
        f"Memory directory: {data.directory}",
        f"Routing configuration: {_routing(data)}",
        f"Substantial routes checked: {data.substantial_routes}",
        f"Unreachable hard constraints: {data.unreachable_hard_constraints}",
        f"Shared entries: {data.active} active / {data.superseded} superseded / {data.legacy} legacy",
        f"Candidates: {data.candidates} pending",
        f"Local overlay: {data.local_overlay.value}",
        f"Evidence coverage: {_covered(data.entry_coverage)} entries,"
        f" {_covered(data.subject_coverage)} Subjects",
        f"Subjects and relations: {counted(len(data.subjects), 'Subject')} ({_unreferenced(data)});"
        f" {relations}",
        f"Current conflict status: {data.conflict_status}",
        f"Budgets: {budgets}",
        f"Transactions: {transactions_words(data.transactions)}",
        f"Erasure policy: {ERASURE_POLICY}",
        f"Erasure audit: {data.erasure_audit}",
    ]


def _inventory(data: AuditData) -> list[str]:
    """Returns the active Subjects without a reference, where Subjects were asked for; it is no error."""
    if "subjects" not in data.sections or len(data.sections) == len(SECTIONS):
        return []
    ids = [row.id for row in data.subjects if _is_unreferenced(row)]
    return ["", "Active Subjects without Canonical-Ref:", *(f"  {row}" for row in ids)] if ids else []


def _routing(data: AuditData) -> str:
    return "VALID" if data.routing_valid else "INVALID"


def _covered(coverage: Coverage) -> str:
    return f"{coverage.covered} of {coverage.total}"


def _coverage(coverage: Coverage) -> dict[str, int]:
    return {"covered": coverage.covered, "total": coverage.total}


def _unreferenced(data: AuditData) -> str:
    count = sum(map(_is_unreferenced, data.subjects))
    return f"{count} active without Canonical-Ref"


def _is_unreferenced(row: SubjectRow) -> bool:
    return row.status == ACTIVE and row.canonical_ref is None
