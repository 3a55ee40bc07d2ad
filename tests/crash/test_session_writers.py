"""Real writer processes at once, and killed: no item is lost, no file is half, no lock stays.

A writer here is a process that runs `git memoir session next` again and again, and says after each that it
is done: what it said must be in the file.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memoir_git.fs.atomic import PREFIX
from tests.support.places import PROJECT
from tests.support.processes import TIME_LIMIT
from tests.support.scenario import Repo
from tests.support.sessions import session

STORE = ".memoir/session.json"
KILLS = 20

WRITER = """
import sys
from memoir_git.cli.main import main
name, rounds = sys.argv[1], int(sys.argv[2])
for number in range(rounds):
    try:
        main(["session", "next", f"{name}{number}"])
    except SystemExit as end:
        if end.code:
            raise
    print("did", number, file=sys.stderr, flush=True)
"""


@pytest.fixture
def repo(make_repo: object) -> Repo:
    assert callable(make_repo)
    made = make_repo()
    assert isinstance(made, Repo)
    made.write({STORE: session()})
    return made


def start(repo: Repo, name: str, rounds: int) -> subprocess.Popen[bytes]:
    environment = {
        **{key: value for key, value in os.environ.items() if key != "MEMOIR_GIT_NOW"},
        "PYTHONPATH": str(PROJECT),
        "MEMOIR_GIT_CAPS": json.dumps({"next_actions": 10_000}),
        "MEMOIR_GIT_LOCK_TIMEOUT": "60",
    }
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, name, str(rounds)],
        cwd=repo.path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def texts(repo: Repo) -> set[str]:
    return {item["text"] for item in repo.session(STORE)["current"]["next_actions"]}


def temporaries(repo: Repo) -> list[str]:
    return [name for name in os.listdir(repo.path / ".memoir") if name.startswith(PREFIX)]


@pytest.mark.parametrize(("writers", "rounds"), [(2, 50), (8, 25)])
def test_parallel_writers_lose_no_item(repo: Repo, writers: int, rounds: int) -> None:
    names = "abcdefgh"[:writers]
    processes = [start(repo, name, rounds) for name in names]

    ends = [(process.communicate(timeout=TIME_LIMIT)[1], process.returncode) for process in processes]

    assert [code for _, code in ends] == [0] * writers, ends
    assert texts(repo) == {f"{name}{number}" for name in names for number in range(rounds)}
    assert temporaries(repo) == []


def test_a_killed_writer_leaves_the_old_or_the_new_file_and_no_lock(repo: Repo) -> None:
    chance = random.Random(20260701)
    expected: set[str] = set()
    for kill in range(KILLS):
        name = f"k{kill}-"
        done = killed_after(start(repo, name, 10_000), chance.uniform(0, 0.05))

        held = texts(repo)

        acknowledged = {f"{name}{number}" for number in range(done)}
        assert expected | acknowledged <= held <= expected | acknowledged | {f"{name}{done}"}
        expected = held

    survivor = start(repo, "last", 1)
    _, complaint = survivor.communicate(timeout=TIME_LIMIT)
    assert survivor.returncode == 0, complaint
    assert texts(repo) == expected | {"last0"}
    assert temporaries(repo) == []


def killed_after(process: subprocess.Popen[bytes], seconds: float) -> int:
    """Kills a writer some time after its first write and returns how many it said were done."""
    with process:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert first == b"did 0\n", first + process.stderr.read()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=seconds)
        process.send_signal(signal.SIGKILL)
        rest = process.stderr.read()
    assert process.returncode == -signal.SIGKILL
    return 1 + rest.count(b"\n")


def test_a_writer_waits_for_the_lock_and_then_gives_up_without_a_trace(repo: Repo, tmp_path: Path) -> None:
    blocker = start(repo, "first", 1)
    blocker.communicate(timeout=TIME_LIMIT)
    (lock,) = (Path(os.environ["MEMOIR_GIT_STATE_HOME"]) / "locks").glob("store-*.lock")
    before = repo.read(STORE)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"

    result = repo.memoir("session", "goal", "x", env={"MEMOIR_GIT_LOCK_TIMEOUT": "0.2"})
    holder.communicate(timeout=TIME_LIMIT)

    assert result.code == 2
    assert "after 0.2 seconds" in result.stderr
    assert repo.read(STORE) == before
    assert repo.memoir("session", "goal", "x").code == 0


HOLDER = """
import fcntl, sys
with open(sys.argv[1]) as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""
