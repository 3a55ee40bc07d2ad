"""A session with something in every list, and how the tests of the `session` commands look at results."""

from __future__ import annotations

from typing import Any

from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.sessions import action, completion, decision, goal, hidden, purged, row, session

STORE = ".memoir/session.json"
MACHINE = "3f2b7a52-0c11-4b7e-9a70-2f5f1a6b7c8d"
SHOWN = session(
    goals=[goal("Ship v1", 1)],
    actions=[action("Fix the parser", 2), action("Write\nthe docs", 3), action("finished", 1)],
    parked=[action("Measure; then cut", 1, parked_at="2026-03-02")],
    done=[completion("finished", 4)],
    questions=[{"text": "Who owns it?", "asked": "2026-03-01"}],
    decisions=[
        decision("SQLite", 2, why="no daemon", rejected="Postgres\ntoo big"),
        hidden("a client's name", 3),
        purged("a password", 4),
    ],
    history=[row(day, "m", f"did {day}", files_touched=["a.py"], duration_min=5) for day in (4, 3, 2, 1)],
)


def current(repo: Repo) -> Any:
    return repo.session(STORE)["current"]


def texts(repo: Repo, name: str) -> list[str]:
    return [item["text"] for item in current(repo).get(name, [])]


def succeeded(result: Result) -> Result:
    assert result.code == 0, str(result)
    assert result.stderr == ""
    return result
