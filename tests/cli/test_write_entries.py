"""`git memoir add`, `promote`, `evidence add` and `enable`: words, output, exit statuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.golden import assert_golden
from tests.support.in_process import InProcess
from tests.support.memory import entry, entry_id, memory_file
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.projects import MEMORY, with_project

SUBJECT = "MC-SUBJ-20260901-1111aaaa"
DECISION = (
    "--type",
    "decision",
    "--subject",
    SUBJECT,
    "--facet",
    "data-model",
    "--evidence",
    "user-confirmed",
)
CANDIDATE = entry_id("INBOX", 6)
_FRESH = re.compile(rb"MC-([A-Z]+)-20261130-[0-9a-f]{8}")
_PLAN = re.compile(rb"\b[0-9a-f]{16}\b")
_DIGEST = re.compile(rb"\b[0-9a-f]{64}\b")


@pytest.fixture(autouse=True)
def fixed_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMOIR_GIT_NOW", "2026-11-30T12:00:00Z")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return with_project(tmp_path / "project", "clean-0.8")


@pytest.fixture
def memoir(
    place: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(place, capsysbinary, monkeypatch)


def with_candidate(place: Path) -> None:
    unit = entry(
        "INBOX", 6, status="candidate", Candidate_Type="decision", evidence=["agent-observed"],
        Provisional_Subject=SUBJECT, Provisional_Facet="performance", title="Parallel imports",
    )  # fmt: skip
    inbox = memory_file("Inbox", unit + "\nPromotion-Requirement:\nSomebody measures it.\n")
    (place / MEMORY / "inbox.md").write_text(inbox, encoding="utf-8")


def memory(place: Path) -> dict[str, str]:
    folder = place / MEMORY
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.md"))
    }


def applied(memoir: InProcess, *words: str) -> Result:
    """Previews, then applies the plan that the preview showed."""
    shown = memoir(*words)
    plan = re.search(r"--confirm-plan ([0-9a-f]{16})", shown.stdout)
    assert plan is not None, str(shown)
    return memoir(*words, "--apply", "--confirm-plan", plan[1])


def steady(printed: bytes) -> bytes:
    """Returns what was printed with random IDs, and what depends on them, made the same."""
    printed = _FRESH.sub(rb"MC-\1-20261130-xxxxxxxx", printed)
    return _DIGEST.sub(b"x" * 64, _PLAN.sub(b"x" * 16, printed))


CASES = {
    "candidate": ("add", "Imports may run in parallel."),
    "decision": ("add", "We store rows in SQLite.", *DECISION),
    "refused": ("add", "We store rows.", *DECISION[:4], "--facet", "workflow", "--evidence", "hearsay"),
    "superseding": (
        "add", "Rows are sorted.", "--type", "decision", "--supersedes", entry_id("DEC", 2),
        "--evidence", "user-confirmed",
    ),
    "blocked-preview": (
        "add", "Rows are sorted.", "--type", "preference", "--supersedes", entry_id("DEC", 2),
        "--evidence", "user-confirmed",
    ),
    "area": ("add", "The client renders on the server.", *DECISION, "--area", "web"),
    "promotion": ("promote", CANDIDATE, "--type", "decision", "--evidence", "user-confirmed"),
    "evidence": ("evidence", "add", entry_id("DEC", 1), "--evidence", "pr:#9"),
    "no-evidence": ("evidence", "add", entry_id("DEC", 1), "--evidence", "pr:#7"),
    "enabled": ("enable", "areas/db", "--path", "src/db/**"),
    "enabled-before": ("enable", "areas/importer"),
}  # fmt: skip
STATUSES = {"refused": 1}


@pytest.mark.parametrize("output_format", ["text", "json"])
@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_what_was_found_right(
    place: Path, memoir: InProcess, name: str, output_format: str
) -> None:
    with_candidate(place)

    result = memoir(*CASES[name], "--format", output_format)

    assert (result.code, result.stderr) == (STATUSES.get(name, 0), "")
    suffix = "txt" if output_format == "text" else "json"
    assert_golden(steady(result.out), f"write/{name}.{suffix}")


@pytest.mark.parametrize("name", CASES)
def test_their_json_keeps_to_the_published_schemas(place: Path, memoir: InProcess, name: str) -> None:
    with_candidate(place)

    document = json.loads(memoir(*CASES[name], "--format", "json").out)

    jsonschema.validate(document, _schema("envelope-v1.json"))
    jsonschema.validate(document["data"], _schema("change-v1.json"))


def _schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes())


@pytest.mark.parametrize("name", ["superseding", "promotion", "evidence"])
def test_a_preview_writes_nothing_and_its_plan_can_be_applied(
    place: Path, memoir: InProcess, name: str
) -> None:
    with_candidate(place)
    before = memory(place)
    memoir(*CASES[name])
    assert memory(place) == before

    result = applied(memoir, *CASES[name])

    assert (result.code, result.stderr) == (0, "")
    assert memory(place) != before


@pytest.mark.parametrize("name", ["superseding", "promotion", "evidence"])
def test_other_words_than_the_previews_are_stale(place: Path, memoir: InProcess, name: str) -> None:
    with_candidate(place)
    shown = memoir(*CASES[name]).stdout
    plan = shown.rpartition("--confirm-plan ")[2].strip()
    before = memory(place)

    result = memoir(*CASES[name], "--evidence", "pr:#99", "--apply", "--confirm-plan", plan)

    assert (result.code, memory(place)) == (1, before)
    assert "stale-plan" in result.stdout


@pytest.mark.parametrize("words", [("add", "-"), ("add", "x", "--title", "-"), ("add", "x", "--reason", "-")])
def test_a_text_may_come_from_standard_input(place: Path, memoir: InProcess, words: tuple[str, ...]) -> None:
    result = memoir(*words, stdin="Caf\u00e9 rows\n".encode())

    assert result.code == 0
    assert "Caf\u00e9 rows\n" in memory(place)["inbox.md"]


def test_the_reason_of_a_promotion_may_come_from_standard_input(place: Path, memoir: InProcess) -> None:
    with_candidate(place)
    words = (*CASES["promotion"], "--reason", "-")
    plan = memoir(*words, stdin=b"It was measured.").stdout.rpartition("--confirm-plan ")[2].strip()

    result = memoir(*words, "--apply", "--confirm-plan", plan, stdin=b"It was measured.")

    assert result.code == 0
    assert memory(place)["decisions.md"].count("Reason:\nIt was measured.\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("add",),
        ("add", "-", "--title", "-"),
        ("add", "x", "--type", "poem"),
        ("add", "x", "--facet", "colour"),
        ("add", "x", "--from-legacy", "decisions.md:1", "--type", "decision"),
        ("add", "x", "--supersedes", entry_id("DEC", 2)),
        ("add", "x", "--candidate", "--type", "decision", "--supersedes", entry_id("DEC", 2)),
        ("add", "x", "--apply", "--confirm-plan", "0" * 16),
        ("add", "x", "--type", "decision", "--supersedes", entry_id("DEC", 2), "--apply"),
        ("promote", CANDIDATE),
        ("promote", CANDIDATE, "--type", "rule"),
        ("evidence", "add", entry_id("DEC", 2)),
        ("enable",),
        ("enable", "rules/x", "--task", "cooking"),
        ("enable", "rules", "--force"),
    ],
)
def test_wrong_usage_is_told_and_writes_nothing(
    place: Path, memoir: InProcess, words: tuple[str, ...]
) -> None:
    before = memory(place)

    result = memoir(*words)

    assert (result.code, result.out, memory(place)) == (2, b"", before)


@pytest.mark.parametrize(
    "words",
    [
        ("add", "x", "--evidence", "\udcff"),
        ("add", "\udcff"),
        ("add", "x", "--area", "\udcff"),
        ("promote", CANDIDATE, "--type", "decision", "--subject", "\udcff"),
        ("evidence", "add", "\udcff", "--evidence", "pr:#1"),
        ("enable", "areas/x", "--path", "\udcff"),
    ],
)
def test_an_argument_that_is_not_utf_8_is_refused(memoir: InProcess, words: tuple[str, ...]) -> None:
    result = memoir(*words)

    assert (result.code, result.out) == (1, b"")
    assert "not UTF-8" in result.stderr


def test_a_text_that_is_not_utf_8_is_refused(place: Path, memoir: InProcess) -> None:
    result = memoir("add", "-", stdin=b"\xff")

    assert (result.code, result.out) == (1, b"")
    assert "not UTF-8" in result.stderr


def test_a_secret_is_refused_and_stands_nowhere(
    place: Path, memoir: InProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = "ghp_" + "a1B2c3D4" * 4
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(tmp_path / "state"))

    result = memoir("add", f"Use {secret}", "--type", "decision", "--supersedes", entry_id("DEC", 2))

    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert result.code == 0
    assert "text-holds-a-secret" in result.stdout
    assert [data for data in (result.out, result.err, *files) if secret.encode() in data] == []


@pytest.mark.parametrize("words", [CASES["candidate"], CASES["enabled"], CASES["evidence"]])
def test_without_project_memory_they_stop(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:  # fmt: skip
    result = InProcess(tmp_path, capsysbinary, monkeypatch)(*words)

    assert (result.code, result.out) == (1, b"")
    assert "no project memory" in result.stderr


def test_evidence_may_be_added_in_a_project_of_an_older_protocol(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = with_project(tmp_path / "older", "routed-0.7")
    memoir = InProcess(place, capsysbinary, monkeypatch)
    [identifier] = re.findall(r"^## (MC-DEC-\S+)", memory(place)["decisions.md"], re.MULTILINE)[:1]

    result = applied(memoir, "evidence", "add", identifier, "--evidence", "pr:#9")

    assert result.code == 0
    assert "- pr:#9\n" in memory(place)["decisions.md"]


@pytest.mark.parametrize("project", ["schema-2", "schema-3"])
def test_where_bodies_are_fenced_only_what_writes_none_works(
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    project: str,
) -> None:
    place = with_project(tmp_path / "fenced", project)
    memoir = InProcess(place, capsysbinary, monkeypatch)
    [identifier] = re.findall(r"^## (MC-DEC-\S+)", memory(place)["decisions.md"], re.MULTILINE)[:1]

    refused = memoir("add", "An idea.")

    assert (refused.code, refused.out) == (1, b"")
    assert f"entry schema {project[-1]}" in refused.stderr
    assert applied(memoir, "evidence", "add", identifier, "--evidence", "pr:#9").code == 0
    assert memoir("enable", "areas/db").code == 0


@pytest.mark.parametrize("words", [CASES["candidate"], CASES["enabled"]])
def test_nothing_else_is_written_there(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:  # fmt: skip
    place = with_project(tmp_path / "older", "routed-0.7")

    result = InProcess(place, capsysbinary, monkeypatch)(*words)

    assert (result.code, result.out) == (1, b"")
    assert "protocol before 0.8" in result.stderr
