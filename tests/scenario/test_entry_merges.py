"""Scenarios S34 to S47 for entries, indexes and ledgers: merges in every form, and what reads them again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.entries import (
    DISPUTED,
    ENTRY,
    INDEX,
    LEDGER,
    PLACES,
    assert_merged,
    assert_notes,
    body,
    entry,
    found,
    install_drivers,
    noted,
    notes,
)
from tests.support.outcomes import calls_of_the_driver
from tests.support.scenario import Files, Repo, Scene, scene


@pytest.fixture
def forked(memory: Repo) -> Repo:
    memory.fork(noted())
    return memory


def test_s34_a_dry_run_prints_a_tree_and_touches_nothing(forked: Repo) -> None:
    before = forked.git("status", "--porcelain=v2", "--branch").stdout

    result = forked.attempt("merge-tree", "--write-tree", "main", "side")

    assert result.code == 0
    assert re.fullmatch(r"([0-9a-f]{40}|[0-9a-f]{64})\n", result.stdout)
    tree = result.stdout.strip()
    assert all(found(forked.show(tree, place)) == {"base", "ours", "theirs"} for place in PLACES)
    assert forked.git("status", "--porcelain=v2", "--branch").stdout == before


def test_s34_a_dry_run_of_a_conflict_keeps_stdout_readable(memory: Repo) -> None:
    memory.fork(DISPUTED)

    result = memory.attempt("merge-tree", "--write-tree", "main", "side")

    assert result.code == 1
    assert re.match(r"([0-9a-f]{40}|[0-9a-f]{64})\n", result.stdout)


def criss_cross(repo: Repo, versions: Scene, settled: Files, later: tuple[Files, Files]) -> None:
    """Leaves `main` and `side` as two merges of each other's first commits, each gone on: two merge bases.

    `settled` is what both merges end as; then `main` and `side` become `later`.
    """
    repo.fork(versions)
    repo.git("branch", "first", "main")
    for branch, other, more in (("main", "side", later[0]), ("side", "first", later[1])):
        repo.switch(branch)
        assert repo.merge(other).code in (0, 1)
        repo.commit(settled, f"merge into {branch}")
        repo.commit(more, f"{branch} goes on")
    repo.switch("main")
    assert len(repo.git("merge-base", "--all", "main", "side").stdout.split()) == 2


def test_s36_a_criss_cross_merge(memory: Repo) -> None:
    both = ("ours", "theirs")
    criss_cross(memory, noted(), notes(*both), (notes(*both, "first"), notes(*both, "second")))

    result = memory.merge("side", env={"GIT_TRACE": "1"})

    assert_notes(memory, result, *both, "first", "second")
    assert calls_of_the_driver(result) == 6


def test_s37_a_criss_cross_merge_whose_virtual_base_is_full_of_markers(memory: Repo) -> None:
    settled = body(line_3="settled")
    criss_cross(
        memory,
        DISPUTED,
        {ENTRY: entry(text=settled)},
        ({ENTRY: entry(text=settled, tags=["o"])}, {ENTRY: entry(text=settled, project="t")}),
    )

    result = memory.merge("side")

    assert_merged(memory, result)
    assert memory.read(ENTRY).decode() == entry(text=settled, project="t", tags=["o"])


def test_s38_three_merge_bases(memory: Repo) -> None:
    tips = ("first", "second", "third")
    memory.commit(notes())
    for name in tips:
        memory.switch(name, at="main")
        memory.commit(notes(name))
    for joint, start, word in (("x", "first", "ours"), ("y", "second", "theirs")):
        memory.switch(joint, at=start)
        for other in sorted(set(tips) - {start}):
            assert_merged(memory, memory.merge(other))
        memory.commit(notes(*tips, word))
    assert len(memory.git("merge-base", "--all", "x", "y").stdout.split()) == 3

    assert_notes(memory, memory.merge("x"), *tips, "ours", "theirs")


def test_s41_a_subtree_merge_reaches_the_driver_with_the_path_it_has_here(
    bound: Repo, tmp_path: Path
) -> None:
    library = Repo(tmp_path / "library")
    library.path.mkdir()
    library.git("init", "--quiet")
    library.commit(dict(notes()) | {"code.txt": "code\n"})
    bound.commit({"readme.txt": "main\n"})
    bound.git("fetch", "--quiet", str(library.path), "main")
    bound.git("read-tree", "--prefix=lib", "-u", "FETCH_HEAD")
    bound.commit({}, "add lib")
    bound.git("merge", "--quiet", "-s", "ours", "--allow-unrelated-histories", "FETCH_HEAD", "-m", "tie")
    library.commit(notes("theirs"))
    bound.commit({f"lib/{place}": content for place, content in notes("ours").items()})
    bound.git("fetch", "--quiet", str(library.path), "main")

    result = bound.merge("-X", "subtree=lib", "FETCH_HEAD", env={"GIT_TRACE": "1"})

    assert_notes(bound, result, "ours", "theirs", folder="lib/")
    assert f"'lib/{ENTRY}'" in result.stderr


def test_s42_a_squash_merge(forked: Repo) -> None:
    result = forked.attempt("merge", "--squash", "--quiet", "side")

    assert_notes(forked, result, "ours", "theirs", clean=False)
    forked.git("commit", "--quiet", "--no-verify", "-m", "squashed")
    assert forked.git("status", "--porcelain").stdout == ""


def test_s43_a_merge_without_a_commit_stages_the_joined_files(forked: Repo) -> None:
    result = forked.attempt("merge", "--no-commit", "--quiet", "side")

    assert_notes(forked, result, "ours", "theirs", clean=False)
    assert all(forked.show("", place) == forked.read(place) for place in PLACES)


def test_s44_rerere_has_nothing_to_remember_of_a_clean_merge(forked: Repo) -> None:
    forked.git("config", "rerere.enabled", "true")

    assert_notes(forked, forked.merge(), "ours", "theirs")

    recorded = forked.path / ".git/rr-cache"
    assert not recorded.exists() or list(recorded.iterdir()) == []


@pytest.mark.parametrize("place", [ENTRY, LEDGER])
def test_s44_rerere_replays_the_resolution_of_a_conflict(place: str, memory: Repo) -> None:
    base = notes()[place]
    assert isinstance(base, str)
    old = "line 3 of" if place == ENTRY else "On note-base."
    sides = [base.replace(old, f"{side} {old}") for side in ("ours", "theirs", "both")]
    memory.git("config", "rerere.enabled", "true")
    memory.fork(scene(base=base, ours=sides[0], theirs=sides[1], place=place))
    assert memory.merge().code == 1
    memory.write({place: sides[2]})
    memory.git("rerere")
    memory.git("reset", "--quiet", "--hard")

    again = memory.merge()

    assert again.code == 1
    assert memory.read(place).decode() == sides[2]


@pytest.mark.parametrize("command", ["show", "log"])
def test_s45_a_remerge_diff_writes_nothing(command: str, forked: Repo) -> None:
    assert_notes(forked, forked.merge(), "ours", "theirs")
    before = state_of(forked.path)

    shown = forked.git(command, "--remerge-diff", "--format=", "-1")

    assert (shown.stdout, shown.stderr) == ("", "")
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
    assert all(found(forked.show("side", place)) == {"base", "ours", "theirs"} for place in PLACES)


@pytest.mark.parametrize(
    "place", [ENTRY, INDEX, LEDGER, "session.json"], ids=["entry", "index", "ledger", "session"]
)
def test_s47_a_fast_forward_to_a_file_nobody_can_read_is_gits_own_and_rewrites_nothing(
    place: str, memory: Repo, tmp_path: Path
) -> None:
    memory.commit({place: "{}" if place == "session.json" else "text\n"})
    clone = install_drivers(memory.clone(tmp_path / "clone"))
    hostile = b"---\nhidden: true\n<<<<<<< a\n\xff\0\n"
    memory.commit({place: hostile})

    result = clone.attempt("pull", "--quiet", "--ff-only")

    assert result.code == 0, str(result)
    assert clone.read(place) == hostile
    assert clone.git("status", "--porcelain").stdout == ""


def test_a_merge_that_changes_nothing_keeps_the_blobs(memory: Repo) -> None:
    other: Files = {"other.txt": "theirs\n"}
    memory.fork(Scene(base=notes(), ours=notes("ours", "theirs"), theirs=dict(notes("theirs")) | dict(other)))

    assert_notes(memory, memory.merge(), "ours", "theirs")

    for place in PLACES:
        assert memory.resolve(f"HEAD:{place}") == memory.resolve(f"HEAD^1:{place}")
