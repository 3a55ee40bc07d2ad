"""What planners are given: texts, fresh IDs, and findings in a plan's own words."""

from __future__ import annotations

import pytest

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.custodian.plans.draft import blocked, warned
from tests.support.memory import SUBJECT, files
from tests.support.planning import material


def test_a_fresh_id_carries_the_day_and_the_first_random_digits() -> None:
    assert material(files()).new_id("SUBJ", "subject") == "MC-SUBJ-20261130-aaaaaaaa"


def test_an_id_that_is_taken_is_not_given_again() -> None:
    taken = files()["subjects.md"].replace(SUBJECT, "MC-SUBJ-20261130-aaaaaaaa")

    made = material(files(subjects=taken)).new_id("SUBJ", "subject")

    assert made == "MC-SUBJ-20261130-bbbbbbbb"


def test_the_same_label_gives_the_same_id() -> None:
    given = material(files())

    assert given.new_id("DEC", "x") == given.new_id("DEC", "x")


def test_an_absent_file_reads_as_no_text() -> None:
    assert material(files()).text("reconciliations.md") == ""


def test_a_blocker_and_a_warning_say_their_reason_and_the_entry() -> None:
    found = [make("some-reason", path=RepoPath("a.md"), entry=SUBJECT) for make in (blocked, warned)]

    assert [(one.severity, one.path, one.entry_id) for one in found] == [
        (Severity.ERROR, "a.md", SUBJECT),
        (Severity.WARNING, "a.md", SUBJECT),
    ]
    assert all(dict(one.details) == {"reason": "some-reason"} for one in found)


@pytest.mark.parametrize("reason", ["a title of somebody", "", "näh"])
def test_a_reason_is_a_word_of_our_own(reason: str) -> None:
    with pytest.raises(ValueError, match="handle"):
        blocked(reason)
