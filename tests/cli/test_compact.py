"""`git memoir compact`: one file made smaller, previewed and confirmed, and the project still sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.changing import Changes
from tests.support.in_process import InProcess
from tests.support.memory import entry, entry_id
from tests.support.projects import with_project

PROMOTED, WAITING = entry_id("INBOX", 5), entry_id("INBOX", 6)
ARCHIVE = "archive/inbox-2026-07-01.md"


@pytest.fixture
def changes(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Changes:
    return Changes(InProcess(with_project(tmp_path / "p", "customised-0.8"), capsysbinary, monkeypatch))


def test_the_inbox_is_the_default_and_what_was_promoted_leaves_it(changes: Changes) -> None:
    data = changes.applied("compact")

    assert data["facts"]["archived"] == [PROMOTED]
    assert data["facts"]["review_candidates"] == [WAITING]
    written = ("archive/README.md", ARCHIVE, "changelog.md", "inbox.md")
    assert data["written"] == [f"docs/memory/{name}" for name in written]
    assert "- 2026-07-01 Compacted inbox.md: 1 archived, 0 dropped\n" in changes.text("changelog.md")
    assert changes.errors() == []


def test_an_archived_entry_is_still_shown(changes: Changes) -> None:
    before = changes.memoir("show", PROMOTED).stdout
    changes.applied("compact")

    after = changes.memoir("show", PROMOTED, "--include-archive").stdout

    assert after.partition("\n")[2] == before.partition("\n")[2]


def test_compacting_twice_changes_nothing_more(changes: Changes) -> None:
    changes.applied("compact")

    result = changes.memoir("compact")

    assert (result.code, "There is nothing to change." in result.stdout) == (0, True)


def test_a_file_with_windows_line_ends_keeps_them(changes: Changes) -> None:
    changes.write("inbox.md", changes.text("inbox.md").replace("\n", "\r\n"))

    changes.applied("compact")

    for name in ("inbox.md", ARCHIVE):
        content = changes.files()[name]
        assert content.count(b"\n") == content.count(b"\r\n")


def test_the_changelog_gets_no_line_about_its_own_compaction(changes: Changes) -> None:
    sections = [f"## 2026-0{month}-01\n\n- {'word ' * 300}\n" for month in (3, 2, 1)]
    changes.write("changelog.md", "\n".join(["# Changelog\n", *sections]))

    changes.applied("compact", "--target", "changelog.md")

    assert changes.text("changelog.md") == f"# Changelog\n\n{sections[0]}\n{sections[1]}"


@pytest.mark.parametrize("target", ["manifest.md", "subjects.md", "nothing.md"])
def test_a_file_without_a_budget_is_refused(changes: Changes, target: str) -> None:
    assert changes.refused("compact", "--target", target) == [("no-budget", "")]


def test_the_brief_is_for_a_person_alone(changes: Changes) -> None:
    data = changes.previewed("compact", "--target", "brief.md")

    assert [found["details"]["reason"] for found in data["plan"]["warnings"]] == ["only-a-person-can"]
    assert data["plan"]["targets"] == []


def test_a_weight_is_told_with_its_limit(changes: Changes) -> None:
    facts = changes.previewed("compact", "--target", "docs/memory/decisions.md")["facts"]

    assert (facts["target"], facts["limit"]) == ("docs/memory/decisions.md", 800)
    assert facts["tokens"] > 0


@pytest.mark.parametrize("project", ["schema-2", "schema-3"])
def test_bodies_in_fences_move_as_they_stand(
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    project: str,
) -> None:
    changes = Changes(InProcess(with_project(tmp_path / "q", project), capsysbinary, monkeypatch))
    fenced = f"```memory-custodian-body-v1\n## no heading\n{'word ' * 900}\n```"
    old = entry("DEC", 8, status="superseded", Superseded_By="external:removed", body=fenced)
    changes.write("decisions.md", changes.text("decisions.md") + "\n" + old)

    data = changes.applied("compact", "--target", "decisions.md")

    assert data["facts"]["archived"] == [entry_id("DEC", 8)]
    assert changes.text("archive/decisions-2026-07-01.md").endswith(old)
    assert changes.errors() == []
