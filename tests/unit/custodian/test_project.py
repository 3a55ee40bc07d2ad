"""A memory directory read once: what is kept of each file, whatever its bytes."""

from __future__ import annotations

import pytest

from memoir_git.custodian.project import Project
from tests.support.memory import MANIFEST, context_of, entry, entry_id, files, memory_file


def _project(contents: dict[str, str]) -> Project:
    return context_of(contents).project


def test_entries_are_found_by_id_without_case_and_in_the_archive() -> None:
    project = _project(files(archive__old=memory_file("Old", entry())))

    found = project.entry(entry_id("CON", 1).lower())

    assert found is not None
    assert found.path == "archive/old.md"


def test_an_id_that_stands_twice_names_no_entry() -> None:
    project = _project(files(constraints=memory_file("C", entry(), entry())))

    assert project.entry(entry_id("CON", 1)) is None


def test_units_without_an_id_are_numbered_among_the_units_of_their_file() -> None:
    text = memory_file("Decisions", entry("DEC"), "## 2025-03-01 - Use it\n", "- and that\n")
    (first, second) = _project(files(decisions=text)).files["decisions.md"].legacy

    assert [(unit.number, unit.kind) for unit in (first, second)] == [(2, "h2"), (3, "bullet")]


def test_a_file_that_is_not_markdown_is_none_of_ours() -> None:
    assert list(Project({"a.txt": b"x", "manifest.md": MANIFEST.encode()}).files) == ["manifest.md"]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"# T\n\n```\n", b"# T\n\0", b"<<<<<<< ours\n"])
def test_a_file_nobody_can_read_has_no_entries_and_raises_nothing(data: bytes) -> None:
    project = Project({"manifest.md": MANIFEST.encode(), "decisions.md": data})

    assert not project.files["decisions.md"].is_usable
    assert list(project.entries()) == []


@pytest.mark.parametrize("manifest", [None, "```\n"])
def test_without_a_manifest_nothing_is_interpreted(manifest: str | None) -> None:
    project = _project(files(manifest=manifest))

    assert (project.version, project.is_readable) == (None, False)


@pytest.mark.parametrize("schema", [1, 3])
def test_a_fenced_body_is_decoded_under_the_schema_that_has_it(schema: int) -> None:
    body = "```memory-custodian-body-v1\nStatus: text\n```"
    changed = files(
        manifest=MANIFEST.replace("entry_schema_version: 1", f"entry_schema_version: {schema}"),
        constraints=memory_file("C", entry(body=body)),
    )

    (found,) = _project(changed).entries()

    assert found.faults == []
    assert found.body == ("Status: text" if schema == 3 else body)


def test_the_registry_is_no_core_file_of_the_oldest_protocol() -> None:
    oldest = files(manifest=MANIFEST.replace("protocol_version: 0.8", "protocol_version: 0.5"))

    assert "subjects.md" not in _project(oldest).core_files
    assert "subjects.md" in _project(files()).core_files


def test_canonical_storage_is_core_files_routes_and_declared_modules() -> None:
    manifest = MANIFEST.replace("- `decisions.md`", "- `decisions.md`\n- `glossary.md`", 1)
    project = _project(files(manifest=manifest, glossary="# G\n", other="# O\n", areas__b="# B\n"))

    canonical = {path for path in project.files if project.is_canonical(path)}

    assert {"glossary.md", "areas/importer.md", "decisions.md"} <= canonical
    assert canonical.isdisjoint({"other.md", "areas/b.md"})
