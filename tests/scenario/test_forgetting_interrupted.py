"""A forgetting in project memory that died: its topic is in no journal and no output; it goes on or back."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.fs import failpoints as at
from memoir_git.fs.failpoints import EXIT_STATUS
from tests.support.processes import Result
from tests.support.projects import with_project
from tests.support.scenario import Repo

MARKER = "zxqmarkerword"
DECISIONS = "docs/memory/decisions.md"
ARCHIVE = "docs/memory/archive/decisions.md"
UNIT = """\
## MC-DEC-2026090{day}-0000000{day} — The {marker} decides

Status: {status}
Scope: project
Subject: MC-SUBJ-20260903-3333cccc
Facet: lifecycle
Evidence:
- user-confirmed

Decision:
The {marker} decides {day}.
"""


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = make_repo()
    with_project(made.path, "clean-0.8")
    text = made.read(DECISIONS).decode()
    unit = UNIT.format(day=5, marker=MARKER, status="active")
    archived = UNIT.format(day=6, marker=MARKER, status="active")
    made.commit(
        {DECISIONS: text.rstrip("\n") + f"\n\n{unit}", ARCHIVE: f"# Archived decisions\n\n{archived}"}
    )
    return made


def forget(repo: Repo, mode: str, point: str = "") -> Result:
    words = ("forget", MARKER, "--mode", mode, "--allow-broad-match")
    preview = repo.memoir(*words, "--format", "json")
    plan = json.loads(preview.out)["data"]["plan"]["plan_id"]
    failing = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{point}=exit"} if point else {}
    return repo.memoir(*words, "--apply", "--confirm-plan", plan, env=failing)


def journals() -> list[Path]:
    return sorted((Path(os.environ["MEMOIR_GIT_STATE_HOME"]) / "transactions").rglob("journal.json"))


def is_clean(repo: Repo) -> bool:
    return repo.git("status", "--porcelain").out == b""


POINTS = (at.AFTER_PREPARED, at.AFTER_FIRST_REPLACE, at.BEFORE_COMMITTED)


@pytest.mark.parametrize("mode", ["hard", "purge"])
@pytest.mark.parametrize("point", POINTS)
def test_the_topic_is_in_no_journal_no_file_name_and_no_output(repo: Repo, mode: str, point: str) -> None:
    assert forget(repo, mode, point).code == EXIT_STATUS
    (journal,) = journals()

    outputs = [
        repo.memoir(*words)
        for words in (
            ("recover",),
            ("recover", "--format", "json"),
            ("audit", "--transactions"),
            ("status", "--format", "json"),
            ("doctor",),
            ("recover", "--rollback", "--format", "json"),
        )
    ]

    state = Path(os.environ["MEMOIR_GIT_STATE_HOME"])
    assert MARKER.encode() not in b"".join(result.out + result.err for result in outputs)
    assert not [path for path in state.rglob("*") if MARKER in path.name]
    assert not journal.exists()
    assert is_clean(repo)


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_a_journal_of_it_says_nothing_of_the_topic(repo: Repo, mode: str) -> None:
    assert forget(repo, mode, at.AFTER_FIRST_REPLACE).code == EXIT_STATUS
    (journal,) = journals()

    assert MARKER.encode() not in journal.read_bytes()
    assert json.loads(journal.read_bytes())["sensitive"] is True


@pytest.mark.parametrize("mode", ["soft", "hard", "purge"])
def test_it_goes_on_to_what_it_would_have_been(repo: Repo, tmp_path: Path, mode: str) -> None:
    assert forget(repo, mode, at.AFTER_FIRST_REPLACE).code == EXIT_STATUS

    done = repo.memoir("recover", "--complete", "--format", "json")

    found = json.loads(done.out)["data"]
    assert (done.code, found["recovery_status"]) == (0, "committed")
    assert found["erasure_scope"]["domains"]["active_memory"] == "removed"
    assert found["erasure_scope"]["operation_phase"] == "recovered-complete"
    assert MARKER.encode() not in repo.read(DECISIONS)
    assert (MARKER.encode() in repo.read(ARCHIVE)) is (mode != "purge")


@pytest.mark.parametrize(
    ("point", "word", "fate"),
    [(at.AFTER_PREPARED, "pending-removal", "unchanged"), (at.BEFORE_COMMITTED, "restored", "restored")],
)
def test_going_back_says_restored_only_where_something_had_changed(
    repo: Repo, point: str, word: str, fate: str
) -> None:
    assert forget(repo, "purge", point).code == EXIT_STATUS

    done = repo.memoir("recover", "--rollback", "--format", "json")

    found = json.loads(done.out)["data"]
    assert found["forgotten_content"] == fate
    assert found["erasure_scope"]["domains"]["active_memory"] == word
    assert found["erasure_scope"]["domains"]["managed_archive"] == word
    assert found["erasure_scope"]["git_worktree_modified"] is (fate == "restored")
    assert is_clean(repo)
    assert forget(repo, "purge").code == 0
