"""`git memoir init store`: an empty store that git merges by meaning."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.store.fresh import fresh_session
from tests.support.scenario import Repo
from tests.support.seal import NOW
from tests.support.setting_up import every_byte, installed, merge_attribute

FRESH = fresh_session(NOW.replace("Z", ".000Z"))


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def test_the_default_store_is_at_the_top_wherever_one_is(repo: Repo) -> None:
    repo.write({"deep/file": "x"})

    result = repo.attempt("memoir", "init", "store", cwd=repo.path / "deep")

    assert result.code == 0, str(result)
    assert repo.read(".memoir/session.json") == FRESH
    assert merge_attribute(repo, ".memoir/session.json") == "memoir-session"


def test_a_place_can_be_named(repo: Repo) -> None:
    repo.write({"a/file": "x"})

    repo.attempt("memoir", "init", "store", "b c", cwd=repo.path / "a")

    assert repo.read("a/b c/session.json") == FRESH
    assert merge_attribute(repo, "a/b c/session.json") == "memoir-session"


def test_a_store_at_the_top_binds_its_own_files_and_no_others(repo: Repo) -> None:
    repo.memoir("init", "store", ".")

    assert repo.read("session.json") == FRESH
    assert merge_attribute(repo, "session.json") == "memoir-session"
    assert merge_attribute(repo, "memory/a.md") == "memoir-entry"
    assert merge_attribute(repo, "other/session.json") == "unspecified"
    assert merge_attribute(repo, "docs/memory/a.md") == "unspecified"


def test_it_says_what_it_made_and_what_to_type_next(repo: Repo) -> None:
    result = repo.memoir("init", "store")

    assert result.stdout.splitlines()[0] == "Made .memoir/session.json, an empty session."
    assert "Next: git memoir install" in result.stdout


def test_once_installed_the_next_step_is_to_use_it(repo: Repo) -> None:
    result = installed(repo).memoir("init", "store")

    assert "git memoir install" not in result.stdout
    assert "Next: git memoir session goal" in result.stdout


def test_an_existing_session_is_never_overwritten(repo: Repo) -> None:
    repo.write({".memoir/session.json": "precious"})
    before = every_byte(repo.path)

    result = repo.memoir("init", "store")

    assert result.code == 1
    assert "exists already; nothing was changed" in result.stderr
    assert every_byte(repo.path) == before


def test_a_linked_folder_is_refused(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo.path / ".memoir").symlink_to(tmp_path / "outside")

    result = repo.memoir("init", "store")

    assert result.code == 1
    assert "symbolic link" in result.stderr
    assert list((tmp_path / "outside").iterdir()) == []


def test_when_the_attributes_cannot_be_written_no_session_is_made(repo: Repo) -> None:
    repo.write({".gitattributes": "# BEGIN memoir-git\n"})
    before = every_byte(repo.path)

    result = repo.memoir("init", "store")

    assert result.code == 1
    assert every_byte(repo.path) == before


def test_outside_a_repository_the_session_is_made_and_the_rest_is_said(tmp_path: Path, repo: Repo) -> None:
    result = repo.attempt("memoir", "init", "store", cwd=tmp_path)

    assert result.code == 0, str(result)
    assert (tmp_path / ".memoir/session.json").read_bytes() == FRESH
    assert "merging needs one" in result.stdout


def test_json_names_the_session_and_what_was_bound(repo: Repo) -> None:
    document = json.loads(repo.memoir("init", "store", "--format", "json").out)

    assert document["command"] == "init"
    assert document["data"]["session"] == ".memoir/session.json"
    assert document["data"]["tracked"]["changed"] == [".git/info/attributes", ".gitattributes"]
