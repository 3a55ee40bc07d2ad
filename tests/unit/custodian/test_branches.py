"""The merge-aware review: owners, supersessions, Subject merges and records between two branches."""

from __future__ import annotations

import pytest

from memoir_git.custodian.branches import ReviewStatus
from tests.support.branches import details_of, reviewed, told
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file, record, subject

OTHER = "MC-SUBJ-20260901-2222bbbb"
THIRD = "MC-SUBJ-20260901-3333cccc"
TWO_SUBJECTS = memory_file("S", subject(), subject(OTHER, "Deploy"))
BASE = files(subjects=TWO_SUBJECTS)


def decisions(*units: str, **others: str | None) -> dict[str, str]:
    return files(**{"subjects": TWO_SUBJECTS, "decisions": memory_file("D", *units), **others})


def subjects(*units: str, **others: str | None) -> dict[str, str]:
    return files(subjects=memory_file("S", *units), **others)


ONE = entry("DEC", 1)
EDITED = entry("DEC", 1, body="Another text.")
NEXT = entry("DEC", 9, Supersedes=entry_id("DEC", 1))
ENDED = entry("DEC", 1, status="superseded", Superseded_By=entry_id("DEC", 9))
BESIDE = entry("DEC", 2, subject=OTHER)
ACKNOWLEDGED = memory_file("R", record(1, [entry_id("DEC", 1), entry_id("DEC", 2)]))


def test_branches_that_changed_nothing_are_clear() -> None:
    review = reviewed(BASE, BASE, BASE)

    assert (review.status, review.findings, review.ours, review.theirs) == (ReviewStatus.CLEAR, (), (), ())


def test_a_change_on_one_side_only_is_clear() -> None:
    review = reviewed(BASE, decisions(ONE), BASE)

    assert told(review) == []
    assert [(unit.id, unit.path, unit.how.value) for unit in review.ours] == [
        (entry_id("DEC", 1), "decisions.md", "added")
    ]


def test_each_side_adding_an_owner_of_one_identity_is_a_conflict() -> None:
    review = reviewed(BASE, decisions(ONE), decisions(entry("DEC", 2)))

    assert (review.status, told(review)) == (
        ReviewStatus.CONFLICT,
        ["MC-CONFLICT-001 same-identity ERROR"],
    )
    assert details_of(review, "same-identity")["scope"] == "merge"
    assert details_of(review, "same-identity")["theirs"] == (entry_id("DEC", 2),)


def test_rival_owners_of_the_safety_baseline_block() -> None:
    ours, theirs = (
        files(constraints=memory_file("C", entry(number=number, facet="security"))) for number in (1, 2)
    )

    assert told(reviewed(files(), ours, theirs)) == ["MC-CONFLICT-001 same-identity BLOCKER"]


def test_an_entry_each_side_edited_in_its_own_way_is_a_conflict() -> None:
    review = reviewed(decisions(ONE), decisions(EDITED), decisions(entry("DEC", 1, body="A third.")))

    assert told(review) == ["MC-CONFLICT-001 divergent-edit ERROR"]
    assert details_of(review, "divergent-edit")["scope"] == "merge"


def test_disjoint_edits_of_one_entry_are_joined_and_clear() -> None:
    longer = entry("DEC", 1, evidence=("user-confirmed", "issue:#4"))

    assert told(reviewed(decisions(ONE), decisions(EDITED), decisions(longer))) == []


def test_superseding_what_the_other_side_edits_is_a_conflict() -> None:
    review = reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(EDITED))

    assert told(review) == ["MC-CONFLICT-007 edited ERROR"]
    assert details_of(review, "edited")["side"] == "ours"


def test_an_exception_to_what_the_other_side_superseded_is_a_conflict() -> None:
    area = memory_file("I", entry("DEC", 3, scope="area:importer", Exception_To=entry_id("DEC", 1)))

    review = reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(ONE, areas__importer=area))

    assert "MC-CONFLICT-007 relation ERROR" in told(review)


def test_two_successors_of_one_entry_are_a_conflict() -> None:
    other_end = entry("DEC", 1, status="superseded", Superseded_By=entry_id("DEC", 8))
    other_next = entry("DEC", 8, Supersedes=entry_id("DEC", 1))

    review = reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(other_next, other_end))

    assert review.status is ReviewStatus.CONFLICT
    assert set(told(review)) == {
        "MC-CONFLICT-001 same-identity ERROR",
        "MC-CONFLICT-007 relation ERROR",
    }


