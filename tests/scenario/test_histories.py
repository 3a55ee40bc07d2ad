"""Random histories through real git: whatever the operation and its order, one file comes out."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.identities import lost
from tests.support.outcomes import assert_ok
from tests.support.scenario import SESSION, Repo, scene
from tests.support.sessions import Session, action, goal, session, texts
from tests.support.strategies import Edit, apply_edits, edits
from tests.support.templates import install_driver

MakeStore = Callable[[], Repo]

NAMES = ("a", "b", "c")
# Caps are a view applied last and differ by order; here nothing may fall out of sight.
WIDE = {
    "MEMOIR_GIT_CAPS": json.dumps(
        dict.fromkeys(("goals", "next_actions", "open_questions", "decisions", "history"), 1000)
    )
}
START = session(goals=[goal("Start")], actions=[action("alpha", 1), action("beta", 1)])

# One machine's commits, each a few edits.
scripts = st.lists(edits(maximum=3), min_size=1, max_size=2)
histories = st.fixed_dictionaries(dict.fromkeys(NAMES, scripts))

few = settings(
    max_examples=max(3, settings().max_examples // 15),
    suppress_health_check=[*HealthCheck],
)


def grow(repo: Repo, history: dict[str, list[list[Edit]]]) -> dict[str, Session]:
    """Commits each machine's history to a branch of its name, all from one start; returns the tips."""
    repo.commit({SESSION: START}, "start")
    tips = {}
    for name, commits in history.items():
        repo.switch(name, at="main")
        state = START
        for script in commits:
            state = apply_edits(state, script, name)
            repo.commit({SESSION: state}, f"{name} acts")
        tips[name] = state
    return tips


def joined(repo: Repo, order: tuple[str, ...], tips: dict[str, Session]) -> str:
    """Merges the branches in an order and returns the file's blob."""
    repo.git("switch", "--quiet", "--force-create", "joint", order[0])
    for name in order[1:]:
        assert_ok(repo, repo.merge(name, env=WIDE), sides=[tips[name]])
    assert lost(repo.session(), tips.values()) == set()
    return repo.resolve(f"HEAD:{SESSION}")


@few
@given(history=histories)
def test_six_merge_orders_give_one_file(history: dict[str, list[list[Edit]]], make_store: MakeStore) -> None:
    repo = make_store()
    tips = grow(repo, history)

    blobs = {joined(repo, order, tips) for order in itertools.permutations(NAMES)}

    assert len(blobs) == 1


@few
@given(history=histories)
def test_rebasing_picking_and_stashing_give_what_merging_gives(
    history: dict[str, list[list[Edit]]], make_store: MakeStore
) -> None:
    repo = make_store()
    tips = grow(repo, history)
    merged = joined(repo, NAMES, tips)

    for name, upstream in (("b", "a"), ("c", "rebased-b")):
        repo.git("switch", "--quiet", "--create", f"rebased-{name}", name)
        assert repo.rebase("--empty=drop", upstream, env=WIDE).code == 0
    rebased = repo.resolve(f"HEAD:{SESSION}")

    repo.git("switch", "--quiet", "--create", "picked", "a")
    for name in ("b", "c"):
        picking = repo.attempt(
            "cherry-pick", "--allow-empty", "--keep-redundant-commits", f"main..{name}", env=WIDE
        )
        assert picking.code == 0, str(picking)
    picked = repo.resolve(f"HEAD:{SESSION}")

    repo.git("switch", "--quiet", "--create", "stashed", "main")
    repo.git("checkout", "--quiet", "c", "--", SESSION)
    has_stash = repo.attempt("stash", "--quiet").code == 0 and repo.git("stash", "list").stdout != ""
    for name in ("a", "b"):
        assert_ok(repo, repo.merge(name, env=WIDE), sides=[tips[name]])
    if has_stash:
        assert repo.attempt("stash", "pop", "--quiet", env=WIDE).code == 0
    stashed = repo.git("hash-object", SESSION).stdout.strip()

    assert {rebased, picked, stashed} == {merged}


