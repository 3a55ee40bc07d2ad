"""What judging project memory costs: a whole audit against our own lexer and unit splitter on the same files.

The project is the guide's scale fixture: 500 active entries, 500 candidates, 500 in the archive, 50 areas,
100 sources. Twice and four times as much must take about twice and four times as long. Both sides read the
files from disk; start-up of the interpreter is left out. Run with `python -m tests.benchmarks.audit` from the
project's root.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from memoir_git.custodian.lexer import lex_bytes
from memoir_git.custodian.units import split_units
from memoir_git.services.audit import AuditRequest, audit_place
from memoir_git.services.memory_folder import DEFAULT
from memoir_git.services.memory_place import MemoryPlace, load_files
from tests.benchmarks.make_project import REFERENCES, make_project
from tests.benchmarks.measure import Figure, in_turn, report

RUNS = 9
COST = 10
GROWTH = 2.3


def write_project(root: Path, times: int) -> MemoryPlace:
    """Writes a project and its sources below `root` and returns where its memory lies."""
    for path, content in make_project(times).items():
        file = root / DEFAULT / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    for number in range(REFERENCES * times):
        (root / f"docs/source-{number}.md").write_bytes(b"")
    return MemoryPlace(root=root, repository=None, directory=DEFAULT)


def auditing(place: MemoryPlace) -> Callable[[], object]:
    """Returns a function that audits every section."""
    request = AuditRequest(
        command="audit", directory=place.root, memory_dir=None, sections=None, variables=os.environ
    )
    return lambda: audit_place(place, request)


def splitting(place: MemoryPlace) -> Callable[[], object]:
    """Returns a function that reads every file, classifies its lines and cuts it into units."""
    return lambda: [
        split_units(text)
        for file in load_files(place).files.values()
        if not (text := lex_bytes(file.content)).problems
    ]


def lexing(contents: list[bytes]) -> Callable[[], object]:
    """Returns a function that classifies the lines of all contents."""
    return lambda: [lex_bytes(content) for content in contents]


def cutting(contents: list[bytes]) -> Callable[[], object]:
    """Returns a function that does no more than cut all contents at their line ends."""
    return lambda: [content.split(b"\n") for content in contents]


def figures(places: dict[int, MemoryPlace]) -> list[Figure]:
    """Measures the cost of the smallest project, and how cost grows from one size to the next."""
    audited, split = in_turn(auditing(places[1]), splitting(places[1]), RUNS)
    contents = list(make_project(1).values())
    lexed, cut = in_turn(lexing(contents), cutting(contents), RUNS)
    measured = [
        Figure(
            name="whole audit / lexer and unit splitter",
            ratio=audited / split,
            bound=COST,
            detail=f"{audited * 1e3:.0f} ms / {split * 1e3:.0f} ms",
        ),
        Figure(name="lexer / bytes.split", ratio=lexed / cut, bound=None),
    ]
    for times in (2, 4):
        larger, smaller = in_turn(auditing(places[times]), auditing(places[times // 2]), RUNS)
        name = f"audit of {times} x / {times // 2} x the project"
        measured.append(Figure(name=name, ratio=larger / smaller, bound=GROWTH))
    return measured


def main() -> int:
    """Prints every figure; 1 if a bound was missed."""
    with tempfile.TemporaryDirectory() as scratch:
        places = {times: write_project(Path(scratch, str(times)), times) for times in (1, 2, 4)}
        return report(figures(places))


if __name__ == "__main__":
    sys.exit(main())
