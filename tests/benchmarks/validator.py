"""What checking costs: the validator over a folder of entries against reading and splitting the same files.

Splitting is UTF-8, the frontmatter's fields and the body's lines, as every reader of an entry does it. The
validator does that and every check besides, follows no link and waits on no pipe. Run with
`python -m tests.benchmarks.validator` from the project's root.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from memoir_git.core.frontmatter import parse
from memoir_git.core.ids import RepoPath
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.walk import names_in
from memoir_git.services.checks import check_snapshot
from memoir_git.store.recognise import ENTRY
from tests.benchmarks.make_entries import write_entries
from tests.benchmarks.measure import Figure, in_turn, report

RUNS = 15
FILES = 300


def read_and_split(folder: Path) -> int:
    """Reads and splits every file and returns the number of fields and lines: what no check does without."""
    total = 0
    for path in sorted(folder.iterdir()):
        document = parse(path.read_bytes().decode("utf-8"))
        total += len(document.blocks) + len(document.body.split("\n"))
    return total


def read_and_check(folder: Path) -> int:
    """Checks every file and returns the number of findings."""
    names = names_in(folder)
    paths = [RepoPath(name) for name in names]
    snapshot = load_work_tree(folder, paths)
    return len(list(check_snapshot(snapshot, dict.fromkeys(paths, ENTRY), {"": names})))


def cost(folder: Path) -> Figure:
    """Measures checking one folder against reading and splitting it."""
    checked, split = in_turn(lambda: read_and_check(folder), lambda: read_and_split(folder), RUNS)
    detail = f"{checked * 1e3:.0f} ms / {split * 1e3:.0f} ms"
    return Figure(
        name=f"{FILES} files checked / read and split", ratio=checked / split, bound=3, detail=detail
    )


def growth(small: Path, large: Path, times: int) -> Figure:
    """Measures how checking grows with the number of files."""
    larger, smaller = in_turn(_checking(large), _checking(small), RUNS)
    return Figure(name=f"{times * FILES} files / {FILES} files", ratio=larger / smaller, bound=1.15 * times)


def _checking(folder: Path) -> Callable[[], object]:
    return lambda: read_and_check(folder)


def main() -> int:
    """Prints every figure; 1 if a bound was missed."""
    with tempfile.TemporaryDirectory() as scratch:
        folders = {times: Path(scratch, str(times)) for times in (1, 2, 4)}
        for times, folder in folders.items():
            write_entries(folder, times * FILES)
        figures = [cost(folders[1]), *(growth(folders[1], folders[times], times) for times in (2, 4))]
    return report(figures)


if __name__ == "__main__":
    sys.exit(main())
