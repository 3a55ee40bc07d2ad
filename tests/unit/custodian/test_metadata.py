"""What protocol 0.8 demands of the manifest's metadata, and which protocols are read."""

from __future__ import annotations

import pytest

from memoir_git.core.finding import Severity
from memoir_git.custodian.metadata import is_project_id, metadata_faults
from memoir_git.custodian.project import Project
from tests.support.memory import MANIFEST, PROJECT_ID


def _project(*replaced: tuple[str, str]) -> Project:
    manifest = MANIFEST
    for old, new in replaced:
        manifest = manifest.replace(old, new)
    return Project({"manifest.md": manifest.encode()})


def test_a_complete_manifest_has_no_fault() -> None:
    assert metadata_faults(_project()) == []


@pytest.mark.parametrize("version", ["0.9", "1.0", "0.4", "0.8.0", "soon"])
def test_a_protocol_nobody_here_knows_blocks_and_nothing_else_is_said(version: str) -> None:
    project = _project(
        ("protocol_version: 0.8", f"protocol_version: {version}"), ("- admission_policy", "- x")
    )

    assert metadata_faults(project) == [("unknown-protocol", Severity.BLOCKER)]
    assert not project.is_readable


@pytest.mark.parametrize("version", ["0.5", "0.6", "0.7"])
def test_an_older_protocol_is_read_and_told(version: str) -> None:
    project = _project(
        ("protocol_version: 0.8", f"protocol_version: {version}"), ("- admission_policy", "- x")
    )

    assert metadata_faults(project) == [("older-protocol", Severity.INFO)]
    assert project.is_readable


@pytest.mark.parametrize("schema", ["2", "3"])
def test_a_foreign_entry_schema_is_read_and_told(schema: str) -> None:
    project = _project(("entry_schema_version: 1", f"entry_schema_version: {schema}"))

    assert metadata_faults(project) == [("foreign-entry-schema", Severity.INFO)]
    assert project.is_readable


@pytest.mark.parametrize("schema", ["4", "0", "one", "1.0"])
def test_an_unknown_entry_schema_blocks(schema: str) -> None:
    project = _project(("entry_schema_version: 1", f"entry_schema_version: {schema}"))

    assert ("unknown-entry-schema", Severity.BLOCKER) in metadata_faults(project)
    assert not project.is_readable


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("protocol_version: 0.8", "protocol_version: 00.8", "protocol_version"),
        ("- entry_schema_version: 1\n", "", "entry_schema_version"),
        ("admission_policy: evidence-required", "admission_policy: anything", "admission_policy"),
        ("- routing_policy: explicit-task-and-scope\n", "", "routing_policy"),
        ("subject_registry: subjects.md", "subject_registry: names.md", "subject_registry"),
        ("- initialized_with: memoir-git 0.1.0\n", "", "initialized_with"),
        (PROJECT_ID, PROJECT_ID.upper(), "project_id"),
        ("- project_id", "- audit_schema_version: 1\n- project_id", "audit_schema_version"),
    ],
)
def test_a_wrong_value_is_told_by_its_key(old: str, new: str, key: str) -> None:
    assert metadata_faults(_project((old, new))) == [(f"metadata:{key}", None)]


@pytest.mark.parametrize(
    "text", ["", "x", PROJECT_ID[:-1], PROJECT_ID.replace("-4", "-1"), PROJECT_ID.replace("-9", "-c")]
)
def test_a_project_id_is_a_random_uuid(text: str) -> None:
    assert is_project_id(PROJECT_ID)
    assert not is_project_id(text)
