"""Subjects that come, are renamed, get an alias: exact collisions, and nothing that would be misread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.plans.subject import (
    SubjectRequest,
    plan_subject_add,
    plan_subject_alias,
    plan_subject_rename,
)
from memoir_git.custodian.subjects import Subject, parse_registry
from tests.support.memory import SUBJECT, entry, files, memory_file, subject
from tests.support.planning import errors, facts, material, outcome, words

OTHER = "MC-SUBJ-20260902-2222bbbb"
NEW = "MC-SUBJ-20261130-aaaaaaaa"
REGISTRY = memory_file(
    "Subjects",
    subject(
        OTHER, "CSV reader", aliases=["Fast CSV"], Kind="dependency", Canonical_Ref="dependency:pypi:fast-csv"
    ),
    subject(SUBJECT, "Build"),
)
CONTENTS = files(subjects=REGISTRY)
REQUEST = SubjectRequest(
    title="Plough", kind="feature", canonical_ref=None, aliases=(), evidence=("user-confirmed",)
)


def added(**changed: object) -> Draft:
    return plan_subject_add(material(CONTENTS), replace(REQUEST, **changed))  # type: ignore[arg-type]


def registered(draft: Draft) -> dict[str, Subject]:
    text = outcome(CONTENTS, draft)["subjects.md"]
    return {one.id: one for one in parse_registry(lex(text)).subjects}


def test_a_new_subject_stands_first_and_reads_back() -> None:
    draft = added(title=" The \n plough ", canonical_ref="feature:Plough", aliases=("ploughs",))

    found = registered(draft)
    assert list(found) == [NEW, OTHER, SUBJECT]
    assert (found[NEW].title, found[NEW].aliases) == ("The plough", ("ploughs",))
    assert found[NEW].scalars == {"Status": "active", "Kind": "feature", "Canonical-Ref": "feature:plough"}
    assert errors(outcome(CONTENTS, draft)) == []


def test_a_subject_without_aliases_has_the_label_all_the_same() -> None:
    assert "\nAliases:\n\n## MC-SUBJ-20260902" in outcome(CONTENTS, added())["subjects.md"]


def test_the_preview_lists_the_active_subjects() -> None:
    assert facts(added())["active_subjects"] == (SUBJECT, OTHER)


def test_an_alias_that_says_what_the_title_says_is_left_out() -> None:
    assert registered(added(aliases=("PLOUGH", "share", "Share")))[NEW].aliases == ("share",)


@pytest.mark.parametrize(
    ("changed", "reason", "owner"),
    [
        ({"title": "build"}, "title-taken", SUBJECT),
        ({"title": "fast  csv"}, "title-taken", OTHER),
        ({"aliases": ("ＢＵＩＬＤ",)}, "alias-taken", SUBJECT),
        ({"canonical_ref": "dependency:pypi:Fast_CSV"}, "reference-taken", OTHER),
    ],
)
def test_an_exact_collision_names_the_owner(changed: dict[str, object], reason: str, owner: str) -> None:
    assert words(added(**changed).blockers) == [(reason, owner)]


def test_likeness_is_no_collision() -> None:
    assert added(title="Builds").blockers == ()


def test_a_merged_subject_owns_no_name_any_more() -> None:
    merged = subject(OTHER, "CSV reader", status="merged", Merged_Into=SUBJECT)
    given = material(files(subjects=memory_file("S", merged, subject())))

    assert plan_subject_add(given, replace(REQUEST, title="CSV reader")).blockers == ()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"title": " \n "}, "empty-name"),
        ({"title": "a\x1bb"}, "unprintable-name"),
        ({"title": "x" * 1001}, "name-too-long"),
        ({"aliases": ("",)}, "empty-name"),
        ({"kind": "thing"}, "unknown-kind"),
        ({"canonical_ref": "cargo:x"}, "malformed-reference"),
        ({"canonical_ref": "repo-path:a\x1bb"}, "malformed-reference"),
        ({"evidence": ()}, "evidence-missing"),
        ({"evidence": ("agent-observed",)}, "evidence-not-admissible"),
        ({"evidence": ("user-confirmed", "hearsay")}, "evidence-malformed"),
        ({"evidence": ("repo:a\x1bb",)}, "evidence-malformed"),
        ({"title": "C #"}, "name-would-be-misread"),
    ],
)
def test_words_that_cannot_be_written_are_refused(changed: dict[str, object], reason: str) -> None:
    assert words(added(**changed).blockers) == [(reason, "")]


def test_evidence_is_written_once_in_its_normal_spelling() -> None:
    draft = added(evidence=("repo:./a//b.py", "repo:a/b.py", "user-confirmed"))

    assert "Evidence:\n- repo:a/b.py\n- user-confirmed\n\n" in outcome(CONTENTS, draft)["subjects.md"]


def test_a_source_that_is_not_there_is_a_warning() -> None:
    given = replace(material(CONTENTS), has_source=lambda _item: False)

    draft = plan_subject_add(given, replace(REQUEST, evidence=("doc:gone.md",)))

    assert (words(draft.warnings), draft.blockers) == ([("evidence-source-missing", "")], ())


@pytest.mark.parametrize(
    ("changed", "reasons"),
    [
        ({"canonical_ref": "api:plough"}, ["kind-and-reference-differ"]),
        ({"kind": "area", "canonical_ref": "area:field"}, ["area-not-declared"]),
        ({"kind": "area", "canonical_ref": "area:importer"}, []),
    ],
)
def test_a_reference_that_does_not_fit_is_a_warning(changed: dict[str, object], reasons: list[str]) -> None:
    assert [reason for reason, _ in words(added(**changed).warnings)] == reasons


@pytest.mark.parametrize(("registry", "reason"), [(None, "file-missing"), ("# S\n\n```\n", "file-unusable")])
def test_a_registry_that_cannot_be_read_takes_no_subject(registry: str | None, reason: str) -> None:
    draft = plan_subject_add(material(files(subjects=registry)), REQUEST)

    assert words(draft.blockers) == [(reason, "")]


def test_a_rename_changes_the_title_and_no_other_byte() -> None:
    draft = plan_subject_rename(material(CONTENTS), SUBJECT, "Building")

    assert outcome(CONTENTS, draft)["subjects.md"] == REGISTRY.replace("— Build\n", "— Building\n")


def test_a_rename_to_the_title_it_has_changes_nothing() -> None:
    draft = plan_subject_rename(material(CONTENTS), SUBJECT, "Build")

    assert (draft.contents, draft.blockers) == ({}, ())


def test_a_subject_may_take_its_own_alias_for_a_title() -> None:
    assert plan_subject_rename(material(CONTENTS), OTHER, "Fast CSV").blockers == ()


def test_a_rename_to_the_name_of_another_one_is_refused() -> None:
    assert words(plan_subject_rename(material(CONTENTS), SUBJECT, "csv READER").blockers) == [
        ("title-taken", OTHER)
    ]


def test_an_alias_joins_those_that_are_there() -> None:
    draft = plan_subject_alias(material(CONTENTS), OTHER, "csv  parser")

    assert registered(draft)[OTHER].aliases == ("Fast CSV", "csv parser")


@pytest.mark.parametrize("alias", ["csv reader", "FAST csv"])
def test_a_name_it_answers_to_already_changes_nothing(alias: str) -> None:
    assert plan_subject_alias(material(CONTENTS), OTHER, alias).contents == {}


def test_an_alias_of_another_one_is_refused() -> None:
    assert words(plan_subject_alias(material(CONTENTS), SUBJECT, "Fast CSV").blockers) == [
        ("alias-taken", OTHER)
    ]


@pytest.mark.parametrize(
    ("registry", "expected"),
    [
        (memory_file("S"), ("subject-not-found", SUBJECT)),
        (memory_file("S", subject(), subject()), ("subject-stands-twice", SUBJECT)),
        (memory_file("S", subject(status="merged", Merged_Into=OTHER)), ("subject-is-merged", OTHER)),
        (memory_file("S", subject(status="merged", Merged_Into="nobody")), ("subject-is-merged", SUBJECT)),
        (memory_file("S", subject(status="asleep")), ("subject-malformed", SUBJECT)),
    ],
)
def test_only_an_active_sound_subject_is_changed(registry: str, expected: tuple[str, str]) -> None:
    given = material(files(subjects=registry))

    for draft in (plan_subject_rename(given, SUBJECT, "X"), plan_subject_alias(given, SUBJECT, "X")):
        assert words(draft.blockers) == [expected]


@pytest.mark.parametrize(
    ("draft", "line"),
    [
        (lambda given: plan_subject_add(given, REQUEST), f"Added Subject {NEW}: Plough"),
        (lambda given: plan_subject_rename(given, SUBJECT, "X"), f"Renamed Subject {SUBJECT}: X"),
        (lambda given: plan_subject_alias(given, SUBJECT, "X"), f"Added an alias to Subject {SUBJECT}: X"),
    ],
)
def test_a_project_with_a_log_gets_a_line_in_it(draft: Callable[[Material], Draft], line: str) -> None:
    contents = {**CONTENTS, "changelog.md": "# Changelog\n"}

    after = outcome(contents, draft(material(contents)))

    assert after["changelog.md"] == f"# Changelog\n\n- 2026-11-30 {line}\n"


def test_a_log_that_cannot_be_read_stays_as_it_is() -> None:
    contents = {**CONTENTS, "changelog.md": "# Changelog\n\n```\n"}

    assert list(plan_subject_rename(material(contents), SUBJECT, "X").contents) == ["subjects.md"]


def test_entries_are_not_touched_by_a_rename() -> None:
    contents = files(constraints=memory_file("C", entry()))

    draft = plan_subject_rename(material(contents), SUBJECT, "Other")

    assert list(draft.contents) == ["subjects.md"]
