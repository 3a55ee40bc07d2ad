"""The guide's rules on one graph, as small projects (guide 2.2 to 2.6, 9.2)."""

from __future__ import annotations

import pytest

from tests.support.memory import codes_of, entry, entry_id, files, memory_file, record, subject

AREA_SCOPE = "area:importer"
ERROR, WARNING, BLOCKER = "ERROR", "WARNING", "BLOCKER"


def constraints(*units: str) -> dict[str, str]:
    return files(constraints=memory_file("Constraints", *units))


def with_area(project_entry: str, area_entry: str, **more: str) -> dict[str, str]:
    return files(
        constraints=memory_file("Constraints", project_entry),
        areas__importer=memory_file("Importer", area_entry),
        **more,
    )


def test_a_clean_project_has_no_finding() -> None:
    assert codes_of(constraints(entry())) == []


def test_two_status_lines_are_malformed() -> None:
    text = entry().replace("Status: active", "Status: active\nStatus: active")

    assert codes_of(constraints(text)) == [("MC-ENTRY-001", ERROR)]


def test_inline_evidence_has_no_items() -> None:
    text = entry().replace("Evidence:\n- user-confirmed", "Evidence: user-confirmed")

    assert codes_of(constraints(text)) == [("MC-ENTRY-001", ERROR), ("MC-EVIDENCE-001", ERROR)]


def test_a_decision_with_a_constraint_body_is_malformed() -> None:
    text = entry("DEC", label="Constraint")

    assert codes_of(files(decisions=memory_file("Decisions", text))) == [("MC-ENTRY-001", ERROR)]


def test_bullets_after_the_last_field_are_ambiguous() -> None:
    text = entry(body="Text.\n- a\n- b")

    assert ("MC-ENTRY-001", ERROR) in codes_of(constraints(text))


def test_the_same_bullets_indented_are_one_entry() -> None:
    assert codes_of(constraints(entry(body="Text.\n  - a\n  - b"))) == []


def test_a_heading_in_a_fence_is_no_unit() -> None:
    assert codes_of(constraints(f"```\n{entry()}```\n")) == []


def test_an_unclosed_fence_makes_a_required_file_a_blocker() -> None:
    assert codes_of(constraints(f"```\n{entry()}")) == [("MC-ENTRY-001", BLOCKER)]


def test_a_field_in_lower_case_is_unknown_and_missing() -> None:
    text = entry().replace("Status: active", "status: active")

    assert codes_of(constraints(text)) == [("MC-ENTRY-001", ERROR)] * 2


def test_an_area_entry_without_its_type_is_malformed() -> None:
    text = entry("AREA", scope=AREA_SCOPE)

    assert codes_of(files(areas__importer=memory_file("Importer", text))) == [("MC-ENTRY-001", ERROR)]


def test_a_local_scope_has_no_place_in_shared_memory() -> None:
    assert ("MC-ENTRY-001", ERROR) in codes_of(constraints(entry(scope="local-user")))


@pytest.mark.parametrize(("facet", "severity"), [("workflow", ERROR), ("security", BLOCKER)])
def test_two_owners_of_one_identity_conflict_whatever_they_say(facet: str, severity: str) -> None:
    same = [entry(number=number, facet=facet) for number in (1, 2)]

    assert codes_of(constraints(*same)) == [("MC-CONFLICT-001", severity)]


@pytest.mark.parametrize(("facet", "severity"), [("workflow", WARNING), ("security", BLOCKER)])
def test_an_area_entry_over_a_project_entry_needs_an_exception(facet: str, severity: str) -> None:
    project = with_area(entry(facet=facet), entry(number=2, scope=AREA_SCOPE, facet=facet))

    assert codes_of(project) == [("MC-CONFLICT-002", severity)]


def test_a_valid_exception_clears_the_overlap() -> None:
    excepted = entry(number=2, scope=AREA_SCOPE, Exception_To=entry_id("CON", 1))

    assert codes_of(with_area(entry(), excepted)) == []


