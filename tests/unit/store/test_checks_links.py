"""Links between entries: what counts as one; a broken one is reported, never an error (format 3.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.store.checks.entries import check_entry

KNOWN = frozenset({"fact_a", "decision_b"})
FRONT = "---\ntype: fact\nname: n\ndescription: d\ncreated: 2026-05-01\n---\n"
FIRST_LINE = 7


def broken(body: str) -> list[int]:
    """Returns the lines of the body, from 1, that hold a link to nowhere."""
    found = check_entry((FRONT + body).encode(), RepoPath("memory/fact_n.md"), known_names=KNOWN)
    assert {(f.code.id, f.severity) for f in found} <= {("MM-LINK-UNRESOLVED", Severity.INFO)}
    return [f.line - FIRST_LINE + 1 for f in found if f.line is not None]


@pytest.mark.parametrize(
    "body",
    ["[[fact_a]]", "[[fact_a|shown]]", "[[fact_a#section]]", "[[ decision_b ]]", "[[fact_a.md]]", "none"],
)
def test_a_link_to_an_entry_of_the_store_raises_nothing(body: str) -> None:
    assert broken(body) == []


def test_a_link_to_nowhere_is_reported_at_its_line() -> None:
    assert broken("One.\n\nSee [[fact_c]] and [[fact_a]].\n\n[[Fact_A]]\n") == [3, 5]


def test_a_line_is_reported_once_however_many_links_it_breaks() -> None:
    assert broken("[[x]] [[y]] [[z]]\n") == [1]


@pytest.mark.parametrize(
    "body",
    [
        "```sh\n[[ -f x ]]\n```\n",
        "~~~\n[[x]]\n~~~\n",
        "Write `[[x]]` for a link.\n",
        "``a ` [[x]] ` b``\n",
        "[[]] [[a\nb]] [x] [[[",
    ],
)
def test_what_stands_in_code_or_is_malformed_is_no_link(body: str) -> None:
    assert broken(body) == []


@pytest.mark.parametrize("body", ["` [[x]]\n", "`a` [[x]] `b`\n", "`` ` `` [[x]]\n", "```\na\n```\n[[x]]"])
def test_a_link_beside_code_is_a_link(body: str) -> None:
    assert len(broken(body)) == 1


def test_lines_are_counted_through_fenced_code() -> None:
    assert broken("```\n[[x]]\n```\n[[y]]\n`[[x]]`\n[[z]]\n") == [4, 6]


def test_without_known_names_links_are_not_judged() -> None:
    assert check_entry(f"{FRONT}[[x]]\n".encode(), RepoPath("memory/fact_n.md")) == ()


@pytest.mark.parametrize("target", ["decision_b", "[[decision_b]]", "decision_b.md"])
def test_a_superseding_decision_may_be_named_in_any_spelling(target: str) -> None:
    text = FRONT.replace("---\n", f"---\nsuperseded_by: '{target}'\n", 1)

    assert check_entry(text.encode(), RepoPath("memory/fact_n.md"), known_names=KNOWN) == ()


def test_a_superseding_decision_that_is_not_there_is_reported() -> None:
    text = FRONT.replace("---\n", "---\nsuperseded_by: decision_c\n", 1)

    (finding,) = check_entry(text.encode(), RepoPath("memory/fact_n.md"), known_names=KNOWN)

    assert (finding.code.id, finding.severity, finding.line) == ("MM-SUPERSEDED-UNRESOLVED", Severity.INFO, 2)


@given(st.text(alphabet="[]`|#x~\n", max_size=60))
def test_any_mixture_of_brackets_and_back_ticks_is_read(body: str) -> None:
    assert all(1 <= line <= body.count("\n") + 1 for line in broken(body.replace("~~~", "")))
