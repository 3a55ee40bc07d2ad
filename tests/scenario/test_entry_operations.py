"""Scenarios S16 to S23 for entries, indexes and ledgers: rebase in every form, stopped or killed."""

from __future__ import annotations

import os
import signal

import pytest

from tests.support.entries import (
    ENTRY,
    PLACES,
    STEPS,
    assert_disputed,
    assert_merged,
    assert_notes,
    body,
    entry,
    fork_in_steps,
    found,
    install_drivers,
    noted,
    notes,
)
from tests.support.faults import Gate
from tests.support.finishing import unmerged
from tests.support.outcomes import calls_of_the_driver
from tests.support.scenario import Repo, Scene, scene


def with_a_disputed_text() -> Scene:
    """Returns a scene in which git stops at a file that is no memory."""
    texts = {side: {"note.txt": f"{side}\n"} for side in ("base", "ours", "theirs")}
    sides = noted()
    return Scene(
        base=dict(sides.base) | texts["base"],
        ours=dict(sides.ours) | texts["ours"],
        theirs=dict(sides.theirs) | texts["theirs"],
    )


def test_s16_a_rebase_of_five_commits_asks_the_driver_for_every_pick(memory: Repo) -> None:
    fork_in_steps(memory)

    result = memory.rebase("main", env={"GIT_TRACE": "1"})

    assert_notes(memory, result, "ours", *STEPS)
    assert calls_of_the_driver(result) == 15
    assert memory.git("rev-list", "--count", "main..HEAD").stdout == "5\n"


def test_s16_a_rebase_stopped_in_the_prose_of_an_entry_goes_on_when_that_is_mended(memory: Repo) -> None:
    memory.fork(
        scene(
            base=entry(),
            ours=entry(text=body(line_3="ours")),
            theirs=entry(text=body(line_3="theirs"), tags=["t"]),
            place=ENTRY,
        )
    )
    memory.switch("side")

    assert_disputed(memory, memory.rebase("main"), "ours", "theirs")

    memory.write({ENTRY: entry(text=body(line_3="both"), tags=["t"])})
    memory.git("add", ENTRY)
    assert_merged(memory, memory.attempt("rebase", "--continue", env={"GIT_EDITOR": ":"}))


def test_s18_autosquash_with_a_fixup(memory: Repo) -> None:
    fork_in_steps(memory, ("first", "second"))
    memory.write(notes("first", "second", "more"))
    memory.git("commit", "--quiet", "--all", "--no-verify", "--fixup=HEAD~1")

    # The fixup brings all that the later step adds, so its pick comes out empty.
    options = ("-i", "--autosquash", "--empty=drop")
    result = memory.rebase(*options, "main", env={"GIT_SEQUENCE_EDITOR": ":"})

    assert_notes(memory, result, "ours", "first", "second", "more")


def test_s19_rebase_merges_replays_a_merge_of_two_branches(memory: Repo) -> None:
    fork_in_steps(memory, ("first",))
    memory.switch("topic", at="side")
    memory.commit(notes("first", "second"))
    memory.switch("other", at="side")
    memory.commit(notes("first", "third"))
    assert_merged(memory, memory.merge("topic"))

    result = memory.rebase("--rebase-merges", "main")

    assert_notes(memory, result, "ours", "first", "second", "third")
    assert memory.git("rev-list", "--count", "--merges", "main..HEAD").stdout == "1\n"


def test_s20_a_rebase_stopped_by_another_file_has_merged_the_memory(memory: Repo) -> None:
    memory.fork(with_a_disputed_text())
    memory.switch("side")

    assert memory.rebase("main").code == 1

    assert unmerged(memory) == ["note.txt"]
    assert all(found(memory.read(place)) == {"base", "ours", "theirs"} for place in PLACES)


def test_s21_an_aborted_rebase_leaves_no_trace(memory: Repo) -> None:
    memory.fork(with_a_disputed_text())
    memory.switch("side")
    before = {place: memory.read(place) for place in PLACES}
    assert memory.rebase("main").code == 1

    memory.git("rebase", "--abort")

    assert {place: memory.read(place) for place in PLACES} == before
    assert memory.git("status", "--porcelain", "--ignored").stdout == ""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["s22 killed", "s23 interrupted"])
def test_s22_after_git_and_driver_were_stopped_the_merge_can_be_repeated(
    number: signal.Signals, bound: Repo, gate: Gate
) -> None:
    install_drivers(bound, program=str(gate.program))
    bound.fork(noted())
    merging = gate.start(bound, "merge", "side", "-m", "x")

    os.killpg(merging.pid, number)
    merging.wait()

    # git leaves its own three files behind; the driver's would have a suffix.
    assert [name for name in bound.leftovers() if "." in name.removeprefix(".merge_file_")] == []
    assert bound.git("diff", "--name-only", "HEAD").stdout == ""
    for name in bound.leftovers():
        (bound.path / name).unlink()
    (bound.path / ".git/index.lock").unlink(missing_ok=True)
    install_drivers(bound)
    assert_notes(bound, bound.merge(), "ours", "theirs")
