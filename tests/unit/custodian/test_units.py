"""Where units begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.units import (
    AMBIGUOUS_BULLET,
    BODY,
    BULLET,
    H2,
    PREAMBLE,
    SEMANTIC,
    heading_text,
    split_units,
    unit_text,
)

DEC = "## MC-DEC-20260901-0a1b2c3d — Title"


def _shape(text: str) -> list[tuple[str, str]]:
    lexed = lex(text)
    return [(unit.kind, unit_text(lexed, unit)) for unit in split_units(lexed)]


def test_title_preamble_and_sections() -> None:
    assert _shape("# T\n\nintro\n\n## One\na\n\n## Two\n") == [
        (PREAMBLE, "intro"),
        (H2, "## One\na"),
        (H2, "## Two"),
    ]


def test_a_file_without_a_start_is_one_body() -> None:
    assert _shape("# T\n\nprose\n") == [(BODY, "prose")]
    assert _shape("# T\n\n\n") == []


def test_deeper_and_setext_headings_start_nothing() -> None:
    assert _shape("## One\n### sub\nText\n----\n# later\n") == [(H2, "## One\n### sub\nText\n----\n# later")]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("## A", "A"),
        ("   ## A ##", "A"),
        ("##\tA", "A"),
        ("##", ""),
        ("## A#", "A#"),
        ("##A", None),
        ("### A", None),
        ("    ## A", None),
        ("# A", None),
    ],
)
def test_what_is_an_h2(line: str, text: str | None) -> None:
    assert heading_text(line) == text


def test_headings_in_fences_comments_and_code_are_inert() -> None:
    assert _shape("## A\n```\n## B\n```\n<!--\n## C\n-->\n    ## D\n") == [
        (H2, "## A\n```\n## B\n```\n<!--\n## C\n-->\n    ## D")
    ]


def test_a_legacy_section_is_cut_at_its_first_bullet() -> None:
    assert _shape("## 2025-01-02 - X\nDecision: y\n- a\n  more\n- b\ntail\n") == [
        (H2, "## 2025-01-02 - X\nDecision: y"),
        (BULLET, "- a\n  more"),
        (BULLET, "- b"),
        (BODY, "tail"),
    ]


def test_a_bullet_in_a_formal_entry_stays_while_a_field_follows() -> None:
    assert _shape(f"{DEC}\nDecision:\ntext\n- a\n- b\n\nReason:\nz\n") == [
        (H2, f"{DEC}\nDecision:\ntext\n- a\n- b\n\nReason:\nz")
    ]


def test_a_bullet_after_the_last_field_is_ambiguous() -> None:
    assert _shape(f"{DEC}\nStatus: active\nDecision:\ntext\n- a\n- b\n") == [
        (H2, f"{DEC}\nStatus: active\nDecision:\ntext"),
        (AMBIGUOUS_BULLET, "- a"),
        (BULLET, "- b"),
    ]


def test_the_same_bullets_indented_stay() -> None:
    assert _shape(f"{DEC}\nDecision:\ntext\n  - a\n  - b\n") == [
        (H2, f"{DEC}\nDecision:\ntext\n  - a\n  - b")
    ]


def test_items_of_a_list_field_stay() -> None:
    text = f"{DEC}\nEvidence:\n- user-confirmed\n- doc:a.md"

    assert _shape(text + "\n") == [(H2, text)]


def test_a_blank_line_ends_a_list_field() -> None:
    assert _shape("## MC-SUBJ-20260901-0a1b2c3d — S\nAliases:\n\n- x\n")[1] == (AMBIGUOUS_BULLET, "- x")


def test_semantic_units_are_numbered_from_one() -> None:
    lexed = lex(f"# T\nintro\n{DEC}\nDecision:\nx\n- a\n\n## Legacy\n- b\nbody\n- c\n")

    numbers = [(unit.kind, unit.number) for unit in split_units(lexed)]

    assert [number for kind, number in numbers if kind in SEMANTIC] == [1, 2, 3, 4, 5]
    assert {number for kind, number in numbers if kind not in SEMANTIC} == {0}


@given(
    st.lists(
        st.sampled_from(
            ["# T", "", DEC, "## L", "- a", "  - b", "Evidence:", "Note: x", "text", "```", "    c"]
        )
    )
)
def test_replacing_each_unit_by_itself_is_the_identity(lines: list[str]) -> None:
    lexed = lex("\n".join(lines))
    if lexed.problems:
        return

    rebuilt = list(lexed.lines)
    covered = [0] * len(lexed.lines)
    for unit in split_units(lexed):
        rebuilt[unit.start : unit.end] = lexed.lines[unit.start : unit.end]
        for at in range(unit.start, unit.end):
            covered[at] += 1

    assert "".join(rebuilt) == "\n".join(lines)
    outside = [line for line, count in zip(lexed.lines, covered, strict=True) if count == 0]
    assert all(not line.strip() or line.startswith("# ") for line in outside)
    assert max(covered, default=0) <= 1
