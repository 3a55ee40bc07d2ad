"""Compaction: what goes by itself, file by file, and what never does."""

from __future__ import annotations

import pytest

from memoir_git.custodian.plans.compact import CompactRequest, plan_compact
from memoir_git.custodian.plans.draft import Draft
from tests.support.memory import entry, entry_id, files, memory_file, subject
from tests.support.planning import errors, facts, material, outcome, words

README = "# Archive\n"
LONG = "word " * 300


def compacted(contents: dict[str, str], target: str = "inbox.md", *, archive_oldest: bool = False) -> Draft:
    request = CompactRequest(target=target, archive_oldest=archive_oldest, archive_readme=README)
    return plan_compact(material(contents), request)


def text_after(contents: dict[str, str], target: str = "inbox.md", *, archive_oldest: bool = False) -> str:
    draft = compacted(contents, target, archive_oldest=archive_oldest)
    assert draft.blockers == ()
    return outcome(contents, draft)[target]


def candidate(number: int, status: str = "candidate", **fields: str) -> str:
    text = entry("INBOX", number, status=status, Candidate_Type="preference", **fields)
    return text + "\nPromotion-Requirement:\nAsk.\n"


def promoted(number: int) -> str:
    return candidate(number, "promoted", Promoted_To=entry_id("PREF", number))


def preference(number: int) -> str:
    return entry("PREF", number, Promoted_From=entry_id("INBOX", number))


def superseded(number: int, by: int, **fields: str) -> str:
    text = entry("DEC", number, status="superseded", Superseded_By=entry_id("DEC", by), body=LONG, **fields)
    return text.replace("20260901", f"202609{number:02d}", 1) if number > 90 else text


def decisions(*units: str, **others: str) -> dict[str, str]:
    return files(decisions=memory_file("Decisions", *units), **others)


def test_the_inbox_lists_what_waits_for_review() -> None:
    contents = files(inbox=memory_file("Inbox", "- an idea\n", candidate(2), candidate(1)))

    draft = compacted(contents)

    told = facts(draft)
    assert told["review_candidates"] == ("inbox.md#unit-1", entry_id("INBOX", 2), entry_id("INBOX", 1))
    assert (told["items"], told["limit"], draft.contents) == (3, 30, {})


@pytest.mark.parametrize("mark", ["-", "*", "+"])
def test_a_bullet_that_repeats_byte_for_byte_goes(mark: str) -> None:
    contents = files(inbox=f"# Inbox\n\n{mark} one\n  - nested\n{mark} two\n{mark} one\n  - nested\n")

    assert text_after(contents) == f"# Inbox\n\n{mark} one\n  - nested\n{mark} two\n"
    assert facts(compacted(contents))["duplicates"] == ("inbox.md#unit-3",)


@pytest.mark.parametrize(
    "inbox",
    [
        "- one\n- One\n",
        "- one\n- one \n",
        "- one\n* one\n",
        "- one\n  - nested\n- one\n",
        "- one\n  - same\n- two\n  - same\n",
        "```\n- one\n- one\n```\n",
        "<!--\n- one\n- one\n-->\n",
        "    - one\n    - one\n",
        "## First\n- one\n\n## Second\n- one\n",
    ],
)
def test_what_is_no_whole_repeat_below_its_heading_stays(inbox: str) -> None:
    assert text_after(files(inbox=inbox)) == inbox


def test_a_bullet_that_is_a_forgotten_topic_goes() -> None:
    guard = entry("TOMB", 1, title="Tombstone: Grid  Engine")
    contents = files(inbox="- grid engine\n- grid engines\n", do_not_use=memory_file("D", guard))

    assert text_after(contents) == "- grid engines\n"
    assert facts(compacted(contents))["tombstone_matches"] == ("inbox.md#unit-1",)


def test_a_tombstone_without_an_id_counts_and_a_lifted_one_does_not() -> None:
    lifted = entry("TOMB", 1, title="Tombstone: two", status="superseded", Superseded_By=entry_id("DEC", 1))
    contents = files(
        inbox="- one\n- two\n", do_not_use=memory_file("D", lifted, "## Tombstone: One\n\nNo.\n")
    )

    assert text_after(contents) == "- two\n"


def test_a_promoted_candidate_moves_to_the_archive_as_it_stands() -> None:
    contents = files(
        inbox=memory_file("Inbox", candidate(3), promoted(2), candidate(1)),
        preferences=memory_file("Preferences", preference(2)),
    )

    draft = compacted(contents)

    after = outcome(contents, draft)
    assert after["inbox.md"] == memory_file("Inbox", candidate(3), candidate(1))
    assert after["archive/inbox-2026-11-30.md"] == (
        "# Archived Memory: inbox.md\n\n## 2026-11-30 - From inbox.md\n\n"
        f"Reason: Promoted; the entries they became say so.\n\n{promoted(2)}"
    )
    assert after["archive/README.md"] == README
    assert errors(after) == []


