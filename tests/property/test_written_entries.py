"""Laws of writing: what is written is read back, nothing else changes, and relations name both ends.

A text that would be read otherwise is refused; what is not refused keeps these laws.
"""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git.custodian.plans.add import plan_add
from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.plans.entry_text import plain_body
from memoir_git.custodian.plans.promote import PromoteRequest, plan_promote
from memoir_git.custodian.plans.unit_edit import without_units
from memoir_git.custodian.project import Project
from tests.support.additions import NO_PERMISSION, TEMPLATES, add_request, material_of, told, written
from tests.support.memory import entry, entry_id, files, memory_file

# Lines that mean something somewhere in a memory file, between any text.
_MEANING = (
    "", " ", "\t", "- a", "* b", "  - c", "## H", "### h", "# T", "Status: active", "Note: x", "Reason:",
    "```", "~~~", "<!--", "-->", "<!-- a -->", "    code", "=======", "<<<<<<< a", ">>>>>>> b", "text",
    "Evidence:", "- user-confirmed", "\u2028", "\u00e9", "#", "MC-DEC-20260901-00000001",
)  # fmt: skip
_LINES = st.one_of(st.sampled_from(_MEANING), st.text(max_size=12))
_TEXTS = st.lists(_LINES, max_size=5).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda end: end.join(lines))
)
_TITLES = st.one_of(st.none(), _LINES)
_ENDS = st.sampled_from(["\n", "\r\n"])
_TYPES = st.sampled_from(["decision", "constraint", "do-not-use", "preference", "inbox", "area"])


@st.composite
def projects(draw: st.DrawFn) -> dict[str, str]:
    """A clean project with some entries, legacy units and prose, in line ends of one kind."""
    units = [entry("DEC", number, facet=facet) for number, facet in ((1, "interface"), (2, "lifecycle"))]
    units += ["## 2025-01-01 - Old\nDecision: so\n", "- a bullet\n  more\n"]
    chosen = draw(st.lists(st.sampled_from(units), unique=True))
    made = files(
        decisions=memory_file("Decisions", *chosen),
        changelog=draw(st.sampled_from([None, "# Changelog\n", "# Changelog\n\n- 2026-01-01 Begun\n"]))
        or "# Changelog\n",
    )
    end = draw(_ENDS)
    trailing = draw(st.sampled_from(["", "\n", "   \n"]))
    return {path: text.replace("\n", end) + trailing.replace("\n", end) for path, text in made.items()}


def added(before: dict[str, str], **asked: Any) -> Draft:
    if asked.get("type") == "inbox":
        asked |= {"subject": None, "facet": None}
    if asked.get("type") == "area":
        asked |= {"area": "importer"}
    return plan_add(add_request(**asked), material_of(before))


def project_of(contents: dict[str, str]) -> Project:
    return Project({path: text.encode() for path, text in contents.items()})


