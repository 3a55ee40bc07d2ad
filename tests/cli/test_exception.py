"""`git memoir exception` and `git memoir reconcile`: relations and records, previewed and confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.changing import Changes
from tests.support.in_process import InProcess
from tests.support.memory import entry_id
from tests.support.projects import with_project

RULE, NARROWER = entry_id("CON", 1), entry_id("CON", 9)
RECORD = ("--title", "Meant so", "--evidence", "user-confirmed", "--resolution")


@pytest.fixture
def changes(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Changes:
    return Changes(InProcess(with_project(tmp_path / "p", "customised-0.8"), capsysbinary, monkeypatch))


def test_an_exception_goes_and_comes_back_byte_for_byte(changes: Changes) -> None:
    before = changes.files()

    removed = changes.applied("exception", "remove", NARROWER)
    added = changes.applied("exception", "add", NARROWER, "--to", RULE)

    assert removed["written"] == added["written"]
    assert removed["written"] == ["docs/memory/areas/importer.md", "docs/memory/changelog.md"]
    assert sorted(changes.files()["areas/importer.md"].splitlines()) == sorted(
        before["areas/importer.md"].splitlines()
    )
    assert changes.errors() == []


def test_removing_an_exception_shows_the_overlap_for_review(changes: Changes) -> None:
    result = changes.memoir("exception", "remove", NARROWER)

    assert result.code == 0
    assert "WARNING MC-CONFLICT-002 docs/memory/areas/importer.md:" in result.stdout
    assert "--confirm-plan" in result.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("add", NARROWER, "--to", entry_id("DEC", 2)), "exception-to-another"),
        (("add", RULE, "--to", entry_id("DEC", 2)), "source-is-no-area-owner"),
        (("add", entry_id("CON", 8), "--to", RULE), "subject-or-facet-differs"),
        (("remove", RULE), "no-exception"),
        (("remove", entry_id("CON", 99)), "entry-not-found"),
    ],
)
def test_an_exception_that_does_not_hold_is_refused(
    changes: Changes, words: tuple[str, ...], reason: str
) -> None:
    assert [found for found, _ in changes.refused("exception", *words)] == [reason]


def test_an_exception_is_recorded_and_its_record_archived_with_it(changes: Changes) -> None:
    entries = ("--entry", NARROWER, "--entry", RULE)
    changes.write("reconciliations.md", "# Reconciliations\n")
    made = changes.applied("reconcile", "add", *entries, *RECORD, "exception")["facts"]["record"]

    removed = changes.applied("exception", "remove", NARROWER)

    assert removed["facts"]["archived"] == [made]
    assert made in changes.text("archive/reconciliations-2026-07-01.md")
    assert changes.text("reconciliations.md") == "# Reconciliations\n"
    assert changes.errors() == []


def test_preview_and_add_are_one_plan_and_both_apply_it(changes: Changes) -> None:
    (changes.memoir.directory / "docs/memory/reconciliations.md").unlink()
    words = ("--entry", entry_id("CON", 8), "--entry", RULE, *RECORD, "distinct")

    plans = [changes.previewed("reconcile", verb, *words)["plan"]["plan_id"] for verb in ("preview", "add")]
    data = changes.applied("reconcile", "preview", *words)

    assert plans[0] == plans[1]
    assert data["written"] == ["docs/memory/changelog.md", "docs/memory/reconciliations.md"]
    assert changes.text("reconciliations.md").startswith("# Reconciliations\n\n## MC-REC-20260701-")
    assert changes.errors() == []


def test_a_title_of_a_record_may_come_from_standard_input(changes: Changes) -> None:
    words = ("--entry", entry_id("CON", 8), "--entry", RULE, "--evidence", "issue:#3")

    changes.applied(
        "reconcile", "add", *words, "--resolution", "distinct", "--title", "-", stdin=b"Two\nthings\n"
    )

    assert " — Two things\n" in changes.text("reconciliations.md")


@pytest.mark.parametrize(
    ("entries", "resolution", "reason"),
    [
        ((RULE,), "distinct", "too-few-entries"),
        ((RULE, RULE.lower()), "distinct", "too-few-entries"),
        ((RULE, entry_id("CON", 8)), "superseded", "no-supersession"),
        ((RULE, entry_id("CON", 99)), "distinct", "entry-not-found"),
    ],
)
def test_what_is_not_so_is_not_recorded(
    changes: Changes, entries: tuple[str, ...], resolution: str, reason: str
) -> None:
    named = [word for one in entries for word in ("--entry", one)]

    assert [found for found, _ in changes.refused("reconcile", "add", *named, *RECORD, resolution)] == [
        reason
    ]
