"""Scenarios S78 to S84 and S100: huge files, and a program behind the config line that fails in every way.

Whatever happens to the program, git sees 0 or 1, the file holds both sides, and nothing of ours lies about.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import faults
from tests.support.driver import DriverRun, line, run_line
from tests.support.outcomes import (
    assert_both_whole,
    assert_conflict,
    assert_ok,
    assert_refusal,
    assert_unmerged_words,
)
from tests.support.processes import Result, run
from tests.support.scenario import Repo, Scene, scene
from tests.support.seal import make_script
from tests.support.sessions import Session, action, goal, hidden, row, session, to_bytes
from tests.support.templates import install_driver

MakeRepo = Callable[[], Repo]

FALLBACK = "the memory merge did not run"
BASE = session(actions=[action(f"shared {day}", day) for day in range(1, 6)])
# Far apart as text: git's own merge is clean.
OURS = BASE | {"created_at": "2025-01-01T00:00:00Z"}
DISTANT = session(actions=BASE["current"]["next_actions"], history=[row(5, "m", "distant")])
# In one place: git's own merge conflicts.
NEAR = (
    session(actions=[action("near, ours", 7), *BASE["current"]["next_actions"]]),
    session(actions=[action("near, theirs", 8), *BASE["current"]["next_actions"]]),
)
MERGED = {b'"near, ours"', b'"near, theirs"'}


def near() -> Scene:
    return scene(base=BASE, ours=NEAR[0], theirs=NEAR[1])


def near_run(program: Path, folder: Path, **variables: str) -> DriverRun:
    """Runs the config line with `program` in the interpreter's place on two sides that conflict as text."""
    return run_line(
        line(str(program)),
        folder / "run",
        base=to_bytes(BASE),
        ours=to_bytes(NEAR[0]),
        theirs=to_bytes(NEAR[1]),
        env=variables,
    )


def assert_fell_back(done: DriverRun) -> None:
    """Asserts that the line healed itself: git sees 1, both sides are there, one line says what happened."""
    assert done.result.code == 1, str(done.result)
    assert done.result.out == b""
    assert done.litter == ()
    assert all(text in done.content for text in MERGED)
    assert done.result.stderr.count(FALLBACK) == 1


def huge(word: str, day: int) -> Session:
    """Returns a session of about 10 MB."""
    return session(
        goals=[goal(word, day)],
        decisions=[hidden(f"{word} {number}", day) for number in range(5_000)],
        history=[
            row(f"2026-03-01T00:00:{number % 60:02d}.{number}Z", "m", "s" * 60) for number in range(40_000)
        ],
    ) | {f"x_{word}": [word * 20] * 30_000}


def test_s78_a_huge_session_is_merged(store: Repo) -> None:
    ours, theirs = huge("ours", 2), huge("theirs", 3)
    assert len(to_bytes(ours)) > 9_000_000
    store.fork(scene(base=session(), ours=ours, theirs=theirs))

    assert_ok(store, store.merge())

    assert len(store.session()["history"]) == 30


def test_s81_a_program_that_is_gone_leaves_an_honest_conflict(driven: Repo) -> None:
    install_driver(driven, program="/nowhere/python")
    driven.fork(near())

    result = driven.merge()

    assert_conflict(driven, result)
    assert result.stderr.count("memoir:") == 1


def test_s81_a_text_merge_that_came_out_clean_is_not_taken_for_a_memory_merge(driven: Repo) -> None:
    install_driver(driven, program="/nowhere/python")
    driven.fork(scene(base=BASE, ours=OURS, theirs=DISTANT))

    result = driven.merge()

    assert_unmerged_words(driven, result)
    assert b"<<<<<<<" not in driven.read()


def test_s81_bytes_that_git_will_not_merge_stand_whole_between_markers(driven: Repo) -> None:
    install_driver(driven, program="/nowhere/python")
    ours, theirs = b"ours\0\n", b"theirs\0 without a line end"
    driven.fork(scene(base=b"base\0", ours=ours, theirs=theirs))

    result = driven.merge()

    assert result.code == 1
    assert_both_whole(driven.read(), ours, theirs)
    assert driven.leftovers() == []


def test_s81_a_bare_environment_needs_no_path_of_ours(store: Repo) -> None:
    store.fork(near())
    needed = ("HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL")
    bare = [f"{name}={os.environ[name]}" for name in needed]
    git = run("sh", "-c", "command -v git", cwd=store.path).stdout.strip()

    result = run("env", "-i", "PATH=/usr/bin:/bin", *bare, git, "merge", "side", "-m", "x", cwd=store.path)

    assert_ok(store, result)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM], ids=lambda n: n.name)
def test_s82_a_program_that_dies_of_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    assert_fell_back(near_run(faults.kills_itself(tmp_path, number), tmp_path))


def test_s82_a_full_disk(tmp_path: Path) -> None:
    assert_fell_back(near_run(faults.runs_under(tmp_path, "ulimit -f 0"), tmp_path))


def test_s82_a_result_that_cannot_be_put_in_place(tmp_path: Path) -> None:
    blocker = make_script(tmp_path / "blocks", f'mkdir "$6.new"\nexec {faults.PYTHON} "$@"')

    done = near_run(blocker, tmp_path)

    assert done.result.code == 1
    assert all(text in done.content for text in MERGED)