def test_a_second_batch_of_the_day_goes_below_the_first() -> None:
    first = "# Archived Memory: inbox.md\n\n## 2026-11-30 - From inbox.md\n\nReason: x\n\n" + promoted(1)
    contents = files(inbox=memory_file("Inbox", promoted(2)), archive__inbox_2026_11_30=first)

    after = outcome(contents, compacted(contents))["archive/inbox-2026-11-30.md"]

    assert after.startswith(first + "\n## 2026-11-30 - From inbox.md\n")
    assert after.endswith(promoted(2))


def test_the_archives_own_note_is_not_replaced() -> None:
    contents = files(inbox=memory_file("Inbox", promoted(2)), archive__README="# Mine\n")

    assert outcome(contents, compacted(contents))["archive/README.md"] == "# Mine\n"


def test_a_promoted_candidate_with_a_bullet_nobody_can_attribute_stays() -> None:
    contents = files(inbox=memory_file("Inbox", promoted(2) + "- a bullet\n"))

    assert text_after(contents) == contents["inbox.md"]


@pytest.mark.parametrize("target", ["constraints.md", "preferences.md"])
def test_files_of_bullets_lose_repeats_and_nothing_for_its_age(target: str) -> None:
    old = f"- {LONG * 2}\n"
    contents = {**files(), target: f"# T\n\n{old}- two\n- two\n"}

    draft = compacted(contents, target)

    assert outcome(contents, draft)[target] == f"# T\n\n{old}- two\n"
    assert words(draft.warnings) == [("still-over-budget", "")]


def test_decisions_within_their_budget_stay() -> None:
    contents = decisions(superseded(1, 2).replace(LONG, "Short."))

    draft = compacted(contents, "decisions.md")

    assert (draft.contents, facts(draft)["archived"], draft.warnings) == ({}, (), ())


def over_budget() -> dict[str, str]:
    chain = {"Supersedes": entry_id("DEC", 2)}
    return decisions(
        entry("DEC", 3, **chain),
        superseded(2, 3, Supersedes=entry_id("DEC", 1)),
        superseded(1, 2),
    )


def test_superseded_decisions_leave_oldest_first_until_the_rest_fits() -> None:
    contents = over_budget()

    draft = compacted(contents, "decisions.md")

    assert facts(draft)["archived"] == (entry_id("DEC", 1),)
    assert errors(outcome(contents, draft)) == []


def test_an_archived_entry_is_still_found_by_its_relations() -> None:
    contents = over_budget()

    after = outcome(contents, compacted(contents, "decisions.md"))

    assert superseded(1, 2) in after["archive/decisions-2026-11-30.md"]
    assert superseded(1, 2) not in after["decisions.md"]


def test_an_active_owner_is_never_archived() -> None:
    contents = decisions(
        *(entry("DEC", n, facet=facet, body=LONG * 2) for n, facet in ((1, "workflow"), (2, "behavior")))
    )

    draft = compacted(contents, "decisions.md", archive_oldest=True)

    assert (draft.contents, words(draft.warnings)) == ({}, [("still-over-budget", "")])


def test_a_superseded_entry_that_something_live_names_stays() -> None:
    related = entry("DEC", 4, facet="lifecycle").replace(
        "Evidence:", f"Related:\n- {entry_id('DEC', 1)}\nEvidence:"
    )
    contents = over_budget()
    contents["decisions.md"] = contents["decisions.md"].replace("# Decisions\n", f"# Decisions\n\n{related}")

    draft = compacted(contents, "decisions.md")

    assert facts(draft)["archived"] == (entry_id("DEC", 2),)


LEGACY = tuple(f"## 202{year}-01-02 - Old\n\nDecision: {LONG}\n\n- point\n" for year in (5, 4))


def test_what_is_in_force_leaves_only_when_asked_for() -> None:
    contents = decisions(*LEGACY, *LEGACY)

    assert compacted(contents, "decisions.md").contents == {}
    assert words(compacted(contents, "decisions.md").warnings) == [("still-over-budget", "")]


def test_the_oldest_sections_without_a_subject_leave_whole() -> None:
    contents = decisions(*LEGACY, "## No date\n\nShort.\n", LEGACY[1])

    after = outcome(contents, compacted(contents, "decisions.md", archive_oldest=True))

    assert after["decisions.md"] == memory_file("Decisions", LEGACY[0], LEGACY[1])
    assert LEGACY[1] in after["archive/decisions-2026-11-30.md"]


