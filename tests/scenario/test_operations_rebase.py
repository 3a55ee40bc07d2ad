"""Scenarios S16 to S23 and S29: rebase in all its forms, stopped, aborted and killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from tests.support.faults import Gate
from tests.support.outcomes import assert_ok, calls_of_the_driver
from tests.support.scenario import SESSION, Repo, Scene, scene
from tests.support.sessions import action, completion, decision, goal, session, texts
from tests.support.templates import install_driver

MakeStore = Callable[[], Repo]

BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base")], actions=[action("ours", 20)], done=[completion("s3", 21)])
# Each step adds an action and is later than the last, as a writer's are: so no pick comes out empty.
STEPS = [
    session(
        goals=[goal("base")],
        actions=[action(f"s{number}", number) for number in range(step, 0, -1)],
        updated_at=f"2026-06-{step + 1:02d}T00:00:00Z",
    )
    for step in range(1, 6)
]


def fork_in_steps(repo: Repo) -> None:
    """Leaves `side` checked out with five commits, each of which adds an action; `main` has gone on too."""
    repo.commit({SESSION: BASE}, "base")
    repo.switch("side", at="HEAD")
    for number, step in enumerate(STEPS, start=1):
        repo.commit({SESSION: step}, f"step {number}")
    repo.switch("main")
    repo.commit({SESSION: OURS}, "ours")
    repo.switch("side")
    repo.sides = ({SESSION: OURS}, {SESSION: STEPS[-1]})


def with_a_disputed_note() -> Scene:
    """Returns a scene in which git stops at a file that is no memory."""
    return Scene(
        base={SESSION: BASE, "note.txt": "base\n"},
        ours={SESSION: OURS, "note.txt": "ours\n"},
        theirs={SESSION: STEPS[0], "note.txt": "theirs\n"},
    )


def test_s16_a_rebase_of_five_commits_gives_what_a_merge_gives(make_store: MakeStore) -> None:
    rebased, merged = make_store(), make_store()
    for repo in (rebased, merged):
        fork_in_steps(repo)

    result = rebased.rebase("main", env={"GIT_TRACE": "1"})

    assert_ok(rebased, result)
    assert calls_of_the_driver(result) == 5
    assert_ok(merged, merged.merge("main"))
    assert rebased.resolve("HEAD^{tree}") == merged.resolve("HEAD^{tree}")
    assert rebased.git("rev-list", "--count", "main..HEAD").stdout == "5\n"


def test_s17_rebase_apply_loses_nothing_and_leaves_no_marker(store: Repo) -> None:
    fork_in_steps(store)

    result = store.rebase("--apply", "main")

    # Where a patch applies as text git asks no driver, so a tombstone may stand beside a live copy here.
    assert_ok(store, result)
    assert b"<<<<<<<" not in store.read()


def test_s18_autosquash_with_a_fixup(store: Repo) -> None:
    fork_in_steps(store)
    fixup = deepcopy(STEPS[-1])
    fixup["current"]["next_actions"].append(action("fix", 9))
    store.write({SESSION: fixup})
    store.git("commit", "--quiet", "--all", "--no-verify", "--fixup=HEAD~2")

    # The fixup brings all that the later steps add, so their picks come out empty.
    options = ("-i", "--autosquash", "--empty=drop")
    result = store.rebase(*options, "main", env={"GIT_SEQUENCE_EDITOR": ":"})

    assert "s3" not in texts(assert_ok(store, result, sides=[OURS, fixup]), "next_actions")
    assert store.git("rev-list", "--count", "main..HEAD").stdout == "3\n"


def test_s19_rebase_merges_replays_a_merge_of_two_branches(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=STEPS[0]))
    store.switch("topic", at="side")
    store.commit({SESSION: STEPS[1]})
    store.switch("other", at="side")
    other = session(goals=[goal("base")], decisions=[decision("other", 2)])
    store.commit({SESSION: other})
    assert store.merge("topic").code == 0

    result = store.rebase("--rebase-merges", "main")

    assert_ok(store, result, sides=[OURS, STEPS[1], other])
    assert store.git("rev-list", "--count", "--merges", "main..HEAD").stdout == "1\n"


def test_s20_a_rebase_stopped_by_another_file_has_merged_the_session(store: Repo) -> None:
    store.fork(with_a_disputed_note())
    store.switch("side")

    stopped = store.rebase("main")

    assert stopped.code == 1
    assert store.git("diff", "--name-only", "--diff-filter=U").stdout == "note.txt\n"
    assert texts(store.session(), "next_actions") == ["ours", "s1"]
    store.write({"note.txt": "both\n"})
    store.git("add", "note.txt")
    assert_ok(store, store.attempt("rebase", "--continue", env={"GIT_EDITOR": ":"}))


def test_s21_an_aborted_rebase_leaves_no_trace(store: Repo) -> None:
    store.fork(with_a_disputed_note())
    store.switch("side")
    before = store.read()
    assert store.rebase("main").code == 1

    store.git("rebase", "--abort")

    assert store.read() == before
    assert store.git("status", "--porcelain", "--ignored").stdout == ""


def test_s22_after_git_and_driver_were_killed_the_merge_can_be_repeated(store: Repo, gate: Gate) -> None:
    install_driver(store, program=str(gate.program))
    store.fork(scene(base=BASE, ours=OURS, theirs=STEPS[0]))
    merging = gate.start(store, "merge", "side", "-m", "x")

    os.killpg(merging.pid, signal.SIGKILL)
    merging.wait()

    assert store.leftovers() != []
    for name in store.leftovers():
        (store.path / name).unlink()
    (store.path / ".git/index.lock").unlink(missing_ok=True)
    install_driver(store)
    assert store.read() == store.show("HEAD")
    assert_ok(store, store.merge())


def test_s23_an_interrupt_while_the_driver_runs_leaves_the_tree_as_it_was(store: Repo, gate: Gate) -> None:
    install_driver(store, program=str(gate.program))
    store.fork(scene(base=BASE, ours=OURS, theirs=STEPS[0]))
    merging = gate.start(store, "merge", "side", "-m", "x")

    os.killpg(merging.pid, signal.SIGINT)
    merging.wait()

    # git leaves its own three files behind; the driver's would have a suffix.
    assert [name for name in store.leftovers() if "." in name.removeprefix(".merge_file_")] == []
    assert store.git("diff", "--name-only", "HEAD").stdout == ""
    for name in store.leftovers():
        (store.path / name).unlink()
    install_driver(store)
    assert_ok(store, store.merge())


@pytest.mark.parametrize("operation", ["rebase", "merge"])
def test_s29_pull_with_autostash_keeps_a_dirty_session(operation: str, store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=BASE, theirs=STEPS[0]))
    clone = store.clone(tmp_path / "clone", "--branch", "main")
    install_driver(clone)
    store.merge("side")
    mine = session(goals=[goal("base"), goal("committed", 4)])
    dirty = session(goals=[goal("base"), goal("committed", 4), goal("dirty", 5)])
    clone.commit({SESSION: mine})
    clone.write({SESSION: dirty})

    flag = "--rebase" if operation == "rebase" else "--no-rebase"
    result = clone.attempt("pull", "--quiet", flag, "--no-edit", "--autostash")

    assert_ok(clone, result, sides=[mine, dirty, STEPS[0]], clean=False)
    assert clone.git("status", "--porcelain").stdout == f" M {SESSION}\n"
    assert clone.git("stash", "list").stdout == ""
