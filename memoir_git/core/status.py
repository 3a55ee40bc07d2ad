"""What findings mean for a report: its verdict, and the exit status of the command."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from memoir_git.core.finding import Finding, Severity


class Status(Enum):
    """The verdict of a report."""

    PASS = "PASS"
    REVIEW = "REVIEW"
    FAIL = "FAIL"


class ExitClass(Enum):
    """Why a command ends with its exit status."""

    SUCCESS = "success"
    SUCCESS_WITH_REVIEW = "success-with-review"
    DOMAIN_FAILURE = "domain-failure"
    BLOCKER = "blocker"
    FATAL = "fatal"


def status_of(findings: Iterable[Finding]) -> Status:
    """Returns PASS for nothing worse than INFO, REVIEW for a WARNING, FAIL from ERROR on."""
    worst = max((finding.severity for finding in findings), default=Severity.INFO)
    if worst >= Severity.ERROR:
        return Status.FAIL
    return Status.REVIEW if worst == Severity.WARNING else Status.PASS


def exit_of(findings: Iterable[Finding]) -> tuple[int, ExitClass]:
    """Returns the exit status and its class: 0 for PASS and REVIEW, 1 for ERROR, 2 for BLOCKER."""
    found = tuple(findings)
    worst = max((finding.severity for finding in found), default=Severity.INFO)
    if worst == Severity.BLOCKER and any(finding.code.is_fatal for finding in found):
        return (2, ExitClass.FATAL)
    return {
        Severity.INFO: (0, ExitClass.SUCCESS),
        Severity.WARNING: (0, ExitClass.SUCCESS_WITH_REVIEW),
        Severity.ERROR: (1, ExitClass.DOMAIN_FAILURE),
        Severity.BLOCKER: (2, ExitClass.BLOCKER),
    }[worst]
