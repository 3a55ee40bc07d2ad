"""The Subject registry: its grammar, and the normal forms that decide who is the same."""

from __future__ import annotations

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.subjects import LONGEST_NAME, Subject, normal_name, normal_ref, parse_registry
from tests.support.memory import SUBJECT, memory_file, subject

TWIN = "MC-SUBJ-20260901-2222bbbb"


def _only(text: str) -> Subject:
    registry = parse_registry(lex(text))
    assert registry.faults == ()
    (found,) = registry.subjects
    return found


def _reasons(text: str) -> list[str]:
    return [fault.reason.value for fault in _only(text).faults]


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("dependency:pypi:My__Lib.Core", "dependency:pypi:my-lib-core"),
        ("dependency:npm:@Acme/UI", "dependency:npm:@acme/ui"),
        ("dependency:npm:left-pad", "dependency:npm:left-pad"),
        (r"repo-path:src\Main.py", "repo-path:src/Main.py"),
        ("repo-path:./a//b", "repo-path:a/b"),
        ("area:Importer", "area:importer"),
        ("api:Ｅxport", "api:export"),
        (" feature:x ", "feature:x"),
    ],
)
def test_a_reference_has_one_normal_form(written: str, normal: str) -> None:
    assert normal_ref(written) == normal


@pytest.mark.parametrize(
    "written",
    [
        "",
        "x",
        "repo-path:../x",
        "repo-path:/x",
        "repo-path:C:/x",
        "dependency:cargo:x",
        "dependency:pypi:",
        "dependency:npm:@acme",
        "API:export",
        "api:-x",
        "api:a b",
        "concept:x",
        "api:" + "x" * LONGEST_NAME,
    ],
)
def test_a_reference_outside_the_grammar_has_none(written: str) -> None:
    assert normal_ref(written) is None


@pytest.mark.parametrize(
    ("first", "second"), [("Ｌib\u00a0X", "lib x"), ("STRASSE", "straße"), (" a \t b", "A B")]
)
def test_names_are_compared_without_case_width_and_blanks(first: str, second: str) -> None:
    assert normal_name(first) == normal_name(second)


def test_names_are_never_compared_by_likeness() -> None:
    assert normal_name("caches") != normal_name("cache")


def test_a_name_beyond_all_measure_is_compared_as_it_stands() -> None:
    hostile = "\u0316\u0301" * LONGEST_NAME

    assert normal_name(hostile) == hostile


def test_a_clean_subject_is_read_whole() -> None:
    found = _only(subject(title="Build  pipeline", aliases=["CI build"], Kind="api", Canonical_Ref="api:B"))

    assert (found.id, found.title, found.aliases) == (SUBJECT, "Build pipeline", ("CI build",))
    assert (found.canonical_ref, found.is_active, found.faults) == ("api:b", True, [])
    assert found.names == {"build pipeline", "ci build"}


def test_aliases_may_be_left_out() -> None:
    assert _reasons(subject().replace("\nAliases:\n", "")) == []


def test_comments_and_blank_lines_are_no_stray_text() -> None:
    text = subject(aliases=["a"]).replace("- a\n", "<!-- old names -->\n- a\n\n")

    assert _reasons(text) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (subject(Note="x"), "unknown-field"),
        (subject(Kind="thing"), "unknown-value"),
        (subject(status="gone"), "unknown-value"),
        (subject(Canonical_Ref="cargo:x"), "unknown-value"),
        (subject(Merged_Into=TWIN), "lifecycle"),
        (subject(status="merged"), "missing-field"),
        (subject(status="merged", Merged_Into="the other one"), "malformed-relation"),
        (subject().replace("Kind: concept\n", ""), "missing-field"),
        (subject().replace("Kind: concept", "Kind:"), "empty-field"),
        (subject().replace("Kind: concept", "Kind: concept\nmore"), "continued-scalar"),
        (subject().replace("Kind: concept", "Kind: concept\nKind: api"), "duplicate-field"),
        (subject().replace("Evidence:\n- user-confirmed", "Evidence: user-confirmed"), "inline-list"),
        (subject(aliases=[""]), "empty-item"),
        (subject().replace("- user-confirmed", "- user-confirmed\n  and more"), "stray-text"),
        (subject().replace("\n\nStatus", "\n\nprose\nStatus"), "stray-text"),
        (subject() + f"\nMerged-From:\n- {TWIN}\n- {TWIN}\n", "duplicate-field"),
        (subject(status="merged", Merged_Into=TWIN) + f"\nMerged-From:\n- {TWIN}\n", "lifecycle"),
    ],
)
def test_what_breaks_the_grammar_of_a_subject_is_named(text: str, reason: str) -> None:
    assert reason in _reasons(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("## Not a Subject\n", "malformed-heading"),
        (subject() + "\n- stray\n", "stray-text"),
        ("- x\n", "stray-text"),
    ],
)
def test_the_registry_holds_subjects_and_nothing_else(text: str, reason: str) -> None:
    assert reason in [fault.reason.value for fault in parse_registry(lex(text)).faults]


def test_prose_before_the_first_subject_is_welcome() -> None:
    assert parse_registry(lex(memory_file("Subjects", "What the names mean.\n", subject()))).faults == ()


def test_a_line_separator_inside_an_alias_is_one_item() -> None:
    assert _reasons(subject(aliases=["a\u2028b"])) == []
