"""Forgetting one unit by its ID: which one, what its mode leaves, and what is said of the rest."""

from __future__ import annotations

import pytest

from memoir_git.custodian.guards import guards_of, removed_entries
from memoir_git.custodian.project import Project
from tests.support.forgetting import MARK, forget_id, forget_topic
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file, record, subject

DECISION = entry_id("DEC", 1)
EACH_MODE = pytest.mark.parametrize("mode", ["soft", "hard", "purge"])
LOG = "# Changelog\n\n- 2026-09-01 memory begun\n"


def _decided(**changed: str | None) -> dict[str, str]:
    text = memory_file("Decisions", entry("DEC", 1, title=MARK), entry("DEC", 2, facet="security"))
    return files(decisions=text, **changed)


def _removed(made: dict[str, str]) -> list[tuple[str, ...]]:
    project = Project({path: text.encode() for path, text in made.items()})
    return [removed_entries(guard) for guard in guards_of(project)]


@EACH_MODE
def test_the_one_unit_goes_and_no_other(mode: str) -> None:
    after = forget_id(_decided(), DECISION, mode).files

    assert after["decisions.md"] == memory_file("Decisions", entry("DEC", 2, facet="security"))
    assert _removed(after) == ([] if mode == "purge" else [(DECISION,)])


@EACH_MODE
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("inbox.md", "INBOX"),
        ("areas/importer.md", "DEC"),
        ("areas/undeclared.md", "CON"),
        ("do-not-use.md", "DNU"),
    ],
)
def test_it_is_found_in_every_file_of_active_memory(path: str, code: str, mode: str) -> None:
    before = files() | {path: memory_file("File", entry(code, 7))}

    after = forget_id(before, entry_id(code, 7), mode).files

    assert f"## {entry_id(code, 7)}" not in after[path]


@pytest.mark.parametrize("mode", ["soft", "hard"])
def test_the_archive_is_reached_by_purge_alone(mode: str) -> None:
    before = files(archive__decisions_2026_01_01=memory_file("Archived", entry("DEC", 1)))

    kept, gone = forget_id(before, DECISION, mode), forget_id(before, DECISION, "purge")

    assert kept.blockers == ["only-in-archive"]
    assert DECISION not in gone.files["archive/decisions-2026-01-01.md"]
    assert gone.scope["domains"]["managed_archive"] == "pending-removal"
    assert gone.scope["domains"]["active_memory"] == "no-match"


@EACH_MODE
def test_an_id_that_stands_twice_removes_nothing(mode: str) -> None:
    before = _decided(archive__decisions_2026_01_01=memory_file("Archived", entry("DEC", 1)))

    assert forget_id(before, DECISION, mode).blockers == ["entry-stands-twice", "entry-stands-twice"]


@EACH_MODE
def test_an_id_that_is_nowhere_is_not_found(mode: str) -> None:
    assert forget_id(files(), DECISION, mode).blockers == ["entry-not-found"]


@EACH_MODE
def test_a_file_that_cannot_be_read_and_names_the_id_blocks(mode: str) -> None:
    before = files(decisions=f"# Decisions\n\n```\n{DECISION}\n")

    assert "file-unusable" in forget_id(before, DECISION, mode).blockers


@EACH_MODE
def test_text_that_belongs_to_nobody_below_the_entry_blocks(mode: str) -> None:
    before = files(decisions=memory_file("Decisions", entry("DEC", 1) + "- whose?\n"))

    assert forget_id(before, DECISION, mode).blockers == ["ambiguous-bullet"]


@pytest.mark.parametrize("mode", ["soft", "hard"])
def test_what_was_forgotten_already_is_no_error_and_changes_nothing(mode: str) -> None:
    once = forget_id(_decided(), DECISION, mode).files

    again = forget_id(once, DECISION, mode)

    assert (again.blockers, again.changed, again.warnings) == ([], set(), ["already-forgotten"])


