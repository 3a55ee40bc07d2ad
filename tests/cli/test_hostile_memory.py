"""Project memory that somebody made to break its reader: findings, never a traceback, a hang or a silence.

Each text is large enough that work which grew with its square would outlast the time a command may take.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.memory import MANIFEST, entry, entry_id, memory_file, record, subject
from tests.support.processes import Result, run
from tests.support.projects import MEMORY, with_project

LONG = 1_000_000
MANY = 20_000
ID = entry_id("DEC", 1)


def _repeated(piece: str) -> str:
    return piece * (LONG // len(piece))


TEXTS = {
    "an unclosed fence": ("decisions.md", "```\n", "MC-ENTRY-001"),
    "an unclosed comment": ("decisions.md", "<!--\n" * MANY, "MC-ENTRY-001"),
    "fences without end": ("decisions.md", _repeated("```\n"), "MC-BUDGET-001"),
    "NUL bytes": ("decisions.md", "\0" * LONG, "MC-ENTRY-001"),
    "bytes that are no text": ("decisions.md", "\udcff" * LONG, "MC-ENTRY-001"),
    "conflict markers": ("decisions.md", "<<<<<<< ours\n" * MANY, "MC-ENTRY-001"),
    "a run of letters": ("brief.md", _repeated("a"), "MC-BUDGET-001"),
    "a run of digits": ("brief.md", _repeated("1"), "MC-BUDGET-001"),
    "digits and dots": ("brief.md", _repeated("1."), "MC-BUDGET-001"),
    "half addresses": ("brief.md", _repeated("a@"), "MC-BUDGET-001"),
    "an endless domain": ("brief.md", "a@" + _repeated("b."), "MC-BUDGET-001"),
    "half machine paths": ("brief.md", _repeated("/home/"), "MC-BUDGET-001"),
    "half phone numbers": ("brief.md", _repeated("(0"), "MC-BUDGET-001"),
    "half credentials": ("brief.md", _repeated("secret: "), "MC-BUDGET-001"),
    "claims and denials": ("brief.md", _repeated("never skip tests "), "MC-BUDGET-001"),
    "half claims": ("brief.md", _repeated("ignore system "), "MC-BUDGET-001"),
    "bidirectional controls": ("brief.md", _repeated("a\u202eb"), "MC-SECURITY-001"),
    "half IDs": ("decisions.md", "## " + _repeated("MC-") + "\n", "MC-ENTRY-002"),
    "an ID in letters of another script": (
        "decisions.md",
        memory_file("D", entry("DEC").replace("MC-", "МС-")),
        "MC-ENTRY-002",
    ),
    "a heading of marks": ("decisions.md", "## " + _repeated("#") + "\n", "MC-ENTRY-002"),
    "a title without end": ("decisions.md", f"## {ID} — " + _repeated("x ") + "\n", "MC-ENTRY-001"),
    "a name of combining marks": (
        "subjects.md",
        memory_file("S", subject(title=_repeated("\u0316\u0301"), Note="x")),
        "MC-CONFLICT-010",
    ),
    "blank lines in a field": (
        "decisions.md",
        memory_file("D", entry("DEC", body="\n" * LONG)),
        "MC-ENTRY-001",
    ),
    "a hundred thousand units": ("decisions.md", "- x\n" * 100_000, "MC-ENTRY-002"),
    "owners of one identity": (
        "decisions.md",
        memory_file("D", *[entry("DEC", number) for number in range(MANY)]),
        "MC-CONFLICT-001",
    ),
    "fields without end": (
        "decisions.md",
        memory_file("D", entry("DEC", body="Note: x\n" * MANY)),
        "MC-ENTRY-001",
    ),
    "Subjects of one name": (
        "subjects.md",
        memory_file("S", *[subject(f"MC-SUBJ-20260901-{number:08x}") for number in range(MANY)]),
        "MC-SUBJECT-003",
    ),
    "records without end": (
        "reconciliations.md",
        memory_file("R", *[record(number, [ID, entry_id("DEC", number + 2)]) for number in range(MANY)]),
        "MC-CONFLICT-004",
    ),
    "modules without end": (
        "manifest.md",
        MANIFEST
        + "".join(f"- `areas/a{number}.md`\n  - activation: explicit-only\n" for number in range(MANY)),
        "MC-ROUTING-010",
    ),
    "routes without end": (
        "manifest.md",
        MANIFEST.replace("- `brief.md`", "".join(f"- `a{number}.md`\n" for number in range(MANY)), 1),
        "MC-ROUTING-005",
    ),
    "a version without end": (
        "manifest.md",
        MANIFEST.replace("protocol_version: 0.8", "protocol_version: 0." + _repeated("8")),
        "MC-ROUTING-008",
    ),
    "no manifest at all": ("manifest.md", "", "MC-ROUTING-001"),
}


def check(place: Path) -> Result:
    return run("git-memoir", "check", "--format", "json", cwd=place)


def codes(result: Result) -> set[str]:
    return {finding["code"] for finding in json.loads(result.out)["findings"]}


@pytest.mark.parametrize(("name", "text", "code"), TEXTS.values(), ids=TEXTS)
def test_a_hostile_text_gets_findings(tmp_path: Path, name: str, text: str, code: str) -> None:
    place = with_project(tmp_path, "clean-0.8")
    (place / MEMORY / name).write_bytes(text.encode("utf-8", "surrogateescape"))

    result = check(place)

    assert (result.code in (0, 1, 2), result.stderr) == (True, "")
    assert code in codes(result)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return with_project(tmp_path / "project", "clean-0.8")


@pytest.mark.parametrize("name", ["manifest.md", "decisions.md", "areas/importer.md"])
def test_a_folder_in_the_place_of_a_file_is_a_file_that_is_not_there(place: Path, name: str) -> None:
    (place / MEMORY / name).unlink()
    (place / MEMORY / name).mkdir()

    found = codes(check(place))

    assert found & {"MC-ROUTING-001", "MC-ROUTING-005", "MC-ROUTING-010"}


@pytest.mark.parametrize("name", ["manifest.md", "decisions.md", "notes.md"])
def test_a_pipe_is_not_waited_for(place: Path, name: str) -> None:
    (place / MEMORY / name).unlink(missing_ok=True)
    os.mkfifo(place / MEMORY / name)

    assert "MC-ENTRY-001" in codes(check(place))


@pytest.mark.parametrize("target", ["decisions.md", "../..", "/etc/passwd", "nowhere"])
def test_a_link_is_not_followed_wherever_it_leads(place: Path, target: str) -> None:
    (place / MEMORY / "decisions.md").unlink()
    (place / MEMORY / "decisions.md").symlink_to(target)

    assert {"MC-ENTRY-001", "MC-ROUTING-005"} <= codes(check(place))


@pytest.mark.parametrize("name", ["areas", "rules", "profiles", "archive"])
def test_a_link_in_the_place_of_a_folder_of_memory_is_told(place: Path, tmp_path: Path, name: str) -> None:
    folder = place / MEMORY / name
    if folder.exists():
        folder.rename(tmp_path / name)
    folder.symlink_to(tmp_path / name)

    assert "MC-ENTRY-001" in codes(check(place))


def test_folders_that_lead_into_themselves_are_not_walked_for_ever(place: Path) -> None:
    (place / MEMORY / "areas" / "again").symlink_to("..")

    assert codes(check(place)) == set()


@pytest.mark.parametrize("name", ["docs", MEMORY])
def test_memory_behind_a_link_is_not_read(place: Path, tmp_path: Path, name: str) -> None:
    (place / name).rename(tmp_path / "moved")
    (place / name).symlink_to(tmp_path / "moved")

    result = check(place)

    assert result.code in (1, 2)
    assert "MC-ENTRY-001" in codes(result)


def test_a_source_with_a_name_no_file_system_has_is_missing(place: Path) -> None:
    text = memory_file("Constraints", entry(evidence=["repo:" + "a" * 5000]))
    (place / MEMORY / "constraints.md").write_text(text, encoding="utf-8")

    assert "MC-FRESH-001" in codes(check(place))


def test_a_source_behind_a_link_that_leads_out_is_missing(place: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x", encoding="utf-8")
    (place / "inside").symlink_to(tmp_path / "outside")
    text = memory_file("Constraints", entry(evidence=["repo:inside"]))
    (place / MEMORY / "constraints.md").write_text(text, encoding="utf-8")

    assert "MC-FRESH-001" in codes(check(place))
