"""What looking through a history costs, against git listing and printing the same objects.

git's side is `rev-list --objects --all --full-history -- PATHS | cat-file --batch`, two processes at work
side by side. Ours is one call in this process, the processes it starts included, the import of pygit2 not.
The bare walk claims nothing and listens to no message; the whole check looks for one sentence everywhere.
Run with `python -m tests.benchmarks.exposure` from the project's root; it makes its repositories first.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from memoir_git.core.exposure import DEFAULT_BOUNDS, Inspection
from memoir_git.git.history.inspect import inspect_history
from memoir_git.git.repo import discover
from tests.benchmarks.make_history import PREFIXES, make_history
from tests.benchmarks.measure import Figure, in_turn, process, report

RUNS = 7
NEEDLE = b"w0001 w0002 w0003 w0004"
BARE, LOOSE, WHOLE, GROWTH, MEMORY = 1.2, 0.7, 2.0, 2.2, 1.0


def walking(place: Path) -> Callable[[], object]:
    """Returns a function that reads everything covered and claims nothing."""
    asked = _asked(check=False)
    return lambda: inspect_history(discover(place), asked)


def checking(place: Path) -> Callable[[], object]:
    """Returns a function that looks for one sentence in contents, messages and names."""
    asked = _asked(check=True)
    return lambda: inspect_history(discover(place), asked)


def printing(place: Path) -> list[str]:
    """Returns the command with which git lists and prints the same objects."""
    paths = " ".join(PREFIXES)
    listing = f"git rev-list --objects --no-object-names --all --full-history -- {paths}"
    return ["/bin/sh", "-c", f"cd '{place}' && {listing} | git cat-file --batch"]


def peak(arguments: list[str]) -> int:
    """Returns the most memory that a process or one of its children held."""
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1)]
    child = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    assert status == 0, arguments
    return usage.ru_maxrss


def time_figure(name: str, ours: Callable[[], object], place: Path, bound: float) -> Figure:
    """Measures a look of ours against git's printing."""
    mine, gits = in_turn(ours, process(printing(place)), RUNS)
    return Figure(
        name=name, ratio=mine / gits, bound=bound, detail=f"{mine * 1e3:.0f} ms / {gits * 1e3:.0f} ms"
    )


def memory_figure(place: Path) -> Figure:
    """Measures the peak of a whole process that walks, against git's larger process."""
    mine = peak([sys.executable, "-m", "tests.benchmarks.exposure", str(place)])
    gits = peak(printing(place))
    detail = f"{mine // 1024} MB / {gits // 1024} MB"
    return Figure(
        name=f"peak memory of the walk / git, {place.name}", ratio=mine / gits, bound=MEMORY, detail=detail
    )


def figures(folder: Path) -> list[Figure]:
    """Makes the repositories and measures everything."""
    places = {name: folder / name for name in ("memory", "mixed", "loose", "half")}
    make_history(places["memory"], 5_000, among=5_000)
    make_history(places["mixed"], 5_000, among=20_000)
    make_history(places["loose"], 5_000, among=5_000, loose=True)
    make_history(places["half"], 2_500, among=2_500)
    memory, mixed, loose = places["memory"], places["mixed"], places["loose"]
    # First of all: a child's peak counts what its parent held when it was started.
    peaks = [memory_figure(memory), memory_figure(mixed)]
    double, single = in_turn(walking(memory), walking(places["half"]), RUNS)
    return [
        time_figure("bare walk / git, memory alone", walking(memory), memory, BARE),
        time_figure("bare walk / git, memory among other files", walking(mixed), mixed, BARE),
        time_figure("bare walk / git, all objects loose", walking(loose), loose, LOOSE),
        time_figure("whole check / git, memory alone", checking(memory), memory, WHOLE),
        time_figure("whole check / git, memory among other files", checking(mixed), mixed, WHOLE),
        *peaks,
        Figure(name="twice the commits / once", ratio=double / single, bound=GROWTH),
    ]


def main() -> int:
    """Prints every figure; 1 if a bound was missed. With a path it walks there once."""
    if len(sys.argv) > 1:
        walking(Path(sys.argv[1]))()
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        return report(figures(Path(scratch)))


def _asked(*, check: bool) -> Inspection:
    return Inspection(
        prefixes=PREFIXES,
        all_paths=False,
        bounds=DEFAULT_BOUNDS,
        unreachable=False,
        on_blobs=lambda blobs: [check and NEEDLE in blob.data for blob in blobs],
        on_messages=(lambda _, texts: [NEEDLE in text for text in texts]) if check else None,
        on_name=(lambda _, text: NEEDLE in text) if check else None,
        on_progress=None,
    )


if __name__ == "__main__":
    sys.exit(main())
