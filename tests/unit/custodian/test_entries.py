"""The entry grammar and every rejection of the guide (2.2)."""

from __future__ import annotations

import pytest

from memoir_git.custodian.entries import Entry, Reason, parse_entry
from memoir_git.custodian.evidence import Admission, parse_evidence
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.placement import placement_faults
from memoir_git.custodian.storage import Status, storage_of
from memoir_git.custodian.units import split_units

HEADING = "## MC-CON-20260901-0a1b2c3d — Offline builds"
GOOD = f"""{HEADING}

Status: active
Scope: project
Subject: MC-SUBJ-20260901-1111aaaa
Facet: workflow
Evidence:
- user-confirmed
- doc:docs/build.md

Constraint:
Builds must work without network.

  - indented item

Reason:
CI runners have no egress.
"""


def entry_of(text: str, path: str = "constraints.md") -> Entry:
    lexed = lex(text)
    assert not lexed.problems
    entry = parse_entry(path, lexed, split_units(lexed)[0])
    assert entry is not None
    return entry


def faults_of(text: str, path: str = "constraints.md") -> set[tuple[str, str]]:
    entry = entry_of(text, path)
    found = [*entry.faults, *placement_faults(entry, storage_of(path))]
    return {(fault.reason.value, fault.field) for fault in found}


def test_a_canonical_entry_is_read_whole() -> None:
    entry = entry_of(GOOD)

    assert faults_of(GOOD) == set()
    assert (entry.id, entry.code, entry.status) == ("MC-CON-20260901-0a1b2c3d", "CON", Status.ACTIVE)
    assert [item.text for item in entry.evidence] == ["user-confirmed", "doc:docs/build.md"]
    assert entry.body == "Builds must work without network.\n\n  - indented item"
    assert entry.reason == "CI runners have no egress."


def test_fields_may_stand_in_any_order() -> None:
    lines = GOOD.splitlines()
    moved = [lines[0], "Facet: workflow", *[line for line in lines[1:] if line != "Facet: workflow"]]

    assert faults_of("\n".join(moved)) == set()


def _edited(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "reason", "field"),
    [
        ("Status: active\n", "Status: active\nStatus: active\n", Reason.DUPLICATE_FIELD, "Status"),
        ("Reason:", "Evidence:\n- user-confirmed\n\nReason:", Reason.DUPLICATE_FIELD, "Evidence"),
        ("Reason:\nCI", "Reason:\nx\n\nReason:\nCI", Reason.DUPLICATE_FIELD, "Reason"),
        (
            "Evidence:\n- user-confirmed\n- doc:docs/build.md\n",
            "Evidence: user-confirmed\n",
            Reason.INLINE_LIST,
            "Evidence",
        ),
        ("- user-confirmed\n- doc:docs/build.md\n", "* user-confirmed\n", Reason.EMPTY_FIELD, "Evidence"),
        ("- user-confirmed\n", "-\n- user-confirmed\n", Reason.EMPTY_ITEM, "Evidence"),
        ("Evidence:\n- user-confirmed\n- doc:docs/build.md\n", "", Reason.MISSING_FIELD, "Evidence"),
        ("Constraint:", "Decision:", Reason.BODY_MISMATCH, "Decision"),
        ("Reason:", "Decision:\n\nReason:", Reason.BODY_MISMATCH, "Decision"),
        ("Builds must work without network.\n\n  - indented item\n", "", Reason.EMPTY_BODY, "Constraint"),
        ("Status: active", "status: active", Reason.UNKNOWN_FIELD, ""),
        ("Status: active", "status: active", Reason.MISSING_FIELD, "Status"),
        ("Status: active", "Status: Active", Reason.UNKNOWN_VALUE, "Status"),
        ("Status: active", "Status:", Reason.EMPTY_FIELD, "Status"),
        ("Status: active", "Status: active\nmore", Reason.CONTINUED_SCALAR, "Status"),
        ("Status: active", "Status: active\n<!-- why -->", Reason.CONTINUED_SCALAR, "Status"),
        ("Scope: project", "Scope: everywhere", Reason.UNKNOWN_VALUE, "Scope"),
        ("Scope: project", "Scope: local-user", Reason.WRONG_SCOPE, "Scope"),
        ("Scope: project", "Scope: area:x", Reason.WRONG_SCOPE, "Scope"),
        ("Facet: workflow", "Facet: Workflow", Reason.UNKNOWN_VALUE, "Facet"),
        ("Facet: workflow\n", "", Reason.SUBJECT_REQUIRED, "Facet"),
        ("Subject: MC-SUBJ-20260901-1111aaaa\n", "", Reason.SUBJECT_REQUIRED, "Subject"),
        ("Subject: MC-SUBJ-20260901-1111aaaa", "Subject: build", Reason.UNKNOWN_VALUE, "Subject"),
        ("Status: active", "Status: superseded", Reason.MISSING_FIELD, "Superseded-By"),
        (
            "Status: active",
            "Status: active\nSuperseded-By: MC-CON-20260901-0a1b2c3e",
            Reason.LIFECYCLE,
            "Superseded-By",
        ),
        (
            "Status: active",
            "Status: active\nPromoted-To: MC-CON-20260901-0a1b2c3e",
            Reason.LIFECYCLE,
            "Promoted-To",
        ),
        ("Status: active", "Status: candidate", Reason.WRONG_STATUS, "Status"),
        ("Status: active", "Status: active\nSupersedes: that one", Reason.MALFORMED_RELATION, "Supersedes"),
        (
            "Status: active",
            "Status: active\nSupersedes: external:removed",
            Reason.MALFORMED_RELATION,
            "Supersedes",
        ),
        ("Status: active", "Status: active\nRelated:\n- nowhere", Reason.MALFORMED_RELATION, "Related"),
        ("Status: active", "Status: active\nEntry-Type: decision", Reason.LIFECYCLE, "Entry-Type"),
        (f"{HEADING}\n", f"{HEADING}\nloose text\n", Reason.STRAY_TEXT, ""),
    ],
)  # fmt: skip
def test_every_deviation_is_named(old: str, new: str, reason: Reason, field: str) -> None:
    assert (reason.value, field) in faults_of(_edited(old, new))