def test_being_related_to_what_was_superseded_is_a_warning() -> None:
    related = entry("DEC", 2, subject=OTHER).replace(
        "Evidence:", f"Related:\n- {entry_id('DEC', 1)}\nEvidence:"
    )

    review = reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(related, ONE))

    assert "MC-CONFLICT-007 related WARNING" in told(review)


def test_more_evidence_for_what_was_superseded_joins_it() -> None:
    longer = entry("DEC", 1, evidence=("user-confirmed", "issue:#4"))

    assert told(reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(longer))) == []


def test_one_supersession_picked_to_both_sides_is_nothing() -> None:
    both = decisions(NEXT, ENDED)
    review = reviewed(decisions(ONE), both, both)

    assert (told(review), review.ours, review.theirs) == ([], (), ())


MERGED = subject(OTHER, "Deploy", status="merged", Merged_Into=SUBJECT)


def test_an_entry_on_a_subject_the_other_side_merged_is_a_conflict() -> None:
    review = reviewed(BASE, subjects(subject(), MERGED), decisions(BESIDE))

    assert told(review) == ["MC-CONFLICT-008 entry ERROR"]
    assert details_of(review, "entry")["entries"] == (entry_id("DEC", 2),)


def test_a_candidate_on_a_subject_the_other_side_merged_is_a_warning() -> None:
    candidate = entry(
        "INBOX",
        5,
        status="candidate",
        Candidate_Type="decision",
        Provisional_Subject=OTHER,
        Provisional_Facet="workflow",
    )
    inbox = memory_file("I", candidate + "\nPromotion-Requirement:\nSomebody confirms.\n")

    review = reviewed(BASE, subjects(subject(), MERGED), files(subjects=TWO_SUBJECTS, inbox=inbox))

    assert "MC-CONFLICT-008 candidate WARNING" in told(review)


def test_a_chain_of_subject_merges_is_a_conflict() -> None:
    base = subjects(subject(), subject(OTHER, "Deploy"), subject(THIRD, "Release"))
    ours = subjects(subject(), MERGED, subject(THIRD, "Release"))
    chained = subject(THIRD, "Release", status="merged", Merged_Into=OTHER)
    theirs = subjects(subject(), subject(OTHER, "Deploy"), chained)

    assert told(reviewed(base, ours, theirs)) == ["MC-CONFLICT-008 merged-into ERROR"]


def test_a_subject_merged_here_and_renamed_there_needs_a_person() -> None:
    theirs = subjects(subject(), subject(OTHER, "Rollout"))

    assert told(reviewed(BASE, subjects(subject(), MERGED), theirs)) == [
        "MC-CONFLICT-006 divergent-edit WARNING"
    ]


def test_different_decisions_added_to_one_file_need_a_person() -> None:
    review = reviewed(BASE, decisions(ONE), decisions(BESIDE))

    assert (review.status, told(review)) == (ReviewStatus.REVIEW, ["MC-CONFLICT-006 same-file WARNING"])
    assert details_of(review, "same-file") == {
        "reason": "same-file",
        "units": (entry_id("DEC", 1), entry_id("DEC", 2)),
        "ours": (entry_id("DEC", 1),),
        "theirs": (entry_id("DEC", 2),),
    }


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_a_record_that_holds_in_the_union_clears_them(side: str) -> None:
    extra: dict[str, str | None] = {"reconciliations": ACKNOWLEDGED}
    review = reviewed(
        BASE,
        decisions(ONE, **(extra if side == "ours" else {})),
        decisions(BESIDE, **(extra if side == "theirs" else {})),
    )

    assert (told(review), review.holding) == ([], ("MC-REC-20260901-00000001",))


def test_a_record_that_holds_nowhere_is_told() -> None:
    broken = memory_file("R", record(1, [entry_id("DEC", 1), entry_id("DEC", 7)]))
    review = reviewed(BASE, decisions(ONE, reconciliations=broken), decisions(BESIDE))

    assert told(review) == ["MC-CONFLICT-004 entry-missing ERROR", "MC-CONFLICT-006 same-file WARNING"]


def test_a_record_in_the_result_clears_them() -> None:
    result = decisions(ONE, BESIDE, reconciliations=ACKNOWLEDGED)
    review = reviewed(BASE, decisions(ONE), decisions(BESIDE), result)

    assert (review.status, told(review)) == (ReviewStatus.CLEAR, [])


