"""`git memoir validate`: what it prints, the envelope it keeps to, and its exit statuses."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.golden import assert_golden
from tests.support.in_process import memoir_in
from tests.support.places import FIXTURES, PROJECT
from tests.support.processes import Result

SCHEMAS = PROJECT / "docs/reference/schemas"
# Each store under fixtures/stores, and "nothing", a folder without one; with the exit status it earns.
STATUSES = {"clean": 0, "legacy": 0, "broken": 1, "nothing": 0}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder outside of any repository."""
    return tmp_path


def with_store(place: Path, name: str) -> Path:
    if name != "nothing":
        shutil.copytree(FIXTURES / "stores" / name, place / ".memoir")
    return place


def validate(place: Path, *arguments: str) -> Result:
    return memoir_in(place, "validate", *arguments)


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_bytes())


@pytest.mark.parametrize("name", STATUSES)
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_it_prints_what_was_found_right(place: Path, name: str, output_format: str) -> None:
    result = validate(with_store(place, name), "--format", output_format)

    suffix = {"text": "txt", "json": "json"}[output_format]
    assert_golden(result.out, f"validate/{name}.{suffix}")


@pytest.mark.parametrize("name", STATUSES)
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_the_exit_status_follows_the_findings_in_both_formats(
    place: Path, name: str, output_format: str
) -> None:
    result = validate(with_store(place, name), "--format", output_format)

    assert (result.code, result.stderr) == (STATUSES[name], "")


@pytest.mark.parametrize("name", STATUSES)
def test_the_envelope_and_its_data_keep_to_their_schemas(place: Path, name: str) -> None:
    document = json.loads(validate(with_store(place, name), "--format", "json").out)

    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("validate-v1.json"))


@pytest.mark.parametrize("name", ["envelope-v1.json", "validate-v1.json"])
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize(
    ("status", "exit_class"), [("PASS", "success"), ("FAIL", "domain-failure"), ("REVIEW", "blocker")]
)
def test_the_envelope_schema_refuses_a_verdict_that_its_findings_do_not_give(
    place: Path, status: str, exit_class: str
) -> None:
    document = json.loads(validate(with_store(place, "legacy"), "--format", "json").out)
    document |= {"status": status, "exit_class": exit_class}

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema("envelope-v1.json"))


def test_every_count_in_the_text_stands_in_the_json(place: Path) -> None:
    with_store(place, "broken")

    counts = json.loads(validate(place, "--format", "json").out)["data"]["counts"]
    last_line = validate(place).stdout.splitlines()[-1]

    assert [int(word) for word in last_line.replace("(", " ").split() if word.isdigit()] == [
        counts[name] for name in ("files", "sessions", "entries", "errors", "warnings", "reports")
    ]


def test_the_envelope_is_one_line_with_sorted_keys(place: Path) -> None:
    printed = validate(with_store(place, "broken"), "--format", "json").stdout

    document = json.loads(printed)
    assert printed == json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def test_a_path_that_is_not_there_stops_the_command_with_a_sentence(place: Path) -> None:
    result = validate(place, "nowhere.md")

    assert (result.code, result.stdout) == (1, "")
    assert result.stderr == "error: There is no file or folder nowhere.md.\n"


def test_stopped_in_json_mode_it_still_prints_an_envelope(place: Path) -> None:
    result = validate(place, "--format", "json", "nowhere.md")

    document = json.loads(result.out)
    assert result.code == 1
    jsonschema.validate(document, schema("envelope-v1.json"))
    assert [finding["code"] for finding in document["findings"]] == ["MG-RUN-001"]


def test_a_file_that_is_no_memory_is_refused_by_name(place: Path) -> None:
    (place / "notes.txt").write_text("x")

    result = validate(place, "notes.txt")

    assert result.code == 1
    assert "notes.txt is neither a session file (.json) nor an entry file (.md)." in result.stderr


def test_an_unknown_option_is_wrong_usage(place: Path) -> None:
    assert validate(place, "--fix").code == 2


def test_a_name_with_control_characters_stays_on_its_line(place: Path) -> None:
    folder = place / ".memoir/memory"
    folder.mkdir(parents=True)
    name = os.fsdecode("fact_a\n\x1b[31m\u202e".encode() + b"\xff.md")
    (folder / name).write_text("# T\n")

    result = validate(place)

    assert "fact_a\\n\\x1b[31m\\u202e\\udcff.md: The file has no frontmatter" in result.stdout
    assert not any(mark in result.stdout for mark in "\x1b\u202e")
    assert json.loads(validate(place, "--format", "json").out)["data"]["counts"]["files"] == 1


def test_no_text_of_the_memory_is_printed(place: Path) -> None:
    printed = validate(with_store(place, "broken")).stdout + validate(place, "--format", "json").stdout

    for word in (
        "Retry the sync",
        "Kept text",
        "Kept too",
        "Add retries",
        "soon",
        "decision_whole",
        "yesterday",
    ):
        assert word not in printed
