"""What a push would publish of project memory although a guard names it as removed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.processes import Result
from tests.support.projects import MEMORY, with_project
from tests.support.scenario import Repo
from tests.support.setting_up import installed

ID = "MC-DEC-20260901-0a1b2c3d"
UNIT = f"\n## {ID} \u2014 xylophone\nStatus: active\nScope: project\n\nDecision:\nXylophone it is.\n"
GUARD = (
    "\n## MC-TOMB-20260902-11112222 \u2014 removed entry\nStatus: active\nScope: project\n"
    f"Evidence:\n- user-confirmed\n\nRejected:\nAn entry was removed.\nRemoved entries: {ID}\n"
)
DECISIONS, GUARDS = f"{MEMORY}/decisions.md", f"{MEMORY}/do-not-use.md"


@pytest.fixture
def repo(make_repo: Callable[[], Repo], tmp_path: Path) -> Repo:
    """A clean project whose first commit a remote has."""
    made = make_repo()
    with_project(made.path, "clean-0.8")
    installed(made)
    made.commit({}, "base")
    made.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    made.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    made.git("push", "--quiet", "--no-verify", "origin", "HEAD:main")
    return made


def add(repo: Repo, path: str, text: str) -> str:
    """Commits a file with a text more, and returns the commit's short name."""
    repo.commit({path: (repo.path / path).read_text() + text})
    return repo.resolve("HEAD")[:12]


def take_out(repo: Repo, path: str, text: str) -> None:
    repo.commit({path: (repo.path / path).read_text().replace(text, "")})


def push(repo: Repo) -> Result:
    result = repo.attempt("push", "--quiet", "origin", "HEAD:main")
    assert "xylophone" not in result.stderr.lower()
    return result


def test_an_entry_that_was_forgotten_before_it_was_published_stops_it(repo: Repo) -> None:
    name = add(repo, DECISIONS, UNIT)
    take_out(repo, DECISIONS, UNIT)
    add(repo, GUARDS, GUARD)

    result = push(repo)

    assert result.code == 1
    assert f"MG-HOOK-012 {DECISIONS} {ID}: Commit {name}" in result.stderr


def test_an_entry_that_came_back_stops_it(repo: Repo) -> None:
    add(repo, GUARDS, GUARD)
    repo.git("push", "--quiet", "--no-verify", "origin", "HEAD:main")
    add(repo, DECISIONS, UNIT)

    assert "MG-HOOK-012" in push(repo).stderr


def test_an_entry_that_the_remote_has_already_stops_nothing(repo: Repo) -> None:
    add(repo, DECISIONS, UNIT)
    repo.git("push", "--quiet", "--no-verify", "origin", "HEAD:main")
    add(repo, DECISIONS, "\n")
    take_out(repo, DECISIONS, UNIT)
    add(repo, GUARDS, GUARD)

    assert "MG-HOOK-012" not in push(repo).stderr


def test_the_guard_itself_and_other_entries_stop_nothing(repo: Repo) -> None:
    add(repo, GUARDS, GUARD)
    add(repo, DECISIONS, UNIT.replace("0a1b2c3d", "ffffffff"))

    assert "MG-HOOK-012" not in push(repo).stderr


def test_a_guard_that_was_lifted_names_nothing(repo: Repo) -> None:
    add(repo, GUARDS, GUARD.replace("Status: active", "Status: superseded"))
    add(repo, DECISIONS, UNIT)

    assert "MG-HOOK-012" not in push(repo).stderr
