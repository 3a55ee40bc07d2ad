"""What the merge review costs as both branches grow: twice the changes at most three times the time.

Every shape puts all changes into one bucket, where a comparison of all pairs would take four times as long:
one file, one Subject, one identity, one shared alias, one record over everything. Run with
`python -m tests.benchmarks.review` from the project's root.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from memoir_git.custodian.branches import FourGraphs, review_branches
from memoir_git.custodian.entries import FACETS
from tests.benchmarks.measure import Figure, in_turn, report
from tests.support.branches import as_bytes
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file, record, subject

RUNS = 7
SMALL = 500
GROWTH = 3.0
_SIDES = (0, 1)

Side = Callable[[int, int], dict[str, str]]


def _about(number: int) -> str:
    return f"MC-SUBJ-20260901-{number:08x}"


def _numbers(side: int, count: int) -> Iterable[int]:
    return range(1 + side * count, 1 + (side + 1) * count)


def _registry(count: int) -> str:
    return memory_file("S", *(subject(_about(n), f"Thing {n}") for n in range(1, 2 * count + 1)))


def one_file(side: int, count: int) -> dict[str, str]:
    """All decisions are in one file and each is about a Subject of its own."""
    units = [entry("DEC", number, subject=_about(number)) for number in _numbers(side, count)]
    return files(subjects=_registry(count), decisions=memory_file("D", *units))


def one_record(side: int, count: int) -> dict[str, str]:
    """The same, and a record of ours knows all of them."""
    made = one_file(side, count)
    keys = [entry_id("DEC", number) for number in range(1, 2 * count + 1)]
    return made | ({"reconciliations.md": memory_file("R", record(1, keys))} if side == 0 else {})


def one_subject(side: int, count: int) -> dict[str, str]:
    """All decisions are about one Subject, in a few facets."""
    units = [entry("DEC", number, facet=FACETS[number % len(FACETS)]) for number in _numbers(side, count)]
    return files(subjects=memory_file("S", subject(SUBJECT)), decisions=memory_file("D", *units))


def one_identity(side: int, count: int) -> dict[str, str]:
    """All decisions own one identity."""
    units = [entry("DEC", number) for number in _numbers(side, count)]
    return files(decisions=memory_file("D", *units))


def one_alias(side: int, count: int) -> dict[str, str]:
    """All new Subjects share one alias."""
    made = [subject(_about(n), f"Thing {n}", aliases=("same",)) for n in _numbers(side, count)]
    return files(subjects=memory_file("S", *made))


def one_edit(side: int, count: int) -> dict[str, str]:
    """Both sides edit the same decisions, each in its own way."""
    units = [
        entry("DEC", number, subject=_about(number), body=f"Side {side}.") for number in range(1, count + 1)
    ]
    return files(subjects=_registry(count), decisions=memory_file("D", *units))


def reviewing(side: Side, count: int, *, merged: bool = False) -> Callable[[], object]:
    """Returns a function that reviews a merge with `count` changed units on each side.

    `merged` takes ours as the result in progress, so that every conflict is looked up in it.
    """
    ours, theirs = (as_bytes(side(number, count)) for number in _SIDES)
    base = as_bytes(files(subjects=_registry(count)))
    graphs = FourGraphs(bases=[base], ours=ours, theirs=theirs, result=ours if merged else None)
    return lambda: review_branches(graphs, "docs/memory")


def figures() -> list[Figure]:
    """Measures how cost grows from 500 to 1,000 changes on each side, for every shape."""
    measured = []
    for side in (one_file, one_record, one_subject, one_identity, one_alias, one_edit):
        large, small = in_turn(reviewing(side, 2 * SMALL), reviewing(side, SMALL), RUNS)
        detail = f"{large * 1e3:.0f} ms / {small * 1e3:.0f} ms"
        name = f"{side.__name__.replace('_', ' ')}: {2 * SMALL} / {SMALL} changes on each side"
        measured.append(Figure(name=name, ratio=large / small, bound=GROWTH, detail=detail))
    for side in (one_identity, one_edit):
        large, small = in_turn(
            reviewing(side, 2 * SMALL, merged=True), reviewing(side, SMALL, merged=True), RUNS
        )
        name = f"{side.__name__.replace('_', ' ')} with a result: {2 * SMALL} / {SMALL} changes on each side"
        measured.append(Figure(name=name, ratio=large / small, bound=GROWTH))
    return measured


if __name__ == "__main__":
    sys.exit(report(figures()))
