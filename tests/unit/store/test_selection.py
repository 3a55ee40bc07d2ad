"""Which item the words of a command mean."""

from __future__ import annotations

import pytest

from memoir_git.store.model import GOALS, NEXT_ACTIONS, PARKED_ACTIONS
from memoir_git.store.selection import SelectionError, choose
from memoir_git.store.working_set import WorkingSet, working_set
from tests.support.sessions import action, goal, session
from tests.unit.store.plans.opening import opened

ACTIONS = (NEXT_ACTIONS, PARKED_ACTIONS)


@pytest.fixture
def shown() -> WorkingSet:
    document = session(
        goals=[goal("Ship", 1)],
        actions=[action("Fix the parser", 1), action("Fix the printer", 2), action("p1", 3)],
        parked=[action("Write docs", 1), action("n2", 2)],
    )
    return working_set(opened(document))


@pytest.mark.parametrize("words", ["fix the PARSER", " Fix the parser\n", "fix the pa", "n3"])
def test_an_item_is_found_by_its_text_its_beginning_or_its_number(shown: WorkingSet, words: str) -> None:
    assert choose(shown, words, ACTIONS) == "fix the parser"


def test_numbers_count_each_list_newest_first(shown: WorkingSet) -> None:
    assert choose(shown, "p2", ACTIONS) == "write docs"
    assert choose(shown, "G1", (GOALS,)) == "ship"


def test_a_text_goes_before_a_number_of_the_same_spelling(shown: WorkingSet) -> None:
    assert choose(shown, "p1", ACTIONS) == "p1"


def test_several_beginnings_are_told_by_number_only(shown: WorkingSet) -> None:
    with pytest.raises(SelectionError) as caught:
        choose(shown, "fix", ACTIONS)

    assert "n2, n3" in str(caught.value)
    assert "parser" not in f"{caught.value}{caught.value.hint}".lower()


@pytest.mark.parametrize("words", ["nothing like it", "n9", "n0", "g1"])
def test_what_fits_nothing_in_these_lists_is_an_error_that_names_them(shown: WorkingSet, words: str) -> None:
    with pytest.raises(SelectionError, match="next actions and parked actions"):
        choose(shown, words, ACTIONS)


def test_blank_words_select_nothing(shown: WorkingSet) -> None:
    with pytest.raises(SelectionError, match="blank"):
        choose(shown, " ", ACTIONS)
