"""Every merge case that lies in `fixtures/merge` as a folder, either way round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.cases import Case, load_cases, load_gaps

CASES = load_cases()
GAPS = load_gaps()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_merges_to_what_its_folder_expects(case: Case) -> None:
    outcome = case.merge()

    assert outcome.content.decode("utf-8", "replace") == case.expected.decode("utf-8", "replace")
    assert outcome.content == case.expected
    assert outcome.conflicts == case.conflicts


@pytest.mark.parametrize("case", [case for case in CASES if case.symmetric], ids=lambda case: case.id)
def test_the_case_has_the_same_outcome_with_its_sides_exchanged(case: Case) -> None:
    outcome = case.exchanged().merge()

    assert outcome.conflicts == case.conflicts
    if not case.conflicts:
        assert outcome.content == case.expected


@pytest.mark.parametrize("case", [case for case in CASES if not case.conflicts], ids=lambda case: case.id)
def test_merging_the_result_with_a_side_again_changes_nothing(case: Case) -> None:
    outcome = case.merge()

    for side in (case.ours, case.theirs):
        again = replace(case, base=side, ours=outcome.content, theirs=side).merge()
        assert again.content == outcome.content


@pytest.mark.parametrize("case", GAPS, ids=lambda case: case.id)
def test_the_known_gap_is_still_open(case: Case) -> None:
    outcome = case.merge()

    assert outcome.content != case.ideally, "the gap is closed: make it a case"
    assert outcome.content == case.expected


def test_every_case_says_what_it_is_about() -> None:
    assert [case.id for case in [*CASES, *GAPS] if not case.sentence or not case.spec] == []
