"""What is forgotten hard or purged stands nowhere else: no output, plan, state, name or list of processes.

The topic is read from standard input, and planted in every field that a file of memory has.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.forget_project import applied, data_of, forget, memory_of, plan_of
from tests.support.forgetting import MARK
from tests.support.memory import entry, files, memory_file, record, subject
from tests.support.places import PROJECT
from tests.support.processes import TIME_LIMIT, Result
from tests.support.projects import MEMORY

PLANTED = f"{MARK} of Żółć"
TOPIC = f"{PLANTED}\n".encode()
SENSITIVE = pytest.mark.parametrize("mode", ["hard", "purge"])
FREE = "MC-SUBJ-20260901-2222bbbb"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project whose every kind of unit holds the topic, in title, body, reason, alias or list."""
    decision = entry("DEC", 1, title=PLANTED, body=f"Play {PLANTED}.") + f"\nReason:\n{PLANTED.upper()}\n"
    made = files(
        decisions=memory_file(
            "Decisions", decision, entry("DEC", 2, facet="security", Supersedes=_id("DEC", 3))
        ),
        constraints=memory_file(
            "C", entry("CON", 4, facet="interface", evidence=("user-confirmed", f"doc:{MARK}"))
        ),
        preferences=memory_file("P", entry("PREF", 5, body=f"More\n{PLANTED}")),
        inbox=memory_file("Inbox", f"- an idea of {PLANTED}\n"),
        subjects=memory_file("Subjects", subject(), subject(FREE, "Other", aliases=[PLANTED])),
        reconciliations=memory_file(
            "R", record(6, [_id("DEC", 1), _id("DEC", 2)]).replace("Reviewed", PLANTED)
        ),
        do_not_use=memory_file("D", entry("TOMB", 7, title=f"Tombstone: {PLANTED}")),
        changelog=f"# Changelog\n\n- 2026-06-01 took up {PLANTED}\n",
        areas__importer=memory_file("I", f"## About {PLANTED}\n\nText.\n"),
        archive__decisions_2026_01_01=memory_file("A", entry("DEC", 8, status="superseded", title=PLANTED)),
    )
    for path, text in made.items():
        file = tmp_path / "project" / MEMORY / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "project"


def _id(code: str, number: int) -> str:
    return f"MC-{code}-20260901-{number:08x}"


def words_for(mode: str, *more: str) -> tuple[str, ...]:
    return ("--topic-file", "-", "--mode", mode, *more)


def assert_silent(*printed: bytes) -> None:
    for output in printed:
        assert MARK.encode() not in output.lower()
        assert "żółć".encode() not in output.lower()


def state() -> Iterator[tuple[str, bytes]]:
    """Yields name and bytes of all that the private state root holds."""
    root = Path(os.environ["MEMOIR_GIT_STATE_HOME"])
    for path in root.rglob("*"):
        yield str(path.relative_to(root)), path.read_bytes() if path.is_file() else b""


def silent(result: Result) -> Result:
    assert_silent(result.out, result.err)
    for name, content in state():
        assert_silent(name.encode(), content)
    return result


@SENSITIVE
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_preview_says_nothing_of_it(place: Path, mode: str, output_format: str) -> None:
    result = silent(forget(place, *words_for(mode, "--format", output_format), stdin=TOPIC))

    assert result.code == 0


@SENSITIVE
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_an_application_says_nothing_of_it_and_leaves_nothing(
    place: Path, mode: str, output_format: str
) -> None:
    done = silent(
        applied(place, *words_for(mode), stdin=TOPIC, more=("--allow-broad-match", "--format", output_format))
    )

    assert done.code == 0, str(done)
    left = {path for path, content in memory_of(place).items() if "żółć" in content.decode().lower()}
    assert left == (set() if mode == "purge" else {"archive/decisions-2026-01-01.md"})


@SENSITIVE
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_refusal_says_nothing_of_it(place: Path, mode: str, output_format: str) -> None:
    more = ("--format", output_format)

    stale = forget(place, *words_for(mode, *more, "--apply", "--confirm-plan", "0" * 16), stdin=TOPIC)
    broad = applied(place, *words_for(mode), stdin=TOPIC, more=more)
    (place / MEMORY / "brief.md").write_text(f"# {PLANTED}\n\n{PLANTED}\n")
    blocked = forget(place, *words_for(mode, *more), stdin=TOPIC)

    assert [silent(result).code for result in (stale, broad, blocked)] == [1, 1, 0]


@SENSITIVE
def test_a_file_named_after_it_is_not_named(place: Path, mode: str) -> None:
    (place / MEMORY / "areas" / f"{MARK}-of-żółć.md").write_text(f"# Area\n\n- {PLANTED}\n")

    result = silent(forget(place, *words_for(mode, "--format", "json"), stdin=TOPIC))

    assert data_of(result)["plan"]["readiness"] == "blocked"


@SENSITIVE
@pytest.mark.parametrize("words", [("--id", PLANTED), ("--topic-file", "-", PLANTED), (PLANTED, "--nothing")])
def test_wrong_usage_says_nothing_of_it(place: Path, mode: str, words: tuple[str, ...]) -> None:
    assert silent(forget(place, *words, "--mode", mode, stdin=TOPIC)).code == 2


@SENSITIVE
def test_a_look_into_history_says_nothing_of_it(place: Path, mode: str) -> None:
    from tests.support.scenario import Repo

    repo = Repo(place)
    repo.git("init", "--quiet")
    repo.git("add", "-A")
    repo.git("commit", "--quiet", "-m", f"about {PLANTED}")
    repo.git("branch", f"{MARK}-branch")

    for output_format in ("text", "json"):
        result = forget(place, *words_for(mode, "--history-check", "--format", output_format), stdin=TOPIC)
        assert "reachable-copy-detected" in silent(result).stdout


@SENSITIVE
def test_forgetting_by_id_says_nothing_of_title_or_text(place: Path, mode: str) -> None:
    words = ("--id", _id("DEC", 1), "--mode", mode)

    results = [forget(place, *words, *more) for more in ((), ("--format", "json"))]
    done = applied(place, *words)

    assert [silent(result).code for result in (*results, done)] == [0, 0, 0]
    assert MARK not in memory_of(place)["decisions.md"].decode()


@SENSITIVE
def test_no_list_of_processes_and_no_environment_holds_it(place: Path, mode: str) -> None:
    words = words_for(mode, "--history-check", "--allow-broad-match")
    plan = plan_of(place, *words, stdin=TOPIC)
    program = "import sys; from memoir_git.cli.main import main; main(sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "forget", *words, "--apply", "--confirm-plan", plan],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None

    process.stdin.write(TOPIC)
    process.stdin.close()
    seen = []
    while process.poll() is None:
        seen += list(_family(process.pid))

    assert seen
    assert_silent(*seen)
    assert process.wait(TIME_LIMIT) == 0
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout as out, process.stderr as err:
        assert_silent(out.read(), err.read())


def _family(process_id: int) -> Iterator[bytes]:
    """Yields command line and environment of a process and of those it started."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            if int(folder.name) == process_id or parent == process_id:
                yield folder.joinpath("cmdline").read_bytes()
                yield folder.joinpath("environ").read_bytes()
        except (OSError, ValueError):
            continue
