"""S59: finishing, mending, previewing and the strategy in repositories that pygit2 cannot open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.finishing import edited, entry, unmerged
from tests.support.scenario import Repo, Scene

A = "memory/a.md"
VERSIONS = Scene(
    base={A: entry("a"), "src/x": "x\n"},
    ours={A: None, "memory/b.md": entry("b", body="b\n")},
    theirs={A: edited("a", 3, updated=4)},
)


def make(path: Path, *options: str) -> Repo:
    """Makes a repository with the plugin; skips where this git does not know the options."""
    path.mkdir()
    repo = Repo(path)
    if repo.attempt("init", "--quiet", *options).code:
        pytest.skip("this git cannot make such a repository")
    for command in (("install",), ("init", "store", ".")):
        assert repo.memoir(*command).code == 0
    return repo


def sha256(path: Path) -> Repo:
    return make(path, "--object-format=sha256")


def reftable(path: Path) -> Repo:
    return make(path, "--ref-format=reftable")


def sparse_index(path: Path) -> Repo:
    repo = make(path)
    repo.commit({"x/y": "y\n", "src/x": "x\n"})
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "src", "memory")
    return repo


@pytest.fixture(params=[sha256, reftable, sparse_index], ids=lambda made: made.__name__)
def repo(request: pytest.FixtureRequest, tmp_path: Path) -> Repo:
    made = request.param(tmp_path / "repo")
    assert isinstance(made, Repo)
    made.fork(VERSIONS)
    return made


def test_s59_a_stopped_merge_is_finished(repo: Repo) -> None:
    assert repo.merge().code == 1
    assert unmerged(repo) == [A]

    result = repo.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert repo.show("HEAD", A).decode() == VERSIONS.theirs[A]
    assert repo.git("status", "--porcelain").stdout == ""


def test_s59_a_stopped_cherry_pick_is_named_and_finished(repo: Repo) -> None:
    repo.cherry_pick("side")

    result = repo.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "In a cherry-pick:" in result.stdout
    assert "and is done" in result.stdout


def test_s59_the_strategy_merges(repo: Repo) -> None:
    repo.settle()

    result = repo.memoir("merge", "--quiet", "-m", "joined", "side")

    assert result.code == 0, str(result)
    assert repo.show("HEAD", A).decode() == VERSIONS.theirs[A]


def test_s59_a_preview_shows_the_same(repo: Repo) -> None:
    data = json.loads(repo.memoir("preview", "side", "--format", "json").out)["data"]

    assert [(file["path"], file["decision"]) for file in data["files"]] == [(A, "kept-edit")]


def test_s59_a_bad_merge_is_mended(repo: Repo) -> None:
    repo.switch("later", at="side")
    repo.commit({"memory/c.md": entry("c", body="c\n")}, "added")
    repo.switch("main")
    repo.git("merge", "--quiet", "--no-verify", "-s", "ours", "-m", "bad", "later")
    repo.settle()

    result = repo.memoir("repair")

    assert result.code == 0, str(result)
    assert repo.read("memory/c.md").decode() == entry("c", body="c\n")
    assert repo.git("status", "--porcelain").stdout == ""