def test_nothing_in_force_is_archived_around_a_long_decision_that_stays() -> None:
    contents = decisions(entry("DEC", 1, body=LONG), *LEGACY)

    draft = compacted(contents, "decisions.md", archive_oldest=True)

    assert words(draft.blockers) == [("long-decision-kept", entry_id("DEC", 1))]
    assert draft.contents == {}


def test_an_area_sends_only_what_was_superseded() -> None:
    old = entry(
        "DEC", 1, scope="area:importer", status="superseded", Superseded_By=entry_id("DEC", 2), body=LONG * 2
    )
    new = entry("DEC", 2, scope="area:importer", Supersedes=entry_id("DEC", 1), body=LONG)
    contents = files(areas__importer=memory_file("A", new, old, *LEGACY))

    draft = compacted(contents, "areas/importer.md", archive_oldest=True)

    assert facts(draft)["archived"] == (entry_id("DEC", 1),)
    assert list(draft.contents) == [
        "areas/importer.md",
        "archive/README.md",
        "archive/areas-importer-2026-11-30.md",
    ]


def test_the_changelog_sends_its_oldest_sections_and_writes_none() -> None:
    sections = [f"## 2026-0{month}-01\n\n- {LONG}\n" for month in (4, 3, 2, 1)]
    contents = files(changelog=memory_file("Changelog", *sections))

    after = outcome(contents, compacted(contents, "changelog.md"))

    assert after["changelog.md"] == memory_file("Changelog", *sections[:2])
    assert after["archive/changelog-2026-11-30.md"].endswith(f"{sections[2]}\n{sections[3]}")


def test_a_changelog_of_bullets_sends_the_oldest_with_what_is_nested_in_them() -> None:
    bullets = [f"- 2026-0{month}-01 {LONG}\n  - nested\n" for month in (4, 3, 2, 1)]
    contents = files(changelog="# Changelog\n\n" + "".join(bullets))

    draft = compacted(contents, "changelog.md")

    after = outcome(contents, draft)
    assert after["changelog.md"] == "# Changelog\n\n" + "".join(bullets[:2])
    assert after["archive/changelog-2026-11-30.md"].endswith(f"{bullets[2]}\n{bullets[3]}")
    assert facts(draft)["archived"] == ("changelog.md#unit-4", "changelog.md#unit-3")


def test_a_compaction_leaves_a_line_in_the_log_of_a_project_that_keeps_one() -> None:
    contents = files(inbox="- a\n- a\n", changelog="# Changelog\n")

    after = outcome(contents, compacted(contents))

    assert after["changelog.md"] == "# Changelog\n\n- 2026-11-30 Compacted inbox.md: 0 archived, 1 dropped\n"


@pytest.mark.parametrize("target", ["brief.md", "do-not-use.md"])
def test_the_brief_and_the_rejections_are_for_a_person(target: str) -> None:
    contents = {**files(), target: f"# T\n\n- a\n- a\n\n{LONG * 3}\n"}

    draft = compacted(contents, target, archive_oldest=True)

    assert (draft.contents, words(draft.warnings)) == ({}, [("only-a-person-can", "")])


@pytest.mark.parametrize(
    "target", ["manifest.md", "subjects.md", "archive/old.md", "notes.md", "../brief.md", ""]
)
def test_a_file_without_a_budget_is_refused(target: str) -> None:
    draft = compacted(files(archive__old="# Old\n"), target)

    assert words(draft.blockers) == [("no-budget", "")]


def test_the_target_may_be_named_with_its_directory() -> None:
    assert facts(compacted(files(), "docs/memory/inbox.md"))["target"] == "docs/memory/inbox.md"


@pytest.mark.parametrize(
    ("changed", "target", "reason"),
    [
        ({"inbox": "# I\n\n```\n"}, "inbox.md", "file-unusable"),
        ({}, "changelog.md", "file-missing"),
        ({"archive__inbox-2026-11-30": "```\n"}, "inbox.md", "file-unusable"),
    ],
)
def test_a_file_that_cannot_be_read_is_left_alone(
    changed: dict[str, str | None], target: str, reason: str
) -> None:
    assert words(compacted(files(**changed), target).blockers) == [(reason, "")]


def test_the_registry_is_not_needed_to_compact() -> None:
    contents = files(inbox="- a\n- a\n", subjects=memory_file("S", subject(), subject()))

    assert text_after(contents) == "- a\n"
