"""`git memoir init project --replace-existing`: previewed, confirmed, and never past what would break."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.changing import Changes
from tests.support.in_process import InProcess
from tests.support.project_memory import CORE
from tests.support.projects import with_project

WORDS = ("init", "project", "--replace-existing")


@pytest.fixture
def changes(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Changes:
    return Changes(InProcess(with_project(tmp_path / "p", "clean-0.8"), capsysbinary, monkeypatch))


def without_area(changes: Changes) -> None:
    """Takes away the one file that stays and speaks of what would go."""
    changes.write("areas/importer.md", "# Importer\n")


def test_the_files_are_begun_anew_under_the_same_identity(changes: Changes) -> None:
    without_area(changes)
    identity = next(line for line in changes.text("manifest.md").splitlines() if "project_id" in line)

    data = changes.applied(*WORDS)

    assert sorted(data["written"]) == [f"docs/memory/{name}" for name in CORE]
    assert identity in changes.text("manifest.md")
    assert "- `areas/importer.md`" in changes.text("manifest.md")
    assert changes.errors() == []


def test_the_preview_names_the_files_that_hold_something(changes: Changes) -> None:
    without_area(changes)
    changes.write("inbox.md", "# Inbox\n")

    plan = changes.previewed(*WORDS)["plan"]

    assert sorted(found["path"] for found in plan["warnings"]) == [
        f"docs/memory/{name}" for name in CORE if name != "inbox.md"
    ]


def test_what_stays_and_would_point_nowhere_blocks_it(changes: Changes) -> None:
    plan = changes.previewed(*WORDS)["plan"]

    assert plan["readiness"] == "blocked"
    assert [found["path"] for found in plan["blockers"]] == ["docs/memory/areas/importer.md"]


def test_agents_are_given_their_files_in_the_same_plan(changes: Changes) -> None:
    without_area(changes)

    data = changes.applied(*WORDS, "--agent", "claude")

    assert "CLAUDE.md" in data["written"]
    assert (changes.memoir.directory / "CLAUDE.md").read_text().count("memoir-git:start") == 1


def test_without_project_memory_there_is_nothing_to_replace(changes: Changes) -> None:
    (changes.memoir.directory / "docs/memory/manifest.md").unlink()

    result = changes.memoir(*WORDS)

    assert result.code == 1
    assert "git memoir init project" in result.stderr
