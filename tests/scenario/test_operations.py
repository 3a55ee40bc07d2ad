"""Scenarios S34 to S46: merges in every form, from a dry run to criss-cross, and what reads them again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.outcomes import assert_conflict, assert_ok, calls_of_the_driver
from tests.support.scenario import SESSION, Repo, Scene, content_bytes, parse_session, scene
from tests.support.sessions import Session, action, completion, decision, goal, session, texts
from tests.support.templates import install_driver

MakeStore = Callable[[], Repo]

BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base"), goal("ours", 3)])
THEIRS = session(goals=[goal("base")], actions=[action("theirs", 2)])


@pytest.fixture
def forked(store: Repo) -> Repo:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    return store


def test_s34_a_dry_run_prints_a_tree_and_touches_nothing(forked: Repo) -> None:
    before = forked.git("status", "--porcelain=v2", "--branch").stdout

    result = forked.attempt("merge-tree", "--write-tree", "main", "side")

    assert result.code == 0
    assert re.fullmatch(r"([0-9a-f]{40}|[0-9a-f]{64})\n", result.stdout)
    merged = parse_session(forked.show(result.stdout.strip()))
    assert texts(merged, "next_actions") == ["theirs"]
    assert forked.git("status", "--porcelain=v2", "--branch").stdout == before
    assert forked.read() == content_bytes(OURS)


def test_s34_a_dry_run_of_a_refusal_keeps_stdout_readable(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))

    result = store.attempt("merge-tree", "--write-tree", "main", "side")

    assert result.code == 1
    assert re.match(r"([0-9a-f]{40}|[0-9a-f]{64})\n", result.stdout)


def test_s35_an_octopus_merge_never_commits_a_marker(store: Repo) -> None:
    crowd = [action(f"shared {day}", day) for day in range(1, 9)]
    base = session(goals=[goal("g")], actions=crowd, decisions=[decision("d")])
    branches = {
        "a": session(goals=[goal("a"), goal("g")], actions=crowd, decisions=[decision("d")]),
        "b": session(goals=[goal("g")], actions=crowd, decisions=[decision("d"), decision("b")]),
    }
    store.commit({SESSION: base})
    for name, content in branches.items():
        store.switch(name, at="main")
        store.commit({SESSION: content})
    store.switch("main")

    result = store.merge(*branches)

    # git asks no driver in an octopus: distant hunks meet as text, near ones stop it.
    if result.code == 0:
        assert_ok(store, result, sides=branches.values())
    else:
        store.git("merge", "--abort")
        assert store.read() == content_bytes(base)


def criss_cross(store: Repo, base: Session, ours: Session, theirs: Session) -> None:
    """Leaves `main` and `side` as two merges of each other's first commits: two merge bases."""
    store.fork(scene(base=base, ours=ours, theirs=theirs))
    store.git("branch", "first", "main")
    assert store.merge("side").code in (0, 1)
    store.write({SESSION: with_goal(ours, theirs, "m", 7)})
    store.commit({}, "merge into main")
    store.switch("side")
    assert store.merge("first").code in (0, 1)
    store.write({SESSION: with_goal(ours, theirs, "s", 8)})
    store.commit({}, "merge into side")
    store.switch("main")
    assert len(store.git("merge-base", "--all", "main", "side").stdout.split()) == 2


def with_goal(ours: Session, theirs: Session, text: str, day: int) -> Session:
    """Returns the union of both sides' actions, and one goal."""
    actions = [*ours["current"]["next_actions"], *theirs["current"]["next_actions"]]
    return session(goals=[goal(text, day)], actions=actions)


def test_s36_a_criss_cross_merge(store: Repo) -> None:
    ours, theirs = session(actions=[action("o", 1)]), session(actions=[action("t", 2)])
    criss_cross(store, session(), ours, theirs)

    result = store.merge("side", env={"GIT_TRACE": "1"})

    merged = assert_ok(store, result)
    assert calls_of_the_driver(result) == 2
    assert texts(merged, "goals") == ["s", "m"]


def test_s37_a_criss_cross_merge_whose_virtual_base_is_full_of_markers(store: Repo) -> None:
    ours, theirs = session(actions=[action("o", 1)]), session(actions=[action("t", 2)])
    criss_cross(store, session(), ours | {"version": 2}, theirs | {"version": 3})

    result = store.merge("side")

    assert texts(assert_ok(store, result, sides=[]), "goals") == ["s", "m"]
    assert b"<<<<<<<" not in store.read()


def test_s38_three_merge_bases(store: Repo) -> None:
    store.commit({SESSION: session()})
    tips = {name: session(goals=[goal(name, day)]) for day, name in enumerate("abc", start=1)}
    for name, content in tips.items():
        store.switch(name, at="main")
        store.commit({SESSION: content})
    for joint, first in (("x", "a"), ("y", "b")):
        store.switch(joint, at=first)
        for other in sorted(set(tips) - {first}):
            assert_ok(store, store.merge(other), sides=[])
    tails = {}
    for joint, day in (("x", 5), ("y", 6)):
        store.switch(joint)
        tails[joint] = store.session()
        tails[joint]["current"]["next_actions"] = [action(joint, day)]
        store.commit({SESSION: tails[joint]})
    assert len(store.git("merge-base", "--all", "x", "y").stdout.split()) == 3

    result = store.merge("x")

    assert texts(assert_ok(store, result, sides=[*tips.values(), *tails.values()]), "goals") == [
        "c",
        "b",
        "a",
    ]


