"""Which repository a directory belongs to, in all the shapes repositories have."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.errors import MemoirGitError
from memoir_git.git.repo import NotARepositoryError, NoWorkTreeError, discover, work_trees
from tests.support.scenario import Repo


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    repo = make_repo()
    repo.commit({"file": "x"})
    return repo


def test_the_top_is_found_from_a_folder_below_it(repo: Repo) -> None:
    (repo.path / "deep/er").mkdir(parents=True)

    found = discover(repo.path / "deep/er")

    assert found.top == repo.path
    assert found.git_dir == found.common_dir == repo.path / ".git"


def test_a_directory_with_odd_characters_is_found(tmp_path: Path, make_repo: Callable[[], Repo]) -> None:
    odd = tmp_path / "it's\n100% odd "
    make_repo().path.rename(odd)

    assert discover(odd).top == odd


def test_a_linked_work_tree_has_its_own_git_dir_and_the_common_one(repo: Repo, tmp_path: Path) -> None:
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")

    found = discover(linked.path)

    assert found.top == linked.path
    assert found.git_dir == repo.path / ".git/worktrees/linked"
    assert found.common_dir == repo.path / ".git"


def test_work_trees_know_each_other_by_ids_that_survive_a_move(repo: Repo, tmp_path: Path) -> None:
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")

    here, there = discover(repo.path), discover(linked.path)

    assert work_trees(here) == work_trees(there) == {"": repo.path, "linked": linked.path}
    assert (here.work_tree_id, there.work_tree_id) == ("", "linked")


def test_a_work_tree_that_is_gone_is_no_work_tree(repo: Repo, tmp_path: Path) -> None:
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")
    linked.path.rename(tmp_path / "elsewhere")

    assert work_trees(discover(repo.path)) == {"": repo.path}


def test_the_main_work_tree_of_a_submodule_is_found_from_a_linked_one(repo: Repo, tmp_path: Path) -> None:
    outer = repo.clone(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", repo.path.as_uri(), "inner")
    inner = Repo(outer.path / "inner")
    linked = inner.add_worktree(tmp_path / "linked", "HEAD")

    assert work_trees(discover(linked.path)) == {"": inner.path, "linked": linked.path}


def test_a_bare_repository_has_no_work_tree(repo: Repo, tmp_path: Path) -> None:
    bare = repo.clone(tmp_path / "bare.git", "--bare")

    found = discover(bare.path)

    assert found.top is None
    with pytest.raises(NoWorkTreeError, match="no work tree"):
        _ = found.work_tree


def test_a_git_dir_and_a_work_tree_that_git_was_told_are_used(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "apart").mkdir()
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "apart"))

    found = discover(tmp_path / "apart")

    assert (found.git_dir, found.top) == (repo.path / ".git", tmp_path / "apart")
    assert found.text("ls-files", "--deleted") == "file"


def test_a_directory_without_a_repository_is_an_error_with_a_next_step(tmp_path: Path) -> None:
    with pytest.raises(NotARepositoryError, match="not inside a git repository") as error:
        discover(tmp_path)

    assert "git init" in str(error.value.hint)


def test_a_path_is_named_from_the_top(repo: Repo) -> None:
    (repo.path / "a").mkdir()

    assert discover(repo.path).relative(repo.path / "a/../a/b.md") == "a/b.md"


def test_the_top_itself_is_the_empty_path_through_a_link_too(repo: Repo, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(repo.path)

    assert discover(link).relative(link) == discover(link).relative(repo.path) == ""


def test_the_last_name_of_a_path_may_be_a_link(repo: Repo, tmp_path: Path) -> None:
    os.symlink(tmp_path, repo.path / "link")

    assert discover(repo.path).relative(repo.path / "link") == "link"


@pytest.mark.parametrize("place", ["../outside", "link/x", ".git/config"])
def test_a_path_outside_the_work_tree_is_refused(place: str, repo: Repo, tmp_path: Path) -> None:
    os.symlink(tmp_path, repo.path / "link")

    with pytest.raises(MemoirGitError, match=r"not in the work tree|git's own directory"):
        discover(repo.path).relative(repo.path / place)
