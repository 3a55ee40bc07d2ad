"""Evidence and freshness."""

from __future__ import annotations

import pytest

from memoir_git.custodian.checks.context import CheckContext, SourceState
from memoir_git.custodian.checks.evidence import Coverage, evidence_coverage
from tests.support.memory import (
    MANIFEST,
    codes_of,
    context_of,
    entry,
    entry_id,
    files,
    findings_of,
    memory_file,
    reasons_of,
    record,
    subject,
)

GONE, HERE, MOVED = (
    SourceState(exists=False),
    SourceState(exists=True),
    SourceState(exists=True, drifted=True),
)


def _backed_by(*evidence: str) -> dict[str, str]:
    return files(constraints=memory_file("C", entry(evidence=evidence)))


@pytest.mark.parametrize(
    ("evidence", "severity", "reason"),
    [
        (["agent-observed"], "ERROR", "none-is-admissible"),
        (["legacy-unverified"], "ERROR", "none-is-admissible"),
        (["user-confirmed", "agent-observed"], "WARNING", "not-all-is-admissible"),
        (["user-confirmed", "legacy-unverified"], "WARNING", "not-all-is-admissible"),
    ],
)
def test_active_memory_needs_admissible_evidence(evidence: list[str], severity: str, reason: str) -> None:
    assert codes_of(_backed_by(*evidence)) == [("MC-EVIDENCE-001", severity)]
    assert reasons_of(_backed_by(*evidence)) == [f"MC-EVIDENCE-001 {reason}"]


def test_what_a_migration_wrote_is_a_warning_before_protocol_eight() -> None:
    older = MANIFEST.replace("protocol_version: 0.8", "protocol_version: 0.7")
    project = _backed_by("legacy-unverified") | {"manifest.md": older}

    assert codes_of(project, "evidence") == [("MC-EVIDENCE-001", "WARNING")]


def test_a_subject_needs_it_too() -> None:
    text = memory_file("S", subject().replace("user-confirmed", "agent-observed"))

    assert codes_of(files(subjects=text), "evidence") == [("MC-EVIDENCE-001", "ERROR")]


def test_historical_memory_does_not() -> None:
    old = entry(evidence=["agent-observed"], status="superseded", Superseded_By="external:removed")
    project = files(
        constraints=memory_file("C", old), archive__old=memory_file("A", entry("CON", 2, evidence=["x"]))
    )

    assert codes_of(project, "evidence") == []


def test_a_malformed_item_is_told_by_its_number_and_never_by_its_text() -> None:
    (finding,) = findings_of(context_of(_backed_by("user-confirmed", "hearsay from somebody")))

    assert (finding.code.id, dict(finding.details)["item"]) == ("MC-EVIDENCE-002", 2)
    assert "somebody" not in finding.message


def test_a_roundabout_path_is_a_warning() -> None:
    assert codes_of(_backed_by("repo:./a"), "evidence") == [("MC-EVIDENCE-002", "WARNING")]


def _fresh(
    states: dict[str, SourceState], *, git: bool = True, status: str = "active"
) -> list[tuple[str, str]]:
    active = entry(evidence=states)
    superseded = entry(evidence=states, status=status, Superseded_By="external:removed")
    text = memory_file("C", active if status == "active" else superseded)
    context = CheckContext(context_of(files(constraints=text)).project, "docs/memory", states, git)
    return [(finding.code.id, finding.severity.name) for finding in findings_of(context, "freshness")]


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ({"repo:a": HERE}, []),
        ({"repo:a": GONE}, [("MC-FRESH-001", "ERROR")]),
        ({"repo:a": GONE, "repo:b": GONE}, [("MC-FRESH-001", "ERROR")] * 2),
        ({"repo:a": GONE, "repo:b": HERE}, [("MC-FRESH-001", "WARNING")]),
        ({"repo:a@1": MOVED}, [("MC-FRESH-002", "WARNING")]),
        ({"repo:a@1": HERE}, []),
    ],
)
def test_a_source_that_is_gone_weighs_what_is_left(
    states: dict[str, SourceState], expected: list[tuple[str, str]]
) -> None:
    assert _fresh(states) == expected


def test_a_missing_source_of_historical_memory_is_a_warning() -> None:
    assert _fresh({"repo:a": GONE}, status="superseded") == [("MC-FRESH-001", "WARNING")]


def test_pins_that_nobody_could_compare_are_told_once() -> None:
    assert _fresh({"repo:a@1": HERE, "repo:b@1": HERE}, git=False) == [("MC-FRESH-003", "INFO")]


def test_without_a_pin_git_is_not_missed() -> None:
    assert _fresh({"repo:a": HERE}, git=False) == []


def test_coverage_counts_active_entries_and_subjects() -> None:
    text = memory_file("C", entry(evidence=["agent-observed"]), entry(number=2, facet="security"))

    entries, subjects = evidence_coverage(context_of(files(constraints=text)))

    assert (entries, subjects) == (Coverage(covered=1, total=2), Coverage(covered=1, total=1))


def test_the_evidence_of_a_record_is_looked_at_too() -> None:
    constraints = memory_file("C", entry(number=2, facet="security"), entry(number=1))
    both = [entry_id("CON", 1), entry_id("CON", 2)]
    text = record(1, both).replace("- user-confirmed", "- user-confirmed\n- hearsay\n- repo:gone")
    context = context_of(files(constraints=constraints, reconciliations=text))
    context.sources = {"repo:gone": GONE}

    found = findings_of(context)

    assert [(finding.code.id, finding.severity.name) for finding in found] == [
        ("MC-EVIDENCE-002", "ERROR"),
        ("MC-FRESH-001", "WARNING"),
    ]
