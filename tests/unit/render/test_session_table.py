"""The terminal's view of a session says what the plain one says."""

from __future__ import annotations

from memoir_git.core.report import Report
from memoir_git.render.session_table import as_text
from memoir_git.services.session import SessionView
from memoir_git.store import codes_session
from memoir_git.store.working_set import EMPTY, WorkingSet, working_set
from tests.support.sessions import action, decision, row, session
from tests.unit.store.plans.opening import opened


def printed(shown: WorkingSet, *findings: object) -> str:
    report = Report(
        command="session",
        data=SessionView(path="session.json", is_readable=not findings, shown=shown, updated_at=None),
        findings=findings,  # type: ignore[arg-type]
    )
    return as_text(report)


def test_every_text_stands_beside_its_number_and_day() -> None:
    document = session(
        actions=[action("Fix [the] parser", 2)],
        decisions=[decision("SQLite", 3, why="no daemon")],
        history=[row(4, "m", "did it")],
    )

    text = printed(working_set(opened(document)))

    for part in (
        "Next actions",
        "n1",
        "Fix [the] parser",
        "2026-03-02",
        "d1",
        "SQLite",
        "no daemon",
        "did it",
    ):
        assert part in text


def test_a_text_cannot_command_the_terminal() -> None:
    text = printed(working_set(opened(session(actions=[action("a\x1b]0;title\x07b", 1)]))))

    assert "\x1b]0;" not in text
    assert "\x07" not in text


def test_an_empty_set_and_a_finding_are_said() -> None:
    text = printed(EMPTY, codes_session.NOT_OBJECT.at())

    assert "The working set is empty." in text
    assert "MM-NOT-OBJECT" in text
