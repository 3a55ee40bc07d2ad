"""`git memoir exposure`: its words, its output, and what never leaves the process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.exposures import CLEAN, DETECTED, PURGED, SESSION, TEXT, UNAVAILABLE, WITH_TEXT, forgotten
from tests.support.golden import assert_golden
from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.processes import Result, run
from tests.support.scenario import Repo
from tests.support.sessions import decision, session
from tests.support.store_files import entry

PROGRAM = (sys.executable, str(PROJECT / "tests/support/run_cli.py"))
MARK = "xylophone"
ID = "MC-DEC-20260901-0a1b2c3d"
UNIT = f"## {ID} \u2014 {MARK}\nStatus: active\nScope: project\n\nDecision:\n{MARK} is on.\n"
NAME = f"decision_{MARK}"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A history that holds a decision, an entry and a unit which today's files have no more."""
    made = make_repo()
    made.commit(
        {
            SESSION: session(decisions=[decision(TEXT, 1)]),
            f".memoir/memory/{NAME}.md": entry("decision", MARK, f"{MARK} words\n", date="2026-05-01"),
            "docs/memory/decisions.md": f"# Decisions\n\n{UNIT}",
        },
        f"begin {MARK} takeover acme",
    )
    made.commit(
        {SESSION: PURGED, f".memoir/memory/{NAME}.md": None, "docs/memory/decisions.md": "# Decisions\n"},
        "forget",
    )
    return made


def data_of(result: Result) -> dict[str, Any]:
    assert (result.code, result.err) == (0, b""), str(result)
    assert MARK not in result.stdout.lower()
    data = json.loads(result.out)["data"]
    assert isinstance(data, dict)
    return data


SELECTORS = {
    "entry": (("--entry-file", "-"), NAME, "entry-path"),
    "entry link": (("--entry-file", "-"), f"[[{NAME}]]\n", "entry-path"),
    "decision": (("--decision-file", "-"), f"{TEXT.upper()}\n", "text-hash"),
    "topic": (("--topic-file", "-"), f"{MARK}\nIS on", "topic"),
    "id": (("--id", ID.lower()), "", "entry-id"),
}


@pytest.mark.parametrize(("words", "stdin", "rule"), SELECTORS.values(), ids=SELECTORS)
def test_each_selector_finds_its_copy(
    memoir: InProcess, words: tuple[str, ...], stdin: str, rule: str
) -> None:
    data = data_of(memoir("exposure", *words, "--format", "json", stdin=stdin.encode()))

    assert data["status"] == DETECTED
    assert rule in {found for row in data["copies"] for found in row["rules"]}


@pytest.mark.parametrize(
    "words",
    [("--entry", "decision_other"), ("--decision", "Other"), ("--topic", "other"), ("--id", ID[:-1] + "e")],
)
def test_what_was_never_there_is_not_found(memoir: InProcess, words: tuple[str, ...]) -> None:
    assert data_of(memoir("exposure", *words, "--format", "json"))["status"] == CLEAN


def test_a_decision_that_still_stands_is_meant_by_its_number(memoir: InProcess) -> None:
    data = data_of(memoir("exposure", "--decision", "d1", "--format", "json"))

    assert data["sought"] == {"text-hash": 1, "topic": 1}


def test_a_number_that_no_decision_has_is_an_error_and_no_all_clear(memoir: InProcess) -> None:
    result = memoir("exposure", "--decision", "d9")

    assert (result.code, result.out) == (1, b"")
    assert "Nothing among the decisions fits." in result.stderr


def test_selectors_add_up(memoir: InProcess) -> None:
    words = ("--id", ID, "--entry", NAME, "--secrets")

    data = data_of(memoir("exposure", *words, "--format", "json"))

    assert data["sought"] == {"entry-path": 1, "entry-id": 1, "secret": 1}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--entry", "x", "--entry-file", "-"), "not both"),
        (("--topic-file", "-", "--decision-file", "-"), "one selector only"),
        (("--topic", "  "), "blank"),
        (("--limit-commits", "0"), "x>=1"),
        (("--time-limit", "0"), "x>0"),
    ],
)
def test_words_that_cannot_be_meant_are_wrong_usage(
    memoir: InProcess, words: tuple[str, ...], said: str
) -> None:
    result = memoir("exposure", *words)

    assert (result.code, result.out) == (2, b"")
    assert said in result.stderr


def test_what_is_no_entry_id_is_refused_without_repeating_it(memoir: InProcess) -> None:
    result = memoir("exposure", "--id", MARK)

    assert (result.code, MARK in result.stderr) == (1, False)
    assert "git memoir list" in result.stderr


def test_names_and_messages_that_tell_the_topic_are_counted(repo: Repo, memoir: InProcess) -> None:
    repo.git("branch", f"{MARK}-takeover-of-acme")

    data = data_of(memoir("exposure", "--decision", TEXT, "--format", "json"))

    assert data["names"]["status"] == "detected"
    assert data["names"]["classes"]["ref-name"] >= 1
    assert data["names"]["classes"]["commit"] == 1


def test_names_are_not_inspected_while_no_topic_is_known(memoir: InProcess) -> None:
    data = data_of(memoir("exposure", "--id", ID, "--format", "json"))

    assert data["names"] == {"status": "not-inspected", "classes": {}}


def test_a_time_limit_that_is_over_is_a_reason(memoir: InProcess) -> None:
    data = data_of(memoir("exposure", "--topic", "other", "--time-limit", "0.000001", "--format", "json"))

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["time-limit"])


