"""Exceptions: what may be one, and what is left when one goes."""

from __future__ import annotations

import pytest

from memoir_git.custodian.plans.exception import plan_exception_add, plan_exception_remove
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file, record, subject
from tests.support.planning import errors, facts, material, outcome, words

RULE, NARROWER = entry_id("CON", 1), entry_id("CON", 5)
README = "# Archive\n"


def memory(*, excepted: str | None = None, facet: str = "workflow", **others: str) -> dict[str, str]:
    fields = {"Exception_To": excepted} if excepted else {}
    area = entry("CON", 5, scope="area:importer", facet=facet, **fields)
    made = {"constraints": memory_file("C", entry("CON", 1)), "areas__importer": memory_file("A", area)}
    return files(**{**made, **others})


def test_an_exception_is_one_field_of_the_areas_entry() -> None:
    contents = memory()

    draft = plan_exception_add(material(contents), NARROWER, RULE)

    after = outcome(contents, draft)
    assert after == {**contents, "areas/importer.md": memory(excepted=RULE)["areas/importer.md"]}
    assert errors(after) == []


def test_an_exception_that_is_there_changes_no_byte() -> None:
    contents = memory(excepted=RULE)

    draft = plan_exception_add(material(contents), NARROWER, RULE)

    assert (outcome(contents, draft), draft.blockers) == (contents, ())


def test_an_exception_to_another_entry_is_not_replaced() -> None:
    draft = plan_exception_add(material(memory(excepted=entry_id("CON", 9))), NARROWER, RULE)

    assert words(draft.blockers) == [("exception-to-another", NARROWER)]


@pytest.mark.parametrize(
    ("contents", "source", "target", "reason"),
    [
        (memory(facet="security"), NARROWER, RULE, "subject-or-facet-differs"),
        (memory(), RULE, NARROWER, "source-is-no-area-owner"),
        (memory(), NARROWER, NARROWER, "target-is-no-project-owner"),
        (memory(), entry_id("CON", 7), RULE, "entry-not-found"),
        (memory(), NARROWER, entry_id("CON", 7), "entry-not-found"),
        (
            memory(constraints=memory_file("C", entry("CON", 1), entry("CON", 1))),
            NARROWER,
            RULE,
            "entry-stands-twice",
        ),
        (
            memory(constraints=memory_file("C", entry("CON", 1, Exception_To=entry_id("CON", 2)))),
            NARROWER,
            RULE,
            "target-is-an-exception",
        ),
    ],
)
def test_an_exception_that_would_not_hold_is_refused(
    contents: dict[str, str], source: str, target: str, reason: str
) -> None:
    draft = plan_exception_add(material(contents), source, target)

    assert [found for found, _ in words(draft.blockers)] == [reason]


def test_removing_it_takes_the_field_and_shows_the_overlap() -> None:
    contents = memory(excepted=RULE)

    draft = plan_exception_remove(material(contents), NARROWER, archive_readme=README)

    assert outcome(contents, draft) == memory()
    assert [(one.code.id, one.entry_id) for one in draft.warnings] == [("MC-CONFLICT-002", NARROWER)]


@pytest.mark.parametrize(
    ("excepted", "reason"), [(None, "no-exception"), (entry_id("CON", 9), "target-missing")]
)
def test_there_is_nothing_to_remove_that_does_not_hold(excepted: str | None, reason: str) -> None:
    draft = plan_exception_remove(material(memory(excepted=excepted)), NARROWER, archive_readme=README)

    assert words(draft.blockers) == [(reason, NARROWER)]


def test_a_record_that_acknowledged_it_goes_to_the_archive() -> None:
    acknowledged = record(1, [RULE, NARROWER], "exception")
    contents = memory(excepted=RULE, reconciliations=memory_file("Reconciliations", acknowledged))

    draft = plan_exception_remove(material(contents), NARROWER, archive_readme=README)

    after = outcome(contents, draft)
    assert after["reconciliations.md"] == "# Reconciliations\n"
    assert acknowledged in after["archive/reconciliations-2026-11-30.md"]
    assert after["archive/README.md"] == README
    assert facts(draft)["archived"] == ("MC-REC-20260901-00000001",)
    assert errors(after) == []


def test_an_archive_that_cannot_be_read_takes_no_record() -> None:
    contents = memory(
        excepted=RULE,
        reconciliations=memory_file("R", record(1, [RULE, NARROWER], "exception")),
        archive__reconciliations_2026_11_30="```\n",
    )

    draft = plan_exception_remove(material(contents), NARROWER, archive_readme=README)

    assert (words(draft.blockers), draft.contents) == ([("file-unusable", "")], {})


def test_a_record_of_something_else_stays() -> None:
    other = subject("MC-SUBJ-20260902-2222bbbb", "Other")
    records = memory_file("R", record(1, [RULE, entry_id("CON", 2)]))
    constraints = memory_file("C", entry("CON", 1), entry("CON", 2, facet="security"))
    contents = memory(
        excepted=RULE,
        reconciliations=records,
        constraints=constraints,
        subjects=memory_file("S", other, subject(SUBJECT)),
    )

    draft = plan_exception_remove(material(contents), NARROWER, archive_readme=README)

    assert list(draft.contents) == ["areas/importer.md"]
