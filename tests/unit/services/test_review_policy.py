"""What only a person can judge: a warning, or an error where a project wants it."""

from __future__ import annotations

import pytest

from memoir_git.core.finding import Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject
from memoir_git.services.review_policy import with_policy

REVIEW = codes_subject.NEEDS_RECONCILIATION.at(reason=Handle("same-file"), units=())


def test_a_finding_for_review_becomes_an_error_that_says_who_asked() -> None:
    (raised,) = with_policy([REVIEW], "error", None)

    assert raised.severity is Severity.ERROR
    assert dict(raised.details)["raised_by"] == "--review-as"


@pytest.mark.parametrize("chosen", [None, "warning"])
def test_it_stays_a_warning_otherwise(chosen: str | None) -> None:
    assert with_policy([REVIEW], chosen, None) == [REVIEW]


@pytest.mark.parametrize("severity", [Severity.INFO, Severity.BLOCKER])
def test_neither_information_nor_a_blocker_changes(severity: Severity) -> None:
    finding = codes_subject.OVERLAP.at(severity=severity, subject=Handle("x"), facet=Handle("x"), entries=())

    assert with_policy([finding], "error", None) == [finding]


def test_no_other_code_is_raised() -> None:
    finding = codes_subject.SUBJECT_KIND.at()

    assert with_policy([finding], "error", None) == [finding]
