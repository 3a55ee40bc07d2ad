"""Scenarios of the merge strategy `memoir`: all memory of a merge in one process, decided to the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.halves import split_halves
from tests.support.finishing import (
    BODY,
    edited,
    entry,
    frozen,
    hidden,
    strategy_path,
    unmerged,
    without_driver,
)
from tests.support.outcomes import assert_conflict, assert_ok, calls_of_the_driver
from tests.support.scenario import SESSION, Repo, Scene, scene
from tests.support.sessions import action, completion, goal, session, texts

A = "memory/a.md"
BASE = session(goals=[goal("base")], actions=[action("done later", 1)])
OURS = session(goals=[goal("base")], actions=[action("mine", 3), action("done later", 1)])
THEIRS = session(goals=[goal("base")], actions=[action("yours", 2)], done=[completion("done later", 4)])
MIXED = Scene(
    base={SESSION: BASE, A: entry("a"), "code.txt": BODY},
    ours={SESSION: OURS, A: edited("a", 2, updated=3), "code.txt": BODY + "ours\n"},
    theirs={SESSION: THEIRS, A: edited("a", 10, updated=4), "code.txt": "theirs\n" + BODY},
)


@pytest.fixture
def path(tmp_path: Path) -> dict[str, str]:
    """The variables with which git finds the strategy."""
    return strategy_path(tmp_path / "bin")


def readings(content: bytes) -> tuple[bytes, bytes]:
    """Returns a file as ours and as theirs: older gits do not tell a driver the sides' names."""
    halves = split_halves(content)
    return halves.ours, halves.theirs


def test_s79_it_merges_what_the_driver_merges_to_the_same_tree(
    make_store: Callable[[], Repo], path: dict[str, str]
) -> None:
    driven, batch, exchanged = make_store(), make_store(), make_store()
    driven.fork(MIXED)
    batch.fork(MIXED)
    exchanged.fork(MIXED.exchanged())
    assert_ok(driven, driven.merge())

    result = batch.merge("-s", "memoir", "side", env=path | {"GIT_TRACE": "1"})

    assert_ok(batch, result)
    assert calls_of_the_driver(result) == 0
    assert "2 memory files merged" in result.stdout
    assert batch.resolve("HEAD^{tree}") == driven.resolve("HEAD^{tree}")
    assert_ok(exchanged, exchanged.merge("-s", "memoir", "side", env=path))
    assert exchanged.resolve("HEAD:memory") == batch.resolve("HEAD:memory")
    assert exchanged.resolve(f"HEAD:{SESSION}") == batch.resolve(f"HEAD:{SESSION}")


def test_git_memoir_merge_needs_nothing_on_path(store: Repo) -> None:
    store.fork(MIXED)
    store.settle()

    result = store.memoir("merge", "--quiet", "-m", "joined", "side")

    assert_ok(store, result)
    assert store.git("log", "-1", "--format=%s %p").stdout.startswith("joined ")
    assert texts(store.session(), "next_actions") == ["mine", "yours"]


def test_it_works_in_a_clone_that_has_no_driver(store: Repo) -> None:
    without_driver(store)
    store.fork(MIXED)
    store.settle()

    assert_ok(store, store.memoir("merge", "--quiet", "-m", "joined", "side"))


def test_s89_deletions_and_renames_are_decided_on_the_way(store: Repo) -> None:
    names = {f"memory/{name}.md": entry(name, body=BODY + name) for name in "abc"}
    store.fork(
        Scene(
            base=names,
            ours={
                "memory/a.md": None,
                "memory/b.md": hidden("b"),
                "memory/c.md": None,
                "memory/d.md": names["memory/c.md"],
            },
            theirs={
                "memory/a.md": edited("a", 3, updated=4),
                "memory/b.md": None,
                "memory/c.md": None,
                "memory/e.md": names["memory/c.md"],
            },
        )
    )
    store.settle()

    result = store.memoir("merge", "--quiet", "-m", "joined", "side")

    assert result.code == 0, str(result)
    assert store.git("status", "--porcelain").stdout == ""
    assert store.git("ls-files", "memory").stdout.split() == [f"memory/{name}.md" for name in "abde"]
    assert "MG-RESOLVE-001 memory/a.md" in result.stdout
    assert "CONFLICT" not in result.stdout