@pytest.mark.parametrize("option", ["ours", "theirs"])
def test_s39_a_strategy_option_changes_nothing(option: str, make_store: MakeStore) -> None:
    plain, favoured = make_store(), make_store()
    for repo in (plain, favoured):
        repo.fork(scene(base=BASE | {"x": 0}, ours=OURS | {"x": 1}, theirs=THEIRS | {"x": 2}))

    assert_ok(plain, plain.merge())
    assert_ok(favoured, favoured.merge("-X", option, "side"))

    assert plain.resolve("HEAD^{tree}") == favoured.resolve("HEAD^{tree}")


@pytest.mark.parametrize(("favour", "value"), [("ours", 1), ("theirs", 2), ("nonsense", 1)])
def test_s39_the_environment_can_favour_a_side_in_an_unknown_key(
    favour: str, value: int, store: Repo
) -> None:
    store.fork(scene(base=BASE | {"x": 0}, ours=OURS | {"x": 1}, theirs=THEIRS | {"x": 2}))

    result = store.merge("side", env={"MEMOIR_GIT_FAVOR": favour})

    assert assert_ok(store, result)["x"] == value
    assert ("MEMOIR_GIT_FAVOR" in result.stderr) == (favour == "nonsense")


def test_s41_a_subtree_merge_reaches_the_driver_with_the_path_it_has_here(
    store: Repo, tmp_path: Path
) -> None:
    place = f"lib/{SESSION}"
    install_driver(store, patterns=(SESSION,))
    library = Repo(tmp_path / "library")
    library.path.mkdir()
    library.git("init", "--quiet")
    library.commit({SESSION: BASE, "code.txt": "code\n"})
    store.commit({"readme.txt": "main\n"})
    store.git("fetch", "--quiet", str(library.path), "main")
    store.git("read-tree", "--prefix=lib", "-u", "FETCH_HEAD")
    store.commit({}, "add lib")
    store.git(
        "merge",
        "--quiet",
        "--no-verify",
        "-s",
        "ours",
        "--allow-unrelated-histories",
        "FETCH_HEAD",
        "-m",
        "tie",
    )
    library.commit({SESSION: THEIRS})
    store.commit({place: OURS})
    store.git("fetch", "--quiet", str(library.path), "main")

    result = store.merge("-X", "subtree=lib", "FETCH_HEAD", env={"GIT_TRACE": "1"})

    assert_ok(store, result, sides=[OURS, THEIRS], place=place)
    assert f"'{place}'" in result.stderr


def test_s42_a_squash_merge(forked: Repo) -> None:
    result = forked.attempt("merge", "--squash", "--quiet", "side")

    assert_ok(forked, result, clean=False)
    forked.git("commit", "--quiet", "--no-verify", "-m", "squashed")
    assert forked.git("status", "--porcelain").stdout == ""


def test_s43_a_merge_without_a_commit_stages_the_joined_session(forked: Repo) -> None:
    result = forked.attempt("merge", "--no-commit", "--quiet", "side")

    merged = assert_ok(forked, result, clean=False)
    assert parse_session(forked.show("", SESSION)) == merged
    forked.git("commit", "--quiet", "--no-edit")
    assert_ok(forked, forked.attempt("merge", "side"))


def test_s44_rerere_has_nothing_to_remember_of_a_clean_merge(forked: Repo) -> None:
    forked.git("config", "rerere.enabled", "true")

    assert_ok(forked, forked.merge())

    recorded = forked.path / ".git/rr-cache"
    assert not recorded.exists() or list(recorded.iterdir()) == []


def test_s44_rerere_replays_the_resolution_of_a_refusal(store: Repo) -> None:
    store.git("config", "rerere.enabled", "true")
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))
    resolved = session(goals=[goal("base"), goal("ours", 3)], actions=[action("theirs", 2)])
    assert_conflict(store, store.merge())
    store.write({SESSION: resolved})
    store.git("rerere")
    store.git("reset", "--quiet", "--hard")

    again = store.merge()

    assert again.code == 1
    assert store.read() == content_bytes(resolved)


@pytest.mark.parametrize("command", ["show", "log"])
def test_s45_a_remerge_diff_writes_nothing(command: str, forked: Repo) -> None:
    assert_ok(forked, forked.merge())
    before = state_of(forked.path)

    shown = forked.git(command, "--remerge-diff", "--format=", "-1")

    assert shown.stdout == ""
    assert shown.stderr == ""
    assert state_of(forked.path) == before


def state_of(top: Path) -> dict[str, tuple[int, int]]:
    """Returns size and time of every file outside the object store."""
    files = (path for path in top.rglob("*") if path.is_file() and "objects" not in path.parts)
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


def test_s46_replay_runs_the_driver_without_a_work_tree(forked: Repo) -> None:
    if forked.attempt("replay", "-h").code == 1:
        pytest.skip("this git has no 'git replay' (it came with 2.44)")

    result = forked.attempt("replay", "--onto", "main", "main..side")

    assert result.code == 0, str(result)
    if result.stdout:  # up to 2.51 the new tip is printed, later the branch is moved
        forked.git("update-ref", "--stdin", stdin=result.out)
    merged = parse_session(forked.show("side"))
    assert (texts(merged, "goals"), texts(merged, "next_actions")) == (["ours", "base"], ["theirs"])


def test_a_merge_that_changes_nothing_keeps_the_blob(store: Repo) -> None:
    richer = session(goals=[goal("base"), goal("more", 4)], done=[completion("x", 5)])
    store.fork(
        Scene(
            base={SESSION: BASE, "other.txt": "base\n"},
            ours={SESSION: richer, "other.txt": "base\n"},
            theirs={SESSION: session(goals=[goal("more", 4), goal("base")]), "other.txt": "theirs\n"},
        )
    )

    assert_ok(store, store.merge())

    assert store.resolve(f"HEAD:{SESSION}") == store.resolve(f"HEAD^1:{SESSION}")
