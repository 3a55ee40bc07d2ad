"""Which projects this program changes, and what it says of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git.custodian.project import Project
from memoir_git.services.memory_place import MemoryPlace
from memoir_git.services.writable import NotWritableError, require_writable
from tests.support.memory import MANIFEST, files

PLACE = MemoryPlace(root=Path("/project"), repository=None, directory="docs/memory")


def project(manifest: str | None = MANIFEST) -> Project:
    contents = {path: text.encode() for path, text in files(manifest=manifest).items()}
    return Project(contents)


def test_a_project_of_protocol_0_8_is_written() -> None:
    require_writable(project(), PLACE, bodies=True, older=False)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (None, "There is no project memory: docs/memory/manifest.md does not exist"),
        ("# M\n\n```\nopen\n", "cannot be read"),
        (MANIFEST.replace("version: 0.8", "version: 0.9", 1), "does not know"),
        (MANIFEST.replace("version: 0.8", "version: 0.7", 1), "before 0.8"),
        (MANIFEST.replace("subject_schema_version: 1", "subject_schema_version: 2"), "does not know"),
        (MANIFEST + "## Always load\n- `brief.md`\n", "malformed or stand twice"),
        (MANIFEST.replace("- admission_policy", "admission_policy"), "malformed or stand twice"),
    ],
)
def test_any_other_is_refused_with_the_reason_and_the_next_step(manifest: str | None, said: str) -> None:
    with pytest.raises(NotWritableError, match=said) as caught:
        require_writable(project(manifest), PLACE, bodies=False, older=False)

    assert caught.value.hint


def test_an_older_protocol_is_accepted_by_those_who_ask_for_it() -> None:
    older = project(MANIFEST.replace("version: 0.8", "version: 0.7", 1))

    require_writable(older, PLACE, bodies=False, older=True)


@pytest.mark.parametrize("schema", ["2", "3"])
def test_bodies_are_not_written_where_they_are_fenced_and_all_else_is(schema: str) -> None:
    fenced = project(MANIFEST.replace("entry_schema_version: 1", f"entry_schema_version: {schema}"))

    require_writable(fenced, PLACE, bodies=False, older=False)
    with pytest.raises(NotWritableError, match=f"entry schema {schema}"):
        require_writable(fenced, PLACE, bodies=True, older=False)
