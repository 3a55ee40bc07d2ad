"""Guards: what was forgotten comes back only when a person says so, and a refusal never says what it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memoir_git.custodian.plans.add import plan_add
from memoir_git.custodian.plans.draft import Draft
from tests.support.additions import NO_PERMISSION, add_request, material_of, reasons, told, written
from tests.support.memory import entry, entry_id, files, memory_file

TOPIC = "Caf\u00e9  Zanzibar"
GUARD = entry_id("TOMB", 1)


def guarded(title: str = f"Tombstone: {TOPIC}", **fields: str) -> dict[str, str]:
    return files(do_not_use=memory_file("D", entry("TOMB", 1, title=title, **fields)))


def add(before: dict[str, str], message: str = "We go to cafe\u0301 ZANZIBAR.", **asked: object) -> Draft:
    return plan_add(add_request(message=message, **asked), material_of(before))


@pytest.mark.parametrize(
    "asked",
    [{}, {"message": "We go.", "title": "To caf\u00e9\nzanzibar"}, {"type": "rule", "name": "travel"}],
)
def test_a_guarded_topic_is_refused_with_the_guards_id_and_without_the_topic(asked: dict[str, str]) -> None:
    [finding] = add(guarded(), **asked).blockers

    assert (reasons((finding,)), finding.entry_id) == (["guarded-topic"], GUARD)
    assert "--supersedes" in finding.remediation
    assert "--despite-guard" in finding.remediation
    assert "zanzibar" not in repr(finding).lower()


@pytest.mark.parametrize(
    "before",
    [
        guarded("Tombstone: Zan"),
        guarded("Tombstone: redacted"),
        guarded(f"Tombstone: removed entry {entry_id('DEC', 1)}"),
        guarded(TOPIC),
        guarded(status="superseded", Superseded_By="external:removed"),
        files(archive__old=memory_file("A", entry("TOMB", 1, title=f"Tombstone: {TOPIC}"))),
    ],
)
def test_a_part_of_a_word_and_a_guard_without_a_topic_refuse_nothing(before: dict[str, str]) -> None:
    assert add(before).blockers == ()


def test_a_candidate_is_not_held_up() -> None:
    assert add(guarded(), candidate=True).blockers == ()


def test_superseding_the_guard_lifts_it_whatever_the_identity() -> None:
    before = guarded()

    draft = add(before, supersedes=GUARD)

    after = written(before, draft)
    assert f"Status: superseded\nSuperseded-By: {draft.facts[0][1]}\n" in after["do-not-use.md"]
    assert told(after) == told(before)


def test_despite_the_guard_the_entry_is_written_and_the_guard_stays() -> None:
    before = guarded()
    allowed = replace(NO_PERMISSION, despite_guards=(GUARD.lower(),))

    draft = add(before, permissions=allowed)

    assert reasons(draft.warnings) == ["guard-left-standing"]
    assert written(before, draft)["do-not-use.md"] == before["do-not-use.md"]


def test_only_the_guard_that_was_named_is_passed() -> None:
    both = memory_file(
        "D", entry("TOMB", 2, title="Tombstone: zanzibar"), entry("TOMB", 1, title=f"Tombstone: {TOPIC}")
    )
    allowed = replace(NO_PERMISSION, despite_guards=(GUARD,))

    [finding] = add(files(do_not_use=both), permissions=allowed).blockers

    assert finding.entry_id == entry_id("TOMB", 2)


def test_an_id_that_names_no_guard_is_refused() -> None:
    allowed = replace(NO_PERMISSION, despite_guards=(entry_id("DEC", 1),))

    assert reasons(add(files(), permissions=allowed).blockers) == ["guard-not-found"]
