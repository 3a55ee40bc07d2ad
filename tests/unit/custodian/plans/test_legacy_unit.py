"""A unit without an ID becomes an entry in its own place, or stays as it is to the last byte."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.custodian.plans.add import plan_add
from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.plans.legacy_unit import parse_place
from tests.support.additions import add_request, material_of, reasons, told, written
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file

SECTION = "## 2025-03-01 - Rows keep their order\nDecision: Stored as they come.\n  Always.\n\nReason: So.\n"
LATER = "## 2025-02-01 - Later\nDecision: Later.\n"


def add(before: dict[str, str], place: str = "decisions.md#unit-1", **asked: Any) -> Draft:
    request = add_request(**{"message": None, "title": "Rows", "from_legacy": place, **asked})
    return plan_add(request, material_of(before))


def test_the_entry_takes_the_place_of_the_unit_with_its_words() -> None:
    before = files(decisions=memory_file("Decisions", entry("DEC", 1), SECTION, LATER))

    draft = add(before, "decisions.md:2")

    expected = (
        f"## {draft.facts[0][1]} — Rows\n\nStatus: active\nScope: project\nSubject: {SUBJECT}\n"
        "Facet: behavior\nEvidence:\n- user-confirmed\n\nDecision:\nStored as they come.\n  Always.\n\n"
        "Reason:\nSo.\n"
    )
    assert written(before, draft)["decisions.md"] == memory_file(
        "Decisions", entry("DEC", 1), expected, LATER
    )


def test_one_finding_goes_and_none_comes() -> None:
    before = files(decisions=memory_file("Decisions", SECTION))

    assert len(told(written(before, add(before)))) == len(told(before)) - 1


def test_an_area_that_was_not_declared_is_declared_with_its_first_entry() -> None:
    before = {**files(), "areas/web.md": memory_file("Web", SECTION)}

    after = written(before, add(before, "areas/web.md#unit-1", area="web"))

    assert "- `areas/web.md`\n" in after["manifest.md"]
    assert told(after) == []


def test_it_may_supersede_an_entry() -> None:
    before = files(decisions=memory_file("Decisions", SECTION, entry("DEC", 1, facet="behavior")))

    after = written(before, add(before, supersedes=entry_id("DEC", 1)))

    assert after["decisions.md"].index(f"Supersedes: {entry_id('DEC', 1)}") < after["decisions.md"].index(
        "Status: superseded"
    )
    assert told(after) == []


def test_a_reason_that_is_given_takes_the_place_of_the_units() -> None:
    before = files(decisions=memory_file("Decisions", SECTION))

    assert written(before, add(before, reason="Better so."))["decisions.md"].endswith("Reason:\nBetter so.\n")


@pytest.mark.parametrize(
    ("unit", "asked", "reason"),
    [
        (SECTION, {"place": "decisions.md#unit-2"}, "legacy-unit-not-found"),
        (SECTION, {"place": "decisions.md#unit-0"}, "legacy-unit-not-found"),
        (SECTION, {"place": "gone.md:1"}, "legacy-unit-not-found"),
        (SECTION, {"place": "../decisions.md:1"}, "legacy-unit-not-found"),
        (SECTION, {"place": "decisions.md"}, "legacy-unit-not-found"),
        ("- a bullet\n", {}, "legacy-unit-not-a-section"),
        (entry("DEC", 1), {}, "legacy-unit-not-a-section"),
        ("## A\n\nJust prose.\n", {}, "legacy-unit-not-plain"),
        ("## A\nDecision:\n", {}, "legacy-unit-not-plain"),
        ("## A\nlead\nDecision: x\n", {}, "legacy-unit-not-plain"),
        ("## A\nDecision: x\nNote: y\n", {}, "legacy-unit-not-plain"),
        ("## A\nDecision: x\nConstraint: y\n", {}, "legacy-unit-not-plain"),
        ("## A\nDecision: x\n- y\n", {}, "legacy-unit-not-plain"),
        (SECTION, {"type": "constraint"}, "legacy-type-differs"),
        (SECTION, {"area": "importer"}, "legacy-type-differs"),
        ("## A\nConstraint: x\n", {}, "legacy-type-differs"),
        (SECTION, {"evidence": ()}, "evidence-missing"),
    ],
)
def test_a_unit_that_would_lose_a_line_is_left_to_a_person(
    unit: str, asked: dict[str, Any], reason: str
) -> None:
    draft = add(files(decisions=memory_file("Decisions", unit)), **asked)

    assert reason in reasons(draft.blockers)
    assert draft.contents == {}


@pytest.mark.parametrize(
    ("place", "parsed"),
    [
        ("decisions.md#unit-3", ("decisions.md", 3)),
        ("areas/a.md:12", ("areas/a.md", 12)),
        ("decisions.md", None),
        (":3", None),
        ("decisions.md:x", None),
        ("decisions.md:-1", None),
        ("decisions.md:" + "9" * 30, None),
    ],
)
def test_a_place_is_a_file_and_a_number(place: str, parsed: tuple[str, int] | None) -> None:
    assert parse_place(place) == parsed
