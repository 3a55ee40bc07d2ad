"""Findings as lines: where they are, what they say, and what to do."""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.render.text import finding_lines

CODE = FindingCode(
    id="MC-EXAMPLE", severity=Severity.WARNING, title="It is odd: {reason}.", remediation="Mend {part}."
)
PATH = RepoPath("docs/memory/decisions.md")
ENTRY = Handle("MC-DEC-20260901-00000001")


def test_a_finding_names_path_line_and_entry_then_what_to_do() -> None:
    finding = CODE.at(PATH, line=3, entry_id=ENTRY, reason=Handle("a"), part=Handle("b"))

    assert finding_lines([finding]) == [
        "WARNING MC-EXAMPLE docs/memory/decisions.md:3 MC-DEC-20260901-00000001: It is odd: a.",
        "        Mend b.",
    ]


def test_a_detail_that_no_sentence_holds_stands_behind_the_message() -> None:
    finding = CODE.at(PATH, reason=Handle("a"), part=Handle("b"), field=Handle("Status"), item=2)

    assert finding_lines([finding])[0].endswith("decisions.md: It is odd: a. (field Status, item 2)")


def test_a_finding_about_no_place_begins_with_its_sentence() -> None:
    assert (
        finding_lines([CODE.at(reason=Handle("a"), part=Handle("b"))])[0]
        == "WARNING MC-EXAMPLE It is odd: a."
    )
