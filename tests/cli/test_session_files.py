"""`git memoir session`: files that cannot be understood, and where the file is looked for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.sessions_shown import STORE, succeeded, texts
from tests.support.in_process import InProcess
from tests.support.scenario import Repo
from tests.support.sessions import goal, session, to_bytes

BROKEN = {
    "newer": to_bytes(session(goals=[goal("x")]) | {"version": 2}),
    "truncated": to_bytes(session(goals=[goal("x")]))[:-20],
    "damaged": to_bytes(session() | {"current": {"goals": {}}}),
    "machines": to_bytes(session() | {"machines": []}),
    "a list": b"[]",
    "binary": b"\xff\xfe\x00",
    "markers": b"<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_writer_leaves_what_it_cannot_understand_and_keeps_one_private_copy(
    repo: Repo, memoir: InProcess, kind: str
) -> None:
    repo.write({STORE: BROKEN[kind]})

    first, second = memoir("session", "goal", "a"), memoir("session", "done", "b")

    assert (first.code, second.code) == (1, 1)
    assert repo.read(STORE) == BROKEN[kind]
    (copy,) = (repo.path / ".git/memoir-git/quarantine").iterdir()
    assert copy.read_bytes() == BROKEN[kind]
    assert copy.name.startswith("session-20260701T120000Z-")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    assert str(copy) in first.stderr
    assert str(copy) in second.stderr


def test_another_content_is_another_copy(repo: Repo, memoir: InProcess) -> None:
    for content in (b"{", b"["):
        repo.write({STORE: content})
        memoir("session", "goal", "a")

    assert len(list((repo.path / ".git/memoir-git/quarantine").iterdir())) == 2


@pytest.mark.parametrize("kind", BROKEN)
def test_a_reader_shows_nothing_and_says_why(repo: Repo, memoir: InProcess, kind: str) -> None:
    repo.write({STORE: BROKEN[kind]})

    shown, resumed = memoir("session", "show"), memoir("resume")

    assert shown.code == resumed.code == (0 if kind == "newer" else 1)
    assert "What the working set holds is not known." in shown.stdout
    assert "MM-" in shown.stdout
    assert "The working set is not known" in resumed.stdout
    as_json = json.loads(memoir("resume", "--format", "json").out)["data"]
    assert not as_json["readable"]
    assert "The working set is not known" in as_json["markdown"]
    assert "x" not in resumed.stdout.replace("examined", "")
    assert not (repo.path / ".git/memoir-git").exists()


def test_outside_a_repository_the_store_below_the_directory_is_used(
    tmp_path: Path, memoir: InProcess
) -> None:
    memoir.directory = tmp_path / "plain"
    memoir.directory.mkdir()
    succeeded(memoir("init", "store"))

    succeeded(memoir("session", "goal", "x"))

    assert "g1  x" in succeeded(memoir("session", "show")).stdout


def test_outside_a_repository_a_broken_file_is_copied_to_the_state_root(
    tmp_path: Path, memoir: InProcess
) -> None:
    memoir.directory = tmp_path / "plain"
    store = memoir.directory / ".memoir"
    store.mkdir(parents=True)
    (store / "session.json").write_bytes(b"{")

    memoir("session", "goal", "x")

    state = Path(os.environ["MEMOIR_GIT_STATE_HOME"])
    (copy,) = (state / "quarantine").iterdir()
    assert copy.read_bytes() == b"{"


def test_a_directory_without_a_store_names_the_command_that_makes_one(
    make_repo: Callable[[], Repo], memoir: InProcess, tmp_path: Path
) -> None:
    for directory in (make_repo().path, tmp_path):
        memoir.directory = directory
        for words in (("session", "show"), ("session", "goal", "x"), ("resume",)):
            result = memoir(*words)
            assert result.code == 1
            assert "git memoir init store" in result.stderr
    assert not (tmp_path / ".memoir").exists()


def test_a_store_can_be_named(repo: Repo, memoir: InProcess) -> None:
    repo.write({"other/session.json": session()})

    succeeded(memoir("session", "goal", "x", "--store", "other"))

    assert texts(repo, "goals") == []
    assert repo.session("other/session.json")["current"]["goals"][0]["text"] == "x"


def test_a_named_store_that_is_no_directory_is_an_error(memoir: InProcess) -> None:
    result = memoir("session", "goal", "x", "--store", "nowhere")

    assert result.code == 1
    assert "There is no directory" in result.stderr


def test_a_file_that_git_has_and_the_work_tree_has_not_is_not_begun_anew(
    repo: Repo, memoir: InProcess
) -> None:
    repo.git("add", STORE)
    (repo.path / STORE).unlink()

    result = memoir("session", "goal", "x")

    assert result.code == 1
    assert "git restore" in result.stderr
    assert not (repo.path / STORE).exists()


@pytest.mark.parametrize("linked", ["file", "directory"])
def test_a_store_behind_a_link_is_refused(repo: Repo, memoir: InProcess, tmp_path: Path, linked: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "session.json").write_bytes(to_bytes(session()))
    (repo.path / STORE).unlink()
    if linked == "file":
        (repo.path / STORE).symlink_to(outside / "session.json")
    else:
        (repo.path / ".memoir").rmdir()
        (repo.path / ".memoir").symlink_to(outside)

    for words in (("session", "goal", "x"), ("session", "show")):
        result = memoir(*words)
        assert result.code == 1
        assert "symbolic link" in result.stderr
    assert (outside / "session.json").read_bytes() == to_bytes(session())


def test_a_pipe_in_the_place_of_the_file_does_not_hang(repo: Repo, memoir: InProcess) -> None:
    (repo.path / STORE).unlink()
    os.mkfifo(repo.path / STORE)

    for words in (("session", "goal", "x"), ("session", "show")):
        result = memoir(*words)
        assert result.code == 1
        assert "no regular file" in result.stderr


def test_a_state_root_inside_the_repository_is_refused(
    repo: Repo, memoir: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(repo.path / ".state"))
    before = repo.read(STORE)

    result = memoir("session", "goal", "x")

    assert result.code == 2
    assert "MEMOIR_GIT_STATE_HOME" in result.stderr
    assert repo.read(STORE) == before
    assert not (repo.path / ".state").exists()


@pytest.mark.parametrize("value", ["soon", "-1", "nan"])
def test_a_lock_timeout_that_is_no_number_is_an_error(
    memoir: InProcess, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("MEMOIR_GIT_LOCK_TIMEOUT", value)

    result = memoir("session", "goal", "x")

    assert result.code == 2
    assert "MEMOIR_GIT_LOCK_TIMEOUT" in result.stderr


def test_a_writer_that_meets_conflict_markers_names_the_command_that_resolves_them(
    repo: Repo, memoir: InProcess
) -> None:
    repo.write({STORE: BROKEN["markers"]})

    result = memoir("session", "goal", "a")

    assert "Conflict markers of an unfinished merge stand in the file." in result.stderr
    assert "next: run 'git memoir resolve'" in result.stderr
