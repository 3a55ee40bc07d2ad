"""Codes of project memory that no file and no command of this version raises, through the model."""

from __future__ import annotations

import json

import pytest

from memoir_git.core.finding import FindingCode, Severity
from memoir_git.core.report import Report
from memoir_git.core.status import Status
from memoir_git.custodian import codes, codes_routing, codes_system
from memoir_git.render.json_v1 import envelope
from memoir_git.render.text import finding_lines


@pytest.mark.parametrize(
    ("code", "raised_to", "exit_class", "exit_code"),
    [
        (codes_routing.AMBIGUOUS_INVOCATION, None, "domain-failure", 1),
        (codes_routing.AMBIGUOUS_INVOCATION, Severity.BLOCKER, "blocker", 2),
        (codes_system.BROAD_CLAIM, None, "domain-failure", 1),
        (codes_system.TOPIC_LEAK, None, "blocker", 2),
    ],
)
def test_what_only_a_program_can_do_fails_its_report_in_text_and_json(
    code: FindingCode, raised_to: Severity | None, exit_class: str, exit_code: int
) -> None:
    report = Report(command="read", data=None, findings=(code.at(severity=raised_to),))

    (shown,) = json.loads(envelope(report, {}))["findings"]

    assert (report.status, report.exit_code) == (Status.FAIL, exit_code)
    assert report.exit_class.value == exit_class
    assert (shown["code"], shown["message"]) == (code.id, code.title)
    assert finding_lines(report.findings)[0].endswith(f"{code.id} {code.title}")


def test_a_retired_code_is_not_declared_again() -> None:
    assert {code.id for code in codes.ALL}.isdisjoint(codes.RETIRED)
