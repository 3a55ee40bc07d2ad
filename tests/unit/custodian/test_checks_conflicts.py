"""Structural conflicts: owners, overlaps and exceptions."""

from __future__ import annotations

import pytest

from tests.support.memory import codes_of, context_of, entry, entry_id, files, findings_of, memory_file

AREA_SCOPE = "area:importer"


def _conflicts(*project: str, area: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    changed = files(constraints=memory_file("C", *project), areas__importer=memory_file("I", *area))
    return codes_of(changed, "conflicts")


def test_a_conflict_names_its_owners_and_its_identity_by_id() -> None:
    text = memory_file("C", entry(number=2), entry(number=1))
    (finding,) = findings_of(context_of(files(constraints=text)), "conflicts")

    assert dict(finding.details) == {
        "entries": (entry_id("CON", 1), entry_id("CON", 2)),
        "facet": "workflow",
        "scope": "project",
        "subject": "MC-SUBJ-20260901-1111aaaa",
    }


@pytest.mark.parametrize("other", [{"facet": "security"}, {"scope": "nowhere"}, {"subject": None}])
def test_what_differs_in_identity_does_not_conflict(other: dict[str, str]) -> None:
    assert _conflicts(entry(number=1), entry(number=2, **other)) == []


def test_a_decision_and_a_constraint_may_collide() -> None:
    project = files(constraints=memory_file("C", entry()), decisions=memory_file("D", entry("DEC", 2)))

    assert codes_of(project, "conflicts") == [("MC-CONFLICT-001", "ERROR")]


def test_an_entry_that_stands_twice_does_not_conflict_with_itself() -> None:
    assert _conflicts(entry(), entry()) == []


def test_a_decision_about_security_is_not_the_safety_baseline() -> None:
    both = [entry("DEC", number, facet="security") for number in (1, 2)]

    assert codes_of(files(decisions=memory_file("D", *both)), "conflicts") == [("MC-CONFLICT-001", "ERROR")]


def test_an_exception_to_either_of_two_owners_excuses() -> None:
    excepted = entry(number=3, scope=AREA_SCOPE, Exception_To=entry_id("CON", 2))

    assert _conflicts(entry(number=1), entry(number=2), area=(excepted,)) == [("MC-CONFLICT-001", "ERROR")]


def test_two_areas_are_independent() -> None:
    project = files(
        areas__importer=memory_file("I", entry(number=1, scope=AREA_SCOPE)),
        areas__exporter=memory_file("E", entry(number=2, scope="area:exporter")),
    )

    assert codes_of(project, "conflicts") == []


def test_an_invalid_exception_leaves_the_overlap() -> None:
    excepted = entry(number=2, scope=AREA_SCOPE, Exception_To=entry_id("CON", 9))

    assert _conflicts(entry(number=1), area=(excepted,)) == [
        ("MC-CONFLICT-002", "WARNING"),
        ("MC-CONFLICT-003", "ERROR"),
    ]
