"""The findings of the work tree and those of a merge review as one list that says nothing twice."""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian.branches import is_about_record
from memoir_git.services.merge_review import MergeReview

_ENTRY_MISSING = Handle("entry-missing")
_ENTRIES = "entries"


def with_review(findings: Iterable[Finding], review: MergeReview) -> list[Finding]:
    """Returns both; what a branch shares with the work tree is told once, as the work tree's.

    So is what only both together do wrong, once the files hold both: the same fault of the same entries. A
    record that names an entry of the other branch is no error here if it holds once both are merged.
    """
    own = [_awaited(finding, review) for finding in findings]
    said = {_place_free(finding) for finding in own}
    blamed = {_blamed(finding) for finding in own} - {None}
    return own + [
        finding
        for finding in review.findings
        if _place_free(finding) not in said and _blamed(finding) not in blamed
    ]


def _blamed(finding: Finding) -> tuple[str, frozenset[str]] | None:
    """Returns the fault and the entries that have it together, `None` for a fault of one thing."""
    entries = dict(finding.details).get(_ENTRIES)
    return (finding.code.id, frozenset(map(str, entries))) if isinstance(entries, tuple) else None


def _awaited(finding: Finding, review: MergeReview) -> Finding:
    details = dict(finding.details)
    holding = review.review.holding if review.review is not None else ()
    waits = details.get("reason") == _ENTRY_MISSING and details.get("record") in holding
    return finding.replaced(severity=Severity.INFO) if waits and is_about_record(finding) else finding


def _place_free(finding: Finding) -> Finding:
    """Returns a finding without its line and its side, which differ from version to version."""
    details = {name: value for name, value in finding.details if name != "side"}
    return finding.replaced(has_line=False, details=details)
