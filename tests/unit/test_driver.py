"""The driver as git's config line starts it: a real process, real files, exit statuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import PROJECT
from tests.support.sessions import action, decision, goal, session, to_bytes

DRIVER = PROJECT / "memoir_git/driver_main.py"
MERGED, CONFLICT_WRITTEN, NOT_DONE = 0, 65, 70


@dataclass(frozen=True, slots=True)
class Run:
    status: int
    stdout: bytes
    stderr: str
    content: bytes
    files: list[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def drive(
    folder: Path,
    ours: bytes,
    theirs: bytes,
    base: bytes = b"",
    *,
    format_name: str = "memoir-session",
    arguments: tuple[str, ...] = (),
    path: str = "session.json",
    **environment: str,
) -> Run:
    for name, content in ((".merge_file_O", base), (".merge_file_A", ours), (".merge_file_B", theirs)):
        (folder / name).write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(DRIVER), *arguments, format_name,
         ".merge_file_O", ".merge_file_A", ".merge_file_B", "7", path, "%S", "HEAD", "side"],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    files = sorted(entry.name for entry in folder.iterdir())
    return Run(
        done.returncode, done.stdout, done.stderr.decode(), (folder / ".merge_file_A").read_bytes(), files
    )


OURS, THEIRS = to_bytes(session(goals=[goal("g", 2)])), to_bytes(session(goals=[goal("h", 1)]))
LEFT_BEHIND = [".merge_file_A", ".merge_file_B", ".merge_file_O"]


def test_a_clean_merge_replaces_ours_says_nothing_and_leaves_nothing_behind(folder: Path) -> None:
    run = drive(folder, OURS, THEIRS)

    assert (run.status, run.stdout, run.stderr) == (MERGED, b"", "")
    assert run.content == to_bytes(session(goals=[goal("g", 2), goal("h", 1)]))
    assert run.files == LEFT_BEHIND


def test_the_result_keeps_the_mode_git_gave_its_temporary_files(folder: Path) -> None:
    drive(folder, OURS, THEIRS)

    assert (folder / ".merge_file_A").stat().st_mode & 0o077 == 0


def test_a_refusal_is_a_conflict_with_the_labels_git_passed(folder: Path) -> None:
    run = drive(folder, OURS, b"{")

    assert run.status == CONFLICT_WRITTEN
    assert run.content == b"<<<<<<< HEAD\n" + OURS + b"\n=======\n{\n>>>>>>> side\n"
    assert run.stderr.count("\n") == 1
    assert "theirs cannot be parsed" in run.stderr


def test_standard_error_is_one_line_of_counts_without_memory_text(folder: Path) -> None:
    base = session(decisions=[decision("keepsecret")])
    ours = session(decisions=[], actions=[action(f"hushhush {n}", n + 1) for n in range(8)])
    theirs = session(decisions=[decision("keepsecret")], actions=[action("whisper", 20)])

    run = drive(folder, to_bytes(ours), to_bytes(theirs), to_bytes(base))

    assert run.stderr == (
        "memoir: session.json: 1 removed on one side only and kept (removal needs a tombstone); "
        "1 newly parked\n"
    )


def test_a_hostile_path_stays_on_one_line(folder: Path) -> None:
    run = drive(folder, OURS, b"{", path="a\nb\x1b[31m/session.json")

    assert run.stderr.count("\n") == 1
    assert "\x1b" not in run.stderr


@pytest.mark.parametrize(
    ("variable", "value"),
    [("MEMOIR_GIT_CAPS", "[]"), ("MEMOIR_GIT_STRATEGY", "oldest")],
)
def test_a_switch_that_cannot_be_honoured_leaves_ours_alone(folder: Path, variable: str, value: str) -> None:
    environment: dict[str, Any] = {variable: value}
    run = drive(folder, OURS, THEIRS, **environment)

    assert run.status == NOT_DONE
    assert run.content == OURS
    assert variable in run.stderr


def test_an_unknown_favour_is_ignored_with_one_line(folder: Path) -> None:
    run = drive(folder, OURS, THEIRS, MEMOIR_GIT_FAVOR="mine")

    assert run.status == MERGED
    assert (
        run.stderr
        == "memoir: session.json: MEMOIR_GIT_FAVOR is neither 'ours' nor 'theirs' and was ignored\n"
    )


def test_caps_from_the_environment_apply(folder: Path) -> None:
    run = drive(folder, OURS, THEIRS, MEMOIR_GIT_CAPS='{"goals": 1}')

    assert [item["text"] for item in json.loads(run.content)["current"]["goals"]] == ["g"]


def test_a_strategy_argument_comes_before_the_format(folder: Path) -> None:
    assert drive(folder, OURS, THEIRS, arguments=("--strategy=newest",)).status == MERGED
    assert drive(folder, OURS, THEIRS, arguments=("--strategy=odd",)).status == NOT_DONE
    assert (
        drive(folder, OURS, THEIRS, arguments=("--strategy=odd",), MEMOIR_GIT_STRATEGY="vcs").status == MERGED
    )


@pytest.mark.parametrize("format_name", ["memoir-nothing", "", "json"])
def test_an_unknown_format_is_not_done(folder: Path, format_name: str) -> None:
    run = drive(folder, OURS, THEIRS, format_name=format_name)

    assert (run.status, run.content) == (NOT_DONE, OURS)


def test_missing_arguments_are_not_done() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(DRIVER), "memoir-session"], capture_output=True, check=False
    )

    assert done.returncode == NOT_DONE
    assert done.stderr.startswith(b"memoir: usage: ")


def test_a_missing_file_is_not_done_and_no_traceback(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(DRIVER), "memoir-session", "O", "A", "B", "7", "p"],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip

    assert done.returncode == NOT_DONE
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_the_deadline_ends_the_driver_with_ours_untouched(folder: Path) -> None:
    many = to_bytes(session(goals=[goal(f"g{n}", "2026-01-01") for n in range(40_000)]))

    run = drive(folder, many, to_bytes(session(goals=[goal("h", 1)])), MEMOIR_GIT_DEADLINE="0.05")

    assert (run.status, run.content) == (NOT_DONE, many)
    assert "ran out of time" in run.stderr
    assert run.files == LEFT_BEHIND


@pytest.mark.parametrize("deadline", ["", "x", "-1", "0", "nan", "1e99"])
def test_an_unusable_deadline_is_the_default(folder: Path, deadline: str) -> None:
    assert drive(folder, OURS, THEIRS, MEMOIR_GIT_DEADLINE=deadline).status == MERGED


def test_a_module_of_the_repository_is_never_imported(folder: Path) -> None:
    for name in ("json.py", "os.py", "re.py", "memoir_git.py", "sitecustomize.py", "_signal.py"):
        (folder / name).write_text("raise SystemExit('imported from the repository')")

    run = drive(folder, OURS, THEIRS, PYTHONPATH=str(folder), PYTHONSTARTUP=str(folder / "json.py"))

    assert (run.status, run.stderr) == (MERGED, "")


@pytest.mark.parametrize("document", [[], None, "x", 5])
def test_documents_of_another_shape_are_refused(folder: Path, document: Any) -> None:
    assert drive(folder, OURS, json.dumps(document).encode()).status == CONFLICT_WRITTEN
