"""Which git, and what it lacks; which repository, and what pygit2 cannot read of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.git.repo import discover
from memoir_git.git.version import (
    beyond_pygit2,
    git_version,
    lacking,
    object_format,
    ref_format,
    shown_version,
)
from tests.support.scenario import Repo
from tests.support.seal import make_script


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("git version 2.39.5", (2, 39, 5)),
        ("git version 2.39.5 (Apple Git-154)", (2, 39, 5)),
        ("git version 2.45.0.windows.1", (2, 45, 0)),
        ("git version 2.46.0-rc1", (2, 46, 0)),
        ("git version unknown", (0,)),
    ],
)
def test_the_version_is_told_from_what_git_says(
    said: str,
    version: tuple[int, ...],
    make_repo: Callable[[], Repo],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repository = discover(make_repo().path)
    make_script(tmp_path / "git", f"echo {shlex.quote(said)}")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert git_version(repository) == version


def test_an_old_git_lacks_more_than_a_new_one() -> None:
    assert [lack.since for lack in lacking((2, 40))] == [(2, 44), (2, 54)]
    assert lacking((2, 55, 1)) == ()


def test_a_version_is_shown_with_dots() -> None:
    assert shown_version((2, 44)) == "2.44"


def test_an_ordinary_repository_has_nothing_that_pygit2_cannot_read(make_repo: Callable[[], Repo]) -> None:
    repository = discover(make_repo().path)

    assert (object_format(repository), ref_format(repository)) == ("sha1", "files")
    assert beyond_pygit2(repository) == ()


def test_a_sha256_repository_is_named(tmp_path: Path, make_repo: Callable[[], Repo]) -> None:
    make_repo().git("init", "--quiet", "--object-format=sha256", str(tmp_path / "new"))

    assert beyond_pygit2(discover(tmp_path / "new")) == ("sha256",)


def test_a_split_index_is_named(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({"a": "x"})
    repo.git("update-index", "--split-index")

    assert beyond_pygit2(discover(repo.path)) == ("split-index",)


def test_a_sparse_index_is_named(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({"a/x": "x", "b/x": "x"})
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")

    assert "sparse-index" in beyond_pygit2(discover(repo.path))
