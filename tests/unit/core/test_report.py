"""Reports: the verdict is derived from the findings and set nowhere else."""

from __future__ import annotations

import pytest

from memoir_git.core.finding import FindingCode, Severity
from memoir_git.core.report import Report
from memoir_git.core.status import ExitClass, Status

CODE = FindingCode(id="MM-EXAMPLE", severity=Severity.INFO, title="Odd.", remediation="Mend it.")


@pytest.mark.parametrize(
    ("severity", "status", "exit_code", "exit_class"),
    [
        (Severity.INFO, Status.PASS, 0, ExitClass.SUCCESS),
        (Severity.WARNING, Status.REVIEW, 0, ExitClass.SUCCESS_WITH_REVIEW),
        (Severity.ERROR, Status.FAIL, 1, ExitClass.DOMAIN_FAILURE),
        (Severity.BLOCKER, Status.FAIL, 2, ExitClass.BLOCKER),
    ],
)
def test_status_and_exit_follow_the_worst_finding(
    severity: Severity, status: Status, exit_code: int, exit_class: ExitClass
) -> None:
    report = Report(command="validate", data=None, findings=(CODE.at(), CODE.at(severity=severity)))

    assert (report.status, report.exit_code, report.exit_class) == (status, exit_code, exit_class)


def test_a_report_without_findings_passes() -> None:
    report = Report(command="validate", data=None)

    assert (report.status, report.exit_code) == (Status.PASS, 0)


def test_findings_are_kept_in_order_and_once() -> None:
    late, early = CODE.at(line=2), CODE.at(line=1)

    report = Report(command="validate", data=None, findings=(late, early, late))

    assert report.findings == (early, late)


def test_a_verdict_cannot_be_set() -> None:
    with pytest.raises(TypeError):
        Report(command="validate", data=None, status=Status.PASS)  # type: ignore[call-arg]
