"""A forgetting that is killed: what is left of it tells nothing, and it can be ended either way."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoir_git.fs import failpoints as at
from memoir_git.fs.failpoints import EXIT_STATUS
from tests.support.forget_project import forget, memory_of, plan_of
from tests.support.forgetting import MARK
from tests.support.in_process import memoir_in
from tests.support.memory import entry, files, memory_file
from tests.support.processes import Result, run
from tests.support.projects import MEMORY
from tests.support.scenario import Repo
from tests.support.store_files import INDEX, path_of
from tests.support.store_files import entry as store_entry

TOPIC = f"{MARK}\n".encode()
LINK = "fact_f"
POINTS = (at.AFTER_PREPARED, at.AFTER_FIRST_REPLACE, at.BEFORE_COMMITTED, at.AFTER_COMMITTED)
SENSITIVE = pytest.mark.parametrize("mode", ["hard", "purge"])
# Backups and prepared files hold the bytes that a recovery writes, and nobody is shown them.
_BYTES = ("backup", "prepared")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    made = files(
        decisions=memory_file("Decisions", entry("DEC", 1, title=MARK), entry("DEC", 2, facet="security")),
        changelog="# Changelog\n",
    )
    for path, text in made.items():
        file = tmp_path / "project" / MEMORY / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "project"


def killed(place: Path, mode: str, point: str) -> Result:
    """Applies a forgetting that dies at a point."""
    words = ("forget", "--topic-file", "-", "--mode", mode)
    plan = plan_of(place, *words[1:], stdin=TOPIC)
    variables = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{point}=exit"}
    more = ("--apply", "--confirm-plan", plan)
    return run("git-memoir", *words, *more, cwd=place, stdin=TOPIC, env=variables)


def told_in_state() -> Iterator[bytes]:
    """Yields every name in the private state, and the bytes of all that is no copy of a file."""
    root = Path(os.environ["MEMOIR_GIT_STATE_HOME"])
    for path in root.rglob("*"):
        relative = path.relative_to(root).as_posix()
        yield relative.encode()
        if path.is_file() and not any(word in relative for word in _BYTES):
            yield path.read_bytes()


@SENSITIVE
@pytest.mark.parametrize("point", POINTS)
def test_nothing_that_tells_of_it_holds_the_topic(place: Path, mode: str, point: str) -> None:
    died = killed(place, mode, point)

    looked = [memoir_in(place, word) for word in ("recover", "audit", "status")]
    refused = forget(place, "--id", "MC-DEC-20260901-00000002")

    assert died.code == EXIT_STATUS
    told = [died.out, died.err, *told_in_state()]
    for result in (*looked, refused):
        told += [result.out, result.err]
    assert not any(MARK.encode() in text.lower() for text in told)


@SENSITIVE
@pytest.mark.parametrize("action", ["--complete", "--rollback"])
def test_it_is_ended_either_way_and_says_how_far_it_reaches(place: Path, mode: str, action: str) -> None:
    before = memory_of(place)
    killed(place, mode, at.AFTER_FIRST_REPLACE)

    ended = memoir_in(place, "recover", action, "--format", "json")

    assert ended.code == 0, str(ended)
    scope = json.loads(ended.out)["data"]["erasure_scope"]
    assert scope["git_history_modified"] is False
    assert MARK not in ended.stdout
    if action == "--rollback":
        assert memory_of(place) == before
    else:
        assert MARK.encode() not in b"".join(memory_of(place).values())
        assert scope["domains"]["active_memory"] == "removed"


@pytest.mark.parametrize("action", ["--complete", "--rollback"])
def test_an_entry_of_a_store_is_purged_or_kept_and_the_recovery_says_which(
    make_repo: Callable[[], Repo], action: str
) -> None:
    repo = make_repo()
    repo.write({path_of(LINK): store_entry("fact", MARK, f"{MARK}\n"), INDEX: f"- [{MARK}]({LINK}.md)\n"})
    words = ("git-memoir", "forget", "--entry", LINK, "--mode", "purge")
    plan = json.loads(run(*words, "--format", "json", cwd=repo.path).out)["data"]["plan"]["id"]
    variables = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{at.AFTER_FIRST_REPLACE}=exit"}
    died = run(*words, "--apply", "--confirm-plan", plan, cwd=repo.path, env=variables)

    ended = run("git-memoir", "recover", action, "--format", "json", cwd=repo.path)

    scope = json.loads(ended.out)["data"]["erasure_scope"]
    is_complete = action == "--complete"
    assert (died.code, ended.code) == (EXIT_STATUS, 0), str(ended)
    assert scope["domains"]["active_memory"] == ("removed" if is_complete else "restored")
    assert (MARK in repo.read(path_of(LINK)).decode()) is not is_complete
    assert MARK not in ended.stdout
