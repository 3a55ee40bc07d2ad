"""One Subject merged into another: what follows, what stays history, what stands in the way."""

from __future__ import annotations

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.plans.subject_merge import MergeRequest, plan_subject_merge
from memoir_git.custodian.reconciliations import parse_records
from memoir_git.custodian.subjects import Subject, parse_registry
from tests.support.memory import SUBJECT as INTO
from tests.support.memory import entry, entry_id, files, memory_file, record, subject
from tests.support.planning import errors, facts, material, outcome, words

GONE = "MC-SUBJ-20260902-2222bbbb"
EARLIER = "MC-SUBJ-20260903-3333cccc"
TARGET = subject(INTO, "Build", aliases=["CI"])
SOURCE = subject(GONE, "Builder", aliases=["ci", "make"])


def memory(*subjects: str, **others: str) -> dict[str, str]:
    return files(subjects=memory_file("Subjects", *(subjects or (SOURCE, TARGET))), **others)


def merged(contents: dict[str, str], *, keep_target_ref: bool = False) -> Draft:
    request = MergeRequest(source=GONE, target=INTO, keep_target_ref=keep_target_ref)
    return plan_subject_merge(material(contents), request)


def registered(contents: dict[str, str], draft: Draft) -> dict[str, Subject]:
    registry = parse_registry(lex(outcome(contents, draft)["subjects.md"]))
    assert registry.faults == ()
    assert [one.faults for one in registry.subjects if one.faults] == []
    return {one.id: one for one in registry.subjects}


def candidate(number: int, status: str = "candidate", **fields: str) -> str:
    text = entry("INBOX", number, status=status, Candidate_Type="decision", **fields)
    return text + "\nPromotion-Requirement:\nAsk.\n"


def test_the_source_leads_to_the_target_which_takes_over_its_names() -> None:
    contents = memory()

    found = registered(contents, merged(contents))

    assert found[GONE].scalars["Merged-Into"] == INTO
    assert found[GONE].is_merged
    assert found[INTO].aliases == ("CI", "Builder", "make")
    assert found[INTO].merged_from == (GONE,)


def test_what_is_current_names_the_target_and_what_is_history_stays() -> None:
    provisional = {"Provisional_Subject": GONE, "Provisional_Facet": "behavior"}
    contents = memory(
        constraints=memory_file("C", entry("CON", 1, subject=GONE)),
        inbox=memory_file("I", candidate(2, **provisional)),
        archive__old=memory_file("A", entry("CON", 4, subject=GONE)),
        areas__importer=memory_file(
            "A", entry("CON", 5, scope="area:importer", subject=GONE, facet="security")
        ),
    )

    draft = merged(contents)

    after = outcome(contents, draft)
    assert f"Subject: {INTO}" in after["constraints.md"]
    assert f"Provisional-Subject: {INTO}" in after["inbox.md"]
    assert f"Subject: {INTO}" in after["areas/importer.md"]
    assert after["archive/old.md"] == contents["archive/old.md"]
    assert facts(draft)["kept_as_history"] == (entry_id("CON", 4),)


def test_an_id_in_another_spelling_is_a_reference_too() -> None:
    contents = memory(constraints=memory_file("C", entry("CON", 1, subject=GONE.lower())))

    assert f"Subject: {INTO}" in outcome(contents, merged(contents))["constraints.md"]


def test_what_was_merged_into_the_source_leads_to_the_target_in_one_step() -> None:
    earlier = subject(EARLIER, "Maker", status="merged", Merged_Into=GONE)
    source = SOURCE + f"\nMerged-From:\n- {EARLIER}\n"
    contents = memory(earlier, source, TARGET)

    draft = merged(contents)

    found = registered(contents, draft)
    assert found[EARLIER].scalars["Merged-Into"] == INTO
    assert found[INTO].merged_from == (GONE, EARLIER)
    assert found[GONE].merged_from == ()
    assert facts(draft)["retargeted"] == (EARLIER,)
    assert errors(outcome(contents, draft)) == []


def test_a_reference_moves_to_a_target_without_one() -> None:
    contents = memory(subject(GONE, "B", Kind="feature", Canonical_Ref="feature:b"), TARGET)

    assert registered(contents, merged(contents))[INTO].canonical_ref == "feature:b"


