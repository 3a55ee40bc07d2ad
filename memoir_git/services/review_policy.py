"""Whether what only a person can judge makes a report fail: `--review-as`, else `memoir.reviewAs`.

Raising changes the finding itself, with who asked for it, so that status and exit follow as always.
"""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.git.repo import Repository

ERROR = "error"
WARNING = "warning"
SETTING = "memoir.reviewAs"
OPTION = "--review-as"
# Of one graph, of two branches, and of the areas one invocation loads.
_RAISED = ("MC-CONFLICT-002", "MC-CONFLICT-006", "MC-CONFLICT-009")


class ReviewPolicyError(MemoirGitError):
    """The setting holds something other than `error` or `warning`."""


def with_policy(
    findings: Iterable[Finding], chosen: str | None, repository: Repository | None
) -> list[Finding]:
    """Returns the findings, those for review as errors if that is asked for. Raises `ReviewPolicyError`."""
    policy, source = (chosen, OPTION) if chosen is not None else (_configured(repository), SETTING)
    if policy != ERROR:
        return list(findings)
    return [_raised(finding, source) for finding in findings]


def _configured(repository: Repository | None) -> str:
    if repository is None:
        return WARNING
    value = repository.text("config", "--get", SETTING, accept=(0, 1)) or WARNING
    if value not in (ERROR, WARNING):
        raise ReviewPolicyError(
            "The setting memoir.reviewAs is neither error nor warning.",
            hint="git config memoir.reviewAs warning",
        )
    return value


def _raised(finding: Finding, source: str) -> Finding:
    if finding.code.id not in _RAISED or finding.severity is not Severity.WARNING:
        return finding
    details = {**dict(finding.details), "raised_by": Handle(source)}
    return finding.replaced(severity=Severity.ERROR, details=details)
