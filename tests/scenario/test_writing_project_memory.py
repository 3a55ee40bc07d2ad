"""What the writing commands leave is what the audit asks for: no new finding, whatever is done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.in_process import InProcess
from tests.support.memory import entry, entry_id
from tests.support.projects import MEMORY, with_project
from tests.support.scenario import Repo

SUBJECT = "MC-SUBJ-20260901-1111aaaa"
READER = "MC-SUBJ-20260902-2222bbbb"
EVIDENCE = ("--evidence", "user-confirmed")
OWNED = ("--subject", SUBJECT, "--facet", "data-model", *EVIDENCE)
# Facets of the first Subject that nothing owns yet.
FREE = ("compatibility", "interface", "security", "lifecycle", "version-policy", "architecture", "data-model")
CANDIDATE = (
    entry("INBOX", 6, status="candidate", Candidate_Type="constraint", evidence=["agent-observed"],
          Provisional_Subject=SUBJECT, Provisional_Facet="performance", scope="area:web")
    + "\nPromotion-Requirement:\nSomebody measures it.\n"
)  # fmt: skip
LEGACY = "## 2025-03-01 - Speed\nDecision: Fast enough.\nReason: Measured.\n"

COMMANDS = {
    "a candidate": ("add", "An idea."),
    "a typed candidate": ("add", "An idea.", "--type", "decision", "--candidate", *OWNED),
    "a decision": ("add", "Rows in SQLite.", "--type", "decision", *OWNED),
    "a constraint": ("add", "No network.", "--type", "constraint", *OWNED),
    "a rejection": ("add", "No ORM.", "--type", "do-not-use", *OWNED),
    "a preference": ("add", "Short names.", "--type", "preference", *EVIDENCE),
    "an area's decision": ("add", "Server side.", "--type", "area", "--area", "web", *OWNED),
    "an area's rejection": ("add", "No ORM.", "--type", "do-not-use", "--area", "importer", *OWNED),
    "a rule": ("add", "Be short.", "--type", "rule", "--name", "tone", *EVIDENCE),
    "a profile": ("add", "Be slow.", "--type", "profile", "--name", "careful", *EVIDENCE),
    "a successor": (
        "add", "Rows are sorted.", "--type", "decision", "--supersedes", entry_id("DEC", 2), *EVIDENCE,
    ),
    "a successor of another type": (
        "add", "Rows are sorted.", "--type", "constraint", "--supersedes", entry_id("DEC", 2), *EVIDENCE,
    ),
    "a promotion": ("promote", entry_id("INBOX", 6), "--type", "constraint", *EVIDENCE),
    "evidence": ("evidence", "add", entry_id("DEC", 1), "--evidence", "doc:docs/memory/brief.md"),
    "evidence of a candidate": ("evidence", "add", entry_id("INBOX", 6), "--evidence", "pr:#1"),
    "preferences": ("enable", "preferences"),
    "a changelog": ("enable", "changelog"),
    "rules": ("enable", "rules"),
    "an archive": ("enable", "archive"),
    "an area": ("enable", "areas/db", "--path", "src/db/**"),
    "a rule's tasks": ("enable", "rules/words", "--task", "artifact"),
    "a unit's entry": (
        "add", "--from-legacy", "decisions.md#unit-3", "--type", "decision", "--title", "Speed", *OWNED,
    ),
}  # fmt: skip


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMOIR_GIT_NOW", "2026-11-30T12:00:00Z")
    place = with_project(tmp_path / "project", "clean-0.8")
    _append(place / MEMORY / "inbox.md", CANDIDATE)
    return place


@pytest.fixture
def memoir(
    place: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(place, capsysbinary, monkeypatch)


def _append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + "\n\n" + text, encoding="utf-8")


def done(memoir: InProcess, *words: str) -> None:
    """Does it, by a preview where one is shown first."""
    result = memoir(*words)
    plan = re.search(r"--confirm-plan ([0-9a-f]{16})", result.stdout)
    if plan is not None:
        result = memoir(*words, "--apply", "--confirm-plan", plan[1])
    assert result.code == 0, str(result)


def audited(memoir: InProcess) -> list[str]:
    """Returns code, entry and message of each finding."""
    document = json.loads(memoir("audit", "--format", "json").out)
    return sorted(f"{one['code']} {one['entry_id']} {one['message']}" for one in document["findings"])


@pytest.mark.parametrize("name", COMMANDS)
def test_an_audit_finds_nothing_that_was_not_there_before(place: Path, memoir: InProcess, name: str) -> None:
    if name == "a unit's entry":
        _append(place / MEMORY / "decisions.md", LEGACY)
    before = audited(memoir)

    done(memoir, *COMMANDS[name])

    assert set(audited(memoir)) - set(before) == set()


def test_everything_after_one_another_is_clean_too(memoir: InProcess) -> None:
    facets = iter(FREE)
    left_out = ("a unit's entry", "a successor of another type")

    done(memoir, "enable", "changelog")
    for name in sorted(COMMANDS.keys() - left_out):
        done(memoir, *(next(facets) if word == "data-model" else word for word in COMMANDS[name]))

    assert audited(memoir) == []


def test_what_a_file_holds_beside_the_entry_stays_to_the_last_byte(place: Path, memoir: InProcess) -> None:
    path = place / MEMORY / "decisions.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n") + b"   \r\n\r\n<!-- kept -->")
    before = path.read_bytes()

    done(memoir, *COMMANDS["a decision"])

    after = path.read_bytes()
    [unit] = re.findall(rb"## MC-DEC-20261130-.*?(?=## MC-DEC-2026090)", after, re.DOTALL)
    assert after.replace(unit, b"", 1) == before
    assert unit.count(b"\n") == unit.count(b"\r\n")


def test_a_file_keeps_its_mode_and_a_new_one_is_for_all_to_read(place: Path, memoir: InProcess) -> None:
    decisions = place / MEMORY / "decisions.md"
    decisions.chmod(0o640)

    done(memoir, *COMMANDS["a decision"])
    done(memoir, *COMMANDS["a preference"])

    assert decisions.stat().st_mode & 0o777 == 0o640
    assert (place / MEMORY / "preferences.md").stat().st_mode & 0o777 & ~0o022 == 0o644


def test_an_edit_between_preview_and_application_makes_the_plan_stale(place: Path, memoir: InProcess) -> None:
    shown = memoir(*COMMANDS["a promotion"])
    _append(place / MEMORY / "brief.md", "One more sentence.\n")
    before = {path: path.read_bytes() for path in (place / MEMORY).rglob("*.md")}

    plan = shown.stdout.rpartition("--confirm-plan ")[2].strip()
    result = memoir(*COMMANDS["a promotion"], "--apply", "--confirm-plan", plan)

    assert result.code == 1
    assert {path: path.read_bytes() for path in (place / MEMORY).rglob("*.md")} == before


def test_a_chain_of_successors_is_clean(memoir: InProcess) -> None:
    old = entry_id("DEC", 2)
    for number in range(3):
        words = ("add", f"Version {number}.", "--type", "decision", "--supersedes", old, *EVIDENCE)
        shown = memoir(*words, "--format", "json")
        plan = json.loads(shown.out)["data"]
        memoir(*words, "--apply", "--confirm-plan", plan["plan"]["plan_id"])
        old = plan["facts"]["entry"]

    assert audited(memoir) == []


def test_what_was_promoted_may_be_superseded(memoir: InProcess) -> None:
    shown = json.loads(memoir(*COMMANDS["a promotion"], "--format", "json").out)["data"]
    done(memoir, *COMMANDS["a promotion"])

    done(memoir, "add", "Faster.", "--type", "constraint", "--supersedes", shown["facts"]["entry"], *EVIDENCE)

    assert audited(memoir) == []


def test_two_branches_that_each_add_an_entry_merge_cleanly(
    make_repo: Callable[[], Repo], capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = make_repo()
    with_project(repo.path, "clean-0.8")
    memoir = InProcess(repo.path, capsysbinary, monkeypatch)
    repo.memoir("install")
    repo.memoir("track", "docs/memory", "--as", "memoir-units")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "base")
    repo.git("branch", "other")
    done(memoir, "add", "Rows in SQLite.", "--type", "decision", *OWNED)
    repo.git("commit", "-qam", "ours")
    repo.git("checkout", "-q", "other")
    done(memoir, "add", "No pickles.", "--type", "decision", *OWNED[:2], "--facet", "security", *EVIDENCE)
    repo.git("commit", "-qam", "theirs")

    repo.git("merge", "-q", "--no-edit", "-")

    decisions = (repo.path / MEMORY / "decisions.md").read_text(encoding="utf-8")
    assert [decisions.count(text) for text in ("Rows in SQLite.\n", "No pickles.\n", "<<<<")] == [1, 1, 0]
    assert audited(memoir) == []
