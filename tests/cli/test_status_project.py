"""`git memoir status` about project memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.in_process import InProcess
from tests.support.memory import entry, files, memory_file
from tests.support.places import PROJECT
from tests.support.projects import STATUSES, with_project
from tests.support.scenario import Repo


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


@pytest.fixture
def memoir(
    repo: Repo, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(repo.path, capfdbinary, monkeypatch)


def put(repo: Repo, directory: str = "docs/memory", **changed: str | None) -> None:
    repo.write({f"{directory}/{path}": text for path, text in files(**changed).items()})


def data_of(memoir: InProcess, *words: str) -> dict[str, Any]:
    data = json.loads(memoir("status", "--format", "json", *words).out)["data"]
    assert isinstance(data, dict)
    return data


def test_without_project_memory_the_keys_are_there_and_empty(memoir: InProcess) -> None:
    data = data_of(memoir)

    assert (data["memory_directory"], data["protocol"], data["files"]) == (None, None, [])


def test_json_names_protocol_files_modules_and_counts(repo: Repo, memoir: InProcess) -> None:
    put(repo, constraints=memory_file("Constraints", entry()), decisions=None)

    data = data_of(memoir)

    assert data["memory_directory"] == "docs/memory"
    assert data["protocol"] == {"version": "0.8", "current": True}
    assert {"path": "decisions.md", "status": "MISSING", "tokens": None, "budget": None} in data["files"]
    assert data["modules"]["areas"]["status"] == "enabled"
    assert data["modules"]["areas"]["files"][0]["path"] == "areas/importer.md"
    assert data["modules"]["rules"] == {"status": "not enabled", "files": []}
    assert data["entries"] == {"active": 1, "superseded": 0, "legacy": 0}


@pytest.mark.parametrize("name", [*STATUSES, "nothing"])
def test_its_json_keeps_to_the_published_schemas(repo: Repo, memoir: InProcess, name: str) -> None:
    with_project(repo.path, name)

    document = json.loads(memoir("status", "--format", "json").out)

    for schema, value in (("envelope-v1.json", document), ("status-v1.json", document["data"])):
        jsonschema.validate(value, json.loads((PROJECT / "docs/reference/schemas" / schema).read_bytes()))


def test_the_envelope_names_the_declared_protocol(repo: Repo, memoir: InProcess) -> None:
    put(repo)

    assert json.loads(memoir("status", "--format", "json").out)["protocol_version"] == "0.8"


def test_the_text_has_one_row_per_file(repo: Repo, memoir: InProcess) -> None:
    put(repo)

    lines = memoir("status").stdout.splitlines()

    assert "Project memory docs/memory: protocol 0.8; entries: 0 active" in lines[1]
    assert "  brief.md            OK           about 11 of 500 tokens" in lines
    assert "  not enabled: rules, profiles, archive" in lines


def test_an_audit_is_the_next_step_only_where_a_file_asks_for_it(repo: Repo, memoir: InProcess) -> None:
    put(repo)
    assert data_of(memoir)["next"] == []

    put(repo, brief="# B\n\n<!-- memoir: x -->\n")
    assert data_of(memoir)["next"][0].startswith("git memoir audit")


def test_a_link_in_a_files_place_is_invalid(repo: Repo, memoir: InProcess, tmp_path: Path) -> None:
    put(repo, brief=None)
    (repo.path / "docs/memory/brief.md").symlink_to(tmp_path / "nowhere")

    states = {file["path"]: file["status"] for file in data_of(memoir)["files"]}

    assert states["brief.md"] == "INVALID"


def test_the_memory_directory_can_be_named(repo: Repo, memoir: InProcess) -> None:
    put(repo, "docs/other")

    assert data_of(memoir)["memory_directory"] is None
    assert data_of(memoir, "--memory-dir", "docs/other")["memory_directory"] == "docs/other"


def test_memory_in_two_places_is_an_error_that_names_both(repo: Repo, memoir: InProcess) -> None:
    put(repo, "docs/one")
    put(repo, "docs/two")
    repo.write({".gitattributes": "manifest.md memoir=project\n"})

    result = memoir("status")

    assert result.code == 1
    assert "docs/one and docs/two" in result.stderr
    assert data_of(memoir, "--memory-dir", "docs/two")["memory_directory"] == "docs/two"


def test_a_folder_of_other_documents_is_no_project_memory(repo: Repo, memoir: InProcess) -> None:
    repo.write({"docs/memory/notes.md": "# Notes\n"})

    assert data_of(memoir)["memory_directory"] is None


def test_outside_a_repository_it_is_found_as_well(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs/memory").mkdir(parents=True)
    (tmp_path / "docs/memory/manifest.md").write_text(files()["manifest.md"])

    data = data_of(InProcess(tmp_path, capfdbinary, monkeypatch))

    assert (data["git"], data["memory_directory"]) == (False, "docs/memory")