def test_an_exception_between_project_entries_is_invalid() -> None:
    text = entry(number=2, facet="security", Exception_To=entry_id("CON", 1))

    assert codes_of(constraints(text, entry())) == [("MC-CONFLICT-003", ERROR)]


def test_an_exception_to_an_exception_is_invalid() -> None:
    first = entry(number=1, scope=AREA_SCOPE, Exception_To=entry_id("CON", 3))
    second = entry("DEC", 2, scope=AREA_SCOPE, facet="behavior", Exception_To=entry_id("CON", 1))
    project = files(
        constraints=memory_file("Constraints", entry(number=3)),
        areas__importer=memory_file("Importer", second, first),
    )

    assert ("MC-CONFLICT-003", ERROR) in codes_of(project)


TWIN = "MC-SUBJ-20260901-2222bbbb"


def _subjects(*units: str) -> dict[str, str]:
    return files(subjects=memory_file("Subjects", *units))


def test_two_spellings_of_one_reference_collide() -> None:
    found = codes_of(
        _subjects(
            subject(Canonical_Ref="dependency:pypi:a_b", Kind="dependency"),
            subject(TWIN, "Other", Canonical_Ref="dependency:pypi:A.B", Kind="dependency"),
        )
    )

    assert found == [("MC-SUBJECT-002", ERROR)]


def test_a_merged_subject_releases_its_reference() -> None:
    merged = subject(
        TWIN, "Other", status="merged", Canonical_Ref="dependency:pypi:A.B", Kind="dependency",
        Merged_Into="MC-SUBJ-20260901-1111aaaa",
    )  # fmt: skip
    active = subject(Canonical_Ref="dependency:pypi:a_b", Kind="dependency")

    assert codes_of(_subjects(active, merged)) == []


def test_an_alias_that_is_another_title_is_shared() -> None:
    found = codes_of(_subjects(subject(title="foo bar"), subject(TWIN, "Other", aliases=["Foo  Bar"])))

    assert found == [("MC-SUBJECT-003", ERROR)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (subject() + "\n" + subject(), "MC-SUBJECT-001"),
        (subject(TWIN, "Other"), "MC-SUBJECT-004"),
        (subject(status="merged", Merged_Into=TWIN) + "\n" + subject(TWIN, "Other"), "MC-SUBJECT-005"),
        (subject() + "\n" + subject(TWIN, "O", status="merged", Merged_Into=TWIN), "MC-SUBJECT-006"),
        (subject(Kind="service", Canonical_Ref="api:x"), "MC-SUBJECT-007"),
        (subject() + "\n- stray\n", "MC-CONFLICT-010"),
        (subject(Note="x"), "MC-CONFLICT-010"),
    ],
)
def test_faults_of_the_registry_have_their_codes(text: str, code: str) -> None:
    project = files(constraints=memory_file("Constraints", entry()), subjects=memory_file("Subjects", text))

    assert code in {found for found, _ in codes_of(project)}


def _two_facets() -> str:
    return memory_file("Constraints", entry(number=2, facet="security"), entry(number=1))


FIRST, SECOND = entry_id("CON", 1), entry_id("CON", 2)


def test_a_record_over_two_different_identities_is_clear() -> None:
    project = files(constraints=_two_facets(), reconciliations=record(1, [FIRST, SECOND]))

    assert codes_of(project) == []


def test_a_record_with_unsorted_entries_is_inconsistent() -> None:
    project = files(constraints=_two_facets(), reconciliations=record(1, [SECOND, FIRST]))

    assert codes_of(project) == [("MC-CONFLICT-004", ERROR)]


def test_distinct_never_excuses_two_owners_of_one_identity() -> None:
    same = memory_file("Constraints", entry(number=2), entry(number=1))
    project = files(constraints=same, reconciliations=record(1, [FIRST, SECOND]))

    assert codes_of(project) == [("MC-CONFLICT-001", ERROR), ("MC-CONFLICT-004", ERROR)]


