"""Superseding: two edits in one plan, which both name the other; the identity stays."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.custodian.plans.add import plan_add
from memoir_git.custodian.plans.draft import Draft
from tests.support.additions import add_request, material_of, reasons, told, written
from tests.support.memory import entry, entry_id, files, memory_file, subject

OTHER = "MC-SUBJ-20260901-2222bbbb"
OWNER = files(decisions=memory_file("Decisions", entry("DEC", 1, facet="behavior")))


def add(before: dict[str, str], **asked: Any) -> Draft:
    return plan_add(add_request(**asked), material_of(before))


def test_the_new_entry_and_the_old_one_name_each_other() -> None:
    draft = add(OWNER, supersedes=entry_id("DEC", 1).lower())

    after = written(OWNER, draft)["decisions.md"]
    assert f"- user-confirmed\nSupersedes: {entry_id('DEC', 1)}\n" in after
    assert f"Status: superseded\nSuperseded-By: {draft.facts[0][1]}\nScope: project\n" in after
    assert told(written(OWNER, draft)) == told(OWNER)


def test_what_is_not_said_comes_from_the_old_entry() -> None:
    before = files(areas__importer=memory_file("I", entry("CON", 1, scope="area:importer")))

    draft = add(before, type="constraint", supersedes=entry_id("CON", 1), subject=None, facet=None)

    assert told(written(before, draft)) == told(before)


def test_it_may_stand_in_another_file() -> None:
    draft = add(OWNER, type="constraint", supersedes=entry_id("DEC", 1))

    assert sorted(draft.contents) == ["constraints.md", "decisions.md"]
    assert told(written(OWNER, draft)) == told(OWNER)


def test_an_exception_stays_one() -> None:
    area = entry("CON", 2, scope="area:importer", facet="behavior", Exception_To=entry_id("DEC", 1))
    before = {**OWNER, "areas/importer.md": memory_file("I", area)}

    draft = add(before, type="constraint", supersedes=entry_id("CON", 2), subject=None, facet=None)

    assert f"Exception-To: {entry_id('DEC', 1)}\nEvidence:" in written(before, draft)["areas/importer.md"]
    assert told(written(before, draft)) == told(before)


def test_a_rule_follows_the_one_of_its_file() -> None:
    rule = {"type": "rule", "subject": None, "facet": None}
    before = files()
    first = add(before, name="tone", **rule)
    after = written(before, first)

    draft = add(after, supersedes=str(first.facts[0][1]), message="Be brief.", **rule)

    assert sorted(draft.contents) == ["rules/tone.md"]
    assert told(written(after, draft)) == told(before)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"supersedes": entry_id("DEC", 9)}, "entry-not-found"),
        ({"supersedes": "no id"}, "entry-not-found"),
        ({"supersedes": entry_id("DEC", 1), "facet": "interface"}, "identity-changes"),
        ({"supersedes": entry_id("DEC", 1), "subject": OTHER}, "identity-changes"),
        ({"supersedes": entry_id("DEC", 1), "area": "importer"}, "identity-changes"),
        ({"supersedes": entry_id("DEC", 1), "type": "preference"}, "type-changes"),
        ({"supersedes": entry_id("INBOX", 3)}, "entry-not-active"),
        ({"supersedes": entry_id("DEC", 4)}, "entry-malformed"),
        ({"supersedes": entry_id("DEC", 5)}, "entry-archived"),
    ],
)
def test_what_cannot_be_superseded_so_is_refused(asked: dict[str, Any], reason: str) -> None:
    candidate = entry(
        "INBOX", 3, status="candidate", Candidate_Type="decision", Promotion_Requirement="None."
    )
    before = {
        **OWNER,
        "subjects.md": memory_file("S", subject(), subject(OTHER, "Other")),
        "inbox.md": memory_file("I", candidate),
        "constraints.md": memory_file("C", entry("DEC", 4)),
        "archive/old.md": memory_file("A", entry("DEC", 5)),
    }

    assert reason in reasons(add(before, **asked).blockers)


def test_what_was_superseded_names_its_successor() -> None:
    before = dict(OWNER)
    first = add(before, supersedes=entry_id("DEC", 1))
    [finding] = add(written(before, first), supersedes=entry_id("DEC", 1)).blockers

    assert (reasons((finding,)), finding.entry_id) == (["already-superseded"], first.facts[0][1])


def test_an_entry_that_others_are_exceptions_to_is_kept() -> None:
    area = entry("CON", 2, scope="area:importer", facet="behavior", Exception_To=entry_id("DEC", 1))
    before = {**OWNER, "areas/importer.md": memory_file("I", area)}

    [finding] = add(before, supersedes=entry_id("DEC", 1)).blockers

    assert (reasons((finding,)), finding.entry_id) == (["exception-depends"], entry_id("CON", 2))