@few
@given(history=histories, later=st.tuples(edits(), edits()))
def test_a_criss_cross_gives_what_a_plain_merge_of_the_tips_gives(
    history: dict[str, list[list[Edit]]], later: tuple[list[Edit], list[Edit]], make_store: MakeStore
) -> None:
    repo = make_store()
    grow(repo, history)
    tips = {}
    for name, other, script in (("a", "b", later[0]), ("b", "a", later[1])):
        repo.git("switch", "--quiet", "--create", f"{name}-crossed", name)
        assert repo.merge(other, env=WIDE).code == 0
        tips[name] = apply_edits(repo.session(), script, name)
        repo.commit({SESSION: tips[name]}, f"{name} goes on")

    result = repo.merge("a-crossed", env=WIDE)

    merged = assert_ok(repo, result, sides=tips.values())
    again = repo.attempt("merge", "a-crossed")
    assert again.stdout == "Already up to date.\n"
    assert lost(merged, tips.values()) == set()


@few
@given(history=histories)
def test_two_clones_that_merge_each_other_have_one_blob_and_are_done(
    history: dict[str, list[list[Edit]]], make_store: MakeStore
) -> None:
    repo = make_store()
    tips = grow(repo, history)
    first, second = (
        repo.clone(repo.path.with_name(f"{repo.path.name}-{name}"), "--branch", name) for name in "ab"
    )
    for clone, other in ((first, "b"), (second, "a")):
        install_driver(clone)
        assert_ok(clone, clone.merge(f"origin/{other}", env=WIDE), sides=[tips["a"], tips["b"]])

    assert first.resolve(f"HEAD:{SESSION}") == second.resolve(f"HEAD:{SESSION}")

    before = first.resolve("HEAD^{tree}")
    first.git("fetch", "--quiet", str(second.path), "HEAD")
    assert first.merge("FETCH_HEAD").code == 0
    assert first.resolve("HEAD^{tree}") == before


def test_a_branch_of_thirty_commits_is_rebased_picked_twice_and_stashed_upon(store: Repo) -> None:
    base = session(goals=[goal("base")])
    store.fork(scene(base=base, ours=session(goals=[goal("base"), goal("ours", 2)]), theirs=base))
    store.switch("side")
    wide = [action(f"step {number:02d}", 1, machine_id=f"m{number}") for number in range(30)]
    for number in range(1, 31):
        moment = f"2026-06-{number:02d}T00:00:00Z"
        store.commit({SESSION: session(goals=[goal("base")], actions=wide[:number], updated_at=moment)})
    tip = store.session()

    store.git("switch", "--quiet", "--create", "rebased")
    assert store.rebase("main", env=WIDE).code == 0
    assert lost(store.session(), [tip]) == set()
    rebased = store.read()
    for _ in range(2):
        picking = store.attempt(
            "cherry-pick", "--allow-empty", "--keep-redundant-commits", "side~3..side", env=WIDE
        )
        assert picking.code == 0, str(picking)
    assert store.read() == rebased

    dirty = session(goals=[goal("base"), goal("dirty", 9)])
    store.switch("main")
    store.write({SESSION: dirty})
    store.git("stash", "--quiet")
    store.switch("rebased")
    assert_ok(store, store.stash_pop(env=WIDE), sides=[tip, dirty], clean=False)


@pytest.mark.parametrize("depth", [0, 1], ids=["at the tip", "further back"])
def test_a_revert_of_a_goal_is_undone_by_the_next_branch_that_has_it(depth: int, store: Repo) -> None:
    with_goal = session(goals=[goal("g", 2)])
    store.commit({SESSION: session()})
    store.commit({SESSION: with_goal}, "set g")
    store.git("branch", "stale")
    if depth:
        store.commit({SESSION: with_goal | {"updated_at": "2026-06-02T00:00:00Z"}}, "later")
    store.settle()

    store.attempt("revert", "--no-edit", f"HEAD~{depth}")

    # At the tip one side is unchanged and git asks no driver; further back the driver keeps the goal.
    assert texts(store.session(), "goals") == (["g"] if depth else [])
    store.switch("stale")
    store.commit({SESSION: with_goal | {"updated_at": "2026-06-03T00:00:00Z"}})
    store.switch("main")
    assert_ok(store, store.merge("stale"), sides=[with_goal])
    assert texts(store.session(), "goals") == ["g"]
