"""What the hooks cost: a whole `git commit` with ours against the same with an empty sh hook, in turn.

One memory file of a store is changed and staged before the clock starts. A commit that touches no memory,
one of the session and the growth with the store are measured the same way. Project memory is judged as a
whole; what that costs is printed and not bound. Run with `python -m tests.benchmarks.hooks` from the
project's root.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.make_project import make_project
from tests.benchmarks.measure import Figure, report
from tests.support.sessions import goal, session, to_bytes

RUNS = 25
ENTRIES = 50
TIMES = 8
COST = 5.0
WITHOUT_MEMORY = 3.0
GROWTH = 2.0
ENTRY = ".memoir/memory/fact_0.md"
SESSION = ".memoir/session.json"
PROJECT = "docs/memory"
_TEXT = (
    "---\nname: fact {number}\ndescription: one fact\ntype: fact\ncreated: 2026-03-01\n---\nWhat it says.\n"
)
_NAMES = ("user.name=x", "user.email=x@example.invalid", "commit.gpgSign=false", "gc.auto=0")


def git(repository: Path, *words: str) -> None:
    """Runs git there as a step that has to work."""
    settings = [word for name in _NAMES for word in ("-c", name)]
    subprocess.run(
        ["git", *settings, *words], cwd=repository, check=True, stdout=subprocess.DEVNULL, env=os.environ
    )


def make_repository(folder: Path, entries: int) -> Path:
    """Makes a repository with a store and a project of some entries, and a file that is no memory."""
    (folder / ".memoir/memory").mkdir(parents=True)
    for number in range(entries):
        (folder / f".memoir/memory/fact_{number}.md").write_text(_TEXT.format(number=number))
    (folder / SESSION).write_bytes(to_bytes(session(goals=[goal("a goal")])))
    for name, content in make_project(1, entries).items():
        (folder / PROJECT / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / PROJECT / name).write_bytes(content)
    (folder / "code.txt").write_text("0\n")
    git(folder.parent, "init", "--quiet", str(folder))
    return folder


def with_ours(folder: Path) -> Path:
    """Installs our hooks."""
    subprocess.run(
        [sys.executable, "-m", "memoir_git", "-C", str(folder), "install"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return committed(folder)


def with_empty(folder: Path) -> Path:
    """Puts an empty hook in the place of ours."""
    hook = folder / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 0\n")
    hook.chmod(0o755)
    return committed(folder)


def committed(folder: Path) -> Path:
    """Commits everything, unchecked."""
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "--no-verify", "-m", "base")
    return folder


def commit_seconds(folder: Path, name: str, number: int) -> float:
    """Changes and stages one file and returns how long its commit takes."""
    with (folder / name).open("a") as file:
        file.write(f"{number}\n" if name != SESSION else "\n")
    git(folder, "add", name)
    start = time.perf_counter()
    git(folder, "commit", "--quiet", "-m", "change")
    return time.perf_counter() - start


def medians(first: Path, second: Path, name: str) -> tuple[float, float]:
    """Returns the median seconds of the same commit in two repositories, in turn, after a warm-up."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(RUNS + 1):
        for folder, kept in zip((first, second), times, strict=True):
            seconds = commit_seconds(folder, name, number)
            if number:
                kept.append(seconds)
    return statistics.median(times[0]), statistics.median(times[1])


def figure(name: str, checked: float, plain: float, bound: float | None) -> Figure:
    """Returns how many times longer a commit takes with ours than with an empty hook."""
    detail = f"{1000 * checked:.0f} ms and {1000 * plain:.0f} ms"
    return Figure(name=f"{name} / empty hook", ratio=checked / plain, bound=bound, detail=detail)


def main() -> int:
    """Measures and judges."""
    os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", PYTHONPATH=os.getcwd())
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        empty = with_empty(make_repository(root / "empty", ENTRIES))
        ours = with_ours(make_repository(root / "ours", ENTRIES))
        large_empty = with_empty(make_repository(root / "large-empty", ENTRIES * TIMES))
        large = with_ours(make_repository(root / "large", ENTRIES * TIMES))
        checked, plain = medians(ours, empty, ENTRY)
        whole, whole_plain = medians(ours, empty, f"{PROJECT}/decisions.md")
        session_checked, session_plain = medians(ours, empty, SESSION)
        untouched, bare = medians(ours, empty, "code.txt")
        large_checked, large_plain = medians(large, large_empty, ENTRY)
    added, large_added = checked - plain, large_checked - large_plain
    return report(
        [
            figure("one entry", checked, plain, COST),
            figure("the session", session_checked, session_plain, COST),
            figure("project memory", whole, whole_plain, None),
            figure("no memory", untouched, bare, WITHOUT_MEMORY),
            Figure(name=f"{TIMES} times the store / the store", ratio=large_added / added, bound=GROWTH),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