def test_a_record_the_bases_have_already_clears_nothing() -> None:
    base = decisions(ONE, BESIDE, reconciliations=ACKNOWLEDGED)
    ours = decisions(EDITED, BESIDE, reconciliations=ACKNOWLEDGED)
    theirs = decisions(ONE, entry("DEC", 2, subject=OTHER, body="New."), reconciliations=ACKNOWLEDGED)

    assert told(reviewed(base, ours, theirs)) == ["MC-CONFLICT-006 same-file WARNING"]


def test_different_facets_of_one_subject_need_a_person() -> None:
    ours, theirs = (
        decisions(ONE),
        files(subjects=TWO_SUBJECTS, constraints=memory_file("C", entry(number=4, facet="lifecycle"))),
    )

    assert told(reviewed(BASE, ours, theirs)) == ["MC-CONFLICT-006 same-subject WARNING"]


@pytest.mark.parametrize(("about", "severity"), [(SUBJECT, ["WARNING", "WARNING"]), (OTHER, ["INFO"])])
def test_a_project_constraint_beside_an_area_entry_weighs_by_subject(about: str, severity: list[str]) -> None:
    area = entry("DEC", 3, scope="area:importer", facet="lifecycle", subject=about)
    ours = files(subjects=TWO_SUBJECTS, constraints=memory_file("C", entry()))
    theirs = files(subjects=TWO_SUBJECTS, areas__importer=memory_file("I", area))

    found = reviewed(BASE, ours, theirs).findings

    assert [finding.severity.name for finding in found] == severity


def test_subjects_both_sides_created_without_a_reference_need_a_person() -> None:
    ours = subjects(subject(), subject(OTHER, "Deploy"))
    theirs = subjects(subject(), subject(THIRD, "Release"))

    assert told(reviewed(files(), ours, theirs)) == ["MC-CONFLICT-006 new-subjects WARNING"]


def test_a_record_over_entries_on_new_subjects_tells_them_apart() -> None:
    ours = subjects(subject(), subject(OTHER, "Deploy"), decisions=memory_file("D", BESIDE))
    release = entry("CON", 3, subject=THIRD)
    theirs = subjects(subject(), subject(THIRD, "Release"), constraints=memory_file("C", release))
    result = subjects(
        subject(),
        subject(OTHER, "Deploy"),
        subject(THIRD, "Release"),
        decisions=memory_file("D", BESIDE),
        constraints=memory_file("C", release),
        reconciliations=memory_file("R", record(1, [entry_id("CON", 3), entry_id("DEC", 2)])),
    )

    assert told(reviewed(files(), ours, theirs, result)) == []


@pytest.mark.parametrize(
    ("ours", "theirs", "reason"),
    [
        (
            subject(OTHER, "A", Kind="feature", Canonical_Ref="feature:x"),
            subject(THIRD, "B", Kind="feature", Canonical_Ref="feature:X"),
            "canonical-ref",
        ),
        (subject(OTHER, "Cache", aliases=("kv store",)), subject(THIRD, "KV  Store"), "alias"),
        (subject(OTHER, "A"), subject(OTHER, "B"), "same-id"),
    ],
)
def test_subjects_that_collide_are_a_conflict_that_no_record_excuses(
    ours: str, theirs: str, reason: str
) -> None:
    review = reviewed(files(), subjects(subject(), ours), subjects(subject(), theirs))

    assert told(review) == [f"MC-CONFLICT-005 {reason} ERROR"]


def test_a_new_alias_over_there_collides_with_a_new_subject_here() -> None:
    ours = subjects(subject(), subject(OTHER, "Pipeline"))
    theirs = subjects(subject(aliases=("pipeline",)))

    assert told(reviewed(files(), ours, theirs)) == ["MC-CONFLICT-005 alias ERROR"]


def test_an_alias_that_moved_from_one_subject_to_another_collides_with_nothing() -> None:
    base = subjects(subject(aliases=("pipeline",)))

    assert told(reviewed(base, subjects(subject(), subject(OTHER, "Pipeline")), base)) == []


def test_deleting_what_the_other_side_edits_needs_a_person() -> None:
    review = reviewed(decisions(ONE), decisions(), decisions(EDITED))

    assert told(review) == ["MC-CONFLICT-006 delete-modify WARNING"]
    assert details_of(review, "delete-modify")["side"] == "ours"


