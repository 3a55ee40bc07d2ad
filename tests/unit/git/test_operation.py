"""Which operation git stopped in, and what it wants typed next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoir_git.git.operation import Kind, Operation, find_operation
from memoir_git.git.repo import discover
from tests.support.scenario import Repo, scene

STOPS: dict[Kind, tuple[str, ...]] = {
    Kind.MERGE: ("merge", "side"),
    Kind.REBASE: ("rebase", "side"),
    Kind.REBASE_APPLY: ("rebase", "--apply", "side"),
    Kind.CHERRY_PICK: ("cherry-pick", "side"),
    Kind.REVERT: ("revert", "--no-edit", "side"),
    Kind.SQUASH: ("merge", "--squash", "side"),
}


@pytest.fixture
def forked(make_repo: Callable[[], Repo]) -> Repo:
    repo = make_repo()
    repo.fork(scene(base="base\n", ours="ours\n", theirs="theirs\n", place="x"))
    return repo


def found(repo: Repo) -> Operation | None:
    has_unmerged = repo.git("ls-files", "--unmerged").stdout != ""
    return find_operation(discover(repo.path), has_unmerged=has_unmerged)


def test_in_peace_there_is_none(forked: Repo) -> None:
    assert found(forked) is None


@pytest.mark.parametrize("kind", STOPS)
def test_a_stopped_operation_is_known_and_its_own_words_go_on(kind: Kind, forked: Repo) -> None:
    if kind is Kind.REVERT:
        forked.commit({"x": "later\n"})
        forked.git("revert", "--no-commit", "HEAD")
        forked.git("commit", "--quiet", "-m", "back")
    assert forked.attempt(*STOPS[kind]).code != 0

    operation = found(forked)

    assert operation is not None
    assert operation.kind is kind
    forked.write({"x": "settled\n"})
    forked.git("add", "x")
    assert forked.attempt(*operation.proceed, env={"GIT_EDITOR": ":"}).code == 0
    assert found(forked) is None


@pytest.mark.parametrize("kind", STOPS)
def test_its_way_back_leads_back(kind: Kind, forked: Repo) -> None:
    before = forked.resolve("HEAD")
    forked.attempt(*STOPS[kind])
    operation = found(forked)
    assert operation is not None

    forked.git(*operation.abort)

    assert found(forked) is None
    assert forked.resolve("HEAD") == before
    assert forked.git("status", "--porcelain").stdout == ""


def test_am_is_told_from_a_rebase(forked: Repo) -> None:
    patch = forked.git("format-patch", "--stdout", "-1", "side").out
    forked.attempt("am", "--3way", stdin=patch)

    operation = found(forked)

    assert operation is not None
    assert (operation.kind, operation.proceed) == (Kind.AM, ("am", "--continue"))


def test_a_stash_pop_leaves_nothing_but_unmerged_paths(forked: Repo) -> None:
    forked.write({"x": "stashed\n"})
    forked.git("stash", "--quiet")
    forked.commit({"x": "later\n"})
    forked.attempt("stash", "pop")

    operation = found(forked)

    assert operation == Operation(
        kind=Kind.STASH, base=forked.resolve("stash^1"), theirs=forked.resolve("stash")
    )


def test_a_series_between_two_picks_goes_on(forked: Repo) -> None:
    forked.switch("side")
    forked.commit({"y": "y\n"}, "second")
    forked.switch("main")
    forked.attempt("cherry-pick", "main..side")
    forked.write({"x": "settled\n"})
    forked.git("add", "x")
    forked.git("commit", "--quiet", "-m", "by hand")

    operation = found(forked)

    assert operation is not None
    assert operation.proceed == ("cherry-pick", "--continue")


def test_a_rebase_knows_its_step_and_its_versions(forked: Repo) -> None:
    forked.commit({"y": "y\n"}, "second")
    forked.rebase("side")

    operation = found(forked)

    assert operation is not None
    assert operation.step == "1/2"
    assert (operation.base, operation.theirs) == (forked.resolve("main~2"), forked.resolve("main~1"))


def test_a_bisection_is_named_when_nothing_else_is(forked: Repo) -> None:
    forked.git("bisect", "start")

    operation = found(forked)

    assert operation is not None
    assert (operation.kind, operation.proceed) == (Kind.BISECT, ())


def test_a_linked_work_tree_has_its_own(forked: Repo) -> None:
    forked.switch("elsewhere", at="main")
    linked = forked.add_worktree(forked.path.parent / "linked", "main")
    linked.merge("side")

    operation = found(linked)

    assert operation is not None
    assert operation.kind is Kind.MERGE
    assert found(forked) is None
