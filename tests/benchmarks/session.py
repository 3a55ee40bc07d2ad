"""The session merge against its bounds: the cold driver, and a 10 MB file.

Run with `python -m tests.benchmarks.session` from the project's root.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from memoir_git.core.merge import TextMerge
from memoir_git.core.options import CAP_NAMES, MergeOptions
from memoir_git.store.merge.session import merge_session
from tests.benchmarks.measure import Figure, in_turn, process, report
from tests.support.places import PROJECT

RUNS = 21
ITEMS = 5_000
SIZE = 10_000_000


def make_session(count: int, *, start: int = 0, padding: int = 0) -> dict[str, Any]:
    """Returns a session of about `count` items over all kinds of lists, texts padded by `padding`."""
    each = max(count // 8, 1)
    numbers = range(start, start + each)

    def when(number: int) -> str:
        return f"2026-{1 + number % 12:02d}-{1 + number % 28:02d}T{number % 24:02d}:{number % 60:02d}:00.000Z"

    def items(kind: str, field: str, **more: Any) -> list[dict[str, Any]]:
        text = "y" * padding
        return [{"text": f"{kind} {n} {text}", "machine_id": "m1", field: when(n)} | more for n in numbers]

    return {
        "version": 1,
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": when(start),
        "machines": {"m1": {"label": "laptop", "last_seen": when(start)}},
        "current": {
            "goals": items("goal", "set_on"),
            "next_actions": items("action", "added"),
            "parked_actions": items("parked", "added", parked_at=when(1)),
            "completed_actions": items("done", "done_at"),
            "completed_goals": items("retired", "done_at"),
            "open_questions": items("question", "asked"),
            "decisions": items("decision", "date", why="because"),
        },
        "history": [
            {"date": when(n), "machine_id": "m1", "summary": f"row {n} {'y' * padding}",
             "files_touched": ["a", "b"], "duration_min": n, "session_id": f"s{n}"}
            for n in numbers
        ],
    }  # fmt: skip


def to_bytes(document: dict[str, Any]) -> bytes:
    """Returns the document as deployed writers emit it."""
    return json.dumps(document, indent=2, ensure_ascii=False).encode()


def cold_driver(folder: Path) -> Figure:
    """Measures a whole driver process on a 30-item session against an idle interpreter."""
    names = [str(folder / name) for name in ("base", "ours", "theirs", "ours.kept")]
    for name, document in zip(
        names, (make_session(30), make_session(32), make_session(30, start=1)), strict=False
    ):
        Path(name).write_bytes(to_bytes(document))
    shutil.copy(names[1], names[3])
    bare = [sys.executable, "-I", "-S", "-c", "pass"]
    driver = [sys.executable, "-I", "-S", str(PROJECT / "memoir_git/driver_main.py")]
    run = process([*driver, "memoir-session", names[0], names[1], names[2], "7", "session.json"])

    def merge_once() -> None:
        shutil.copy(names[3], names[1])
        run()

    cold, idle = in_turn(merge_once, process(bare), RUNS)
    return Figure(name="cold driver, 30 items / idle interpreter", ratio=cold / idle, bound=3)


def large_merge() -> list[Figure]:
    """Measures the merge of two 10 MB files, with a base as large, against reading and writing both."""
    padding = SIZE // ITEMS - 120
    sides = [to_bytes(make_session(ITEMS, start=start, padding=padding)) for start in (0, 40, 25)]
    options = MergeOptions(caps=dict.fromkeys(CAP_NAMES, 100_000))

    def merge() -> bytes:
        return merge_session(sides[0], sides[1], sides[2], options, _no_text_merge).content

    def read_and_write() -> None:
        for side in sides[1:]:
            json.dumps(json.loads(side), indent=2)

    kept = json.loads(merge())
    items = sum(len(found) for found in kept["current"].values()) + len(kept["history"])
    assert items > ITEMS, "nothing may be rotated away"
    ours, theirs = in_turn(merge, read_and_write, 7)
    detail = f"{len(sides[1]) / 1e6:.1f} MB and {items} items after the merge"
    return [
        Figure(
            name="10 MB session / json.loads and dumps of both", ratio=ours / theirs, bound=3, detail=detail
        )
    ]


def growth() -> Figure:
    """Measures how the merge grows from 5,000 to 10,000 items."""

    def merging(count: int) -> Any:
        sides = [to_bytes(make_session(count, start=start)) for start in (0, 40, 25)]
        options = MergeOptions(caps=dict.fromkeys(CAP_NAMES, 100_000))
        return lambda: merge_session(sides[0], sides[1], sides[2], options, _no_text_merge)

    double, single = in_turn(merging(2 * ITEMS), merging(ITEMS), 7)
    return Figure(name="10,000 items / 5,000 items", ratio=double / single, bound=2.3)


def _no_text_merge(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    raise AssertionError("JSON is never merged by line")


def main() -> int:
    """Prints every figure; 1 if a bound was missed."""
    with tempfile.TemporaryDirectory() as folder:
        figures = [cold_driver(Path(folder))]
    return report([*figures, *large_merge(), growth()])


if __name__ == "__main__":
    sys.exit(main())