def test_s91_two_entries_that_look_alike_are_kept_apart(store: Repo) -> None:
    added = edited("b", 7, updated=2, word="new")
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 2, updated=4)},
            theirs={A: None, "memory/b.md": added},
        )
    )
    store.settle()

    result = store.memoir("merge", "--quiet", "-m", "joined", "side")

    assert result.code == 0, str(result)
    assert store.show("HEAD", "memory/b.md").decode() == added
    assert store.show("HEAD", A).decode() == edited("a", 2, updated=4)


def test_a_real_disagreement_is_an_honest_conflict(store: Repo) -> None:
    store.fork(
        scene(
            base=entry("a"),
            ours=edited("a", 5, updated=3, word="mine"),
            theirs=edited("a", 5, updated=4, word="yours"),
            place=A,
        )
    )
    store.settle()

    result = store.memoir("merge", "side")

    content = store.read(A).decode()
    assert result.code == 1
    assert unmerged(store) == [A]
    assert "<<<<<<< HEAD\nline 5 mine" in content
    assert ">>>>>>> side\n" in content
    assert content.startswith("---\ntype: fact\nname: a\nupdated: 2026-03-04\n---\n")
    store.write({A: edited("a", 5, updated=4, word="both")})
    store.git("add", A)
    assert store.git("commit", "--quiet", "-m", "by hand").code == 0


def test_a_conflict_is_the_one_the_driver_leaves(
    make_store: Callable[[], Repo], path: dict[str, str]
) -> None:
    contents = []
    for arguments in (("side",), ("-s", "memoir", "side")):
        repo = make_store()
        repo.fork(
            scene(
                base=entry("a"),
                ours=edited("a", 5, updated=3, word="mine"),
                theirs=edited("a", 5, updated=4, word="yours"),
                place=A,
            )
        )
        assert repo.merge(*arguments, env=path).code == 1
        contents.append(repo.read(A))

    assert readings(contents[0]) == readings(contents[1])


def test_conflicts_elsewhere_are_git_s_own(store: Repo) -> None:
    versions = MIXED
    store.fork(
        Scene(
            base={**versions.base, "code.txt": "base\n"},
            ours={**versions.ours, "code.txt": "ours\n"},
            theirs={**versions.theirs, "code.txt": "theirs\n"},
        )
    )
    store.settle()

    result = store.memoir("merge", "side")

    assert result.code == 1
    assert "CONFLICT (content): Merge conflict in code.txt" in result.stdout
    assert unmerged(store) == ["code.txt"]
    assert b"<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> side\n" in store.read("code.txt")
    assert texts(store.session(), "next_actions") == ["mine", "yours"]


def test_a_dirty_file_stops_it_before_anything_is_touched(store: Repo) -> None:
    store.fork(MIXED)
    store.write({SESSION: "dirty"})

    result = store.memoir("merge", "side")

    assert result.code != 0
    assert store.read() == b"dirty"
    assert unmerged(store) == []
    assert store.git("rev-parse", "HEAD").stdout == store.git("rev-parse", "main").stdout


def test_a_switch_that_cannot_be_read_stops_it_before_anything_is_touched(store: Repo) -> None:
    store.fork(MIXED)
    store.settle()
    before = frozen(store)

    result = store.memoir("merge", "side", env={"MEMOIR_GIT_CAPS": "all"})

    assert result.code != 0
    assert "MEMOIR_GIT_CAPS" in result.stderr
    assert {name: digest for name, digest in frozen(store).items() if not name.startswith(".git/")} == {
        name: digest for name, digest in before.items() if not name.startswith(".git/")
    }
    assert store.git("status", "--porcelain").stdout == ""