def test_an_entry_moved_here_and_edited_there_is_one_change_and_is_lost_on_neither() -> None:
    old = entry("DEC", 1, status="superseded", Superseded_By="external:removed")
    edited = entry("DEC", 1, status="superseded", Superseded_By="external:removed", body="New.")
    moved = decisions(archive__old=memory_file("Archived", old))
    review = reviewed(decisions(old), moved, decisions(edited))

    assert (told(review), review.ours) == ([], ())
    assert [unit.id for unit in review.theirs] == [entry_id("DEC", 1)]


def test_evidence_the_other_side_changed_needs_a_person() -> None:
    ours = decisions(entry("DEC", 1, evidence=("doc:docs/build.md",)))
    moved = (frozenset[str](), frozenset({"docs/build.md", "docs"}))
    review = reviewed(BASE, ours, BASE, moved=moved)

    assert told(review) == ["MC-CONFLICT-006 evidence-moved WARNING"]
    assert details_of(review, "evidence-moved")["sources"] == ("docs/build.md",)


def test_two_unrelated_candidates_need_nobody() -> None:
    def inbox(number: int) -> dict[str, str]:
        unit = entry("INBOX", number, status="candidate", Candidate_Type="decision")
        return files(inbox=memory_file("I", unit + "\nPromotion-Requirement:\nConfirm.\n"))

    assert told(reviewed(files(), inbox(1), inbox(2))) == []


def test_a_unit_is_changed_only_if_it_differs_from_every_base() -> None:
    bases = [decisions(ONE), decisions(EDITED)]

    review = reviewed(bases, decisions(EDITED), decisions(EDITED, entry("CON", 5, subject=OTHER)))

    assert (review.ours, [unit.id for unit in review.theirs]) == ((), [entry_id("CON", 5)])


def test_branches_that_chose_another_base_each_need_a_person() -> None:
    bases = [decisions(ONE), decisions(EDITED)]

    assert told(reviewed(bases, decisions(ONE), decisions(EDITED))) == [
        "MC-CONFLICT-001 divergent-edit ERROR"
    ]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (decisions(NEXT, ENDED), []),
        (decisions(EDITED, ENDED.replace("Decision:", "Reason:")), None),
    ],
)
def test_a_result_that_shows_a_legal_state_settles_a_conflict(
    result: dict[str, str], expected: list[str] | None
) -> None:
    review = reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(EDITED), result)

    assert (told(review) == []) == (expected == [])


def test_the_mechanical_union_as_result_settles_no_rivalry() -> None:
    both = decisions(entry("DEC", 2), ONE)

    review = reviewed(BASE, decisions(ONE), decisions(entry("DEC", 2)), both)

    assert told(review) == ["MC-CONFLICT-001 same-identity ERROR"]


def test_a_result_with_another_facet_settles_a_rivalry() -> None:
    both = decisions(entry("DEC", 2, facet="security"), ONE)
    review = reviewed(BASE, decisions(ONE), decisions(entry("DEC", 2)), both)

    assert "MC-CONFLICT-001 same-identity ERROR" not in told(review)


def test_a_result_with_markers_settles_nothing() -> None:
    result = {**decisions(), "decisions.md": "# D\n\n<<<<<<< ours\n" + ENDED + ">>>>>>> theirs\n"}

    review = reviewed(decisions(ONE), decisions(NEXT, ENDED), decisions(EDITED), result)

    assert "MC-CONFLICT-007 edited ERROR" in told(review)


def test_what_is_wrong_with_a_branch_is_told_by_its_side() -> None:
    broken = decisions(ONE.replace("Status: active", "Status: maybe"))

    (finding,) = reviewed(BASE, BASE, broken).findings

    assert (finding.code.id, dict(finding.details)["side"]) == ("MC-ENTRY-001", "theirs")


def test_a_file_that_cannot_be_read_deleted_nothing() -> None:
    broken = {**decisions(), "decisions.md": "# D\n\n```\n"}
    review = reviewed(decisions(ONE), decisions(EDITED), broken)

    assert review.theirs == ()
    assert [line for line in told(review) if "CONFLICT" in line] == []


def test_what_is_found_names_ids_and_paths_only() -> None:
    marker = "xyzzyplugh"
    ours = files(
        subjects=memory_file("S", subject(aliases=(marker,)), subject(OTHER, marker)),
        decisions=memory_file("D", entry("DEC", 1, title=marker, body=marker)),
    )
    theirs = files(
        subjects=memory_file("S", subject(), subject(THIRD, marker)),
        decisions=memory_file("D", entry("DEC", 2, title=marker, body=marker)),
    )

    review = reviewed(files(), ours, theirs)

    assert len(review.findings) > 2
    assert marker not in repr(review)
