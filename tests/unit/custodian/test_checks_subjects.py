"""The registry as a whole, and what active entries name."""

from __future__ import annotations

import pytest

from tests.support.memory import SUBJECT, codes_of, entry, files, memory_file, reasons_of, subject

TWIN, THIRD = "MC-SUBJ-20260901-2222bbbb", "MC-SUBJ-20260901-3333cccc"
ERROR = "ERROR"


def _subjects(*units: str, **more: str) -> list[tuple[str, str]]:
    return codes_of(files(subjects=memory_file("S", *units), **more), "subjects")


def _from(identifier: str) -> str:
    return f"\nMerged-From:\n- {identifier}\n"


def test_a_merge_that_both_sides_tell_is_sound() -> None:
    merged = subject(TWIN, "Other", status="merged", Merged_Into=SUBJECT)

    assert _subjects(subject() + _from(TWIN), merged) == []


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ((subject(TWIN, "O", status="merged", Merged_Into=THIRD),), "target-missing"),
        ((subject(TWIN, "O", status="merged", Merged_Into=TWIN),), "merged-into-itself"),
        (
            (
                subject(TWIN, "O", status="merged", Merged_Into=SUBJECT),
                subject(status="merged", Merged_Into=THIRD),
                subject(THIRD, "T"),
            ),
            "target-not-active",
        ),
        ((subject() + _from(TWIN), subject(TWIN, "O")), "not-reciprocal"),
        ((subject() + _from(TWIN),), "not-reciprocal"),
    ],
)
def test_a_merge_relation_must_hold(units: tuple[str, ...], reason: str) -> None:
    assert f"MC-SUBJECT-006 {reason}" in reasons_of(files(subjects=memory_file("S", *units)), "subjects")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"Kind": "api", "Canonical_Ref": "api:x"}, []),
        ({"Kind": "API", "Canonical_Ref": "api:x"}, []),
        ({"Kind": "service", "Canonical_Ref": "api:x"}, [("MC-SUBJECT-007", "WARNING")]),
        ({"Kind": "concept", "Canonical_Ref": "api:x"}, [("MC-SUBJECT-007", "WARNING")]),
        ({"Kind": "area", "Canonical_Ref": "area:Importer"}, []),
        ({"Kind": "area", "Canonical_Ref": "area:exporter"}, [("MC-SUBJECT-007", "WARNING")]),
        ({"Kind": "concept"}, []),
    ],
)
def test_kind_and_reference_should_fit(fields: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert _subjects(subject(**fields)) == expected


def test_a_preference_that_names_a_subject_must_find_it() -> None:
    preference = memory_file("P", entry("PREF", Subject=TWIN))

    assert _subjects(subject(), preferences=preference) == [("MC-SUBJECT-004", ERROR)]


def test_history_and_archive_may_keep_a_merged_subject() -> None:
    merged = subject(TWIN, "O", status="merged", Merged_Into=SUBJECT)
    old = entry(subject=TWIN, status="superseded", Superseded_By="external:removed")
    archived = memory_file("A", entry(number=2, subject=TWIN))

    assert _subjects(subject(), merged, constraints=memory_file("C", old), archive__old=archived) == []


def test_a_registry_nobody_can_read_is_not_said_to_lack_anything() -> None:
    project = files(constraints=memory_file("C", entry()), subjects="```\n")

    assert codes_of(project) == [("MC-ENTRY-001", ERROR)]


def test_a_subject_that_stands_twice_is_told_once() -> None:
    project = {"constraints": memory_file("C", entry())}

    assert _subjects(subject(), subject(title="Other"), **project) == [("MC-SUBJECT-001", ERROR)]
