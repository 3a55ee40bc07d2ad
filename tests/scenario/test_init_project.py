"""Project memory in a repository's life: install and uninstall around it, clones, linked work trees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.scenario import Repo
from tests.support.setting_up import SCENE, every_byte, installed, succeeded

MARK = "/docs/memory/manifest.md memoir=project"
SETTING = "memoir.memoryDir"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def begin(repo: Repo, *words: str) -> Repo:
    succeeded(repo.memoir("init", "project", *words))
    return repo


def lines(repo: Repo, place: str) -> list[str]:
    return repo.read(place).decode().splitlines()


def verdict(repo: Repo) -> str:
    return succeeded(repo.memoir("audit")).stdout.splitlines()[-1]


def test_uninstalling_gives_back_what_was_before_the_installation(repo: Repo) -> None:
    begin(repo, "--agent", "all")
    before = every_byte(repo.path)
    installed(repo)
    assert MARK in lines(repo, ".gitattributes")

    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path) == before


def test_uninstalling_leaves_a_project_begun_later_where_it_is_found(repo: Repo) -> None:
    repo.commit({".gitattributes": "*.txt text\n"})
    attributes = repo.read(".gitattributes")
    config = repo.read(".git/config")
    installed(repo)
    begin(repo, "--path", "docs/notes")

    succeeded(repo.memoir("uninstall"))

    assert repo.read(".gitattributes") == attributes
    assert repo.read(".git/config") == config + b"[memoir]\n\tmemoryDir = docs/notes\n"
    assert verdict(repo).startswith("REVIEW: 0 BLOCKER, 0 ERROR, 1 WARNING")


@pytest.mark.parametrize("command", [("install",), ("track", "other/session.json"), ("untrack", "other")])
def test_other_commands_keep_the_mark(repo: Repo, command: tuple[str, ...]) -> None:
    repo.write({"other/session.json": SCENE.base[".memoir/session.json"]})
    succeeded(repo.memoir("track", "other/session.json"))
    begin(repo)

    succeeded(repo.memoir(*command))

    for place in (".gitattributes", ".git/info/attributes"):
        assert lines(repo, place).count(MARK) == 1


def test_install_after_it_and_again_changes_nothing_more(repo: Repo) -> None:
    installed(begin(repo))
    before = every_byte(repo.path)

    begin(installed(repo))

    assert every_byte(repo.path) == before


def test_a_clone_finds_the_memory_by_its_mark(repo: Repo, tmp_path: Path) -> None:
    begin(repo, "--path", "docs/team/memory")
    repo.commit({})

    clone = repo.clone(tmp_path / "clone")

    assert clone.attempt("config", SETTING).code == 1
    assert "Memory directory: docs/team/memory" in succeeded(clone.memoir("audit")).stdout


def test_a_linked_work_tree_has_its_own_files_and_shares_the_rest(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"x": "1"})
    repo.git("branch", "other")
    linked = repo.add_worktree(tmp_path / "linked", "other")

    begin(linked, "--path", "docs/notes")

    assert not (repo.path / "docs").exists()
    assert (linked.path / "docs/notes/manifest.md").is_file()
    assert "/docs/notes/manifest.md memoir=project" in lines(repo, ".git/info/attributes")
    assert repo.git("config", SETTING).stdout == "docs/notes\n"
    assert verdict(linked).startswith("REVIEW")


def test_from_a_subdirectory_it_works_at_the_top(repo: Repo) -> None:
    repo.write({"deep/er/file": "x"})

    result = repo.attempt("memoir", "init", "project", cwd=repo.path / "deep/er")

    assert result.code == 0, str(result)
    assert (repo.path / "docs/memory/manifest.md").is_file()
    assert not (repo.path / "deep/er/docs").exists()


def test_a_bare_repository_is_refused(repo: Repo, tmp_path: Path) -> None:
    repo.git("init", "--quiet", "--bare", str(tmp_path / "bare"))

    result = repo.attempt("memoir", "init", "project", cwd=tmp_path / "bare")

    assert result.code == 1
    assert "work tree" in result.stderr


def test_doctor_has_nothing_against_the_mark(repo: Repo) -> None:
    installed(repo)

    examined = begin(repo).memoir("doctor")

    assert examined.code == 0
    assert examined.stdout.endswith("\nEverything works.\n")


def test_two_sides_that_add_entries_merge_as_the_output_says(repo: Repo) -> None:
    installed(begin(repo))
    repo.commit({}, "begin")
    text = repo.read("docs/memory/decisions.md")
    repo.switch("side", at="HEAD")
    repo.commit({"docs/memory/decisions.md": text + b"\n## One\n"})
    repo.switch("main")
    repo.commit({"docs/memory/decisions.md": text + b"\n## Two\n"})

    assert repo.merge().code == 0
    merged = repo.read("docs/memory/decisions.md")
    assert b"## One\n" in merged
    assert b"## Two\n" in merged
