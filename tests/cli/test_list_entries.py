"""`git memoir list` and `show`: rows, filters, one entry, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.golden import assert_golden
from tests.support.in_process import memoir_in
from tests.support.memory import entry, entry_id, memory_file
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.projects import MEMORY, with_project

SCHEMAS = PROJECT / "docs/reference/schemas"
SUFFIX = {"text": "txt", "json": "json"}


def memoir(place: Path, *arguments: str) -> Result:
    return memoir_in(place, *arguments)


def listed(place: Path, *arguments: str) -> list[dict[str, str]]:
    document = json.loads(memoir(place, "list", *arguments, "--format", "json").out)
    rows = document["data"]["entries"]
    assert isinstance(rows, list)
    return rows


def shown(place: Path, identifier: str, *arguments: str) -> Any:
    return json.loads(memoir(place, "show", identifier, *arguments, "--format", "json").out)["data"]


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_bytes())


@pytest.mark.parametrize("name", ["customised-0.8", "legacy-0.5"])
@pytest.mark.parametrize("output_format", SUFFIX)
def test_a_list_prints_what_was_found_right(tmp_path: Path, name: str, output_format: str) -> None:
    result = memoir(with_project(tmp_path, name), "list", "--format", output_format)

    assert (result.code, result.stderr) == (0, "")
    assert_golden(result.out, f"list/{name}.{SUFFIX[output_format]}")


@pytest.mark.parametrize("output_format", SUFFIX)
def test_an_entry_is_shown_as_it_was_found_right(tmp_path: Path, output_format: str) -> None:
    place = with_project(tmp_path, "customised-0.8")

    result = memoir(place, "show", entry_id("DEC", 2), "--format", output_format)

    assert (result.code, result.stderr) == (0, "")
    assert_golden(result.out, f"show/decision.{SUFFIX[output_format]}")


def test_their_json_keeps_to_the_published_schemas(tmp_path: Path) -> None:
    place = with_project(tmp_path, "customised-0.8")
    for words, name in ((("list",), "list-v1.json"), (("show", entry_id("DEC", 2)), "show-v1.json")):
        document = json.loads(memoir(place, *words, "--format", "json").out)

        jsonschema.validate(document, schema("envelope-v1.json"))
        jsonschema.validate(document["data"], schema(name))


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (("--status", "superseded"), [entry_id("DEC", 3)]),
        (("--status", "candidate"), [entry_id("INBOX", 6)]),
        (("--scope", "area:importer"), [entry_id("CON", 8), entry_id("CON", 9)]),
        (("--scope", "area:importer", "--status", "superseded"), []),
        (("--scope", "area:import"), []),
        (("--status", "superseded", "--include-archive"), [entry_id("DEC", 3), entry_id("DEC", 7)]),
    ],
)
def test_filters_are_exact_and_add_up(tmp_path: Path, words: tuple[str, ...], ids: list[str]) -> None:
    rows = listed(with_project(tmp_path, "customised-0.8"), *words)

    assert [row["entry_id"] for row in rows] == ids


def test_an_empty_list_says_so(tmp_path: Path) -> None:
    place = with_project(tmp_path, "clean-0.8")

    assert memoir(place, "list", "--status", "legacy").stdout == "No entries.\n"


def test_every_row_of_a_list_can_be_shown(tmp_path: Path) -> None:
    for name in ("customised-0.8", "legacy-0.5"):
        place = with_project(tmp_path / name, name)
        for row in listed(place, "--include-archive"):
            assert shown(place, row["entry_id"], "--include-archive")["source"] == row["source"]


def test_a_unit_without_an_id_is_shown_by_its_place(tmp_path: Path) -> None:
    data = shown(with_project(tmp_path, "legacy-0.5"), "constraints.md#unit-2")

    assert data["entry"]["status"] == "legacy"
    assert data["entry"]["text"] == "- Every row has a number."


def test_an_id_may_be_written_in_any_case(tmp_path: Path) -> None:
    data = shown(with_project(tmp_path, "clean-0.8"), entry_id("CON", 1).lower())

    assert data["entry"]["entry_id"] == entry_id("CON", 1)


def test_the_archive_takes_a_flag(tmp_path: Path) -> None:
    place = with_project(tmp_path, "customised-0.8")

    assert memoir(place, "show", entry_id("DEC", 7)).code == 1
    assert memoir(place, "show", entry_id("DEC", 7), "--include-archive").code == 0


def test_a_subject_that_was_merged_is_shown_with_what_it_is_now(tmp_path: Path) -> None:
    place = with_project(tmp_path, "clean-0.8")
    registry = place / MEMORY / "subjects.md"
    old, new = "MC-SUBJ-20260903-3333cccc", "MC-SUBJ-20260901-1111aaaa"
    head, found, tail = registry.read_text(encoding="utf-8").partition(f"## {old}")
    tail = tail.replace("Status: active", f"Status: merged\nMerged-Into: {new}", 1)
    registry.write_text(head + found + tail, encoding="utf-8")

    data = shown(place, entry_id("DEC", 1))

    assert (data["entry"]["historical_subject_id"], data["entry"]["current_subject_id"]) == (old, new)


def test_an_id_that_stands_twice_shows_neither(tmp_path: Path) -> None:
    place = with_project(tmp_path, "clean-0.8")
    twice = memory_file("Constraints", entry(), entry())
    (place / MEMORY / "constraints.md").write_text(twice, encoding="utf-8")

    result = memoir(place, "show", entry_id("CON", 1))

    assert (result.code, result.out) == (1, b"")
    assert "2 entries have the ID" in result.stderr


def test_an_id_that_stands_nowhere_names_the_list(tmp_path: Path) -> None:
    result = memoir(with_project(tmp_path, "clean-0.8"), "show", "MC-DEC-20260901-ffffffff")

    assert result.code == 1
    assert "git memoir list" in result.stderr


@pytest.mark.parametrize("words", [("list",), ("show", "MC-DEC-20260901-00000001")])
@pytest.mark.parametrize(("name", "said"), [("nothing", "no project memory"), ("newer", "cannot read")])
def test_without_readable_memory_they_stop(
    tmp_path: Path, words: tuple[str, ...], name: str, said: str
) -> None:
    result = memoir(with_project(tmp_path, name), *words)

    assert (result.code, result.out) == (1, b"")
    assert said in result.stderr


def test_a_terminal_is_told_nothing_it_would_obey(tmp_path: Path) -> None:
    place = with_project(tmp_path, "clean-0.8")
    text = memory_file("Constraints", entry(body="red \x1b[31m and \u202e back"))
    (place / MEMORY / "constraints.md").write_text(text, encoding="utf-8")

    result = memoir(place, "show", entry_id("CON", 1))

    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout
    assert "red \\x1b[31m and \\u202e back" in result.stdout
