"""Findings: safe facts only, a fixed order, and what their severities mean for status and exit."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from memoir_git.core.finding import SEVERITIES, Detail, Finding, FindingCode, Severity, ordered
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.status import ExitClass, Status, exit_of, status_of

CODE = FindingCode(
    id="MM-EXAMPLE", severity=Severity.WARNING, title="{place} is odd.", remediation="Mend {place}."
)
PATH = RepoPath("memory/fact_a.md")

# The worst severity of a report, and all that follows from it.
VERDICTS = {
    None: (Status.PASS, 0, ExitClass.SUCCESS),
    Severity.INFO: (Status.PASS, 0, ExitClass.SUCCESS),
    Severity.WARNING: (Status.REVIEW, 0, ExitClass.SUCCESS_WITH_REVIEW),
    Severity.ERROR: (Status.FAIL, 1, ExitClass.DOMAIN_FAILURE),
    Severity.BLOCKER: (Status.FAIL, 2, ExitClass.BLOCKER),
}
EVERY_SET = list(chain.from_iterable(combinations(SEVERITIES, size) for size in range(len(SEVERITIES) + 1)))


def of(*severities: Severity) -> list[Finding]:
    return [CODE.at(PATH, severity=severity, place=Handle("x")) for severity in severities]


@pytest.mark.parametrize("severities", EVERY_SET, ids=lambda found: "+".join(s.name for s in found) or "none")
def test_the_worst_severity_alone_decides_status_and_exit(severities: tuple[Severity, ...]) -> None:
    findings = of(*severities)

    verdict = (status_of(findings), *exit_of(findings))

    assert verdict == VERDICTS[max(severities, default=None)]


def test_a_finding_has_the_severity_of_its_code_unless_it_is_raised_otherwise() -> None:
    assert CODE.at(PATH, place=Handle("x")).severity is Severity.WARNING
    assert CODE.at(PATH, severity=Severity.ERROR, place=Handle("x")).severity is Severity.ERROR


def test_message_and_remediation_are_the_codes_own_sentences_with_the_details_filled_in() -> None:
    finding = CODE.at(PATH, place=Handle("current.goals[0]"))

    assert finding.message == "current.goals[0] is odd."
    assert finding.remediation == "Mend current.goals[0]."


def test_several_values_of_one_detail_are_listed() -> None:
    assert CODE.at(PATH, place=(Handle("a"), RepoPath("b c"), 3)).message == "a, b c, 3 is odd."


def test_a_path_in_a_message_stays_on_one_line() -> None:
    assert CODE.at(place=RepoPath("a\nb")).message == "a\\nb is odd."


@pytest.mark.parametrize("text", ["a text of the user", ("a text of the user",)])
def test_a_finding_takes_no_free_text(text: Detail) -> None:
    with pytest.raises(AssertionError, match="place of MM-EXAMPLE"):
        CODE.at(PATH, place=text)


def test_findings_are_ordered_by_severity_code_path_entry_and_line() -> None:
    other = FindingCode(id="MM-AAA", severity=Severity.WARNING, title="Odd.", remediation="Mend it.")
    expected = [
        other.at(PATH, severity=Severity.INFO),
        other.at(PATH),
        CODE.at(None, place=Handle("x")),
        CODE.at(RepoPath("a"), place=Handle("x")),
        CODE.at(RepoPath("b"), entry_id=Handle("e"), line=9, place=Handle("x")),
        CODE.at(RepoPath("b"), entry_id=Handle("f"), line=2, place=Handle("x")),
        CODE.at(RepoPath("b"), entry_id=Handle("f"), line=10, place=Handle("x")),
        CODE.at(RepoPath("b"), entry_id=Handle("f"), line=10, place=Handle("y")),
        CODE.at(PATH, severity=Severity.ERROR, place=Handle("x")),
    ]

    assert ordered(reversed(expected)) == tuple(expected)


def test_a_finding_that_was_made_twice_is_listed_once() -> None:
    assert len(ordered(of(Severity.ERROR, Severity.ERROR))) == 1
