"""Scenarios S01 to S11 and S15: what the format's merge rules do to sessions that meet in git."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tests.support.driver import line, run_line
from tests.support.outcomes import assert_ok, assert_refusal, assert_symmetric
from tests.support.scenario import SESSION, Repo, Scene, content_bytes, scene
from tests.support.sessions import (
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    session,
    texts,
    to_bytes,
)

MakeStore = Callable[[], Repo]
SECRET = "rotate EXAMPLE-0000 by hand"


def test_s01_disjoint_session_edits(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(
            base=session(actions=[action("keep", 1)]),
            ours=session(actions=[action("keep", 1), action("A", 2)]),
            theirs=session(actions=[action("keep", 1)], goals=[goal("G", 3)]),
        ),
    )

    assert texts(repo.session(), "next_actions") == ["A", "keep"]
    assert texts(repo.session(), "goals") == ["G"]


def test_s02_one_identity_in_two_spellings_is_one_item(make_store: MakeStore) -> None:
    others = [action(f"other {day}", day) for day in range(1, 5)]

    repo = assert_symmetric(
        make_store,
        scene(
            base=session(actions=others),
            ours=session(actions=[action(" x", 10), *others]),
            theirs=session(actions=[*others, action("X ", 12)]),
        ),
    )

    assert sorted(texts(repo.session(), "next_actions")) == ["X ", *(item["text"] for item in others)]


def test_s03_a_tombstone_beats_a_stale_copy_with_a_newer_date(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(
            base=session(decisions=[decision("d", 1)]),
            ours=session(decisions=[hidden("d", 1, at=2)]),
            theirs=session(decisions=[decision("d", 9, why="because")]),
        ),
    )

    assert repo.session()["current"]["decisions"] == [hidden("d", 9, at=2, why="because")]


def test_s04_a_purged_text_stands_nowhere_after_the_merge(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(
            base=session(decisions=[decision(SECRET, 1)]),
            ours=session(decisions=[purged(SECRET, 1)]),
            theirs=session(decisions=[decision(SECRET, 9, why=f"why: {SECRET}")]),
        ),
    )

    assert texts(repo.session(), "decisions") == ["[purged]"]
    assert b"EXAMPLE-0000" not in repo.show("HEAD")
    assert repo.attempt("grep", "--untracked", "--count", "EXAMPLE-0000").code == 1


def test_s05_a_completed_action_does_not_come_back(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(
            base=session(actions=[action("x", 1)]),
            ours=session(done=[completion("x", 5)]),
            theirs=session(actions=[action("x", 1), action("y", 2)]),
        ),
    )

    assert texts(repo.session(), "next_actions") == ["y"]


def test_s05_an_action_added_again_after_its_completion_stays(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(
            base=session(actions=[action("x", 1)]),
            ours=session(done=[completion("x", 5)]),
            theirs=session(actions=[action("x", 6)]),
        ),
    )

    assert texts(repo.session(), "next_actions") == ["x"]


def test_s06_overflow_of_both_sides_is_parked_and_none_is_lost(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(
            base=session(),
            ours=session(actions=[action(f"o{day}", day) for day in range(1, 9)]),
            theirs=session(actions=[action(f"t{day}", day + 10) for day in range(1, 9)]),
        ),
    )

    assert texts(repo.session(), "next_actions") == [f"t{day}" for day in range(8, 0, -1)]
    assert texts(repo.session(), "parked_actions") == [f"o{day}" for day in range(8, 0, -1)]


def test_s07_unknown_keys_at_every_level_survive(make_store: MakeStore) -> None:
    ours = session(goals=[goal("g", 2, x_ours=[1])], extra_lists={"ours_list": [3]}, x_ours={"a": 1})
    theirs = session(decisions=[decision("d", 1, x_theirs=None)], x_theirs=True)

    repo = assert_symmetric(make_store, scene(base=session(), ours=ours, theirs=theirs))

    merged = repo.session()
    assert (merged["x_ours"], merged["x_theirs"]) == ({"a": 1}, True)
    assert merged["current"]["ours_list"] == [3]
    assert merged["current"]["goals"] == [goal("g", 2, x_ours=[1])]
    assert merged["current"]["decisions"] == [decision("d", 1, x_theirs=None)]


def test_s07_an_unknown_key_both_sides_changed_is_ours_and_is_counted(store: Repo) -> None:
    store.fork(scene(base=session(x=0), ours=session(x=1, goals=[goal("g")]), theirs=session(x=2)))

    result = store.merge()

    assert assert_ok(store, result)["x"] == 1
    assert "1 of the unknown keys" in result.stderr


def test_s07_a_merge_changes_only_the_lines_of_what_it_adds(store: Repo) -> None:
    base = session(goals=[goal("g")], decisions=[decision("d", 1, why="w")], x={"b": 1, "a": [1, 2]})
    ours = session(
        goals=[goal("g")], actions=[action("a")], decisions=[decision("d", 1, why="w")], x=base["x"]
    )
    theirs = session(
        goals=[goal("g")], questions=[question("q")], decisions=[decision("d", 1, why="w")], x=base["x"]
    )
    store.fork(scene(base=base, ours=ours, theirs=theirs))

    assert_ok(store, store.merge())

    changed = store.git("diff", "--numstat", "HEAD^1", "HEAD").stdout.split()
    assert changed == ["6", "1", SESSION]


@pytest.mark.parametrize("newer", ["theirs", "ours", "both"])
def test_s08_a_newer_version_is_refused_whole(newer: str, store: Repo) -> None:
    versions = {side: 99 if newer in (side, "both") else 1 for side in ("ours", "theirs")}
    ours = session(goals=[goal("o")], version=versions["ours"])
    theirs = session(goals=[goal("t")], version=versions["theirs"])
    store.fork(scene(base=session(), ours=ours, theirs=theirs))

    result = store.merge()

    assert_refusal(store, result)
    assert "newer version" in result.stderr


def test_s08_a_newer_base_is_no_obstacle(store: Repo) -> None:
    store.fork(
        scene(base=session(version=99), ours=session(goals=[goal("o")]), theirs=session(goals=[goal("t")]))
    )

    assert_ok(store, store.merge())


@pytest.mark.parametrize(
    "lexeme",
    ["1e400", "18446744073709551617", "1.0", "0.10", "-0", "1" * 5000, r'"\ud800"', "[" * 100 + "]" * 100],
    ids=["1e400", "2^64+1", "1.0", "0.10", "-0", "5000 digits", "lone surrogate", "nested"],
)
def test_s09_an_odd_value_is_carried_as_it_is_spelled(lexeme: str, store: Repo) -> None:
    theirs = to_bytes(session(x="HERE")).replace(b'"HERE"', lexeme.encode())
    store.fork(scene(base=session(), ours=session(goals=[goal("g")]), theirs=theirs))

    result = store.merge()

    assert result.code == 0, str(result)
    assert b"".join(store.read().split()).find(b'"x":' + lexeme.encode()) > 0
    assert texts(store.session(), "goals") == ["g"]


@pytest.mark.parametrize(
    "value",
    ["NaN", "-Infinity", "'x'", "01", "[1,]", "[" * 5000 + "]" * 5000, "[" * 100_000],
    ids=["NaN", "-Infinity", "quotes", "octal", "comma", "deep", "deeper and open"],
)
def test_s09_what_is_not_strict_json_is_refused_whole(value: str, store: Repo) -> None:
    theirs = to_bytes(session(x="HERE")).replace(b'"HERE"', value.encode())
    store.fork(scene(base=session(), ours=session(goals=[goal("g")]), theirs=theirs))

    assert_refusal(store, store.merge())


def test_s09_a_key_that_stands_twice_loses_nothing(store: Repo) -> None:
    theirs = to_bytes(session(goals=[goal("first")])).replace(
        b'"next_actions"', b'"goals": [{"text": "second"}], "next_actions"'
    )
    store.fork(scene(base=session(), ours=session(goals=[goal("ours", 9)]), theirs=theirs))

    result = store.merge()

    assert_ok(store, result, sides=[session(goals=[goal("ours"), goal("first"), goal("second")])])


def test_s10_merging_again_has_nothing_to_do(store: Repo) -> None:
    store.fork(scene(base=session(), ours=session(goals=[goal("o")]), theirs=session(goals=[goal("t")])))
    assert_ok(store, store.merge())
    before = store.resolve("HEAD")

    again = store.attempt("merge", "side")

    assert again.stdout == "Already up to date.\n"
    assert store.resolve("HEAD") == before


@pytest.mark.parametrize("layout", [2, 4, "\t", None])
def test_s10_three_equal_files_stay_as_they_are(layout: int | str | None, store: Repo) -> None:
    content = to_bytes(session(goals=[goal("g")], decisions=[hidden("d")], x=1), indent=layout)

    done = run_line(line(), store.path / "run", base=content, ours=content, theirs=content)

    assert (done.result.code, done.content, done.litter) == (0, content, ())


def test_s11_three_machines_merged_in_any_order_give_one_file(store: Repo) -> None:
    store.commit({SESSION: session(goals=[goal("base")], actions=[action("x", 1)])}, "base")
    machines = {
        "a": session(goals=[goal("base")], done=[completion("x", 4)]),
        "b": session(goals=[goal("base", 3)], actions=[action(" X", 3), action("b", 2)]),
        "c": session(goals=[goal("BASE ", 3)], actions=[action("x", 5), action("c", 2)]),
    }
    for name, content in machines.items():
        store.switch(name, at="main")
        store.commit({SESSION: content})

    blobs = set()
    for order in itertools.permutations(machines):
        store.git("switch", "--quiet", "--force-create", "joint", order[0])
        for name in order[1:]:
            assert_ok(store, store.merge(name), sides=[])
        assert_ok(store, store.attempt("merge", "main"), sides=machines.values())
        blobs.add(store.resolve(f"HEAD:{SESSION}"))

    assert len(blobs) == 1


def test_s15_both_sides_add_the_file(make_store: MakeStore) -> None:
    repo = assert_symmetric(
        make_store,
        scene(base=None, ours=session(goals=[goal("o", 2)]), theirs=session(goals=[goal("t", 1)])),
    )

    assert texts(repo.session(), "goals") == ["o", "t"]


def test_s15_unrelated_histories_are_united(store: Repo) -> None:
    ours, theirs = session(goals=[goal("o", 2)]), session(goals=[goal("t", 1)])
    store.commit({SESSION: ours})
    store.git("switch", "--quiet", "--orphan", "other")
    store.commit({SESSION: theirs})
    store.switch("main")
    store.sides = ({SESSION: ours}, {SESSION: theirs})

    result = store.merge("--allow-unrelated-histories", "other")

    assert texts(assert_ok(store, result), "goals") == ["o", "t"]


@pytest.mark.parametrize("empty", [b"", b"\n", b" \r\n\t"])
def test_an_empty_side_takes_nothing_away(empty: bytes, make_store: MakeStore) -> None:
    ours = session(goals=[goal("o")])

    repo = assert_symmetric(
        make_store, Scene(base={SESSION: session()}, ours={SESSION: ours}, theirs={SESSION: empty})
    )

    assert repo.read() == content_bytes(ours)
