"""Every check of project memory by section, in one explicit table: the sections are `audit`'s flags.

The sections that a commit is not checked with are loaded by the first look at them.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, Severity
from memoir_git.custodian.checks.conflicts import check_conflicts
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.entries import check_entries
from memoir_git.custodian.checks.relations import check_relations
from memoir_git.custodian.checks.routing import check_reachability, check_routing
from memoir_git.custodian.checks.security import check_erasure, check_privacy, check_security
from memoir_git.custodian.checks.subjects import check_subjects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from typing import TypeAlias

    Check: TypeAlias = Callable[[CheckContext], Iterator[Finding]]


def _evidence(context: CheckContext) -> Iterator[Finding]:
    from memoir_git.custodian.checks.evidence import check_evidence

    return check_evidence(context)


def _freshness(context: CheckContext) -> Iterator[Finding]:
    from memoir_git.custodian.checks.evidence import check_freshness

    return check_freshness(context)


def _budgets(context: CheckContext) -> Iterator[Finding]:
    from memoir_git.custodian.checks.budgets import check_budgets

    return check_budgets(context)


ALL: tuple[tuple[str, Check], ...] = (
    ("routing", check_routing),
    ("reachability", check_reachability),
    ("entries", check_entries),
    ("evidence", _evidence),
    ("freshness", _freshness),
    ("relations", check_relations),
    ("subjects", check_subjects),
    ("conflicts", check_conflicts),
    ("budgets", _budgets),
    ("privacy", check_privacy),
    ("security", check_security),
    ("erasure", check_erasure),
)

# What the summary of any report is made from.
STATED = ("routing", "reachability", "entries", "subjects", "conflicts")
_BASELINE = ("routing", "entries")


def judge(
    context: CheckContext, sections: Collection[str], *, stated: Collection[str] = STATED
) -> dict[str, tuple[Finding, ...]]:
    """Returns the findings of `sections` and of what every report states, by section.

    Without a manifest, and under a protocol or entry schema that this program does not know, nothing is
    interpreted: the manifest's own findings are all there is.
    """
    judged: dict[str, tuple[Finding, ...]] = {}
    for name, check in ALL:
        if name in sections or name in stated:
            judged[name] = tuple(check(context))
        if name == "routing" and not context.project.is_readable:
            break
    return judged


def selected(judged: Mapping[str, tuple[Finding, ...]], sections: Collection[str]) -> tuple[Finding, ...]:
    """Returns the findings of `sections`, plus every BLOCKER of the manifest and the entry files."""
    return tuple(
        finding
        for name, findings in judged.items()
        for finding in findings
        if name in sections or (name in _BASELINE and finding.severity is Severity.BLOCKER)
    )


def run_checks(context: CheckContext, sections: Collection[str]) -> tuple[Finding, ...]:
    """Returns the findings of `sections`, plus every BLOCKER of the manifest and the entry files."""
    return selected(judge(context, sections, stated=_BASELINE), sections)
