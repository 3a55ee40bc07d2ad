"""Index and commits as snapshots, read from real repositories."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import EXECUTABLE_MODE, REGULAR_MODE, Obstacle, SnapshotFile, Source
from memoir_git.git.repo import discover
from memoir_git.git.run import GitError
from memoir_git.git.snapshot import load_commit, load_index
from tests.support.scenario import Repo, scene

FILE = RepoPath("memory/fact_a.md")


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    repo = make_repo()
    repo.commit({FILE: "committed\n", "session.json": b"\0\xff\n"})
    return repo


def test_a_commit_is_read_as_it_was_committed(repo: Repo) -> None:
    repo.write({FILE: "changed\n"})
    repo.git("add", "-A")

    snapshot = load_commit(discover(repo.path), "HEAD")

    assert (snapshot.source, snapshot.label) == (Source.COMMIT, "HEAD")
    assert dict(snapshot.files) == {
        FILE: SnapshotFile(content=b"committed\n"),
        RepoPath("session.json"): SnapshotFile(content=b"\0\xff\n"),
    }


def test_the_index_is_read_whatever_the_work_tree_holds(repo: Repo) -> None:
    repo.write({FILE: "staged\n"})
    repo.git("add", "-A")
    repo.write({FILE: "changed\n"})

    snapshot = load_index(discover(repo.path))

    assert snapshot.source is Source.INDEX
    assert snapshot.content(FILE) == b"staged\n"


def test_the_index_of_a_hook_is_read_where_it_lies(repo: Repo) -> None:
    other = str(repo.path / ".git/next-index")
    repo.write({FILE: "partial\n"})
    repo.git("add", "-A", env={"GIT_INDEX_FILE": other})

    snapshot = load_index(discover(repo.path), index_file=other)

    assert snapshot.content(FILE) == b"partial\n"


def test_only_the_paths_asked_for_are_read(repo: Repo) -> None:
    repository = discover(repo.path)

    assert list(load_index(repository, [FILE])) == [FILE]
    assert list(load_commit(repository, "HEAD", [FILE])) == [FILE]
    assert list(load_commit(repository, "HEAD", [RepoPath("nowhere")])) == []


def test_it_reads_the_whole_tree_from_a_folder_below_the_top(repo: Repo) -> None:
    repository = discover(repo.path / "memory")

    assert list(load_index(repository)) == list(load_commit(repository, "HEAD")) == [FILE, "session.json"]


def test_modes_links_and_submodules_are_told_apart(repo: Repo, make_repo: Callable[[], Repo]) -> None:
    inner = make_repo()
    inner.commit({"x": "x"})
    repo.git("submodule", "add", "--quiet", inner.path.as_uri(), "sub")
    repo.write({"run.md": "x"})
    (repo.path / "run.md").chmod(0o755)
    (repo.path / "link.md").symlink_to("run.md")
    repo.commit({})

    for snapshot in (load_index(discover(repo.path)), load_commit(discover(repo.path), "HEAD")):
        assert snapshot.files[RepoPath("run.md")].mode == EXECUTABLE_MODE
        assert snapshot.files[FILE].mode == REGULAR_MODE
        assert dict(snapshot.obstacles) == {
            RepoPath("link.md"): Obstacle.LINK,
            RepoPath("sub"): Obstacle.NOT_REGULAR,
        }


def test_a_path_in_conflict_has_no_content_in_the_index(repo: Repo) -> None:
    repo.fork(scene(base="a\n", ours="b\n", theirs="c\n", place="notes.txt"))
    repo.merge()

    snapshot = load_index(discover(repo.path))

    assert dict(snapshot.obstacles) == {RepoPath("notes.txt"): Obstacle.UNMERGED}
    assert snapshot.content(RepoPath("notes.txt")) is None


def test_names_may_be_any_bytes(repo: Repo) -> None:
    name = RepoPath(os.fsdecode(b'memory/\xff\t\n".md'))
    repo.commit({name: "odd\n"})

    assert load_index(discover(repo.path)).content(name) == b"odd\n"
    assert load_commit(discover(repo.path), "HEAD").content(name) == b"odd\n"


def test_an_object_that_is_gone_is_unreadable(repo: Repo) -> None:
    blob = repo.resolve(f"HEAD:{FILE}")
    (repo.path / ".git/objects" / blob[:2] / blob[2:]).unlink()

    snapshot = load_commit(discover(repo.path), "HEAD")

    assert dict(snapshot.obstacles) == {FILE: Obstacle.UNREADABLE}
    assert list(snapshot) == ["session.json"]


def test_an_empty_index_is_an_empty_snapshot(make_repo: Callable[[], Repo]) -> None:
    assert list(load_index(discover(make_repo().path))) == []


@pytest.mark.parametrize("revision", ["nowhere", "--help", "HEAD:nowhere"])
def test_a_revision_that_is_none_is_an_error(repo: Repo, revision: str) -> None:
    with pytest.raises(GitError, match="ls-tree"):
        load_commit(discover(repo.path), revision)


def test_a_linked_work_tree_has_its_own_index(repo: Repo, tmp_path: Path) -> None:
    repo.git("branch", "side")
    linked = repo.add_worktree(tmp_path / "linked", "side")
    linked.write({FILE: "staged there\n"})
    linked.git("add", "-A")

    assert load_index(discover(linked.path)).content(FILE) == b"staged there\n"
    assert load_index(discover(repo.path)).content(FILE) == b"committed\n"
