"""Real writers of project memory at once, in two work trees, with a reader; and holders that are killed.

A writer is a process that runs `git memoir add` again and again and says after each that it is done. What it
said must be in the file; what it did not say it must have refused because of the lock, in so many words.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.journals import PROJECT_ID
from tests.support.places import PROJECT
from tests.support.processes import TIME_LIMIT
from tests.support.projects import with_project
from tests.support.scenario import Repo

WRITERS = 8
ROUNDS = 50
INBOX = "docs/memory/inbox.md"
# Every tenth entry is in an area of its own: two files, which a transaction joins.
WRITER = """
import sys
from memoir_git.cli.main import main
name, rounds = sys.argv[1], int(sys.argv[2])
for number in range(rounds):
    words = ["add", f"Item {name}-{number}."]
    if number % 10 == 9:
        words += ["--type", "area", "--name", f"{name}-{number}", "--evidence", "user-confirmed"]
        words += ["--subject", "MC-SUBJ-20260903-3333cccc", "--facet", "lifecycle"]
    try:
        main(words)
    except SystemExit as end:
        told = "did" if end.code == 0 else "refused"
    print(told, number, file=sys.stderr, flush=True)
"""
READER = """
import contextlib, io, json, sys, threading
from memoir_git.cli.main import main
ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
seen, looks = {}, 0
while not ended.is_set() or not looks:
    raw = io.BytesIO()
    sys.stdout = io.TextIOWrapper(raw)
    try:
        main(["audit", "--format", "json"])
    except SystemExit as end:
        assert end.code in (0, 1, 2)
    for finding in json.loads(raw.getvalue())["findings"]:
        seen[finding["code"]] = finding["severity"]
    looks += 1
sys.stdout = sys.__stdout__
print(json.dumps([looks, seen]))
"""


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = make_repo()
    with_project(made.path, "clean-0.8")
    made.commit({})
    return made


def start(place: Path, program: str, *words: str, timeout: str = "60") -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "MEMOIR_GIT_LOCK_TIMEOUT": timeout}
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        cwd=place,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def entries(repo: Repo) -> list[str]:
    """Returns the items of the inbox and of every area, by the text of their statement."""
    files = [repo.path / INBOX, *(repo.path / "docs/memory/areas").glob("*.md")]
    texts = "".join(path.read_text() for path in files)
    return sorted(re.findall(r"^Item ([a-z]+-\d+)\.$", texts, re.MULTILINE))


def acknowledged(name: str, said: bytes) -> list[str]:
    """Returns the items that a writer said it had added."""
    return [f"{name}-{int(each)}" for each in re.findall(rb"^did (\d+)$", said, re.MULTILINE)]


def transactions() -> list[Path]:
    folder = Path(os.environ["MEMOIR_GIT_STATE_HOME"]) / "transactions" / PROJECT_ID
    return list(folder.glob("*")) if folder.exists() else []


def test_parallel_writers_in_two_work_trees_lose_no_entry_and_a_reader_sees_no_damage(
    repo: Repo, tmp_path: Path
) -> None:
    repo.git("branch", "other")
    other = repo.add_worktree(tmp_path / "other", "other")
    places = {name: (repo, other)[at % 2] for at, name in enumerate("abcdefgh"[:WRITERS])}
    reader = start(repo.path, READER)
    writers = {name: start(place.path, WRITER, name, str(ROUNDS)) for name, place in places.items()}

    said = {name: writer.communicate(timeout=TIME_LIMIT * 3)[1] for name, writer in writers.items()}
    looked, complaint = reader.communicate(timeout=TIME_LIMIT)

    assert [writer.returncode for writer in writers.values()] == [0] * WRITERS, said
    for place in (repo, other):
        told = [acknowledged(name, said[name]) for name in places if places[name] is place]
        assert entries(place) == sorted(each for done in told for each in done)
        assert all("Another writer" in said[name].decode() for name in places if b"refused" in said[name])
    assert reader.returncode == 0, complaint
    looks, seen = json.loads(looked)
    assert looks > 1
    assert seen.keys() & {"MC-ENTRY-001", *(f"MC-TRANSACTION-00{number}" for number in (2, 3, 4))} == set()
    assert transactions() == []


def test_a_killed_writer_leaves_whole_entries_or_a_change_that_recovers(repo: Repo) -> None:
    everything: list[str] = []
    for kill in "uvwxyz":
        with start(repo.path, WRITER, kill, "10000") as writer:
            assert writer.stderr is not None
            for _ in range(3):
                assert b"did" in writer.stderr.readline()
            writer.send_signal(signal.SIGKILL)
            done = 3 + writer.stderr.read().count(b"did ")
        everything += [f"{kill}-{number}" for number in range(done)]

        looked = json.loads(repo.memoir("recover", "--format", "json").out)["data"]
        if looked["recovery_status"] == "recovery-required":
            assert repo.memoir("recover", "--complete").code == 0

    found = entries(repo)
    assert set(everything) <= set(found)
    assert len(found) == len(set(found)) <= len(everything) + len("uvwxyz")
    assert repo.memoir("add", "One more.").code == 0
    assert transactions() == []


def test_a_writer_that_waits_in_vain_says_so_and_writes_nothing(repo: Repo) -> None:
    assert repo.memoir("add", "First.").code == 0
    lock = Path(os.environ["MEMOIR_GIT_STATE_HOME"]) / "locks" / f"{PROJECT_ID}.lock"
    holder = start(repo.path, HOLDER, str(lock), "1")
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    before = repo.read(INBOX)

    refused = repo.memoir("add", "Second.", "--lock-timeout", "0.2")
    broken = repo.memoir("add", "Second.", "--lock-timeout", "0.2", "--break-stale-lock")
    holder.kill()
    holder.communicate()
    done = repo.memoir("add", "Second.", "--lock-timeout", "0.2")

    assert (refused.code != 0, broken.code != 0, done.code) == (True, True, 0)
    assert "Another writer" in refused.stderr
    assert "Another writer" in broken.stderr
    assert repo.read(INBOX) != before


HOLDER = """
import sys
from pathlib import Path
from memoir_git.fs.lock import Holder, held
for _ in range(int(sys.argv[2])):
    with held(Path(sys.argv[1]), holder=Holder(process_id=1, since="now"), timeout=60):
        print("held", flush=True)
        sys.stdin.readline()
        print("left", flush=True)
"""
# Counts in a file under the lock, which loses a count whenever two hold it at once.
COUNTER = """
import sys
from pathlib import Path
from memoir_git.fs.lock import Holder, held
lock, file = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(int(sys.argv[3])):
    with held(lock, holder=Holder(process_id=1, since="now"), timeout=60):
        count = int(file.read_text())
        file.write_text(str(count + 1))
"""


def test_after_a_holder_is_killed_two_that_waited_never_both_hold(tmp_path: Path) -> None:
    lock, file = tmp_path / "x.lock", tmp_path / "count"
    file.write_text("0")
    holder = start(tmp_path, HOLDER, str(lock), "1")
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    waiting = [start(tmp_path, COUNTER, str(lock), str(file), "100") for _ in range(4)]

    holder.kill()
    holder.communicate()
    ends = [(each.communicate(timeout=TIME_LIMIT)[1], each.returncode) for each in waiting]

    assert [code for _, code in ends] == [0] * 4, ends
    assert file.read_text() == "400"
