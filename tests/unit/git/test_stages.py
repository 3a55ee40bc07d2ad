"""The unmerged part of an index: read whole, settled in one step, written out by git itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import EXECUTABLE_MODE, SnapshotFile
from memoir_git.core.unmerged import Unmerged
from memoir_git.git.blobs import cleaned_files, read_blobs, scratch_objects, write_blobs
from memoir_git.git.repo import Repository, discover
from memoir_git.git.run import GitError
from memoir_git.git.stages import (
    IndexLockedError,
    list_unmerged,
    load_stages,
    stage_files,
    write_staged,
    write_unstaged,
)
from tests.support.finishing import bind, frozen
from tests.support.scenario import Repo, Scene

A, B, NEW = RepoPath("a"), RepoPath("d/b"), RepoPath("n e\tw")


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    repo = make_repo()
    repo.fork(
        Scene(
            base={A: "base\n", B: "base\n"},
            ours={A: "ours\n", B: "ours\n"},
            theirs={A: "theirs\n", B: None},
        )
    )
    repo.merge()
    return repo


@pytest.fixture
def repository(repo: Repo) -> Repository:
    return discover(repo.path)


def file(text: str, mode: int = 0o100644) -> SnapshotFile:
    return SnapshotFile(content=text.encode(), mode=mode)


def test_all_versions_are_read_at_once(repository: Repository) -> None:
    found = load_stages(repository, list_unmerged(repository), [A, B])

    assert found == {
        A: Unmerged(base=file("base\n"), ours=file("ours\n"), theirs=file("theirs\n")),
        B: Unmerged(base=file("base\n"), ours=file("ours\n"), theirs=None),
    }


def test_a_submodule_is_no_regular_file(repo: Repo, repository: Repository) -> None:
    commit = repo.resolve("HEAD")
    repo.git(
        "update-index", "--index-info", stdin=f"160000 {commit} 2\tsub\n160000 {commit} 3\tsub\n".encode()
    )

    found = load_stages(repository, list_unmerged(repository), [RepoPath("sub")])

    assert [unmerged.is_regular for unmerged in found.values()] == [False]


def test_results_are_staged_and_written(repo: Repo, repository: Repository) -> None:
    stage_files(repository, {A: file("both\n", EXECUTABLE_MODE), B: None, NEW: file("new\n")})
    write_staged(repository, [A, NEW])

    assert list_unmerged(repository) == ()
    assert repo.git("ls-files", "-z").stdout == f"{A}\0{NEW}\0"
    assert (repo.read(A), repo.read(NEW)) == (b"both\n", b"new\n")
    assert os.access(repo.path / A, os.X_OK)
    assert repo.git("diff", "--name-only").stdout == ""


def test_a_conflict_is_written_as_git_checks_out_and_stays_unmerged(
    repo: Repo, repository: Repository
) -> None:
    bind(repo, "* text eol=crlf")
    before = list_unmerged(repository)

    write_unstaged(repository, {A: file("<<<<<<<\n")})

    assert repo.read(A) == b"<<<<<<<\r\n"
    assert list_unmerged(repository) == before


def test_nothing_outside_is_written_through_a_link(
    repo: Repo, repository: Repository, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repo.path / "linked").symlink_to(outside)
    path = RepoPath("linked/x")

    stage_files(repository, {path: file("x\n")})
    write_staged(repository, [path])

    assert list(outside.iterdir()) == []


def test_a_locked_index_is_an_error_that_changes_nothing(repo: Repo, repository: Repository) -> None:
    before = list_unmerged(repository)
    (repo.path / ".git/index.lock").touch()

    with pytest.raises(IndexLockedError, match=r"index\.lock"):
        stage_files(repository, {A: file("both\n")})

    assert list_unmerged(repository) == before


def test_blobs_come_back_as_they_went_in(repository: Repository) -> None:
    contents = [b"", b"\0\xff\r\n", b"x" * 100_000, b""]

    names = write_blobs(repository, contents)

    assert [read_blobs(repository, names)[name] for name in names] == contents


def test_a_missing_object_is_named(repository: Repository) -> None:
    with pytest.raises(GitError, match="f" * 40):
        read_blobs(repository, ["f" * 40])


def test_scratch_objects_are_gone_afterwards(repo: Repo, repository: Repository) -> None:
    before = frozen(repo)

    with scratch_objects(repository) as environment:
        (name,) = write_blobs(repository, [b"passing\n"], environment)
        old = repo.resolve("HEAD:a")
        assert read_blobs(repository, [name, old], environment) == {name: b"passing\n", old: b"ours\n"}

    assert frozen(repo) == before


def test_files_are_cleaned_as_git_would_store_them(repo: Repo, repository: Repository) -> None:
    odd = RepoPath("o\nd d")
    bind(repo, "* text")
    repo.write({A: "x\r\n", odd: "y\r\n"})

    assert cleaned_files(repository, [A, odd]) == {A: b"x\n", odd: b"y\n"}
