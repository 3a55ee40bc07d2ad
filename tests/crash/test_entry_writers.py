"""Real writers of entries and of the index at once, and killed: no entry and no row is lost or half."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from memoir_git.core.frontmatter import parse
from memoir_git.fs.atomic import PREFIX
from memoir_git.store.recognise import is_entry
from tests.support.places import PROJECT
from tests.support.processes import TIME_LIMIT
from tests.support.scenario import Repo
from tests.support.sessions import session
from tests.support.store_files import FOLDER, INDEX, entry, path_of

WRITER = """
import sys
from memoir_git.cli.main import main
for number in range(int(sys.argv[1])):
    try:
        main([word.replace("%", str(number)) for word in sys.argv[2:]])
    except SystemExit as end:
        if end.code:
            raise
    print("did", number, file=sys.stderr, flush=True)
"""


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = make_repo()
    made.write({".memoir/session.json": session()})
    return made


def start(repo: Repo, rounds: int, *words: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "MEMOIR_GIT_LOCK_TIMEOUT": "60"}
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(rounds), *words],
        cwd=repo.path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def ended(processes: list[subprocess.Popen[bytes]]) -> None:
    ends = [(process.communicate(timeout=TIME_LIMIT)[1], process.returncode) for process in processes]
    assert [code for _, code in ends] == [0] * len(processes), ends


def entries(repo: Repo) -> set[str]:
    return {name for name in os.listdir(repo.path / FOLDER) if name.endswith(".md") and name != "MEMORY.md"}


def temporaries(repo: Repo) -> list[str]:
    return [name for name in os.listdir(repo.path / FOLDER) if name.startswith(PREFIX)]


def test_parallel_writers_lose_no_entry_and_no_row(repo: Repo) -> None:
    adders = [
        start(repo, 15, "entry", "add", "goal", "--name", f"{name} %", "--description", "d") for name in "abc"
    ]
    ended([*adders, start(repo, 15, "index", "--write")])

    assert repo.memoir("index", "--write").code == 0

    assert entries(repo) == {f"goal_{name}-{number}.md" for name in "abc" for number in range(15)}
    assert all(is_entry(repo.read(f"{FOLDER}/{name}")) for name in entries(repo))
    assert repo.read(INDEX).count(b"\n- ") == 45
    assert temporaries(repo) == []


def test_parallel_edits_of_one_entry_lose_no_field(repo: Repo) -> None:
    repo.write({path_of("fact_a"): entry("fact", description="d")})

    ended([start(repo, 15, "entry", "edit", "fact_a", "--set", f"{name}%=x") for name in "abc"])

    keys = {block.key for block in parse(repo.read(path_of("fact_a")).decode()).blocks}
    assert {f"{name}{number}" for name in "abc" for number in range(15)} <= keys


def test_two_writers_of_one_name_make_one_entry(repo: Repo) -> None:
    processes = [start(repo, 1, "entry", "add", "goal", "--name", "same") for _ in range(2)]

    codes = sorted(process.wait(timeout=TIME_LIMIT) for process in processes)
    for process in processes:
        process.communicate()

    assert codes == [0, 1]
    assert entries(repo) == {"goal_same.md"}


def test_a_killed_writer_leaves_whole_entries(repo: Repo) -> None:
    chance = random.Random(20260701)
    for kill in range(10):
        words = ("entry", "add", "goal", "--name", f"k{kill} %", "--description", "d", "--body", "End.")
        with start(repo, 10_000, *words) as process:
            assert process.stderr is not None
            assert process.stderr.readline() == b"did 0\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=chance.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            did = 1 + process.stderr.read().count(b"\n")

        assert {f"goal_k{kill}-{number}.md" for number in range(did)} <= entries(repo)
    assert all(repo.read(f"{FOLDER}/{name}").endswith(b"---\nEnd.\n") for name in entries(repo))
    assert repo.memoir("entry", "add", "goal", "--name", "last").code == 0
