"""Two branches in git: the merge in progress, names below a folder, and changed paths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoir_git.git.branches import changed_paths, merge_heads, names_in_commit, names_in_index
from memoir_git.git.repo import discover
from tests.support.scenario import Repo


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = make_repo()
    made.commit({"docs/a.md": "a\n", "docs/deep/b c.md": "b\n", "docs-too/c.md": "c\n", "d.md": "d\n"})
    return made


def test_there_is_no_merge_in_a_quiet_repository(repo: Repo) -> None:
    assert merge_heads(discover(repo.path)) == ()


def test_a_merge_in_progress_names_what_it_merges(repo: Repo) -> None:
    for name in ("one", "two"):
        repo.switch(name, at="main")
        repo.commit({f"{name}.md": "x\n"})
    repo.switch("main")
    repo.git("merge", "--quiet", "--no-commit", "--no-ff", "one", "two")

    assert merge_heads(discover(repo.path)) == (repo.resolve("one"), repo.resolve("two"))


def test_names_below_a_folder_are_those_of_the_folder_alone(repo: Repo) -> None:
    repository = discover(repo.path)
    expected = ["docs/a.md", "docs/deep/b c.md"]

    assert names_in_commit(repository, "HEAD", "docs") == expected
    assert names_in_index(repository, "docs") == expected


def test_a_folder_that_is_not_there_has_no_names(repo: Repo) -> None:
    repository = discover(repo.path)

    assert (names_in_commit(repository, "HEAD", "none"), names_in_index(repository, "none")) == ([], [])


def test_a_folder_with_wildcards_in_its_name_is_itself(repo: Repo) -> None:
    repo.commit({"[x]*/a.md": "a\n", "xy/a.md": "a\n"})
    repository = discover(repo.path)

    assert names_in_commit(repository, "HEAD", "[x]*") == ["[x]*/a.md"]
    assert names_in_index(repository, "[x]*") == ["[x]*/a.md"]


def test_a_renamed_file_is_two_changed_paths(repo: Repo) -> None:
    repo.commit({"d.md": None, "e.md": "d\n"})

    assert changed_paths(discover(repo.path), "HEAD~1", "HEAD") == {"d.md", "e.md"}
