"""`git memoir local`: what its commands print, the envelope they keep to, and wrong usage."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.golden import assert_golden
from tests.support.overlay import Machine, add_words
from tests.support.places import PROJECT

SCHEMAS = PROJECT / "docs/reference/schemas"
SUFFIX = {"text": "txt", "json": "json"}


@pytest.fixture
def machine(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Machine:
    return Machine(tmp_path, capfdbinary, monkeypatch)


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_bytes())


def _without_chance(printed: bytes) -> bytes:
    """Returns the output with fixed words for what differs each time: keyed names, digests, fresh IDs."""
    printed = re.sub(rb"MC-PREF-\d{8}-[0-9a-f]{8}", b"MC-PREF-20260701-00000000", printed)
    return re.sub(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b", b"0", printed)


def _unbind(machine: Machine) -> None:
    (machine.folder / "bindings.json").unlink()


def _loosen(machine: Machine) -> None:
    (machine.folder / "local/preferences.md").chmod(0o644)


CASES = {
    "disabled": ((), None, ("local", "status")),
    "bound": (("One.", "Two."), None, ("local", "status")),
    "unbound": (("One.",), _unbind, ("local", "status")),
    "review": (("One.",), _loosen, ("local", "status")),
    "add": (("One.",), None, add_words("Two.")),
    "reset": (("One.",), None, ("local", "reset")),
    "reset-blocked": (("One.",), _loosen, ("local", "reset")),
    "reset-nothing": ((), None, ("local", "reset")),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("output_format", SUFFIX)
def test_it_prints_what_was_found_right(machine: Machine, name: str, output_format: str) -> None:
    texts, spoil, words = CASES[name]
    if texts:
        machine.bound(*texts)
    if spoil is not None:
        spoil(machine)

    result = machine(*words, "--format", output_format)

    assert result.stderr == ""
    assert_golden(_without_chance(result.out), f"local/{name}.{SUFFIX[output_format]}")


@pytest.mark.parametrize("name", ["disabled", "bound", "unbound", "review"])
def test_the_json_of_a_status_keeps_to_the_published_schemas(machine: Machine, name: str) -> None:
    texts, spoil, words = CASES[name]
    if texts:
        machine.bound(*texts)
    if spoil is not None:
        spoil(machine)

    document = json.loads(machine(*words, "--format", "json").out)

    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("local-v1.json"))
    assert document["data"]["local_overlay_status"] == name


@pytest.mark.parametrize(
    "words", [("local", "enable"), ("local", "link"), add_words("One."), ("local", "reset")]
)
def test_the_json_of_a_change_keeps_to_the_schema_of_all_changes(
    machine: Machine, words: tuple[str, ...]
) -> None:
    machine.bound("Something.")

    document = json.loads(machine(*words, "--format", "json").out)

    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("change-v1.json"))
    assert document["data"]["operation"] == " ".join(words[:2])


@pytest.mark.parametrize(
    "words",
    [
        ("local", "add", "No evidence."),
        (*add_words("Another type."), "--type", "decision"),
        (*add_words("A shared scope."), "--scope", "project"),
        ("local", "reset", "--apply"),
        ("local", "reset", "--confirm-plan", "0" * 16),
    ],
)
def test_wrong_usage_writes_nothing(machine: Machine, words: tuple[str, ...]) -> None:
    result = machine(*words)

    assert (result.code, result.out) == (2, b"")
    assert not machine.state.exists()


@pytest.mark.parametrize("command", ["enable", "link", "reset"])
def test_without_project_memory_there_is_nothing_to_have_an_overlay_of(
    machine: Machine, command: str
) -> None:
    place = machine.root / "empty"
    place.mkdir()

    result = machine("local", command, at=place)

    assert (result.code, result.out) == (1, b"")
    assert "no project memory" in result.stderr


def test_a_status_without_project_memory_says_why_there_can_be_none(machine: Machine) -> None:
    place = machine.root / "empty"
    place.mkdir()

    result = machine("local", "status", at=place)

    assert result.code == 0
    assert "no project memory here whose identity" in result.stdout


def test_status_names_the_overlay_where_there_is_one(machine: Machine) -> None:
    before = machine("status").stdout

    machine.bound()

    assert "local overlay" not in before
    assert "  local overlay: bound\n" in machine("status").stdout
