"""Entries and their files: faults, unusable files, legacy units, uniqueness, the uncurated brief."""

from __future__ import annotations

import pytest

from memoir_git.custodian.checks.entries import PLACEHOLDER
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
)

OLDER = MANIFEST.replace("protocol_version: 0.8", "protocol_version: 0.7")


def test_a_fault_names_its_line_its_entry_and_a_field_the_protocol_knows() -> None:
    text = memory_file("C", entry().replace("Status: active", "Status: active\nStatus: active"))
    (finding,) = findings_of(context_of(files(constraints=text)))

    assert (finding.path, finding.line, finding.entry_id) == (
        "docs/memory/constraints.md", 6, entry_id("CON", 1),
    )  # fmt: skip
    assert dict(finding.details) == {"field": "Status", "reason": "duplicate-field"}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("```\n", "unclosed-fence"),
        ("<!--\n", "unclosed-comment"),
        ("\0", "nul-byte"),
        ("\udcff", "not-utf-8"),
    ],
)
def test_a_file_nobody_can_cut_blocks_where_a_route_requires_it(data: str, reason: str) -> None:
    assert reasons_of(files(decisions=data)) == [f"MC-ENTRY-001 {reason}"]
    assert codes_of(files(decisions=data)) == [("MC-ENTRY-001", "BLOCKER")]
    assert codes_of(files(preferences=data)) == [("MC-ENTRY-001", "ERROR")]


def test_a_conflict_marker_blocks_anywhere() -> None:
    assert codes_of(files(archive__old="<<<<<<< ours\n")) == [("MC-ENTRY-001", "BLOCKER")]


def test_a_manifest_nobody_can_read_is_all_there_is_to_say() -> None:
    assert codes_of(files(manifest="```\n", decisions="- legacy\n")) == [("MC-ENTRY-001", "BLOCKER")]


@pytest.mark.parametrize(
    ("name", "manifest", "severity"),
    [("decisions", MANIFEST, "ERROR"), ("inbox", MANIFEST, "WARNING"), ("decisions", OLDER, "WARNING")],
)
def test_legacy_units_weigh_what_the_protocol_says(name: str, manifest: str, severity: str) -> None:
    project = files(**{name: "# T\n\n- legacy\n"}, manifest=manifest)

    assert ("MC-ENTRY-002", severity) in codes_of(project, "entries")


@pytest.mark.parametrize("name", ["archive__old", "brief", "changelog", "rules__README"])
def test_prose_and_the_archive_need_no_ids(name: str) -> None:
    assert codes_of(files(**{name: "# T\n\n- legacy\n"}), "entries") == []


def test_an_id_is_unique_in_the_archive_too_and_without_case() -> None:
    project = files(
        constraints=memory_file("C", entry().replace("MC-CON", "mc-con")),
        archive__old=memory_file("Old", entry()),
    )

    assert reasons_of(project, "entries") == ["MC-ENTRY-001 duplicate-id"]


def test_an_active_entry_outside_of_canonical_storage_is_malformed() -> None:
    assert reasons_of(files(notes=memory_file("Notes", entry())), "entries") == ["MC-ENTRY-001 wrong-file"]


def test_two_area_files_that_differ_by_case_are_one_area() -> None:
    project = files(areas__Importer=memory_file("Importer"))

    assert ("MC-ENTRY-004", "ERROR") in codes_of(project, "entries")


def test_a_brief_with_a_placeholder_is_told_once() -> None:
    placeholders = f"# Brief\n\n{PLACEHOLDER} purpose -->\n\n{PLACEHOLDER} shape -->\n"

    assert codes_of(files(brief=placeholders)) == [("MC-ENTRY-003", "WARNING")]


def test_a_placeholder_elsewhere_is_nobodys_business() -> None:
    assert codes_of(files(changelog=f"# Log\n\n{PLACEHOLDER} x -->\n")) == []


@pytest.mark.parametrize(
    "heading",
    [f"## {entry_id('CON', 1)}", f"## {entry_id('CON', 1)} - title", f"## see {entry_id('CON', 1)}"],
)
def test_a_heading_that_holds_an_id_in_another_shape_is_malformed(heading: str) -> None:
    assert reasons_of(files(constraints=f"# C\n\n{heading}\n"), "entries") == [
        "MC-ENTRY-001 malformed-heading"
    ]


def test_an_id_with_a_letter_of_another_script_is_none() -> None:
    text = memory_file("C", entry().replace("MC-CON", "MC-С0N"))

    assert codes_of(files(constraints=text), "entries") == [("MC-ENTRY-002", "ERROR")]


@pytest.mark.parametrize(("code", "name"), [("CON", "constraints"), ("INBOX", "inbox")])
def test_a_body_that_is_missing_is_told_once_and_by_its_name(code: str, name: str) -> None:
    text = entry(code).partition("\nConstraint:")[0].partition("\nStatement:")[0]

    found = findings_of(context_of(files(**{name: memory_file("F", text)})), "entries")

    bodies = [dict(finding.details)["field"] for finding in found if "empty-body" in finding.message]
    assert bodies == [{"CON": "Constraint", "INBOX": "Statement"}[code]]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Status: active", "Status: Active", 5),
        ("Scope: project", "Scope: local-user", 6),
        ("Facet: workflow", "Facet: other", 8),
        ("Status: active\n", "Status: active\nSupersedes: x\n", 6),
        ("Constraint:", "Decision:", 12),
        ("Facet: workflow\n", "", 3),
    ],
)
def test_a_fault_of_a_field_is_told_at_the_fields_own_line(old: str, new: str, line: int) -> None:
    text = memory_file("C", entry().replace(old, new))

    found = findings_of(context_of(files(constraints=text)), "entries")

    assert [finding.line for finding in found] == [line]