def test_a_dirty_entry_that_the_merge_leaves_alone_stays_dirty(store: Repo) -> None:
    other = "memory/other.md"
    store.fork(
        Scene(
            base={**MIXED.base, other: entry("other")},
            ours=MIXED.ours,
            theirs=MIXED.theirs,
        )
    )
    store.write({other: "dirty\n"})

    result = store.memoir("merge", "--quiet", "-m", "joined", "side")

    assert result.code == 0, str(result)
    assert store.read(other) == b"dirty\n"
    assert store.git("status", "--porcelain").stdout == f" M {other}\n"


def test_an_octopus_is_not_done_and_says_what_to_do(store: Repo, path: dict[str, str]) -> None:
    store.fork(MIXED)
    store.switch("third", at="main~1")
    store.commit({"third.txt": "x"}, "third")
    store.switch("main")

    result = store.merge("-s", "memoir", "side", "third", env=path)

    assert result.code != 0
    assert "two heads, no more" in result.stderr
    assert store.git("status", "--porcelain").stdout == ""


@pytest.mark.parametrize("operation", ["rebase", "cherry-pick"])
def test_rebase_and_cherry_pick_use_it_too(operation: str, store: Repo, path: dict[str, str]) -> None:
    without_driver(store)
    store.fork(MIXED)
    words = (
        ("rebase", "-s", "memoir", "side")
        if operation == "rebase"
        else (
            "cherry-pick",
            "--strategy=memoir",
            "side",
        )
    )

    result = store.attempt(*words, env=path)

    assert_ok(store, result)
    assert texts(store.session(), "next_actions") == ["mine", "yours"]


def test_s36_a_criss_cross_merges_as_with_the_driver(
    make_store: Callable[[], Repo], path: dict[str, str]
) -> None:
    trees = []
    for words in (("side",), ("-s", "memoir", "side")):
        repo = make_store()
        repo.fork(MIXED)
        repo.git("branch", "ours", "main")
        repo.git("merge", "--quiet", "-m", "x", "side")
        repo.switch("side")
        repo.git("merge", "--quiet", "-m", "y", "ours")
        repo.commit({A: edited("a", 6, updated=8, word="late")}, "late")
        repo.switch("main")
        repo.commit({A: edited("a", 2, updated=7, word="early")}, "early")
        assert len(repo.git("merge-base", "--all", "main", "side").stdout.split()) == 2
        repo.merge(*words, env=path)
        trees.append((readings(repo.read(A)), repo.read()))

    assert trees[0] == trees[1]


def test_s39_a_side_that_was_asked_for_wins_what_would_be_a_conflict(store: Repo) -> None:
    store.fork(
        scene(
            base=entry("a"),
            ours=edited("a", 5, updated=3, word="mine"),
            theirs=edited("a", 5, updated=4, word="yours"),
            place=A,
        )
    )
    store.settle()

    result = store.memoir("merge", "--quiet", "-m", "joined", "-X", "theirs", "side")

    assert result.code == 0, str(result)
    assert b"line 5 yours" in store.read(A)


def test_s60_settings_given_on_the_command_line_reach_it(store: Repo, path: dict[str, str]) -> None:
    store.fork(
        scene(
            base=entry("a"),
            ours=edited("a", 5, updated=3, word="mine"),
            theirs=edited("a", 5, updated=4, word="yours"),
            place=A,
        )
    )
    store.settle()

    store.attempt("-c", "merge.conflictStyle=diff3", "merge", "-s", "memoir", "side", env=path)

    assert b"|||||||" in store.read(A)


def test_s100_switched_off_it_is_git_s_own_merge(store: Repo, path: dict[str, str]) -> None:
    without_driver(store)
    store.fork(MIXED)

    result = store.merge("-s", "memoir", "side", env=path | {"MEMOIR_GIT": "0"})

    assert result.code == 1
    assert_conflict(store, result)


