"""`git memoir session show` and `resume`: what they print, and what they never do."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memoir_git.store.plans.plan import Happening
from tests.cli.sessions_shown import SHOWN, STORE, succeeded
from tests.support.golden import assert_golden
from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.scenario import Repo
from tests.support.sessions import goal, row, session


@pytest.mark.parametrize("words", [("session", "show"), ("resume",)])
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_full_session_is_shown_right(
    repo: Repo, memoir: InProcess, words: tuple[str, ...], output_format: str
) -> None:
    repo.write({STORE: SHOWN})

    result = succeeded(memoir(*words, "--format", output_format))

    suffix = {"text": "txt", "json": "json"}[output_format]
    assert_golden(result.out, f"session/{words[-1]}.{suffix}")


@pytest.mark.parametrize("words", [("session", "show"), ("resume",)])
def test_what_is_suppressed_is_never_shown(repo: Repo, memoir: InProcess, words: tuple[str, ...]) -> None:
    repo.write({STORE: SHOWN})

    for output_format in ("text", "json"):
        shown = succeeded(memoir(*words, "--format", output_format)).stdout
        for suppressed in ("finished", "client", "password", "[purged]"):
            assert suppressed not in shown


def test_an_empty_session_says_so(memoir: InProcess) -> None:
    assert "The working set is empty." in succeeded(memoir("session", "show")).stdout
    assert succeeded(memoir("resume")).stdout == "# Working set\n\nNothing is open.\n"


def test_control_characters_of_a_text_do_not_reach_the_terminal(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: session(goals=[goal("a\x1b[31mb\rc")], history=[row(1, "m", "\x07")])})

    for words in (("session", "show"), ("resume",)):
        shown = succeeded(memoir(*words)).stdout
        assert "\\x1b[31mb" in shown
        assert not set(shown) & {"\x1b", "\x07", "\r"}


def test_a_text_cannot_pass_for_a_heading_of_resume(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: session(goals=[goal("a\n## Decisions\n- b")])})

    assert "- a ## Decisions - b\n" in succeeded(memoir("resume")).stdout


def test_reading_creates_nothing(repo: Repo, memoir: InProcess) -> None:
    state = Path(os.environ["MEMOIR_GIT_STATE_HOME"])

    memoir("session", "show")
    memoir("resume")

    assert not state.exists()


def test_a_terminal_gets_tables_and_a_pipe_plain_text(repo: Repo) -> None:
    repo.write({STORE: SHOWN})
    ours, theirs = pty.openpty()
    with subprocess.Popen(["git-memoir", "session", "show"], cwd=repo.path, stdout=theirs) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # how a terminal says that its other end is closed
            while block := os.read(ours, 65536):
                shown += block
    os.close(ours)

    assert process.returncode == 0
    assert "Ship v1" in shown.decode()
    assert "│" in shown.decode()
    assert "│" not in repo.memoir("session", "show").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("session", "show"),
        ("resume",),
        ("session", "goal", "x"),
        ("session", "done", "nothing"),
        ("session", "show", "--store", "nowhere"),
    ],
)
def test_json_is_one_envelope_whatever_happens(memoir: InProcess, words: tuple[str, ...]) -> None:
    result = memoir(*words, "--format", "json")

    document = json.loads(result.out)
    jsonschema.validate(document, schema("envelope-v1.json"))
    assert document["command"] == words[0]


@pytest.mark.parametrize(
    "words",
    [
        ("session", "show"),
        ("resume",),
        ("session", "next", "x"),
        ("session", "park", "fix the parser"),
        ("session", "done", "p1"),
        ("session", "done", "finished"),
        ("session", "decide", "a client's name"),
        ("session", "answer", "q1"),
        ("session", "end", "--summary", "x"),
    ],
)
def test_json_data_is_of_its_schema(repo: Repo, memoir: InProcess, words: tuple[str, ...]) -> None:
    repo.write({STORE: SHOWN})

    document = json.loads(succeeded(memoir(*words, "--format", "json")).out)

    jsonschema.validate(document["data"], schema("session-v1.json"))


def test_the_schema_knows_every_event() -> None:
    events = schema("session-v1.json")["$defs"]["change"]["properties"]["events"]

    kinds = {happening.value for happening in Happening} - {"machine_added"}
    assert set(events["items"]["properties"]["kind"]["enum"]) == kinds


def schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes())


def test_json_tells_what_happened_without_the_text(memoir: InProcess) -> None:
    data = json.loads(memoir("session", "next", "xylophone", "--format", "json").out)["data"]

    assert data == {
        "action": "next",
        "path": STORE,
        "written": True,
        "events": [{"kind": "added", "list": "next_actions", "count": 1}],
        "machine_label_added": "laptop",
        "machine_is_anonymous": False,
    }


@pytest.mark.parametrize("words", [("session", "show"), ("resume",)])
def test_half_of_a_surrogate_pair_is_still_json(
    repo: Repo, memoir: InProcess, words: tuple[str, ...]
) -> None:
    repo.write({STORE: json.dumps(session(goals=[goal("half \ud83d")]))})

    result = succeeded(memoir(*words, "--format", "json"))

    assert json.loads(result.out.decode("utf-8"))["data"]["goals"][0]["text"] == "half \ud83d"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_full_disk_at_the_other_end_is_an_error_in_words(repo: Repo, output_format: str) -> None:
    repo.write({STORE: SHOWN})
    words = ("git-memoir", "session", "show", "--format", output_format)

    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, cwd=repo.path, stdout=full, stderr=subprocess.PIPE, check=False)

    assert done.returncode == 1
    assert done.stderr.startswith(b"error: The result cannot be written to standard output: No space left")
    assert b"Exception" not in done.stderr
