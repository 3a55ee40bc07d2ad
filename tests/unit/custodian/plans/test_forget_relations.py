"""What surviving memory says of a unit that goes: nothing dangles, and nothing comes back into force."""

from __future__ import annotations

import pytest

from tests.support.forgetting import MARK, Forgotten, forget_id, forget_topic
from tests.support.memory import (
    SUBJECT,
    codes_of,
    entry,
    entry_id,
    files,
    memory_file,
    record,
    subject,
)

OLD, NEW = entry_id("DEC", 1), entry_id("DEC", 2)
EACH_MODE = pytest.mark.parametrize("mode", ["soft", "hard", "purge"])


def _relations(forgotten: Forgotten) -> set[str]:
    return set(forgotten.fact("affected_relations"))


def _superseded() -> dict[str, str]:
    return files(
        decisions=memory_file(
            "Decisions",
            entry("DEC", 2, Supersedes=OLD),
            entry("DEC", 1, status="superseded", Superseded_By=NEW),
        )
    )


@EACH_MODE
def test_what_was_superseded_does_not_come_back_into_force(mode: str) -> None:
    forgotten = forget_id(_superseded(), NEW, mode)

    assert _relations(forgotten) == {f"{OLD}:Superseded-By:external-removed"}
    assert "Status: superseded\n" in forgotten.files["decisions.md"]
    assert "Superseded-By: external:removed\n" in forgotten.files["decisions.md"]
    assert codes_of(forgotten.files, "relations", "entries") == []


@EACH_MODE
def test_a_successor_forgets_what_it_superseded(mode: str) -> None:
    forgotten = forget_id(_superseded(), OLD, mode)

    assert _relations(forgotten) == {f"{NEW}:Supersedes:dropped"}
    assert forgotten.files["decisions.md"] == memory_file("Decisions", entry("DEC", 2))


@EACH_MODE
@pytest.mark.parametrize(
    ("gone", "relation"),
    [
        (entry_id("DEC", 1), f"{entry_id('INBOX', 3)}:Promoted-To:external-removed"),
        (entry_id("INBOX", 3), f"{entry_id('DEC', 1)}:Promoted-From:dropped"),
    ],
)
def test_a_promotion_with_one_end_stays_whole(gone: str, relation: str, mode: str) -> None:
    candidate = entry(
        "INBOX",
        3,
        status="promoted",
        Promoted_To=entry_id("DEC", 1),
        Candidate_Type="decision",
        Promotion_Requirement="review",
    )
    before = files(
        decisions=memory_file("Decisions", entry("DEC", 1, Promoted_From=entry_id("INBOX", 3))),
        inbox=memory_file("Inbox", candidate),
    )

    forgotten = forget_id(before, gone, mode)

    assert _relations(forgotten) == {relation}
    assert codes_of(forgotten.files, "relations", "entries") == []


@EACH_MODE
def test_an_exception_without_its_baseline_becomes_an_owner(mode: str) -> None:
    exception = entry("CON", 5, scope="area:importer", Exception_To=entry_id("CON", 4))
    before = files(
        constraints=memory_file("Constraints", entry("CON", 4)),
        areas__importer=memory_file("Importer", exception),
    )

    forgotten = forget_id(before, entry_id("CON", 4), mode)

    assert _relations(forgotten) == {f"{entry_id('CON', 5)}:Exception-To:dropped"}
    assert "exception-becomes-owner" in forgotten.warnings
    assert codes_of(forgotten.files, "conflicts", "relations") == []


@EACH_MODE
@pytest.mark.parametrize(
    ("written", "left"),
    [
        (f"Related:\n- {OLD}\n- {NEW}\n", f"Related:\n- {NEW}\n"),
        (f"Related:\n- {OLD}\n", ""),
        (f"Related: {OLD}\n", ""),
        (f"Related:\n- external:a page\n- {OLD.lower()}\n", "Related:\n- external:a page\n"),
    ],
)
def test_an_item_of_related_goes_alone(written: str, left: str, mode: str) -> None:
    related = entry("DEC", 3, facet="security").replace("Evidence:", f"{written}Evidence:")
    before = files(
        decisions=memory_file("Decisions", entry("DEC", 1), entry("DEC", 2, facet="interface"), related)
    )

    forgotten = forget_id(before, OLD, mode)

    assert _relations(forgotten) == {f"{entry_id('DEC', 3)}:Related:item-dropped"}
    assert forgotten.files["decisions.md"].endswith(related.replace(written, left))


@EACH_MODE
@pytest.mark.parametrize(
    ("entries", "resolution", "action"),
    [
        ((OLD, NEW), "distinct", "record-removed"),
        ((OLD, NEW), "superseded", "record-removed"),
        ((OLD, NEW, entry_id("DEC", 3)), "distinct", "item-dropped"),
    ],
)
def test_a_record_loses_the_entry_or_goes(
    entries: tuple[str, ...], resolution: str, action: str, mode: str
) -> None:
    decisions = [
        entry("DEC", number, facet=("workflow", "security", "interface")[number - 1]) for number in (1, 2, 3)
    ]
    before = files(
        decisions=memory_file("Decisions", *decisions),
        reconciliations=memory_file("Records", record(9, entries, resolution)),
    )

    forgotten = forget_id(before, OLD, mode)

    left = [record(9, entries[1:], resolution)] if action == "item-dropped" else []
    assert _relations(forgotten) == {f"MC-REC-20260901-00000009:Entries:{action}"}
    assert forgotten.files["reconciliations.md"] == memory_file("Records", *left)


@EACH_MODE
def test_a_subject_forgets_what_was_merged_into_it(mode: str) -> None:
    source = "MC-SUBJ-20260901-2222bbbb"
    target = subject() + f"\nMerged-From:\n- {source}\n"
    before = files(
        subjects=memory_file("Subjects", target, subject(source, "Old", status="merged", Merged_Into=SUBJECT))
    )

    forgotten = forget_id(before, source, mode)

    assert _relations(forgotten) == {f"{SUBJECT}:Merged-From:item-dropped"}
    assert source not in forgotten.files["subjects.md"]
    assert forget_id(before, SUBJECT, mode).blockers == ["subject-in-use"]


@EACH_MODE
def test_a_relation_in_the_archive_is_rewritten_too(mode: str) -> None:
    archived = entry("DEC", 1, status="superseded", Superseded_By=NEW)
    before = files(
        decisions=memory_file("Decisions", entry("DEC", 2, Supersedes=OLD)),
        archive__decisions_2026_01_01=memory_file("Archived", archived),
    )

    forgotten = forget_id(before, NEW, mode)

    assert codes_of(forgotten.files, "relations") == []
    assert forgotten.scope["managed_archive"] is False


def test_an_archived_copy_keeps_a_relation_alive() -> None:
    before = files(
        decisions=memory_file("Decisions", entry("DEC", 2, Supersedes=OLD), entry("DEC", 1, title=MARK)),
        archive__decisions_2026_01_01=memory_file(
            "Archived", entry("DEC", 1, status="superseded", Superseded_By=NEW)
        ),
    )

    forgotten = forget_topic(before)

    assert _relations(forgotten) == set()


def test_a_unit_that_would_change_and_stands_twice_blocks() -> None:
    twice = entry("DEC", 2, Supersedes=OLD)
    before = files(decisions=memory_file("Decisions", twice, twice, entry("DEC", 1)))

    assert forget_id(before, OLD).blockers == ["entry-stands-twice"]