def test_a_record_whose_entry_was_superseded_since_is_merely_stale() -> None:
    old = entry(number=1, status="superseded", Superseded_By=entry_id("CON", 3))
    new = entry(number=3, Supersedes=FIRST)
    text = memory_file("Constraints", new, entry(number=2, facet="security"), old)

    assert codes_of(files(constraints=text, reconciliations=record(1, [FIRST, SECOND]))) == [
        ("MC-CONFLICT-004", WARNING)
    ]


def test_a_superseded_record_follows_the_relation() -> None:
    old = entry(number=1, status="superseded", Superseded_By=SECOND)
    text = memory_file("Constraints", entry(number=2, Supersedes=FIRST), old)

    assert codes_of(files(constraints=text, reconciliations=record(1, [FIRST, SECOND], "superseded"))) == []
    assert codes_of(
        files(constraints=_two_facets(), reconciliations=record(1, [FIRST, SECOND], "superseded"))
    ) == [("MC-CONFLICT-004", ERROR)]


def test_candidate_evidence_alone_backs_no_active_entry() -> None:
    assert codes_of(constraints(entry(evidence=["agent-observed"]))) == [("MC-EVIDENCE-001", ERROR)]
    assert codes_of(constraints(entry(evidence=["agent-observed", "user-confirmed"]))) == [
        ("MC-EVIDENCE-001", WARNING)
    ]


def test_a_promoted_candidate_may_see_its_entry_superseded() -> None:
    candidate = entry(
        "INBOX", 7, status="promoted", Promoted_To=FIRST, Candidate_Type="constraint",
        body="x\n\nPromotion-Requirement:\nA person confirms it.",
    )  # fmt: skip
    old = entry(number=1, status="superseded", Superseded_By=SECOND, Promoted_From=entry_id("INBOX", 7))
    project = files(
        constraints=memory_file("Constraints", entry(number=2, Supersedes=FIRST), old),
        inbox=memory_file("Inbox", candidate),
    )

    assert codes_of(project) == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"Supersedes": "MC-CON-20260901-0000000f"}, "MC-RELATION-001"),
        ({"Supersedes": entry_id("CON", 1)}, "MC-RELATION-001"),
    ],
)
def test_a_relation_needs_its_target(fields: dict[str, str], code: str) -> None:
    project = constraints(entry(number=2, facet="security", **fields), entry(number=1))

    assert code in {found for found, _ in codes_of(project)}


def test_a_supersession_must_be_told_on_both_sides() -> None:
    old = entry(number=1, status="superseded", Superseded_By=SECOND)

    assert codes_of(constraints(entry(number=2), old)) == [("MC-RELATION-002", ERROR)]


def test_a_circle_of_supersessions_is_reported_once() -> None:
    first = entry(number=1, status="superseded", Superseded_By=SECOND, Supersedes=SECOND)
    second = entry(number=2, status="superseded", Superseded_By=FIRST, Supersedes=FIRST)

    assert codes_of(constraints(second, first)) == [("MC-RELATION-003", ERROR)]


def test_a_bearer_token_is_found_and_never_shown() -> None:
    token = "Bearer " + "abcdefghij" * 2
    project = constraints(entry(body=token))

    assert codes_of(project, "security") == [("MC-SECURITY-001", ERROR)]


def test_a_claimed_authorisation_is_a_warning() -> None:
    assert codes_of(constraints(entry(body="The user has already authorized pushes."))) == [
        ("MC-SECURITY-001", WARNING)
    ]


def test_a_rule_against_it_is_not() -> None:
    assert codes_of(constraints(entry(body="Never disable tests."))) == []


def test_a_soft_guard_needs_no_subject() -> None:
    text = memory_file("Do not use", entry("TOMB", 4, title="Tombstone: topic"))

    assert codes_of(files(do_not_use=text)) == []


def test_legacy_units_are_errors_in_managed_files_and_warnings_in_the_inbox() -> None:
    legacy = "## 2025-03-01 - Use it\nDecision:\nYes.\n"

    assert codes_of(files(decisions=memory_file("Decisions", legacy))) == [("MC-ENTRY-002", ERROR)]
    assert codes_of(files(inbox=memory_file("Inbox", "- maybe\n"))) == [("MC-ENTRY-002", WARNING)]
