"""Scenarios S24 to S33: cherry-pick, revert, stash, am and apply, and redoing a merge from the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.outcomes import assert_ok, calls_of_the_driver
from tests.support.scenario import SESSION, Repo, Scene, parse_session, scene
from tests.support.sessions import action, decision, goal, hidden, session, texts
from tests.support.templates import install_driver

BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base"), goal("ours", 3)])
FIRST = session(goals=[goal("base")], actions=[action("first", 2)])
SECOND = session(goals=[goal("base")], actions=[action("first", 2), action("second", 4)])


@pytest.fixture
def forked(store: Repo) -> Repo:
    """Two commits on `side`, one on `main`, which is checked out."""
    store.fork(scene(base=BASE, ours=OURS, theirs=FIRST))
    store.switch("side")
    store.commit({SESSION: SECOND}, "second")
    store.switch("main")
    store.sides = ({SESSION: OURS}, {SESSION: SECOND})
    return store


def test_s24_cherry_pick_of_a_range(forked: Repo) -> None:
    result = forked.cherry_pick("main..side")

    assert_ok(forked, result)
    assert forked.git("rev-list", "--count", "HEAD").stdout == "4\n"


def test_s24_cherry_pick_without_a_commit(forked: Repo) -> None:
    result = forked.cherry_pick("--no-commit", "main..side")

    assert_ok(forked, result, clean=False)
    assert forked.git("status", "--porcelain").stdout == f"M  {SESSION}\n"


def test_s24_a_second_pick_of_the_same_commit_changes_nothing(forked: Repo) -> None:
    assert_ok(forked, forked.cherry_pick("main..side"))
    before = forked.read()

    again = forked.cherry_pick("--allow-empty", "--keep-redundant-commits", "side~1", "side")

    assert again.code == 0, str(again)
    assert forked.read() == before


def test_s25_a_revert_does_not_take_a_decision_away_and_says_so(store: Repo) -> None:
    store.commit({SESSION: BASE})
    with_decision = session(goals=[goal("base")], decisions=[decision("d", 2)])
    store.commit({SESSION: with_decision}, "add d")
    store.commit({SESSION: with_decision | {"updated_at": "2026-06-02T00:00:00Z"}}, "later")
    store.settle()

    result = store.attempt("revert", "--no-edit", "HEAD~1")

    assert "nothing to commit" in result.stdout + result.stderr
    assert "1 removed on one side only and kept (removal needs a tombstone)" in result.stderr
    assert texts(store.session(), "decisions") == ["d"]
    assert store.git("diff", "HEAD").stdout == ""


def test_s26_a_revert_of_a_tombstone_does_not_unhide(store: Repo) -> None:
    store.commit({SESSION: session(decisions=[decision("d", 1)])})
    concealed = session(decisions=[hidden("d", 1)])
    store.commit({SESSION: concealed}, "hide d")
    store.commit({SESSION: concealed | {"updated_at": "2026-06-02T00:00:00Z"}}, "later")
    store.settle()

    store.attempt("revert", "--no-edit", "HEAD~1")

    assert store.session()["current"]["decisions"] == [hidden("d", 1)]
    assert store.git("diff", "HEAD").stdout == ""


def test_s27_stash_pop_over_a_changed_session(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=BASE, theirs=FIRST))
    store.write({SESSION: OURS})
    store.git("stash", "--quiet")
    store.git("merge", "--quiet", "side")

    result = store.stash_pop()

    assert_ok(store, result, sides=[OURS, FIRST], clean=False)
    assert store.git("stash", "list").stdout == ""


def test_s30_merge_with_autostash(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=FIRST))
    dirty = session(goals=[goal("base"), goal("ours", 3), goal("dirty", 5)])
    store.write({SESSION: dirty})

    result = store.attempt("merge", "--autostash", "side", "-m", "x")

    assert_ok(store, result, sides=[OURS, FIRST, dirty], clean=False)
    assert store.git("stash", "list").stdout == ""


def test_s31_a_patch_that_no_longer_fits_is_merged_by_am_3(forked: Repo) -> None:
    patch = forked.git("format-patch", "--stdout", "main..side").out
    forked.settle()

    result = forked.attempt("am", "--3way", stdin=patch, env={"GIT_TRACE": "1"})

    assert_ok(forked, result)
    assert calls_of_the_driver(result) >= 1


def test_s31_a_patch_that_no_longer_fits_is_merged_by_apply_3(store: Repo) -> None:
    ours = session(goals=[goal("base")], actions=[action("ours", 3)])
    store.fork(scene(base=BASE, ours=ours, theirs=FIRST))
    patch = store.git("diff", "--binary", "main...side").out

    result = store.attempt("apply", "--3way", stdin=patch)

    assert_ok(store, result, clean=False)


def test_s33_checkout_m_redoes_the_merge_from_the_index(store: Repo) -> None:
    store.fork(
        Scene(
            base={SESSION: BASE, "note.txt": "base\n"},
            ours={SESSION: OURS, "note.txt": "ours\n"},
            theirs={SESSION: FIRST, "note.txt": "theirs\n"},
        )
    )
    assert store.merge().code == 1
    first = store.read()
    for_redoing = unmerged_entries(store)
    store.git("update-index", "--index-info", stdin=for_redoing)
    store.write({SESSION: "a bad edit"})

    result = store.attempt("checkout", "-m", "--", SESSION)

    assert result.code == 0, str(result)
    assert store.read() == first
    assert store.git("diff", "--name-only", "--diff-filter=U").stdout == f"note.txt\n{SESSION}\n"


def test_switching_branches_with_a_merge_carries_a_dirty_session_along(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=FIRST))
    dirty = session(goals=[goal("base"), goal("ours", 3)], actions=[action("dirty", 5)])
    store.write({SESSION: dirty})

    result = store.attempt("switch", "--quiet", "-m", "side")

    merged = assert_ok(store, result, sides=[FIRST, dirty], clean=False)
    assert texts(merged, "next_actions") == ["dirty", "first"]
    assert store.git("diff", "--cached").stdout == ""


def test_a_patch_series_between_clones_arrives_whole(store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=FIRST))
    clone = store.clone(tmp_path / "clone", "--branch", "side")
    install_driver(clone)
    patch = store.git("format-patch", "--stdout", "side..main").out
    clone.settle()

    assert clone.attempt("am", "--3way", stdin=patch).code == 0

    assert parse_session(clone.show("HEAD")) == store_merged(store)


def store_merged(store: Repo) -> object:
    assert_ok(store, store.merge())
    return store.session()


def unmerged_entries(repo: Repo) -> bytes:
    """Returns index lines that make the session unmerged again: stages 1, 2, 3 from the three commits."""
    removal = f"0 {'0' * 40}\t{SESSION}\n"
    stages = enumerate(("main~1", "main", "side"), start=1)
    lines = [f"100644 {repo.resolve(f'{rev}:{SESSION}')} {stage}\t{SESSION}\n" for stage, rev in stages]
    return (removal + "".join(lines)).encode()
