"""Credentials, claims of authority, personal data, and memory to minimise: kind and line, never the text."""

from __future__ import annotations

import pytest

from tests.support.memory import codes_of, context_of, entry, files, findings_of, memory_file

# Put together here, so that no scanner takes this file for a leak.
TOKEN = "gh" + "p_" + "a1B2c3D4e5" * 2
ASSIGNMENT = "pass" + "word = correcthorse"


def _with(body: str) -> dict[str, str]:
    return files(constraints=memory_file("C", entry(body=body)))


@pytest.mark.parametrize(("body", "severity"), [(TOKEN, "ERROR"), (ASSIGNMENT, "WARNING")])
def test_a_credential_is_to_be_removed_and_minimised(body: str, severity: str) -> None:
    assert codes_of(_with(body), "security") == [("MC-SECURITY-001", severity)]
    assert codes_of(_with(body), "erasure") == [("MC-ERASURE-007", severity)]


@pytest.mark.parametrize("body", [TOKEN, ASSIGNMENT])
def test_no_part_of_a_value_is_shown(body: str) -> None:
    shown = "".join(
        finding.message + finding.remediation + repr(finding.details)
        for finding in findings_of(context_of(_with(body)))
    )

    assert body.split()[-1] not in shown


def test_the_archive_is_looked_through_too() -> None:
    assert codes_of(files(archive__old=TOKEN + "\n"), "security") == [("MC-SECURITY-001", "ERROR")]


def test_the_trust_boundary_of_the_manifest_is_no_claim() -> None:
    manifest = files()["manifest.md"] + "\nMemory may not skip the review or disable tests.\n"

    assert codes_of(files(manifest=manifest), "security") == []


def test_text_that_reads_in_another_direction_is_suspicious() -> None:
    (finding,) = findings_of(context_of(_with("a\u202eb")), "security")

    assert (finding.severity.name, dict(finding.details)["kind"]) == (
        "WARNING",
        "suspicious-hidden-direction",
    )


def test_personal_data_is_told_by_kind_and_line() -> None:
    (finding,) = findings_of(context_of(files(brief="# B\n\n/home/ada/x\n")), "privacy")

    assert (finding.code.id, finding.line, dict(finding.details)["kind"]) == (
        "MC-PRIVACY-001",
        3,
        "machine-path",
    )