def test_s82_a_package_that_is_gone(tmp_path: Path) -> None:
    gone = make_script(tmp_path / "gone", f"exec {faults.PYTHON} -I -S /nowhere/driver_main.py")

    assert_fell_back(near_run(gone, tmp_path))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_s82_a_driver_stopped_at_any_of_its_lines_loses_nothing(
    number: signal.Signals, tmp_path: Path
) -> None:
    whole = near_run(Path(faults.INTERPRETER), tmp_path)
    assert whole.result.code == 0

    for at in range(1, 200, 3):
        done = near_run(faults.stopped_at_line(tmp_path, at, number), tmp_path)
        if done.result.code == 0:
            break
        assert_fell_back(done)
        # An interrupt while the interpreter still loads the driver is Python's own to report.
        assert number == signal.SIGINT or "Traceback" not in done.result.stderr

    assert at > 20
    assert done.content == whole.content


@pytest.mark.parametrize("status", [1, 2, 64, 66, 70, 126, 127, 128, 129, 137, 255])
def test_s83_every_status_but_two_means_that_the_work_was_not_done(status: int, tmp_path: Path) -> None:
    assert_fell_back(near_run(faults.exits(tmp_path, status), tmp_path))


@pytest.mark.parametrize(("status", "seen"), [(0, 0), (65, 1)])
def test_s83_the_two_statuses_of_work_done_leave_the_file_alone(
    status: int, seen: int, tmp_path: Path
) -> None:
    done = near_run(faults.exits(tmp_path, status), tmp_path)

    assert (done.result.code, done.content, done.litter) == (seen, to_bytes(NEAR[0]), ())
    assert done.result.err == b""


@pytest.mark.parametrize("status", [1, 127, 129, 255])
def test_s83_git_itself_stops_the_merge_at_an_honest_conflict(
    status: int, driven: Repo, tmp_path: Path
) -> None:
    install_driver(driven, program=str(faults.exits(tmp_path, status)))
    driven.fork(near())

    assert_conflict(driven, driven.merge())

    driven.git("merge", "--abort")
    assert driven.git("status", "--porcelain").stdout == ""


def test_s84_a_driver_past_its_deadline_hands_over_to_the_text_merge(tmp_path: Path) -> None:
    history = [row(1, "m", f"row {number}") for number in range(20_000)]
    base, ours, theirs = (side | {"history": history} for side in (BASE, *NEAR))

    done = run_line(
        line(),
        tmp_path / "run",
        base=to_bytes(base),
        ours=to_bytes(ours),
        theirs=to_bytes(theirs),
        env={"MEMOIR_GIT_DEADLINE": "0.05"},
    )

    assert_fell_back(done)
    assert "ran out of time" in done.result.stderr


def test_s84_standard_input_that_never_ends_is_never_read(store: Repo) -> None:
    store.fork(near())
    reading, writing = os.pipe()
    try:
        result = run("git", "merge", "side", "-m", "x", cwd=store.path, stdin=reading)
    finally:
        os.close(reading)
        os.close(writing)

    assert_ok(store, result)


def test_s100_the_off_switch_gives_what_plain_git_gives(make_driven: MakeRepo, make_repo: MakeRepo) -> None:
    for versions in (near(), scene(base=BASE, ours=OURS, theirs=DISTANT)):
        switched_off, plain = make_driven(), make_repo()
        outcomes: list[Result] = []
        for repo in (switched_off, plain):
            repo.fork(versions)
            outcomes.append(repo.merge("side", env={"MEMOIR_GIT": "0"}))

        assert outcomes[0].code == outcomes[1].code
        assert "memoir" not in outcomes[0].stderr
        assert markers_unlabelled(switched_off.read()) == markers_unlabelled(plain.read())


def markers_unlabelled(content: bytes) -> list[bytes]:
    """Returns the lines, markers without what stands after them: plain git names its branches there."""
    return [line[:7] if line.startswith((b"<<<<<<<", b">>>>>>>")) else line for line in content.split(b"\n")]


def test_s100_another_driver_on_the_command_line_wins(store: Repo) -> None:
    store.fork(near())

    result = store.attempt("-c", "merge.memoir-session.driver=git merge-file %A %O %B", "merge", "side")

    assert_conflict(store, result)
    assert "memoir" not in result.stderr


@pytest.mark.parametrize("favour", ["ours", "theirs"])
def test_a_favoured_side_turns_no_refusal_into_a_merge(favour: str, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=DISTANT | {"version": 2}))

    assert_refusal(store, store.merge("side", env={"MEMOIR_GIT_FAVOR": favour}))


@pytest.mark.parametrize(
    "caps", ["{", "[]", '{"goals": 0}', '{"goals": true}', '{"gaols": 3}', '{"goals": "3"}']
)
def test_caps_that_cannot_be_read_are_no_default(caps: str, tmp_path: Path) -> None:
    assert_fell_back(near_run(Path(faults.INTERPRETER), tmp_path, MEMOIR_GIT_CAPS=caps))


def test_a_strategy_that_does_not_exist_is_no_default(tmp_path: Path) -> None:
    assert_fell_back(near_run(Path(faults.INTERPRETER), tmp_path, MEMOIR_GIT_STRATEGY="oldest"))
