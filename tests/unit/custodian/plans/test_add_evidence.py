"""More Evidence for an entry: items are added once, and nothing else of the file changes."""

from __future__ import annotations

import pytest

from memoir_git.custodian.plans.add_evidence import EvidenceRequest, plan_add_evidence
from memoir_git.custodian.plans.draft import Draft
from tests.support.additions import TEMPLATES, material_of, reasons, written
from tests.support.memory import entry, entry_id, files, memory_file

ID = entry_id("DEC", 1)


def add(before: dict[str, str], *evidence: str, to: str = ID) -> Draft:
    request = EvidenceRequest(entry=to, evidence=evidence, allow_missing_evidence=False, templates=TEMPLATES)
    return plan_add_evidence(request, material_of(before, has_source=lambda item: item.path == "a.md"))


def with_evidence(*items: str) -> dict[str, str]:
    return files(decisions=memory_file("D", entry("DEC", 2), entry("DEC", 1, evidence=items)))


def test_new_items_stand_behind_those_that_were_there() -> None:
    before = with_evidence("user-confirmed")

    draft = add(before, "pr:#7", "user-confirmed", "doc:./a.md")

    assert written(before, draft) == with_evidence("user-confirmed", "pr:#7", "doc:a.md")


def test_what_a_migration_left_unverified_goes_once_something_better_is_there() -> None:
    before = with_evidence("legacy-unverified", "pr:#7")

    assert written(before, add(before, "user-confirmed")) == with_evidence("pr:#7", "user-confirmed")


def test_items_that_are_there_already_change_nothing() -> None:
    draft = add(with_evidence("user-confirmed"), "user-confirmed")

    assert (draft.contents, draft.blockers, draft.warnings) == ({}, (), ())


def test_a_candidate_may_be_backed_by_what_an_agent_saw() -> None:
    before = files(inbox=memory_file("I", entry("INBOX", 1, status="candidate", Candidate_Type="inbox")))

    assert add(before, "agent-observed", to=entry_id("INBOX", 1)).blockers == ()


def test_the_changelog_names_the_entry_and_what_was_added() -> None:
    before = {**with_evidence("user-confirmed"), "changelog.md": "# Changelog\n"}

    after = written(before, add(before, "user-confirmed", "pr:#7"))

    assert after["changelog.md"] == f"# Changelog\n\n- 2026-11-30 Added evidence to {ID}: pr:#7\n"


@pytest.mark.parametrize(
    ("evidence", "to", "reason"),
    [
        ("agent-observed", ID, "evidence-not-admissible"),
        ("hearsay", ID, "evidence-malformed"),
        ("doc:b.md", ID, "evidence-source-missing"),
        ("pr:#7", entry_id("DEC", 9), "entry-not-found"),
        ("pr:#7", entry_id("DEC", 3), "entry-archived"),
    ],
)
def test_what_backs_nothing_is_refused(evidence: str, to: str, reason: str) -> None:
    before = {**with_evidence("user-confirmed"), "archive/a.md": memory_file("A", entry("DEC", 3))}

    draft = add(before, evidence, to=to)

    assert (draft.contents, reasons(draft.blockers)) == ({}, [reason])