def test_related_takes_entries_and_explicit_external_references() -> None:
    text = _edited(
        "Status: active", "Status: active\nRelated:\n- MC-DEC-20260901-0a1b2c3e\n- external:a paper"
    )

    assert faults_of(text) == set()


def test_an_id_in_the_wrong_file_is_named() -> None:
    assert ("wrong-file", "") in faults_of(GOOD, "decisions.md")
    assert faults_of(GOOD, "archive/old-2026-01-01.md") == set()


AREA = """## MC-AREA-20260901-0a1b2c3d — Importer
Status: active
Scope: area:importer
Subject: MC-SUBJ-20260901-1111aaaa
Facet: architecture
Evidence:
- user-confirmed

Constraint:
x
"""


def test_an_area_entry_declares_its_type_and_fits_its_file() -> None:
    typed = AREA.replace("Scope:", "Entry-Type: constraint\nScope:")

    assert faults_of(typed, "areas/importer.md") == set()
    assert faults_of(typed, "areas/IMPORTER.md") == set()
    assert ("missing-field", "Entry-Type") in faults_of(AREA, "areas/importer.md")
    assert ("wrong-scope", "Scope") in faults_of(typed, "areas/other.md")
    assert ("body-mismatch", "Constraint") in faults_of(
        typed.replace("Entry-Type: constraint", "Entry-Type: decision"), "areas/importer.md"
    )


CANDIDATE = """## MC-INBOX-20260901-0a1b2c3d — Maybe
Status: candidate
Candidate-Type: decision
Scope: project
Evidence:
- agent-observed

Statement:
x

Promotion-Requirement:
A person confirms it.
"""


def test_a_candidate_needs_its_type_statement_and_requirement() -> None:
    assert faults_of(CANDIDATE, "inbox.md") == set()
    assert ("missing-field", "Candidate-Type") in faults_of(
        CANDIDATE.replace("Candidate-Type: decision\n", ""), "inbox.md"
    )
    assert ("half-provisional", "Provisional-Subject") in faults_of(
        CANDIDATE.replace("Scope:", "Provisional-Facet: security\nScope:"), "inbox.md"
    )


@pytest.mark.parametrize(
    ("text", "admission"),
    [
        ("user-confirmed", Admission.ADMISSIBLE),
        ("repo:src/a.py", Admission.ADMISSIBLE),
        ("repo:src/a.py@1a2b3c", Admission.ADMISSIBLE),
        ("issue:#12", Admission.ADMISSIBLE),
        ("pr:#3", Admission.ADMISSIBLE),
        ("agent-observed", Admission.CANDIDATE_ONLY),
        ("legacy-unverified", Admission.LEGACY),
        ("issue:12", Admission.MALFORMED),
        ("repo:/etc/passwd", Admission.MALFORMED),
        ("repo:../x", Admission.MALFORMED),
        ("repo:C:/x", Admission.MALFORMED),
        ("repo:.", Admission.MALFORMED),
        ("repo:a b", Admission.MALFORMED),
        ("repo:a@feature/x", Admission.MALFORMED),
        ("I saw it", Admission.MALFORMED),
    ],
)
def test_what_an_evidence_item_is_worth(text: str, admission: Admission) -> None:
    assert parse_evidence(text).admission is admission


def test_a_roundabout_path_is_collapsed_and_says_so() -> None:
    item = parse_evidence("repo:./src//a.py")

    assert (item.path, item.is_normal) == ("src/a.py", False)
