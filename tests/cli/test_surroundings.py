"""What the machine refuses is fatal, in text and in JSON alike: a lock, the private state, the disk."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from memoir_git.fs.lock import Holder, held
from memoir_git.fs.state import locate
from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.projects import with_project

ENVELOPE = PROJECT / "docs" / "reference" / "schemas" / "envelope-v1.json"
WRITERS = {
    "add": ("add", "Rows are sorted."),
    "enable": ("enable", "changelog"),
    "init": ("init", "project", "--repair"),
    "local": ("local", "link"),
    "forget": ("forget", "rows", "--apply", "--confirm-plan", "0123456789abcdef"),
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return with_project(tmp_path / "project", "clean-0.8")


@pytest.fixture
def memoir(
    place: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(place, capsysbinary, monkeypatch)


def assert_fatal(result: Result) -> None:
    document = json.loads(result.out)
    jsonschema.validate(document, json.loads(ENVELOPE.read_bytes()))
    assert (result.code, document["exit_class"]) == (2, "fatal")
    assert [finding["code"] for finding in document["findings"]] == ["MC-RUNTIME-001"]


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_a_writer_that_waits_in_vain_ends_with_2(
    place: Path, memoir: InProcess, words: tuple[str, ...]
) -> None:
    state = locate(os.environ, outside=())
    holder = Holder(process_id=1, since="2026-11-30T12:00:00Z")

    with held(state.bootstrap_lock_path(place), holder=holder):
        result = memoir(*words, "--lock-timeout", "0", "--format", "json")

    assert_fatal(result)
    assert "process 1 has held it since" in result.stderr


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_a_state_directory_that_cannot_be_made_ends_with_2(
    tmp_path: Path, memoir: InProcess, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(tmp_path / "file" / "state"))

    result = memoir(*words, "--format", "json")

    assert_fatal(result)
    assert "MEMOIR_GIT_STATE_HOME" in result.stderr


@pytest.mark.parametrize("command", [("forget", "rows"), ("recover",)], ids=["forget", "recover"])
def test_a_state_directory_inside_the_project_ends_with_2(
    place: Path, memoir: InProcess, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(place / "state"))

    assert_fatal(memoir(*command, "--format", "json"))


@pytest.mark.parametrize("command", [("recover",), ("audit", "--transactions")], ids=["recover", "audit"])
def test_a_state_directory_that_cannot_be_looked_at_is_never_clean(
    tmp_path: Path, memoir: InProcess, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(tmp_path / ("n" * 300)))

    result = memoir(*command)

    assert result.code == 2
    assert "clean" not in result.stdout


def test_a_file_that_cannot_be_looked_at_ends_with_2(memoir: InProcess) -> None:
    result = memoir("enable", "rules/" + "n" * 300, "--format", "json")

    assert_fatal(result)
    assert "File name too long" in result.stderr


@pytest.mark.parametrize("command", [("list",), ("add", "Rows.", "--memory-dir", "docs/none")])
def test_json_is_a_short_word_for_the_format(memoir: InProcess, command: tuple[str, ...]) -> None:
    short = memoir(*command, "--json")

    assert json.loads(short.out)["command"] == command[0]
    assert short.out == memoir(*command, "--format", "json").out


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "soon"])
def test_a_time_to_wait_that_is_no_number_of_seconds_is_wrong_usage(memoir: InProcess, seconds: str) -> None:
    result = memoir("add", "Rows are sorted.", "--lock-timeout", seconds)

    assert (result.code, result.stdout) == (2, "")
    assert "--lock-timeout" in result.stderr
