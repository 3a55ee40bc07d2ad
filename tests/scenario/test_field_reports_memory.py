"""Public reports of agent memories that lost, doubled or revived something, replayed on session.json."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.support.driver import FORMAT
from tests.support.outcomes import assert_conflict, assert_ok, assert_refusal, assert_symmetric
from tests.support.scenario import SESSION, Repo, scene
from tests.support.sessions import action, completion, decision, goal, hidden, purged, session, texts

MakeStore = Callable[[], Repo]

BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base"), goal("ours", 3)])
THEIRS = session(goals=[goal("base")], actions=[action("theirs", 2)])


def test_an_item_that_is_in_old_commits_but_not_here_is_no_deletion(make_store: MakeStore) -> None:
    with_item = session(goals=[goal("base"), goal("old", 2)])

    repo = make_store()
    repo.fork(scene(base=with_item, ours=OURS, theirs=with_item | {"x": 1}))
    result = repo.merge()

    assert "old" in texts(assert_ok(repo, result), "goals")
    assert "1 removed on one side only and kept" in result.stderr


def test_the_installed_line_has_only_placeholders_git_knows_and_quotes_none(store: Repo) -> None:
    configured = store.git("config", f"merge.{FORMAT}.driver").stdout

    assert set(re.findall(r"%.", configured)) <= {f"%{letter}" for letter in "OABLPSXY%"}
    assert not re.search(r"""["']%[PSXY]|%[PSXY]["']""", configured)


def test_a_clone_without_the_driver_conflicts_as_text_and_merges_once_it_is_installed(
    store: Repo, tmp_path: Path
) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=session(goals=[goal("base"), goal("theirs", 4)])))
    clone = store.clone(tmp_path / "clone", "--branch", "main")
    clone.sides = store.sides
    assert_conflict(clone, clone.merge("origin/side"))
    clone.git("merge", "--abort")

    assert clone.memoir("install").code == 0

    assert_ok(clone, clone.merge("origin/side"))


def test_twins_a_text_merge_left_behind_become_one_at_the_next_merge(make_store: MakeStore) -> None:
    blended = session(actions=[action("x", 2), action("y", 1), action(" X", 3)])

    repo = assert_symmetric(make_store, scene(base=BASE, ours=blended, theirs=THEIRS))

    assert texts(repo.session(), "next_actions") == [" X", "theirs", "y"]


def test_a_purged_text_is_in_no_blob_of_the_tip_whatever_stale_branch_comes_last(store: Repo) -> None:
    secret = "token EXAMPLE-0000"
    store.commit({SESSION: session(decisions=[decision(secret, 1)])})
    for number, name in enumerate(("stale", "staler"), start=20):
        store.switch(name, at="main")
        store.commit(
            {
                SESSION: session(
                    decisions=[decision(f" {secret.upper()}", number, why=secret)], goals=[goal(name)]
                )
            }
        )
    store.switch("main")
    store.commit({SESSION: session(decisions=[purged(secret, 1)])})

    for name in ("stale", "staler"):
        result = store.merge(name)
        assert_ok(store, result, sides=[])
        assert "EXAMPLE" not in result.stdout + result.stderr

    assert store.attempt("grep", "-i", "--count", "EXAMPLE-0000", "HEAD").code == 1
    assert sorted(texts(store.session(), "goals")) == ["stale", "staler"]


def test_a_hidden_decision_that_is_decided_again_stays_hidden(make_store: MakeStore) -> None:
    base = session(decisions=[hidden("d", 1, at=2)])
    again = session(decisions=[decision("D", 20, why="learnt again")])

    repo = assert_symmetric(make_store, scene(base=base, ours=base | {"x": 1}, theirs=again))

    assert repo.session()["current"]["decisions"] == [hidden("D", 20, at=2, why="learnt again")]


def test_a_completion_older_than_eighty_newer_ones_still_holds(make_store: MakeStore) -> None:
    graves = [completion(f"newer {n}", f"2026-04-01T00:00:{n:02d}Z") for n in range(60)]
    graves += [completion(f"newest {n}", f"2026-04-02T00:00:{n:02d}Z") for n in range(60)]
    stale = session(actions=[action("x", 1), action("y", 2)])

    repo = assert_symmetric(
        make_store,
        scene(
            base=session(actions=[action("x", 1)]),
            ours=session(done=[*graves, completion("x", 2)]),
            theirs=stale,
        ),
    )

    assert texts(repo.session(), "next_actions") == ["y"]
    assert len(texts(repo.session(), "completed_actions")) == 121


def test_a_key_nobody_knows_survives_any_number_of_merges_with_writers_that_drop_it(store: Repo) -> None:
    store.commit({SESSION: BASE})
    store.switch("older", at="main")
    store.switch("main")
    store.commit({SESSION: BASE | {"x_newer": {"keep": True}}})

    for number in range(2, 6):
        store.switch("older")
        store.commit({SESSION: session(goals=[goal("base"), goal(f"o{number}", number)])})
        store.switch("main")
        assert_ok(store, store.merge("older"), sides=[])

    assert store.session()["x_newer"] == {"keep": True}


def test_a_conflict_that_is_met_again_does_not_grow(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))
    first = assert_refusal(store, store.merge())
    store.git("merge", "--abort")

    assert assert_refusal(store, store.merge()) == first
    assert json.loads(store.show("main")) == OURS
