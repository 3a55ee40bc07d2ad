"""Credentials, claims of authority, personal data, and memory to minimise: kind and line, never the text."""

from __future__ import annotations

import pytest

from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import run_checks
from tests.support.memory import (
    SUBJECT,
    codes_of,
    context_of,
    entry,
    entry_id,
    files,
    findings_of,
    memory_file,
    record,
    subject,
)

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


# -- what was forgotten

GUARD = "MC-TOMB-20260901-00000005"


def _guard(*names: str, title: str = "Tombstone: redacted", status: str = "active") -> str:
    body = f"What stood here was forgotten.\n\nRemoved entries: {', '.join(names)}"
    more = {"Superseded_By": "external:removed"} if status == "superseded" else {}
    return memory_file("D", entry("TOMB", 5, title=title, body=body, status=status, **more))


def _back(**changed: str) -> list[tuple[str, str]]:
    return codes_of(files(**changed), "erasure")


@pytest.mark.parametrize(
    ("name", "text", "identifier"),
    [
        ("constraints", memory_file("C", entry("CON", 1)), entry_id("CON", 1)),
        ("inbox", memory_file("I", entry("INBOX", 1, status="candidate")), entry_id("INBOX", 1).lower()),
        ("subjects", memory_file("S", subject()), SUBJECT),
        ("reconciliations", memory_file("R", record(1, [])), "MC-REC-20260901-00000001"),
    ],
)
def test_what_a_guard_names_as_removed_is_back(name: str, text: str, identifier: str) -> None:
    found = _back(**{name: text, "do_not_use": _guard(identifier)})

    assert found == [("MC-ERASURE-008", "ERROR")]


@pytest.mark.parametrize(("title", "mode"), [("Tombstone: redacted", "hard"), ("Tombstone: knots", "soft")])
def test_the_finding_has_the_command_that_repeats_the_forgetting(title: str, mode: str) -> None:
    made = files(
        constraints=memory_file("C", entry("CON", 1)), do_not_use=_guard(entry_id("CON", 1), title=title)
    )

    (found,) = findings_of(context_of(made), "erasure")

    assert found.entry_id == entry_id("CON", 1)
    assert GUARD in found.message
    assert f"git memoir forget --id {entry_id('CON', 1)} --mode {mode}" in found.remediation


@pytest.mark.parametrize(
    "changed",
    [
        {"do_not_use": _guard(entry_id("CON", 1))},
        {"constraints": memory_file("C", entry("CON", 2)), "do_not_use": _guard(entry_id("CON", 1))},
        {"archive__old": memory_file("A", entry("CON", 1)), "do_not_use": _guard(entry_id("CON", 1))},
        {
            "constraints": memory_file("C", entry("CON", 1)),
            "do_not_use": _guard(entry_id("CON", 1), status="superseded"),
        },
    ],
    ids=["gone", "another", "archived", "lifted"],
)
def test_what_is_gone_or_archived_or_whose_guard_was_lifted_is_not_back(changed: dict[str, str]) -> None:
    assert _back(**changed) == []


@pytest.mark.parametrize("section", ["security", "privacy", "erasure"])
def test_only_the_wording_of_the_named_texts_is_looked_through(section: str) -> None:
    contents = files(
        constraints=memory_file("C", entry(body=TOKEN)), brief=f"# Brief\n\n{TOKEN} a.b@example.dev\n"
    )
    project = context_of(contents).project

    found = run_checks(CheckContext(project, "docs/memory", texts=("brief.md",)), (section,))

    assert {finding.path for finding in found} == {"docs/memory/brief.md"}