def test_two_references_stand_in_the_way_unless_the_target_keeps_its_own() -> None:
    contents = memory(
        subject(GONE, "B", Kind="feature", Canonical_Ref="feature:b"),
        subject(INTO, "Build", Kind="feature", Canonical_Ref="feature:build"),
    )

    assert words(merged(contents).blockers) == [("references-differ", INTO)]
    kept = registered(contents, merged(contents, keep_target_ref=True))
    assert (kept[INTO].canonical_ref, kept[GONE].canonical_ref) == ("feature:build", "feature:b")


def test_a_second_owner_of_one_identity_stands_in_the_way() -> None:
    contents = memory(
        constraints=memory_file("C", entry("CON", 1, subject=GONE), entry("CON", 2, subject=INTO))
    )

    draft = merged(contents)

    assert words(draft.blockers) == [("second-owner", entry_id("CON", 1))]
    assert draft.contents == {}


def superseded_pair(*, subject: str) -> str:
    return memory_file(
        "C",
        entry("CON", 2, subject=subject, Supersedes=entry_id("CON", 1)),
        entry("CON", 1, subject=subject, status="superseded", Superseded_By=entry_id("CON", 2)),
    )


def test_a_record_speaks_of_the_history_and_of_who_owns_it_now() -> None:
    contents = memory(constraints=superseded_pair(subject=GONE))

    draft = merged(contents)

    after = outcome(contents, draft)
    (found,) = parse_records(lex(after["reconciliations.md"])).records
    assert (found.entries, found.resolution) == ((entry_id("CON", 1), entry_id("CON", 2)), "subject-merged")
    assert errors(after) == []


@pytest.mark.parametrize("constraints", [memory_file("C"), memory_file("C", entry("CON", 1, subject=GONE))])
def test_fewer_than_two_entries_make_no_record(constraints: str) -> None:
    draft = merged(memory(constraints=constraints))

    assert "reconciliations.md" not in draft.contents
    assert facts(draft)["records"] == ()


def test_a_pair_that_has_a_record_gets_no_second_one() -> None:
    pair = [entry_id("CON", 1), entry_id("CON", 2)]
    records = memory_file("R", record(1, pair, "superseded"))
    contents = memory(constraints=superseded_pair(subject=GONE), reconciliations=records)

    draft = merged(contents)

    assert "reconciliations.md" not in draft.contents
    assert errors(outcome(contents, draft)) == []


def test_a_record_that_nothing_would_back_is_left_out_with_a_warning() -> None:
    weak = [text.replace("user-confirmed", "legacy-unverified") for text in (SOURCE, TARGET)]
    contents = memory(*weak, constraints=superseded_pair(subject=GONE))

    draft = merged(contents)

    assert words(draft.warnings) == [("record-without-evidence", "")]
    assert "reconciliations.md" not in draft.contents


def test_an_overlap_that_the_merge_makes_is_shown() -> None:
    area = memory_file("A", entry("CON", 5, scope="area:importer", subject=GONE))
    contents = memory(constraints=memory_file("C", entry("CON", 1)), areas__importer=area)

    assert [found.code.id for found in merged(contents).warnings] == ["MC-CONFLICT-002"]


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        (memory(TARGET), [("subject-not-found", GONE)]),
        (memory(SOURCE), [("subject-not-found", INTO)]),
        (memory(SOURCE, subject(INTO, status="merged", Merged_Into=GONE)), [("subject-is-merged", GONE)]),
        (
            memory(constraints=memory_file("C", entry(subject=GONE), entry(subject=GONE))),
            [("entry-stands-twice", entry_id("CON", 1))] * 2,
        ),
        (memory(decisions="# D\n\n```\n"), [("file-unusable", "")]),
    ],
)
def test_what_cannot_be_told_is_not_merged(contents: dict[str, str], expected: list[tuple[str, str]]) -> None:
    draft = merged(contents)

    assert words(draft.blockers) == expected
    assert draft.contents == {}


def test_a_subject_is_not_merged_into_itself() -> None:
    request = MergeRequest(source=INTO, target=INTO.lower(), keep_target_ref=False)

    assert words(plan_subject_merge(material(memory()), request).blockers) == [("subject-into-itself", INTO)]
