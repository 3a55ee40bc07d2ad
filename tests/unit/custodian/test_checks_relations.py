"""Relations between entries."""

from __future__ import annotations

import pytest

from tests.support.memory import (
    SUBJECT,
    codes_of,
    context_of,
    entry,
    entry_id,
    files,
    findings_of,
    memory_file,
    subject,
)

FIRST, SECOND, THIRD = (entry_id("CON", number) for number in (1, 2, 3))
CANDIDATE = entry_id("INBOX", 7)
TWIN = "MC-SUBJ-20260901-2222bbbb"
ERROR = "ERROR"


def _relations(*units: str, **more: str) -> list[tuple[str, str]]:
    return codes_of(files(constraints=memory_file("C", *units), **more), "relations")


def _old(**fields: str) -> str:
    return entry(number=1, status="superseded", **({"Superseded_By": SECOND} | fields))


def test_a_supersession_that_both_sides_tell_is_sound() -> None:
    assert _relations(entry(number=2, Supersedes=FIRST), _old()) == []


def test_a_chain_may_end_in_what_was_removed() -> None:
    assert _relations(_old(Superseded_By="external:removed")) == []


def test_the_superseded_entry_may_lie_in_the_archive() -> None:
    assert _relations(entry(number=2, Supersedes=FIRST), archive__old=memory_file("A", _old())) == []


@pytest.mark.parametrize(
    "units",
    [
        (entry(number=2, Supersedes=THIRD),),
        (entry(number=2, Supersedes=FIRST), entry(number=1, facet="security")),
        (entry(number=2, Supersedes=FIRST, facet="security"), _old()),
        (entry(number=2, Supersedes=FIRST), _old(), _old()),
        (entry(number=2, Promoted_From=FIRST), _old()),
        (entry(number=2).replace("Evidence:", f"Related:\n- {THIRD}\nEvidence:"),),
        (entry(number=1, status="superseded", Superseded_By="external:removed", Exception_To=THIRD),),
    ],
)
def test_a_target_must_stand_once_and_be_of_the_right_kind(units: tuple[str, ...]) -> None:
    assert ("MC-RELATION-001", ERROR) in _relations(*units)


@pytest.mark.parametrize("related", [FIRST, "external:the wiki"])
def test_related_may_name_an_entry_or_something_external(related: str) -> None:
    other = entry(number=2, facet="security").replace("Evidence:", f"Related:\n- {related}\nEvidence:")

    assert _relations(entry(number=1), other) == []


def test_the_subject_may_have_been_merged_in_between() -> None:
    subjects = memory_file("S", subject(), subject(TWIN, "Other", status="merged", Merged_Into=SUBJECT))

    assert _relations(entry(number=2, Supersedes=FIRST), _old(subject=TWIN), subjects=subjects) == []


def test_a_one_sided_supersession_is_told_on_the_side_that_tells_it() -> None:
    assert _relations(entry(number=2), _old()) == [("MC-RELATION-002", ERROR)]


def _candidate(**fields: str) -> str:
    given = {"Promoted_To": FIRST, "Candidate_Type": "constraint"} | fields
    return entry("INBOX", 7, status="promoted", body="x\n\nPromotion-Requirement:\nA person.", **given)


def _promotion(candidate: str, promoted: str) -> list[tuple[str, str]]:
    return _relations(promoted, inbox=memory_file("Inbox", candidate))


def test_a_promotion_that_both_sides_tell_is_sound() -> None:
    assert _promotion(_candidate(), entry(Promoted_From=CANDIDATE)) == []
    assert _promotion(_candidate(Candidate_Type="inbox"), entry(Promoted_From=CANDIDATE)) == []


@pytest.mark.parametrize(
    "candidate", [_candidate(Candidate_Type="decision"), _candidate(scope="area:importer")]
)
def test_a_promotion_keeps_type_and_scope(candidate: str) -> None:
    assert _promotion(candidate, entry(Promoted_From=CANDIDATE)) == [("MC-RELATION-001", ERROR)] * 2


def test_a_circle_is_told_from_its_smallest_id_in_the_order_of_its_edges() -> None:
    following = {1: 3, 3: 2, 2: 1}
    before = {after: number for number, after in following.items()}
    units = [
        entry(
            number=number,
            status="superseded",
            Superseded_By=entry_id("CON", following[number]),
            Supersedes=entry_id("CON", before[number]),
        )
        for number in following
    ]
    findings = findings_of(context_of(files(constraints=memory_file("C", *units))), "relations")

    assert [finding.code.id for finding in findings] == ["MC-RELATION-003"]
    assert dict(findings[0].details)["cycle"] == (FIRST, THIRD, SECOND, FIRST)


def test_a_long_chain_is_walked_once() -> None:
    length = 3000
    units = [
        entry(
            number=number,
            status="superseded",
            Superseded_By=entry_id("CON", number + 1),
            **({"Supersedes": entry_id("CON", number - 1)} if number else {}),
        )
        for number in range(length)
    ]
    last = entry(number=length, Supersedes=entry_id("CON", length - 1))

    assert _relations(*units, last) == []