@pytest.mark.parametrize("output_format", ["text", "json"])
@pytest.mark.parametrize("case", ["detected", "clean"])
def test_the_report_is_the_one_somebody_found_right(
    make_repo: Callable[[], Repo],
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    output_format: str,
    case: str,
) -> None:
    made = forgotten(make_repo(), before=WITH_TEXT if case == "detected" else None)
    memoir = InProcess(made.path, capsysbinary, monkeypatch)

    result = memoir("exposure", "--format", output_format)

    suffix = "json" if output_format == "json" else "txt"
    assert_golden(result.out, f"exposure/{case}.{suffix}")


@pytest.mark.parametrize("words", [(), ("--id", ID), ("--topic", "other"), ("--decision", "Other")])
def test_a_repository_that_git_refuses_gives_no_answer_and_no_error(
    repo: Repo, words: tuple[str, ...]
) -> None:
    env = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}

    data = data_of(run(*PROGRAM, "exposure", *words, "--format", "json", cwd=repo.path, env=env))

    assert (data["status"], "ownership-refused" in data["reasons"]) == (UNAVAILABLE, True)


def test_the_file_form_stands_before_the_argument_in_the_help(memoir: InProcess) -> None:
    said = memoir("exposure", "-h").stdout

    for name in ("entry", "decision", "topic"):
        assert said.index(f"--{name}-file FILE") < said.index(f"--{name} ")


class TestNothingLeaks:
    """The topic stays in the process: in no argument, environment, file, output or crash."""

    def test_no_child_is_told_and_no_file_is_written(self, repo: Repo, tmp_path: Path) -> None:
        for number in range(150):
            repo.commit({SESSION: session(decisions=[decision(f"Number {number}", 1)])})
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        running = subprocess.Popen(
            [*PROGRAM, "-C", str(repo.path), "exposure", "--topic-file", "-", "--unreachable", "--all-paths"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(temporary)},
        )
        assert running.stdin is not None
        running.stdin.write(MARK.encode())
        running.stdin.close()

        seen, looks = b"", 0
        while running.poll() is None:
            seen += _visible(running.pid)
            seen += b"".join(path.name.encode() for path in temporary.rglob("*"))
            looks += 1
        out, err = _rest(running)

        assert looks > 5
        assert running.returncode == 0, err
        assert MARK.encode() not in (seen + out + err).lower()

    @pytest.mark.parametrize("selector", ["--topic-file", "--decision-file", "--entry-file"])
    def test_git_itself_is_never_told(self, repo: Repo, tmp_path: Path, selector: str) -> None:
        trace, events = tmp_path / "trace", tmp_path / "events"
        env = {"GIT_TRACE": str(trace), "GIT_TRACE2_EVENT": str(events), "GIT_TRACE2_ENV_VARS": "*"}

        result = run(*PROGRAM, "exposure", selector, "-", cwd=repo.path, stdin=NAME.encode(), env=env)

        told = trace.read_text() + events.read_text()
        assert result.code == 0
        assert "rev-parse" in told
        assert MARK not in told.lower()

    @pytest.mark.parametrize(
        "damage", ["HEAD", "config", "packed-refs", "objects", "index", "refs/heads/main"]
    )
    @pytest.mark.parametrize("debug", [False, True])
    def test_a_broken_repository_tells_nothing_either(self, repo: Repo, damage: str, debug: bool) -> None:
        path = repo.path / ".git" / damage
        if path.is_dir():
            path.rename(repo.path / ".git/gone")
        else:
            path.write_bytes(b"\xff\0 broken [\n")
        env = {"MEMOIR_GIT_DEBUG": "1"} if debug else {}

        words = ("exposure", "--topic-file", "-")
        result = run(*PROGRAM, *words, cwd=repo.path, stdin=MARK.encode(), env=env)

        assert MARK not in (result.stdout + result.stderr).lower()
        assert "Traceback" not in result.stderr
        assert result.code in (0, 1, 2)
        assert "no-reachable-copy-detected" not in result.stdout

    def test_an_interrupt_ends_it_and_leaves_nothing(self, repo: Repo, tmp_path: Path) -> None:
        before = sorted(path for path in repo.path.rglob("*"))
        running = subprocess.Popen(
            [*PROGRAM, "-C", str(repo.path), "exposure", "--topic-file", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        _wait_until_it_reads(running.pid)

        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)

        assert (running.returncode, out) == (130, b"")
        assert b"Traceback" not in err
        assert sorted(path for path in repo.path.rglob("*")) == before


def _visible(pid: int) -> bytes:
    """Returns what everybody can see of a process and its children: arguments and environment."""
    found = b""
    for process in (pid, *_children(pid)):
        for name in ("cmdline", "environ"):
            try:
                found += Path(f"/proc/{process}/{name}").read_bytes()
            except OSError:
                continue
    return found


def _children(pid: int) -> list[int]:
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    children = [int(word) for word in listed]
    return children + [inner for child in children for inner in _children(child)]


def _rest(running: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    assert running.stdout is not None
    assert running.stderr is not None
    with running.stdout, running.stderr:
        return running.stdout.read(), running.stderr.read()


def _wait_until_it_reads(pid: int) -> None:
    """Waits until the program has started and asks for standard input."""
    deadline = time.monotonic() + 60
    while b"pipe_read" not in Path(f"/proc/{pid}/wchan").read_bytes():
        assert time.monotonic() < deadline, "it never asked for its input"
