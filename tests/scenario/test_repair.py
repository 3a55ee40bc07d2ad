"""Scenarios of `git memoir repair`: merges made without the driver, mended from their parents alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.finishing import BODY, edited, entry, frozen, hidden, without_driver
from tests.support.outcomes import assert_ok
from tests.support.processes import Result
from tests.support.scenario import SESSION, Files, Repo, Scene, parse_session, scene
from tests.support.sessions import action, completion, decision, goal, session, texts, to_bytes
from tests.support.sessions import hidden as hidden_decision

A = "memory/a.md"
PAD = [goal("base")]
BASE = session(goals=PAD, actions=[action("old", 1)], decisions=[decision("d", 1)])
OURS = session(goals=PAD, actions=[action("mine", 3), action("old", 1)], decisions=[decision("d", 1)])
THEIRS = session(
    goals=PAD,
    actions=[action("yours", 2)],
    done=[completion("old", 4)],
    decisions=[hidden_decision("d", 1)],
)
MIXED = Scene(
    base={SESSION: BASE, A: entry("a")},
    ours={SESSION: OURS, A: edited("a", 2, updated=3)},
    theirs={SESSION: THEIRS, A: edited("a", 10, updated=4)},
)


def badly_merged(repo: Repo, versions: Scene, resolution: Files, *, at: str = "side") -> None:
    """Makes a merge commit that holds `resolution` and knows nothing of memory."""
    repo.fork(versions)
    repo.attempt("-c", "merge.conflictStyle=merge", "merge", "--no-commit", "--quiet", "-s", "ours", at)
    repo.write(resolution)
    repo.git("add", "-A")
    repo.git("commit", "--quiet", "--no-verify", "-m", "bad merge")
    repo.settle()


def driven_tree(make_store: Callable[[], Repo], versions: Scene) -> str:
    """Returns the tree that a merge with the driver makes."""
    repo = make_store()
    repo.fork(versions)
    assert_ok(repo, repo.merge())
    return repo.resolve("HEAD^{tree}")


def test_s80_a_merge_in_a_clone_without_driver_becomes_what_the_driver_makes(
    make_store: Callable[[], Repo],
) -> None:
    wanted = driven_tree(make_store, MIXED)
    store = make_store()
    badly_merged(store, MIXED, MIXED.theirs)

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert store.resolve("HEAD^{tree}") == wanted
    assert store.git("log", "-1", "--format=%p").stdout.split() == [store.resolve("HEAD~1")[:7]]
    assert store.git("status", "--porcelain").stdout == ""


def test_s94_a_text_merge_that_went_through_but_is_wrong_is_mended(
    make_store: Callable[[], Repo],
) -> None:
    base = [action(name, 9 - number) for number, name in enumerate("abcdef")]
    versions = scene(
        base=session(goals=PAD, actions=base),
        ours=session(goals=PAD, actions=[base[0], action(" Twin", 2), *base[1:]]),
        theirs=session(goals=PAD, actions=[*base[:5], action("twin", 3), base[5]]),
    )
    wanted = driven_tree(make_store, versions)
    store = without_driver(make_store())
    store.fork(versions)
    assert store.merge().code == 0
    assert len(texts(store.session(), "next_actions")) == 8

    assert store.memoir("repair", "--dry-run").code == 1
    assert store.memoir("repair").code == 0

    assert store.resolve("HEAD^{tree}") == wanted


def test_a_dry_run_ends_with_1_and_changes_no_byte(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    before = frozen(store)

    result = store.memoir("repair", "--dry-run")

    assert result.code == 1
    assert "2 files would be repaired" in result.stdout
    assert "MG-REPAIR-001 session.json" in result.stdout
    assert frozen(store) == before


def test_a_merge_with_the_driver_needs_no_repair(store: Repo) -> None:
    store.fork(MIXED)
    store.merge()

    result = store.memoir("repair", "--dry-run")

    assert (result.code, result.stdout) == (0, "Nothing to repair.\n")


def test_a_repaired_merge_needs_no_second_repair(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.memoir("repair")
    head = store.resolve("HEAD")

    for revision in ("HEAD", "HEAD~1"):
        assert "Nothing to repair." in store.memoir("repair", revision).stdout

    assert store.resolve("HEAD") == head


def test_s96_two_repairs_make_the_same_blobs_and_meet_without_another(
    make_store: Callable[[], Repo], tmp_path: Path
) -> None:
    first = make_store()
    badly_merged(first, MIXED, MIXED.ours)
    second = first.clone(tmp_path / "second")
    second.memoir("install")

    assert first.memoir("repair").code == 0
    assert second.memoir("repair").code == 0

    assert first.resolve("HEAD^{tree}") == second.resolve("HEAD^{tree}")
    second.settle()
    assert second.git("pull", "--quiet", "--no-rebase", "--no-edit").code == 0
    assert second.resolve("HEAD^{tree}") == first.resolve("HEAD^{tree}")
    assert "Nothing to repair." in second.memoir("repair").stdout


@pytest.mark.parametrize("strategy", ["ours", "resolve"])
def test_s40_other_strategies_are_mended(strategy: str, make_store: Callable[[], Repo]) -> None:
    wanted = driven_tree(make_store, MIXED)
    store = make_store()
    store.fork(MIXED)
    if store.attempt("merge", "--quiet", "-s", strategy, "-m", "x", "side").code:
        store.write({SESSION: OURS, A: MIXED.ours[A]})
        store.git("add", "-A")
        store.git("commit", "--quiet", "--no-verify", "-m", "x")
        store.settle()

    store.memoir("repair")

    assert store.resolve("HEAD^{tree}") == wanted


def test_s35_an_octopus_is_joined_from_all_its_parents(store: Repo) -> None:
    store.commit({SESSION: session(goals=PAD)}, "base")
    for number, name in enumerate(("one", "two", "three"), 2):
        store.switch(name, at="main")
        store.commit({SESSION: session(goals=PAD, actions=[action(name, number)])}, name)
    store.switch("main")
    store.attempt("merge", "--quiet", "--no-verify", "-s", "ours", "-m", "octopus", "one", "two", "three")
    store.settle()
    assert len(store.git("log", "-1", "--format=%p").stdout.split()) == 4

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert texts(store.session(), "next_actions") == ["three", "two", "one"]


def test_s95_a_squash_is_mended_when_its_source_is_named(make_store: Callable[[], Repo]) -> None:
    wanted = driven_tree(make_store, MIXED)
    store = make_store()
    store.fork(MIXED)
    store.commit({SESSION: MIXED.ours[SESSION], A: MIXED.theirs[A]}, "squashed on a forge")
    store.settle()

    result = store.memoir("repair", "--base", "main~1", "--theirs", "side", "HEAD")

    assert result.code == 0, str(result)
    assert store.resolve("HEAD^{tree}") == wanted


def test_s95_without_its_source_a_commit_is_only_put_in_order(store: Repo) -> None:
    twins = session(goals=PAD, actions=[action("x", 1), action(" X", 2)])
    store.commit({SESSION: twins}, "squashed on a forge")
    store.settle()

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert "MG-REPAIR-006" in result.stdout
    assert texts(store.session(), "next_actions") == [" X"]


def test_s17_a_rebase_by_patches_is_mended(store: Repo) -> None:
    store.fork(MIXED)
    before = store.resolve("main")
    if store.rebase("--apply", "side").code:
        store.write({SESSION: THEIRS, A: MIXED.theirs[A], "x": "x"})
        store.git("add", "-A")
        store.git("rebase", "--continue")
    store.settle()

    result = store.memoir("repair", "--base", "side", "--theirs", before)

    assert result.code == 0, str(result)
    assert texts(store.session(), "next_actions") == ["mine", "yours"]


def test_a_range_takes_every_merge_in_it(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.switch("late", at="main~1")
    store.commit({SESSION: session(goals=PAD, actions=[action("late", 7)])}, "late")
    store.switch("main")
    store.attempt("merge", "--quiet", "--no-verify", "-s", "ours", "-m", "second", "late")
    store.settle()

    result = store.memoir("repair", "side~1..HEAD", "--format", "json")

    data = json.loads(result.out)["data"]
    assert len(data["merges"]) == 2
    assert texts(store.session(), "next_actions") == ["late", "mine", "yours"]


def test_edits_made_since_the_merge_stay(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.commit({A: edited("a", 2, updated=8).replace("line 6 of", "line six of")}, "later")
    store.settle()

    result = store.memoir("repair", "HEAD~1")

    assert result.code == 0, str(result)
    merged = store.read(A).decode()
    assert "line six of" in merged
    assert "line 2 changed" in merged
    assert "line 10 changed" in merged
    assert "updated: 2026-03-08" in merged


def test_prose_that_a_person_settled_stays_as_it_was_settled(store: Repo) -> None:
    versions = scene(
        base=entry("a"),
        ours=edited("a", 5, updated=3, word="mine", hidden="true"),
        theirs=edited("a", 5, updated=4, word="yours"),
        place=A,
    )
    settled = edited("a", 5, updated=3, word="both")
    badly_merged(store, versions, {A: settled})

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    merged = store.read(A).decode()
    assert "line 5 both of" in merged
    assert "hidden: true" in merged
    assert "updated: 2026-03-04" in merged


def test_s74_committed_markers_are_taken_apart(store: Repo) -> None:
    halves = [to_bytes(session(goals=PAD, actions=[action(text, 2)])) for text in ("one", "two")]
    marked = b"<<<<<<< x\n" + halves[0] + b"\n||||||| y\n{}\n=======\n" + halves[1] + b"\n>>>>>>> z\n"
    store.commit({SESSION: marked}, "bad")
    store.settle()

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert sorted(texts(store.session(), "next_actions")) == ["one", "two"]


def test_s74_halves_that_disagree_are_reported_and_left(store: Repo) -> None:
    marked = entry("a", body="<<<<<<< x\nmine\n=======\nyours\n>>>>>>> y\n")
    store.commit({A: marked}, "bad")
    store.settle()

    result = store.memoir("repair")

    assert result.code == 1
    assert "MG-REPAIR-002 memory/a.md" in result.stdout
    assert store.read(A).decode() == marked


def test_s77_quoted_markers_are_content(store: Repo) -> None:
    quoted = entry("a", body="```\n<<<<<<< x\nmine\n=======\nyours\n>>>>>>> y\n```\n")
    store.commit({A: quoted}, "fine")
    store.settle()

    result = store.memoir("repair", "--dry-run")

    assert result.code == 0, str(result)


def test_s91_an_edit_written_into_another_entry_is_undone(store: Repo) -> None:
    without_driver(store)
    added = edited("b", 7, updated=2, word="new")
    mine = entry("a", body=BODY.replace("line 2 of", "line two of"))
    store.fork(Scene(base={A: entry("a")}, ours={A: mine}, theirs={A: None, "memory/b.md": added}))
    assert store.merge().code == 0
    assert not (store.path / A).exists()

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert "MG-REPAIR-004 memory/b.md" in result.stdout
    assert store.read(A).decode() == mine
    assert store.read("memory/b.md").decode() == added


def test_a_rename_is_followed(store: Repo) -> None:
    new = "memory/b.md"
    versions = Scene(
        base={A: entry("a")},
        ours={A: edited("a", 2, updated=3)},
        theirs={A: None, new: edited("a", 10, updated=4)},
    )
    badly_merged(store, versions, {A: None, new: edited("a", 10, updated=4)})

    store.memoir("repair")

    assert store.git("ls-files", "memory").stdout.split() == [new]
    assert b"line 2 changed" in store.read(new)
    assert b"line 10 changed" in store.read(new)


def test_a_deletion_that_a_merge_decided_on_stands_and_is_named(store: Repo) -> None:
    versions = Scene(base={A: entry("a")}, ours={A: None}, theirs={A: edited("a", 2, updated=3)})
    badly_merged(store, versions, {A: None})

    result = store.memoir("repair")

    assert result.code == 0
    assert "MG-REPAIR-003 memory/a.md" in result.stdout
    assert not (store.path / A).exists()


def test_a_tombstone_that_a_merge_deleted_comes_back(store: Repo) -> None:
    versions = Scene(base={A: entry("a")}, ours={A: None}, theirs={A: hidden("a")})
    badly_merged(store, versions, {A: None})

    store.memoir("repair")

    assert store.read(A).decode() == hidden("a")


def test_an_entry_that_a_merge_lost_comes_back(store: Repo) -> None:
    versions = Scene(base={"x": "x"}, ours={"y": "y"}, theirs={A: entry("a")})
    badly_merged(store, versions, {A: None})

    result = store.memoir("repair")

    assert "lost by the merge; restored" in result.stdout
    assert store.read(A).decode() == entry("a")


def test_s08_a_parent_that_cannot_be_understood_is_named_and_nothing_invented(store: Repo) -> None:
    newer = session(goals=PAD, version=99)
    versions = Scene(base={SESSION: BASE}, ours={SESSION: OURS}, theirs={SESSION: newer})
    badly_merged(store, versions, {SESSION: OURS})

    result = store.memoir("repair")

    assert result.code == 1
    assert "MG-REPAIR-005 session.json" in result.stdout
    assert parse_session(store.read()) == OURS


# -- where a repair must not be made


def test_uncommitted_changes_in_the_files_stop_it(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.write({SESSION: "dirty"})

    result = store.memoir("repair")

    assert result.code == 1
    assert "uncommitted changes in what would be repaired: session.json" in result.stderr
    assert store.read() == b"dirty"


def test_an_untracked_file_in_the_way_stops_it(store: Repo) -> None:
    versions = Scene(base={"x": "x"}, ours={"y": "y"}, theirs={A: entry("a")})
    badly_merged(store, versions, {A: None})
    store.write({A: "mine\n"})

    result = store.memoir("repair")

    assert result.code == 1
    assert store.read(A) == b"mine\n"


def test_changes_elsewhere_are_carried_along(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.write({"staged.txt": "s", "dirty.txt": "d"})
    store.git("add", "staged.txt")

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert store.git("status", "--porcelain").stdout == "A  staged.txt\n?? dirty.txt\n"


def test_an_operation_in_progress_stops_it(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.switch("other", at="side~1")
    store.commit({A: edited("a", 2, updated=9, word="clash")}, "clash")
    store.switch("main")
    store.merge("other")

    result = store.memoir("repair", "HEAD")

    assert result.code == 1
    assert "A merge is in progress" in result.stderr


def test_a_commit_of_another_branch_is_refused(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    merge = store.resolve("HEAD")
    store.switch("elsewhere", at="side")

    result = store.memoir("repair", merge)

    assert result.code == 1
    assert "not part of what is checked out" in result.stderr


def test_s99_on_a_detached_head_it_says_where_the_repair_is(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.git("switch", "--quiet", "--detach")

    result = store.memoir("repair")

    assert result.code == 0, str(result)
    assert "MG-REPAIR-008" in result.stdout
    assert store.resolve("HEAD") != store.resolve("main")


def nobody(store: Repo) -> Result:
    store.git("config", "user.useConfigOnly", "true")
    names = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    return store.attempt("memoir", "repair", env={"GIT_CONFIG_GLOBAL": "/dev/null"}, unset=names)


def unsigned(store: Repo) -> Result:
    store.git("config", "commit.gpgSign", "true")
    store.git("config", "gpg.program", "false")
    return store.memoir("repair")


@pytest.mark.parametrize(("attempt", "hint"), [(nobody, "user.email"), (unsigned, "commit.gpgSign=false")])
def test_s99_what_git_will_not_commit_is_not_half_done(
    attempt: Callable[[Repo], Result], hint: str, store: Repo
) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    head = store.resolve("HEAD")

    result = attempt(store)

    assert result.code == 1
    assert "The repair was not committed." in result.stderr
    assert hint in result.stderr
    assert store.resolve("HEAD") == head
    assert store.git("status", "--porcelain").stdout == ""


def test_s99_a_setting_on_the_command_line_helps(store: Repo) -> None:
    badly_merged(store, MIXED, MIXED.ours)
    store.git("config", "commit.gpgSign", "true")
    store.git("config", "gpg.program", "false")

    assert store.attempt("-c", "commit.gpgSign=false", "memoir", "repair").code == 0


def test_nothing_of_memory_is_in_its_words_or_its_commit_message(store: Repo) -> None:
    versions = scene(
        base=session(), ours=session(actions=[action("wombat", 1)]), theirs=session(goals=[goal("wombat")])
    )
    badly_merged(store, versions, versions.ours)

    result = store.memoir("repair")

    assert "wombat" not in result.stdout + result.stderr
    assert "wombat" not in store.git("log", "-1", "--format=%B").stdout
