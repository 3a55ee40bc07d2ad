"""Scenarios S78 to S84 for entries, indexes and ledgers: size, and a program that fails in every way.

Whatever happens to the program, git sees 0 or 1, the file holds both sides, and nothing of ours lies about.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import faults
from tests.support.driver import DriverRun, run_line
from tests.support.entries import (
    ENTRY,
    FORMATS,
    INDEX,
    LEDGER,
    PLACES,
    assert_merged,
    assert_notes,
    body,
    config_line,
    day,
    entry,
    install_drivers,
    merged_both_ways,
    noted,
    notes,
)
from tests.support.finishing import unmerged
from tests.support.outcomes import assert_both_whole
from tests.support.processes import run
from tests.support.scenario import Repo, content_bytes, scene
from tests.support.seal import make_script

MakeRepo = Callable[[], Repo]
FALLBACK = "the memory merge did not run"


def run_on(place: str, program: Path, folder: Path, **variables: str) -> DriverRun:
    """Runs a format's config line with `program` in the interpreter's place on notes of two sides."""
    base, ours, theirs = (content_bytes(files[place]) for files in (notes(), notes("ours"), notes("theirs")))
    return run_line(
        config_line(FORMATS[place], str(program)),
        folder / "run",
        base=base,
        ours=ours,
        theirs=theirs,
        path=place,
        env=variables,
    )


def assert_fell_back(done: DriverRun) -> None:
    """Asserts that the line healed itself: git sees 1, both sides are there, one line says what happened."""
    assert done.result.code == 1, str(done.result)
    assert done.result.out == b""
    assert done.litter == ()
    assert all(word in done.content for word in (b"note-ours", b"note-theirs"))
    assert done.result.stderr.count(FALLBACK) == 1


def test_s78_a_huge_entry_is_merged(memory: Repo) -> None:
    text = "".join(f"line {number} of the text\n" for number in range(300_000))
    ours, theirs = text.replace("line 3 ", "ours "), text.replace("line 299999 ", "theirs ")
    memory.fork(scene(base=entry(text=text), ours=entry(text=ours), theirs=entry(text=theirs), place=ENTRY))

    assert_merged(memory, memory.merge())

    assert memory.read(ENTRY).decode() == entry(text=ours.replace("line 299999 ", "theirs "))


@pytest.mark.parametrize("place", [INDEX, LEDGER])
def test_s78_thousands_of_rows_and_sections_are_merged(place: str, make_memory: MakeRepo) -> None:
    if place == INDEX:
        lines = [
            f"- [entry {number}](memory/fact_{number}.md) \u2014 about {number}\n" for number in range(5_000)
        ]
    else:
        lines = [f"## Section {number:05}\n\nText of {number}.\n\n" for number in range(5_000)]
    ours = [*lines[:2000], lines[2000].replace("2000", "2000, ours"), *lines[2001:]]
    theirs = [*lines[:-1], lines[-1].replace("4999.", "4999, theirs."), lines[-1].replace("4999", "5000")]

    repo = merged_both_ways(
        make_memory,
        scene(base="".join(lines), ours="".join(ours), theirs="".join(theirs), place=place),
    )

    merged = repo.read(place).decode()
    assert "2000, ours" in merged
    assert merged.count("5000") == "".join(theirs).count("5000")


def test_s81_a_program_that_is_gone_leaves_both_sides_and_every_path_unmerged(bound: Repo) -> None:
    install_drivers(bound, program="/nowhere/python")
    bound.fork(noted())

    result = bound.merge()

    assert result.code == 1
    assert unmerged(bound) == sorted(PLACES)
    for place in PLACES:
        assert all(word in bound.read(place) for word in (b"note-ours", b"note-theirs"))
    assert result.stderr.count(FALLBACK) == 3
    bound.git("merge", "--abort")
    assert bound.git("status", "--porcelain").stdout == ""


def test_s81_a_text_merge_that_came_out_clean_is_not_taken_for_a_memory_merge(bound: Repo) -> None:
    install_drivers(bound, program="/nowhere/python")
    ours, theirs = entry(text=body(line_2="ours")), entry(text=body(line_25="theirs"))
    bound.fork(scene(base=entry(), ours=ours, theirs=theirs, place=ENTRY))

    result = bound.merge()

    assert (result.code, unmerged(bound)) == (1, [ENTRY])
    assert bound.read(ENTRY).decode() == entry(text=body(line_2="ours", line_25="theirs"))


def test_s81_bytes_that_git_will_not_merge_stand_whole_between_markers(bound: Repo) -> None:
    install_drivers(bound, program="/nowhere/python")
    ours, theirs = b"ours\0\n", b"theirs\0 without a line end"
    bound.fork(scene(base=b"base\0", ours=ours, theirs=theirs, place=ENTRY))

    assert bound.merge().code == 1

    assert_both_whole(bound.read(ENTRY), ours, theirs)
    assert bound.leftovers() == []


@pytest.mark.parametrize("place", PLACES)
def test_s82_a_program_that_is_killed(place: str, tmp_path: Path) -> None:
    assert_fell_back(run_on(place, faults.kills_itself(tmp_path, signal.SIGKILL), tmp_path))


@pytest.mark.parametrize("place", PLACES)
def test_s82_a_full_disk(place: str, tmp_path: Path) -> None:
    assert_fell_back(run_on(place, faults.runs_under(tmp_path, "ulimit -f 0"), tmp_path))


def test_s82_a_driver_whose_git_is_gone_falls_back_and_leaves_no_input_of_it(tmp_path: Path) -> None:
    # Only the driver's own child is looked for on this PATH; the line around it keeps git's.
    program = make_script(tmp_path / "lost", f'PATH=/nowhere exec {faults.PYTHON} "$@"')

    assert_fell_back(run_on(ENTRY, program, tmp_path))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_s82_a_driver_stopped_at_any_of_its_lines_loses_nothing(
    number: signal.Signals, tmp_path: Path
) -> None:
    whole = run_on(ENTRY, Path(faults.INTERPRETER), tmp_path)
    assert whole.result.code == 0

    for at in range(1, 300, 7):
        done = run_on(ENTRY, faults.stopped_at_line(tmp_path, at, number), tmp_path)
        if done.result.code == 0:
            break
        assert_fell_back(done)

    assert at > 20
    assert done.content == whole.content


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("status", [1, 2, 127, 129, 255])
def test_s83_every_status_but_two_means_that_the_work_was_not_done(
    status: int, place: str, tmp_path: Path
) -> None:
    assert_fell_back(run_on(place, faults.exits(tmp_path, status), tmp_path))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("status", "seen"), [(0, 0), (65, 1)])
def test_s83_the_two_statuses_of_work_done_leave_the_file_alone(
    status: int, seen: int, place: str, tmp_path: Path
) -> None:
    done = run_on(place, faults.exits(tmp_path, status), tmp_path)

    assert (done.result.code, done.litter) == (seen, ())
    assert done.content == content_bytes(notes("ours")[place])


def test_s84_a_driver_whose_child_hangs_hands_over_when_its_time_is_up(tmp_path: Path) -> None:
    hanging = tmp_path / "bin"
    hanging.mkdir()
    os.mkfifo(tmp_path / "never")
    make_script(hanging / "git", f"read line <{tmp_path / 'never'}")
    program = make_script(tmp_path / "slow", f'PATH="{hanging}" exec {faults.PYTHON} "$@"')

    done = run_on(ENTRY, program, tmp_path, MEMOIR_GIT_DEADLINE="0.3")

    assert_fell_back(done)
    assert "ran out of time" in done.result.stderr


def test_s84_standard_input_that_never_ends_is_never_read(memory: Repo) -> None:
    memory.fork(noted())
    reading, writing = os.pipe()
    try:
        result = run("git", "merge", "side", "-m", "x", cwd=memory.path, stdin=reading)
    finally:
        os.close(reading)
        os.close(writing)

    assert_notes(memory, result, "ours", "theirs")


def test_a_strategy_that_does_not_exist_is_no_default(tmp_path: Path) -> None:
    done = run_on(ENTRY, Path(faults.INTERPRETER), tmp_path, MEMOIR_GIT_STRATEGY="oldest")

    assert_fell_back(done)


def test_the_line_on_stderr_counts_and_never_quotes_memory(memory: Repo) -> None:
    secret = "EXAMPLE-0000"
    memory.fork(
        scene(
            base=entry("decision", secret, x=secret, hidden="true", hidden_at=day(1)),
            ours=entry("decision", secret, x=f"{secret} 1", text=f"{secret} ours\n"),
            theirs=entry("decision", secret, x=f"{secret} 2", text=f"{secret} theirs\n"),
            place=ENTRY,
        )
    )

    result = memory.merge()

    assert result.code == 1
    assert "2 disagreements between conflict markers" in result.stderr
    assert secret not in result.stdout + result.stderr
