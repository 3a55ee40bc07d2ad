"""Who owns a scope, subject and facet."""

from __future__ import annotations

import pytest

from memoir_git.custodian.ownership import Ownership
from tests.support.memory import SUBJECT, context_of, entry, entry_id, files, memory_file, subject

AREA_SCOPE = "area:importer"


def _ownership(**changed: str | None) -> Ownership:
    return context_of(files(**changed)).ownership


def _owners(**changed: str | None) -> list[list[str]]:
    return [[entry.id for entry in owners] for owners in _ownership(**changed).owners.values()]


def test_an_active_constraint_owns_its_identity() -> None:
    found = _ownership(constraints=memory_file("Constraints", entry(title="A", body="B")))

    assert list(found.owners) == [("project", SUBJECT.casefold(), "workflow")]


def test_title_and_body_make_no_difference() -> None:
    same = [entry(number=1, title="A", body="B"), entry(number=2, title="C", body="D")]

    assert _owners(constraints=memory_file("Constraints", *same)) == [
        [entry_id("CON", 1), entry_id("CON", 2)]
    ]


@pytest.mark.parametrize(
    "changed",
    [
        {"constraints": memory_file("C", entry(status="superseded", Superseded_By=entry_id("CON", 9)))},
        {"constraints": memory_file("C", entry(facet="colour"))},
        {"constraints": memory_file("C", entry(scope="local-user"))},
        {"constraints": memory_file("C", entry(scope="nowhere"))},
        {"constraints": memory_file("C", entry(subject="MC-SUBJ-20260901-ffffffff"))},
        {"constraints": memory_file("C", entry()), "subjects": memory_file("S", subject(), subject())},
        {"preferences": memory_file("P", entry("PREF", Subject=SUBJECT, Facet="workflow"))},
        {"do_not_use": memory_file("D", entry("TOMB", Subject=SUBJECT, Facet="workflow"))},
        {"archive__old": memory_file("A", entry())},
        {"rules__tone": memory_file("R", entry("AREA", label="Rule"))},
        {"areas__importer": memory_file("I", entry("AREA", scope=AREA_SCOPE, Entry_Type="preference"))},
    ],
)
def test_what_owns_nothing(changed: dict[str, str]) -> None:
    assert _owners(**changed) == []


def _with_exception(target: str, **fields: str) -> tuple[Ownership, str]:
    found = _ownership(
        constraints=memory_file("C", entry(number=1), entry("CON", 3, facet="security")),
        areas__importer=memory_file("I", entry(number=2, scope=AREA_SCOPE, Exception_To=target, **fields)),
    )
    excepted = found.project.entry(entry_id("CON", 2))
    assert excepted is not None
    return found, found.exception_fault(excepted)


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        (entry_id("CON", 1), ""),
        (entry_id("CON", 1).lower(), ""),
        (entry_id("CON", 9), "target-missing"),
        (entry_id("CON", 2), "target-is-no-project-owner"),
        (entry_id("CON", 3), "subject-or-facet-differs"),
    ],
)
def test_an_exception_is_from_an_area_to_the_project(target: str, fault: str) -> None:
    assert _with_exception(target)[1] == fault


def test_only_a_valid_exception_excuses() -> None:
    found, _ = _with_exception(entry_id("CON", 1))
    excepted = found.project.entry(entry_id("CON", 2))
    plain = found.project.entry(entry_id("CON", 1))

    assert excepted is not None
    assert plain is not None
    assert found.excepted_from(excepted) == entry_id("CON", 1).casefold()
    assert found.excepted_from(plain) is None
