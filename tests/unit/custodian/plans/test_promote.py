"""Promotion: the candidate's words with new Evidence, two relations, and an ID that two previews agree on."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.plans.promote import PromoteRequest, plan_promote
from tests.support.additions import NO_PERMISSION, TEMPLATES, material_of, reasons, told, written
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file

ID = entry_id("INBOX", 1)


def candidate(body: str = "Two imports may run at once.", **fields: str) -> str:
    made = {"status": "candidate", "Candidate_Type": "decision", **fields}
    if "subject" not in fields:
        made |= {"Provisional_Subject": SUBJECT, "Provisional_Facet": "behavior"}
    made.pop("subject", None)
    unit = entry("INBOX", 1, title="Parallel imports", evidence=["agent-observed"], body=body, **made)
    return unit + "\nPromotion-Requirement:\nSomebody measures it.\n"


def with_candidate(**fields: str) -> dict[str, str]:
    return files(inbox=memory_file("Inbox", candidate(**fields)))


def promote(before: dict[str, str], **asked: Any) -> Draft:
    words: dict[str, Any] = {
        "candidate": ID,
        "type": "decision",
        "evidence": ("user-confirmed",),
        "reason": None,
        "supersedes": None,
        "subject": None,
        "facet": None,
        "permissions": NO_PERMISSION,
        "templates": TEMPLATES,
    }
    return plan_promote(PromoteRequest(**{**words, **asked}), material_of(before))


def test_the_entry_has_the_candidates_words_and_the_new_evidence() -> None:
    before = with_candidate()

    draft = promote(before, reason="It was measured.")

    identifier = draft.facts[1][1]
    expected = (
        f"## {identifier} — Parallel imports\n\nStatus: active\nScope: project\nSubject: {SUBJECT}\n"
        f"Facet: behavior\nEvidence:\n- user-confirmed\nPromoted-From: {ID}\n\nDecision:\n"
        "Two imports may run at once.\n\nReason:\nIt was measured.\n"
    )
    assert written(before, draft)["decisions.md"] == memory_file("Decisions", expected)


def test_the_candidate_stays_and_names_what_it_became() -> None:
    before = with_candidate()

    draft = promote(before)

    after = before["inbox.md"].replace(
        "Status: candidate", f"Status: promoted\nPromoted-To: {draft.facts[1][1]}"
    )
    assert written(before, draft)["inbox.md"] == after
    assert told(written(before, draft)) == told(before)


def test_the_id_comes_from_the_candidate_and_the_type() -> None:
    untyped = with_candidate(Candidate_Type="inbox")

    ids = {
        str(promote(untyped, type=word).facts[1][1])[-8:] for word in ("decision", "decision", "constraint")
    }

    assert len(ids) == 2


def test_an_area_candidate_goes_to_its_area_which_is_begun() -> None:
    before = with_candidate(scope="area:web")

    after = written(before, promote(before))

    assert after["areas/web.md"].startswith("# web\n\n## MC-DEC-")
    assert "- `areas/web.md`\n  - activation: explicit-only\n" in after["manifest.md"]
    assert told(after) == told(before)


def test_a_candidate_that_names_no_subject_gets_one() -> None:
    before = with_candidate(subject="", Candidate_Type="inbox")

    draft = promote(before, subject=SUBJECT.lower(), facet="behavior")

    assert f"Subject: {SUBJECT}\n" in written(before, draft)["decisions.md"]


def test_the_words_for_a_rejection_are_one_type() -> None:
    assert promote(with_candidate(Candidate_Type="tombstone"), type="do-not-use").blockers == ()
    assert promote(with_candidate(Candidate_Type="do-not-use"), type="tombstone").blockers == ()


def test_it_may_supersede_an_entry() -> None:
    before = {**with_candidate(), "decisions.md": memory_file("D", entry("DEC", 1, facet="behavior"))}

    after = written(before, promote(before, supersedes=entry_id("DEC", 1)))

    assert "Status: superseded\n" in after["decisions.md"]
    assert told(after) == told(before)


@pytest.mark.parametrize(
    ("before", "asked", "reason"),
    [
        (with_candidate(), {"candidate": entry_id("INBOX", 9)}, "entry-not-found"),
        (with_candidate(), {"type": "constraint"}, "candidate-type-differs"),
        (with_candidate(), {"facet": "interface"}, "provisional-differs"),
        (with_candidate(), {"evidence": ("agent-observed",)}, "evidence-not-admissible"),
        (with_candidate(subject=""), {}, "subject-missing"),
        (with_candidate(status="active"), {}, "not-a-candidate"),
        (with_candidate(Unknown="x"), {}, "entry-malformed"),
        (with_candidate(body="- a\n- b"), {}, "text-reads-otherwise"),
        (
            {**with_candidate(), "decisions.md": memory_file("D", entry("DEC", 1, facet="behavior"))},
            {},
            "identity-owned",
        ),
        (
            {
                **with_candidate(body="Zanzibar"),
                "do-not-use.md": memory_file("D", entry("TOMB", 1, title="Tombstone: zanzibar")),
            },
            {},
            "guarded-topic",
        ),
    ],
)
def test_what_cannot_be_promoted_so_is_refused(
    before: dict[str, str], asked: dict[str, Any], reason: str
) -> None:
    draft = promote(before, **asked)

    assert reason in reasons(draft.blockers)
    assert draft.contents == {}


def test_what_was_promoted_names_what_it_became() -> None:
    before = with_candidate()
    first = promote(before)

    [finding] = promote(written(before, first)).blockers

    assert (reasons((finding,)), finding.entry_id) == (["already-promoted"], first.facts[1][1])


def test_an_id_that_is_taken_is_a_blocker() -> None:
    before = with_candidate()
    taken = str(promote(before).facts[1][1])
    before["decisions.md"] = memory_file("D", entry("DEC", 1).replace(entry_id("DEC", 1), taken))

    assert reasons(promote(before).blockers) == ["id-taken"]
