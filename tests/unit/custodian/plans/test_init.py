"""A new project: its files, and that they say nothing an audit would mind."""

from __future__ import annotations

import pytest

from memoir_git.custodian.metadata import POLICIES
from memoir_git.custodian.plans.init import foreign_files
from memoir_git.custodian.project import Project
from tests.support.memory import codes_of
from tests.support.project_memory import CORE, EXTRA, PROJECT_ID, fresh


def test_a_new_project_has_the_seven_core_files() -> None:
    assert sorted(fresh()) == list(CORE)


def test_an_extended_one_has_preferences_changelog_and_notes_besides() -> None:
    assert sorted(fresh(extended=True)) == sorted((*CORE, *EXTRA))


def test_the_manifest_declares_the_protocol_and_the_given_identity() -> None:
    manifest = Project({"manifest.md": fresh()["manifest.md"].encode()}).manifest

    assert manifest.metadata == {
        "protocol_version": "0.8",
        "entry_schema_version": "1",
        "initialized_with": "memoir-git 9.9",
        "last_migrated_with": "memoir-git 9.9",
        "project_id": PROJECT_ID,
        **POLICIES,
    }
    assert manifest.faults == []


def test_no_placeholder_of_ours_is_left_but_in_the_brief() -> None:
    files = fresh(extended=True)

    assert [name for name, text in files.items() if "@" in text] == []
    assert [name for name, text in files.items() if "<!-- memoir:" in text] == ["brief.md"]


@pytest.mark.parametrize("extended", [False, True])
def test_an_audit_finds_nothing_but_the_brief_that_nobody_wrote(*, extended: bool) -> None:
    assert codes_of(fresh(extended=extended)) == [("MC-ENTRY-003", "WARNING")]


def test_an_audit_finds_nothing_once_the_placeholders_are_gone() -> None:
    files = fresh(extended=True)
    files["brief.md"] = "# Brief\n\nImports things.\n"

    assert codes_of(files) == []


def test_every_template_ends_its_last_line_and_no_line_ends_in_blanks() -> None:
    files = fresh(extended=True)

    assert [name for name, text in files.items() if not text.endswith("\n")] == []
    assert [name for name, text in files.items() for line in text.split("\n") if line != line.rstrip()] == []


def test_files_of_the_template_are_not_foreign_whatever_their_line_ends() -> None:
    existing = {name: text.replace("\n", "\r\n").encode() for name, text in fresh().items()}

    assert foreign_files(fresh(), existing) == ()


def test_a_file_that_says_something_else_is_foreign_and_one_of_another_name_is_not() -> None:
    assert foreign_files(fresh(), {"decisions.md": b"# Ours\n", "notes.md": b"x"}) == ("decisions.md",)
