"""Why a plan is blocked, or asks for a look: each of our own words with its sentence and what to do next.

A word is what programs match and never changes its sense; the sentence is for people. Both stand in the
finding, so that text and JSON say the same. Who needs a word adds it to the table of its family.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from memoir_git.core.finding import FindingCode
from memoir_git.custodian import codes_system
from memoir_git.custodian.plans.explanation import Explanation
from memoir_git.custodian.plans.reasons_forgetting import FORGETTING_BLOCKERS, FORGETTING_WARNINGS
from memoir_git.custodian.plans.reasons_governing import GOVERNING_BLOCKERS, GOVERNING_WARNINGS
from memoir_git.custodian.plans.reasons_local import LOCAL_BLOCKERS
from memoir_git.custodian.plans.reasons_writing import WRITING_BLOCKERS, WRITING_WARNINGS

BLOCKERS: Mapping[str, Explanation] = {
    **WRITING_BLOCKERS,
    **GOVERNING_BLOCKERS,
    **FORGETTING_BLOCKERS,
    **LOCAL_BLOCKERS,
}
WARNINGS: Mapping[str, Explanation] = {**WRITING_WARNINGS, **GOVERNING_WARNINGS, **FORGETTING_WARNINGS}


@cache
def blocker_code(word: str) -> FindingCode:
    """Returns the code of a blocked plan with the sentence of this word, the same one each time."""
    return _explained(codes_system.PLAN_BLOCKER, "The plan is blocked", BLOCKERS.get(word))


@cache
def warning_code(word: str) -> FindingCode:
    """Returns the code of a plan's warning with the sentence of this word, the same one each time."""
    return _explained(codes_system.PLAN_WARNING, "The plan has a warning", WARNINGS.get(word))


def _explained(code: FindingCode, head: str, row: Explanation | None) -> FindingCode:
    if row is None:
        return code
    return FindingCode(
        id=code.id,
        severity=code.severity,
        title=f"{head} ({{reason}}): {row.says}.",
        remediation=row.next,
        since=code.since,
    )
