"""What recognising copies costs, on top of reading a history, against git listing and printing the objects.

The whole of `services.exposure`: finding out where memory lies, reading, every matcher, messages and names.
Run with `python -m tests.benchmarks.matchers` from the project's root; it makes its repository first.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from memoir_git.services.exposure import inspect_for
from memoir_git.services.history.sought import Sought, seek_entry, seek_text, seek_topic
from tests.benchmarks.exposure import time_figure
from tests.benchmarks.make_history import PREFIXES, make_history
from tests.benchmarks.measure import Figure, report

ID = "MC-DEC-20260901-0a1b2c3d"
BOUND = 2.0

KNOWN = Sought(entry_ids=frozenset([ID]), digests=frozenset(["0" * 64]), secrets=True) | seek_entry(
    "decision_x"
)
ASKED = {
    "one topic": seek_topic("a topic of some words"),
    "one Entry ID": Sought(entry_ids=frozenset([ID])),
    "one decision": seek_text("a decision of some words"),
    "all that may be known to be forgotten": KNOWN,
    "everything at once": KNOWN | seek_topic("a topic of some words") | seek_text("a decision of some words"),
}


def looking(place: Path, sought: Sought) -> Callable[[], object]:
    """Returns a function that looks for something in a whole history."""
    return lambda: inspect_for(place, sought)


def figures(place: Path) -> list[Figure]:
    """Makes the repository and measures each request."""
    make_history(place, 5_000, among=5_000)
    attributes = Path(place / ".git/info/attributes")
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text("/session.json merge=memoir-session\n")
    assert set(inspect_for(place, KNOWN).prefixes) >= set(PREFIXES), "both sides read the same"
    return [
        time_figure(f"{name} / git", looking(place, sought), place, BOUND) for name, sought in ASKED.items()
    ]


def main() -> int:
    """Prints every figure; 1 if a bound was missed."""
    with tempfile.TemporaryDirectory() as scratch:
        return report(figures(Path(scratch) / "memory"))


if __name__ == "__main__":
    sys.exit(main())