def new_findings(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Returns what an audit newly finds, but for what it finds in any text of this length and these words."""
    about_texts = ("MC-PRIVACY-001", "MC-SECURITY-001", "MC-ERASURE-007", "MC-BUDGET-001")
    return sorted(line for line in set(told(after)) - set(told(before)) if not line.startswith(about_texts))


def words_of(text: str) -> list[str]:
    """Returns the lines that are not blank."""
    return [line for line in without_line_ends(text) if line.strip()]


def without_line_ends(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")


@given(projects(), _TEXTS, _TITLES, st.one_of(st.none(), _TEXTS), _TYPES)
def test_what_is_written_is_read_back_and_the_audit_finds_nothing_new(
    before: dict[str, str], message: str, title: str | None, reason: str | None, kind: str
) -> None:
    draft = added(before, message=message, title=title, reason=reason, type=kind)
    assume(not draft.blockers)

    after = written(before, draft)

    found = project_of(after).entry(str(draft.facts[0][1]))
    assert found is not None
    assert found.faults == []
    assert found.body == plain_body(message)
    if title is not None:
        assert found.heading.title == " ".join(title.split())
    if reason is not None:
        assert plain_body(reason) == (found.promotion_requirement if kind == "inbox" else found.reason)
    assert new_findings(before, after) == []


@given(projects(), _TEXTS, _TYPES)
def test_every_line_that_was_there_stays_and_line_ends_do(
    before: dict[str, str], message: str, kind: str
) -> None:
    draft = added(before, message=message, title="T", type=kind)
    assume(not draft.blockers)

    after = written(before, draft)

    for path, text in before.items():
        rest = iter(without_line_ends(after[path]))
        assert all(line in rest for line in without_line_ends(text))
        if "\r\n" in text:
            assert after[path].count("\n") == after[path].count("\r\n")


@given(projects(), _TEXTS)
def test_taking_the_unit_out_again_gives_the_words_that_were(before: dict[str, str], message: str) -> None:
    draft = added(before, message=message, title="T")
    assume(not draft.blockers)

    after = written(before, draft)["decisions.md"]

    again = without_units(after, [str(draft.facts[0][1])])
    assert words_of(again) == words_of(before["decisions.md"])


@given(projects(), st.integers(1, 4), st.sampled_from(["decision", "constraint", "do-not-use"]))
def test_a_chain_of_successors_names_both_ends_and_has_one_owner(
    before: dict[str, str], length: int, kind: str
) -> None:
    first = added(before)
    after, identifier = written(before, first), str(first.facts[0][1])

    for number in range(length):
        draft = added(after, type=kind, supersedes=identifier, message=f"Version {number}.")
        after, old, identifier = written(after, draft), identifier, str(draft.facts[0][1])
        project = project_of(after)
        newer, older = project.entry(identifier), project.entry(old)
        assert newer is not None
        assert older is not None
        assert (newer.scalars["Supersedes"], older.scalars["Superseded-By"]) == (old, identifier)
        assert (newer.is_active, older.is_active) == (True, False)
        assert [newer.scalars[name] for name in ("Scope", "Subject", "Facet")] == [
            older.scalars[name] for name in ("Scope", "Subject", "Facet")
        ]

    assert new_findings(before, after) == []


@given(projects(), _TEXTS, st.sampled_from(["decision", "constraint", "do-not-use", "preference"]))
def test_a_promotion_keeps_the_words_and_names_both_ends(
    before: dict[str, str], message: str, kind: str
) -> None:
    candidate = added(before, message=message, title="T", type=kind, candidate=True)
    assume(not candidate.blockers)
    pending = written(before, candidate)
    request = PromoteRequest(
        candidate=str(candidate.facts[0][1]),
        type=kind,
        evidence=("user-confirmed",),
        reason="Checked.",
        supersedes=None,
        subject=None,
        facet=None,
        permissions=NO_PERMISSION,
        templates=TEMPLATES,
    )

    draft = plan_promote(request, material_of(pending))
    assume(not draft.blockers)

    project = project_of(written(pending, draft))
    old, new = project.entry(request.candidate), project.entry(str(draft.facts[1][1]))
    assert old is not None
    assert new is not None
    assert (old.scalars["Promoted-To"], new.scalars["Promoted-From"]) == (new.id, old.id)
    assert (old.body, old.heading.title, old.scope) == (new.body, new.heading.title, new.scope)
    assert plan_promote(request, material_of(pending)).contents == draft.contents


@given(projects(), st.sampled_from([entry_id("DEC", 1), entry_id("DEC", 2)]))
def test_a_plan_does_not_depend_on_the_order_files_are_listed_in(before: dict[str, str], old: str) -> None:
    backwards = dict(reversed(before.items()))

    for asked in ({}, {"supersedes": old}, {"type": "area"}):
        one, other = added(before, **asked), added(backwards, **asked)
        assert (one.contents, one.facts, one.blockers) == (other.contents, other.facts, other.blockers)