def test_soft_names_the_id_and_copies_no_text() -> None:
    after = forget_id(_decided(changelog=LOG), DECISION).files

    assert f"Tombstone: removed entry {DECISION}" in after["do-not-use.md"]
    assert f"- 2026-11-30 forgot {DECISION}\n" in after["changelog.md"]
    assert not any(MARK in text for text in after.values())


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_the_log_of_a_stronger_mode_names_nothing(mode: str) -> None:
    after = forget_id(_decided(changelog=LOG), DECISION, mode).files

    assert f"- 2026-11-30 forgot something ({mode})\n" in after["changelog.md"]
    assert DECISION not in after["changelog.md"]


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_what_quotes_the_title_or_names_the_id_is_counted(mode: str) -> None:
    before = _decided(
        brief=f"# Brief\n\nWe like the {MARK.upper()}.\n", inbox=f"# Inbox\n\n- see {DECISION.lower()}\n"
    )

    forgotten = forget_id(before, DECISION, mode)

    assert forgotten.fact("files_that_quote_its_title") == 1
    assert forgotten.fact("files_that_name_its_id") == 1
    assert forgotten.warnings == ["title-quoted", "id-named"]


def test_a_forgetting_by_id_is_never_broad() -> None:
    assert forget_id(_decided(), DECISION).draft.needs == frozenset()


@EACH_MODE
def test_the_scope_has_the_words_of_a_forgetting_by_topic(mode: str) -> None:
    by_id, by_topic = forget_id(_decided(), DECISION, mode), forget_topic(_decided(), MARK, mode)

    same = set(by_id.scope) - {"topic_retained_in_new_records"}
    assert {name: by_id.scope[name] for name in same} == {name: by_topic.scope[name] for name in same}


@pytest.mark.parametrize(("mode", "retained"), [("soft", True), ("hard", False), ("purge", False)])
def test_only_a_soft_topic_is_retained(mode: str, *, retained: bool) -> None:
    assert forget_topic(_decided(), MARK, mode).scope["topic_retained_in_new_records"] is retained
    assert forget_id(_decided(), DECISION, mode).scope["topic_retained_in_new_records"] is False


# -- guards, records and Subjects


def test_a_soft_guard_is_lifted_and_leaves_none() -> None:
    once = forget_topic(_decided(changelog=LOG), MARK)

    after = forget_id(once.files, once.fact("guard")).files

    assert _removed(after) == []
    assert f"- 2026-11-30 lifted the guard {once.fact('guard')}\n" in after["changelog.md"]


def test_a_guard_forgotten_hard_is_replaced_by_one_that_names_nothing() -> None:
    once = forget_topic(_decided(), MARK)

    after = forget_id(once.files, once.fact("guard"), "hard").files

    assert _removed(after) == [tuple(sorted((DECISION, once.fact("guard"))))]
    assert MARK not in after["do-not-use.md"]


def test_a_guard_that_is_purged_leaves_nothing() -> None:
    once = forget_topic(_decided(), MARK)

    after = forget_id(once.files, once.fact("guard"), "purge").files

    assert after["do-not-use.md"] == files()["do-not-use.md"]


@EACH_MODE
def test_a_record_goes_by_its_id(mode: str) -> None:
    before = _decided(reconciliations=memory_file("Records", record(3, [DECISION, entry_id("DEC", 2)])))

    after = forget_id(before, "MC-REC-20260901-00000003", mode).files

    assert after["reconciliations.md"] == memory_file("Records")
    assert after["decisions.md"] == before["decisions.md"]


@EACH_MODE
def test_a_subject_goes_by_its_id_when_nobody_names_it(mode: str) -> None:
    free = "MC-SUBJ-20260901-2222bbbb"
    before = _decided(subjects=memory_file("Subjects", subject(), subject(free, "Other")))

    after, used = forget_id(before, free, mode).files, forget_id(before, SUBJECT, mode)

    assert after["subjects.md"] == memory_file("Subjects", subject())
    assert set(used.blockers) == {"subject-in-use"}
