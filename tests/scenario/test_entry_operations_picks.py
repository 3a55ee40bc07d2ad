"""Scenarios S24 to S33 for entries, indexes and ledgers: pick, revert, stash, patches, redone merges."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.entries import (
    ENTRY,
    INDEX,
    LEDGER,
    PLACES,
    assert_disputed,
    assert_merged,
    assert_notes,
    bind_ledger,
    body,
    day,
    entry,
    fork_in_steps,
    install_drivers,
    noted,
    notes,
)
from tests.support.finishing import unmerged
from tests.support.outcomes import calls_of_the_driver
from tests.support.scenario import Repo, Scene, scene


@pytest.fixture
def forked(memory: Repo) -> Repo:
    """Two commits on `side`, one on `main`, which is checked out."""
    fork_in_steps(memory, ("first", "second"))
    memory.switch("main")
    return memory


def test_s24_cherry_pick_of_a_range(forked: Repo) -> None:
    result = forked.cherry_pick("main..side")

    assert_notes(forked, result, "ours", "first", "second")
    assert forked.git("rev-list", "--count", "HEAD").stdout == "4\n"


def test_s24_cherry_pick_without_a_commit(forked: Repo) -> None:
    result = forked.cherry_pick("--no-commit", "main..side")

    assert_notes(forked, result, "ours", "first", "second", clean=False)
    assert sorted(forked.git("diff", "--cached", "--name-only").stdout.split()) == sorted(PLACES)


def test_s24_picking_twice_and_merging_then_doubles_nothing(forked: Repo) -> None:
    assert_merged(forked, forked.cherry_pick("main..side"))
    before = {place: forked.read(place) for place in PLACES}

    again = forked.cherry_pick("--allow-empty", "--keep-redundant-commits", "side~1", "side")

    assert again.code == 0, str(again)
    assert_notes(forked, forked.merge(), "ours", "first", "second")
    assert {place: forked.read(place) for place in PLACES} == before


def test_s25_a_revert_takes_back_what_a_commit_added_to_fields_prose_rows_and_sections(
    memory: Repo,
) -> None:
    for words in ((), ("first",), ("first", "second")):
        memory.commit(notes(*words))
    memory.settle()

    result = memory.attempt("revert", "--no-edit", "HEAD~1")

    # Unlike a session, these files are three-way: a removal is an intent, not an absence.
    assert_notes(memory, result, "second")


@pytest.mark.parametrize(
    ("before", "closed"),
    [
        (entry("decision"), entry("decision", hidden="true", hidden_at=day(2))),
        (entry("next_action", added=day(1)), entry("next_action", added=day(1), done_at=day(2))),
    ],
    ids=["hidden", "done"],
)
def test_s26_a_revert_of_a_tombstone_does_not_lift_it(before: str, closed: str, memory: Repo) -> None:
    later = closed.replace("name: Client", "name: The client")
    for content in (before, closed, later):
        memory.commit({ENTRY: content})
    memory.settle()

    result = memory.attempt("revert", "--no-edit", "HEAD~1")

    assert "nothing to commit" in result.stdout + result.stderr
    assert memory.read(ENTRY).decode() == later
    assert memory.git("diff", "HEAD").stdout == ""


def test_s27_stash_pop_over_changed_memory(memory: Repo) -> None:
    memory.fork(Scene(base=notes(), ours=notes(), theirs=notes("theirs")))
    memory.write(notes("dirty"))
    memory.git("stash", "--quiet")
    memory.git("merge", "--quiet", "side")

    result = memory.stash_pop()

    assert_notes(memory, result, "dirty", "theirs", clean=False)
    assert memory.git("stash", "list").stdout == ""


def test_s28_stash_pop_that_conflicts_in_an_entry_keeps_the_stash(memory: Repo) -> None:
    memory.fork(scene(base=entry(), ours=entry(), theirs=entry(text=body(line_3="theirs")), place=ENTRY))
    memory.write({ENTRY: entry(text=body(line_3="dirty"), tags=["d"])})
    memory.git("stash", "--quiet")
    memory.git("merge", "--quiet", "side")

    text = assert_disputed(memory, memory.stash_pop(), "theirs", "dirty")

    assert "tags:\n  - d\n---" in text
    assert memory.git("stash", "list").stdout != ""


@pytest.mark.parametrize("operation", ["rebase", "merge"])
def test_s29_pull_with_autostash_keeps_dirty_memory(operation: str, memory: Repo, tmp_path: Path) -> None:
    memory.fork(Scene(base=notes(), ours=notes(), theirs=notes("theirs")))
    clone = memory.clone(tmp_path / "clone", "--branch", "main")
    install_drivers(clone)
    memory.merge("side")
    clone.commit(notes("ours"))
    clone.write(notes("ours", "dirty"))

    flag = "--rebase" if operation == "rebase" else "--no-rebase"
    result = clone.attempt("pull", "--quiet", flag, "--no-edit", "--autostash")

    assert_notes(clone, result, "ours", "theirs", "dirty", clean=False)
    assert sorted(clone.git("diff", "--name-only").stdout.split()) == sorted(PLACES)
    assert clone.git("stash", "list").stdout == ""


def test_s30_merge_with_autostash(memory: Repo) -> None:
    memory.fork(noted())
    memory.write(notes("ours", "dirty"))

    result = memory.attempt("merge", "--autostash", "side", "-m", "x")

    assert_notes(memory, result, "ours", "theirs", "dirty", clean=False)
    assert memory.git("stash", "list").stdout == ""


def test_s31_a_patch_that_no_longer_fits_is_merged_by_am_3(memory: Repo) -> None:
    # The same lines of the list of tags, of the index and of the ledger on both sides: no patch fits.
    memory.fork(noted())
    patch = memory.git("format-patch", "--stdout", "main..side").out
    memory.settle()

    result = memory.attempt("am", "--3way", stdin=patch, env={"GIT_TRACE": "1"})

    assert_notes(memory, result, "ours", "theirs")
    assert calls_of_the_driver(result) == 3


def test_s31_a_patch_that_no_longer_fits_is_merged_by_apply_3(memory: Repo) -> None:
    memory.fork(noted())
    patch = memory.git("diff", "--binary", "main...side").out

    result = memory.attempt("apply", "--3way", stdin=patch)

    assert_notes(memory, result, "ours", "theirs", clean=False)


def test_s32_switching_branches_with_a_merge_carries_dirty_memory_along(memory: Repo) -> None:
    memory.fork(noted())
    memory.write(notes("ours", "dirty"))

    result = memory.attempt("switch", "--quiet", "-m", "side")

    # What ours had committed stays on main; what was dirty goes along.
    assert_notes(memory, result, "dirty", "theirs", clean=False)
    assert memory.git("diff", "--cached").stdout == ""


@pytest.mark.parametrize("place", [ENTRY, INDEX, LEDGER])
def test_s33_checkout_m_redoes_the_merge_from_the_index(place: str, memory: Repo) -> None:
    sides = noted()
    memory.fork(sides)
    assert_merged(memory, memory.merge())
    first = memory.read(place)
    removal = f"0 {'0' * 40}\t{place}\n"
    stages = enumerate(("main~1^", "main~1", "side"), start=1)
    lines = [f"100644 {memory.resolve(f'{rev}:{place}')} {stage}\t{place}\n" for stage, rev in stages]
    memory.git("update-index", "--index-info", stdin=(removal + "".join(lines)).encode())
    memory.write({place: "a bad edit"})

    result = memory.attempt("checkout", "-m", "--", place)

    assert result.code == 0, str(result)
    assert memory.read(place) == first
    assert unmerged(memory) == [place]


def test_a_patch_series_between_clones_arrives_whole(memory: Repo, tmp_path: Path) -> None:
    memory.fork(noted())
    clone = bind_ledger(memory.clone(tmp_path / "clone", "--branch", "side"))
    install_drivers(clone)
    patch = memory.git("format-patch", "--stdout", "side..main").out
    clone.settle()

    assert_notes(clone, clone.attempt("am", "--3way", stdin=patch), "ours", "theirs")
