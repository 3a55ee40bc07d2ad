"""Every command that changes project memory prints one JSON shape, whether it previews, writes or refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.in_process import InProcess
from tests.support.memory import entry_id
from tests.support.places import PROJECT
from tests.support.projects import with_project

SUBJECT, OTHER = "MC-SUBJ-20260901-1111aaaa", "MC-SUBJ-20260902-2222bbbb"
EVIDENCE = ("--evidence", "user-confirmed")
# module of memoir_git.cli -> calls of its commands on the customised project.
CALLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "add": (("add", "An idea."), ("add", "No.", "--type", "decision")),
    "promote": (("promote", entry_id("INBOX", 6), "--type", "decision", *EVIDENCE),),
    "evidence": (("evidence", "add", entry_id("DEC", 2), "--evidence", "pr:#1"),),
    "enable": (("enable", "areas/db"), ("enable", "nothing")),
    "subject": (
        ("subject", "add", "Plough", "--kind", "feature", *EVIDENCE),
        ("subject", "rename", SUBJECT, "Plough"),
        ("subject", "add-alias", SUBJECT, "Plough"),
        ("subject", "merge", OTHER, "--into", SUBJECT),
    ),
    "exception": (
        ("exception", "add", entry_id("CON", 8), "--to", entry_id("CON", 1)),
        ("exception", "remove", entry_id("CON", 8)),
    ),
    "reconcile": (
        (
            "reconcile", "preview", "--entry", entry_id("CON", 1), "--entry", entry_id("DEC", 2),
            "--resolution", "distinct", "--title", "Read", *EVIDENCE,
        ),
    ),
    "compact": (("compact",), ("compact", "--target", "decisions.md")),
    "local": (("local", "enable"), ("local", "reset")),
}  # fmt: skip
# Commands that change project memory by a way of their own, and print the same.
OWN_WAY: tuple[tuple[str, ...], ...] = (
    ("forget", "Zanzibar"),
    ("forget", "rows", "--mode", "hard"),
    ("forget", "--id", entry_id("DEC", 2)),
    ("init", "project", "--replace-existing"),
)
# What changes project memory and has a shape or a test of its own.
ELSEWHERE = {"changing", "init_project"}
SCHEMAS = PROJECT / "docs/reference/schemas"


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_bytes())


@pytest.mark.parametrize(
    "words",
    [*OWN_WAY, *(call for calls in CALLS.values() for call in calls)],
    ids=lambda words: " ".join(words[:3]),
)
def test_a_change_keeps_to_the_published_schema(
    tmp_path: Path,
    words: tuple[str, ...],
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = with_project(tmp_path, "customised-0.8")

    document = json.loads(InProcess(place, capsysbinary, monkeypatch)(*words, "--format", "json").out)

    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("change-v1.json"))
    assert words[: len(document["data"]["operation"].split())] == tuple(document["data"]["operation"].split())


def test_every_command_that_makes_a_change_is_called_here() -> None:
    makes = re.compile(r"\brun_(?:previewed|directly)\(")
    found = {
        path.stem
        for path in (PROJECT / "memoir_git/cli").glob("*.py")
        if makes.search(path.read_text("utf-8"))
    }

    assert found - ELSEWHERE == CALLS.keys()


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.stem)
def test_no_schema_says_one_key_twice(path: Path) -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), f"{path.name} has a key twice among {keys}"
        return dict(pairs)

    assert json.loads(path.read_bytes(), object_pairs_hook=once)
