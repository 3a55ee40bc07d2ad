"""Which findings a report of some sections holds."""

from __future__ import annotations

from memoir_git.custodian.checks.table import ALL, STATED, judge
from tests.support.memory import codes_of, context_of, files


def test_every_section_is_judged_on_demand() -> None:
    names = {name for name, _ in ALL}

    assert judge(context_of(files()), names).keys() == names


def test_what_the_summary_states_is_always_judged() -> None:
    assert judge(context_of(files()), ("budgets",)).keys() == {*STATED, "budgets"}


def test_a_report_of_one_section_still_shows_what_blocks() -> None:
    project = files(decisions="```\n", constraints="- legacy\n", brief="word " * 600)

    assert codes_of(project, "budgets") == [("MC-BUDGET-001", "ERROR"), ("MC-ENTRY-001", "BLOCKER")]
