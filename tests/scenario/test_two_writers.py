"""Two real processes write project memory at once: both entries are there, or one says that it waited."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from memoir_git.fs.lock import Holder, held
from memoir_git.fs.state import locate
from tests.support.memory import PROJECT_ID
from tests.support.projects import MEMORY, with_project

WRITERS = 2
SUBJECT = "MC-SUBJ-20260901-1111aaaa"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(tmp_path / "state"))
    return with_project(tmp_path / "project", "clean-0.8")


def at_once(place: Path, *commands: Sequence[str]) -> list[tuple[int, str]]:
    """Starts all the commands, then waits for each: exit status and standard error."""
    started = [
        subprocess.Popen(
            ["git-memoir", *words], cwd=place, env=dict(os.environ),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )
        for words in commands
    ]  # fmt: skip
    return [(process.wait(), error) for process in started for error in [process.communicate(timeout=120)[1]]]


def added(text: str, *words: str) -> list[str]:
    return ["add", text, *words]


def test_two_candidates_that_are_added_at_once_are_both_there(place: Path) -> None:
    ended = at_once(place, *(added(f"Idea number {number}") for number in range(WRITERS)))

    inbox = (place / MEMORY / "inbox.md").read_text(encoding="utf-8")
    assert [code for code, _ in ended] == [0] * WRITERS
    assert sorted(re.findall(r"^Idea number \d$", inbox, re.MULTILINE)) == [
        f"Idea number {number}" for number in range(WRITERS)
    ]
    assert len(set(re.findall(r"^## (MC-INBOX-\S+)", inbox, re.MULTILINE))) == WRITERS


def test_two_owners_of_one_identity_that_are_added_at_once_are_one(place: Path) -> None:
    words = (
        "--type",
        "decision",
        "--subject",
        SUBJECT,
        "--facet",
        "security",
        "--evidence",
        "user-confirmed",
    )

    ended = at_once(place, added("Keep it.", *words), added("Leave it.", *words))

    decisions = (place / MEMORY / "decisions.md").read_text(encoding="utf-8")
    assert sorted(code for code, _ in ended) == [0, 1]
    assert decisions.count("Facet: security\n") == 1


def test_two_areas_that_are_enabled_at_once_are_both_declared(place: Path) -> None:
    ended = at_once(place, ["enable", "areas/one"], ["enable", "areas/two"])

    manifest = (place / MEMORY / "manifest.md").read_text(encoding="utf-8")
    assert [code for code, _ in ended] == [0, 0]
    assert [manifest.count(f"- `areas/{name}.md`\n") for name in ("one", "two")] == [1, 1]


def test_who_waits_in_vain_says_so_and_has_written_nothing(place: Path, tmp_path: Path) -> None:
    state = locate({"MEMOIR_GIT_STATE_HOME": str(tmp_path / "state")}, outside=())
    before = (place / MEMORY / "inbox.md").read_bytes()
    holder = Holder(process_id=os.getpid(), since="2026-11-30T12:00:00Z")

    with held(state.project_lock_path(PROJECT_ID), holder=holder):
        [(code, error)] = at_once(place, added("An idea", "--lock-timeout", "0.1"))

    assert code != 0
    assert f"process {os.getpid()} has held it" in error
    assert (place / MEMORY / "inbox.md").read_bytes() == before