def test_s48_it_works_in_a_linked_work_tree(store: Repo) -> None:
    store.fork(MIXED)
    store.switch("elsewhere", at="main~1")
    linked = store.add_worktree(store.path.parent / "linked", "main")
    linked.settle()

    assert_ok(linked, linked.memoir("merge", "--quiet", "-m", "joined", "side"))


def test_s56_it_works_in_a_sparse_checkout_without_the_store(store: Repo) -> None:
    store.fork(
        Scene(
            base={**MIXED.base, "src/x": "x\n"},
            ours=MIXED.ours,
            theirs=MIXED.theirs,
        )
    )
    store.git("sparse-checkout", "set", "--cone", "src")

    result = store.memoir("merge", "--quiet", "-m", "joined", "side")

    assert result.code == 0, str(result)
    assert "updated: 2026-03-04" in store.show("HEAD", A).decode()
    assert store.git("status", "--porcelain").stdout == ""


def test_json_says_what_is_left_and_git_speaks_on_the_error_stream(store: Repo) -> None:
    store.fork(
        scene(
            base=entry("a"),
            ours=edited("a", 5, updated=3, word="mine"),
            theirs=edited("a", 5, updated=4, word="yours"),
            place=A,
        )
    )
    store.settle()

    result = store.memoir("merge", "side", "--format", "json")

    assert result.code == 1
    assert json.loads(result.out)["data"]["left"] == [A]
    assert "Automatic merge failed" in result.stderr


@pytest.mark.parametrize("words", [(), ("-s", "ort", "side"), ("--strategy=ort", "side")])
def test_wrong_usage_ends_with_2(words: tuple[str, ...], store: Repo) -> None:
    assert store.memoir("merge", *words).code == 2


def test_git_memoir_merge_of_what_is_no_commit_is_an_error(store: Repo) -> None:
    result = store.memoir("merge", "no-such-branch")

    assert result.code == 1
    assert "no-such-branch - not something we can merge" in result.stderr
    assert "error: git did not merge." in result.stderr


def test_git_memoir_merge_on_a_branch_without_commits_is_an_error(make_repo: Callable[[], Repo]) -> None:
    result = make_repo().memoir("merge", "no-such-branch")

    assert result.code == 1
    assert "error: git did not merge." in result.stderr
    assert "rev-parse" not in result.stderr


@pytest.mark.parametrize("is_renamed", [False, True])
def test_an_untracked_file_in_the_way_is_never_written_over(
    store: Repo, path: dict[str, str], is_renamed: bool
) -> None:
    theirs = (
        {A: None, "memory/b.md": edited("a", 2, updated=3)} if is_renamed else {A: edited("a", 2, updated=3)}
    )
    store.fork(Scene(base={A: entry("a")}, ours={A: None}, theirs=theirs))
    name = "memory/b.md" if is_renamed else A
    store.write({name: entry("a", body="nowhere else\n")})
    before = store.git("status", "--porcelain").stdout

    for result in (store.merge("-s", "memoir", "side", env=path), store.memoir("merge", "side")):
        assert result.code != 0
        assert "untracked working tree files would be overwritten by merge" in result.stderr
        assert f"\t{name}\n" in result.stderr
        assert store.git("status", "--porcelain").stdout == before
        assert store.read(name) == entry("a", body="nowhere else\n").encode()


def test_a_file_that_one_side_alone_took_out_may_stay_untracked(store: Repo, path: dict[str, str]) -> None:
    store.fork(Scene(base={A: entry("a")}, ours={A: None}, theirs={"x": "x"}))
    store.write({A: entry("a", body="mine\n")})

    assert_ok(store, store.merge("-s", "memoir", "side", env=path), clean=False)
    assert store.read(A) == entry("a", body="mine\n").encode()
