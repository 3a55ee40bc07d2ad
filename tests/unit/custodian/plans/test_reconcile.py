"""Reconciliation records: a fact that holds becomes one, and nothing else does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.plans.reconcile import ReconcileRequest, plan_reconcile
from memoir_git.custodian.reconciliations import parse_records
from tests.support.memory import entry, entry_id, files, memory_file, record
from tests.support.planning import errors, facts, material, outcome, words

ONE, TWO, THREE = (entry_id("CON", number) for number in (1, 2, 3))
OLD, NEW, NARROWER = entry_id("CON", 4), entry_id("CON", 5), entry_id("CON", 8)
CONTENTS = files(
    constraints=memory_file(
        "C",
        entry("CON", 1),
        entry("CON", 2, facet="security"),
        entry("CON", 3, facet="lifecycle"),
        entry("CON", 4, facet="behavior", status="superseded", Superseded_By=NEW),
        entry("CON", 5, facet="behavior", Supersedes=OLD),
    ),
    areas__importer=memory_file("A", entry("CON", 8, scope="area:importer", Exception_To=ONE)),
)
REQUEST = ReconcileRequest(
    entries=(TWO, ONE), resolution="distinct", title="Two things", evidence=("user-confirmed",)
)


def planned(*, contents: dict[str, str] = CONTENTS, **changed: Any) -> Draft:
    return plan_reconcile(material(contents), replace(REQUEST, **changed))


def test_the_first_record_makes_the_file() -> None:
    draft = planned()

    text = outcome(CONTENTS, draft)["reconciliations.md"]
    (made,) = parse_records(lex(text)).records
    assert text.startswith("# Reconciliations\n\n## MC-REC-20261130-")
    assert (made.faults, made.entries, made.heading.title) == ([], (ONE, TWO), "Two things")
    assert errors(outcome(CONTENTS, draft)) == []


def test_the_next_record_stands_before_it() -> None:
    contents = {**CONTENTS, "reconciliations.md": memory_file("R", record(1, [TWO, THREE]))}

    text = outcome(contents, planned(contents=contents))["reconciliations.md"]

    assert [len(one.entries) for one in parse_records(lex(text)).records] == [2, 2]
    assert text.index("MC-REC-20261130") < text.index("MC-REC-20260901")


@pytest.mark.parametrize(
    ("resolution", "entries"),
    [("distinct", (ONE, TWO, THREE)), ("superseded", (NEW, OLD)), ("exception", (ONE, NARROWER))],
)
def test_each_fact_that_holds_can_be_recorded(resolution: str, entries: tuple[str, ...]) -> None:
    draft = planned(resolution=resolution, entries=entries)

    assert draft.blockers == ()
    assert errors(outcome(CONTENTS, draft)) == []


def test_the_id_is_a_digest_of_what_is_said_in_whatever_order() -> None:
    ids = {
        facts(planned(entries=entries, title=title))["record"]
        for entries, title in (((TWO, ONE), "Two things"), ((ONE, TWO, ONE), " Two \n things"))
    }

    assert len(ids) == 1
    assert facts(planned(title="Other"))["record"] not in ids


def test_ids_in_another_spelling_are_the_same_entries() -> None:
    assert words(planned(entries=(ONE, ONE.lower())).blockers) == [("too-few-entries", "")]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"entries": (ONE,)}, [("too-few-entries", "")]),
        ({"entries": (ONE, TWO, THREE), "resolution": "exception"}, [("too-many-entries", "")]),
        ({"entries": (ONE, entry_id("CON", 9))}, [("entry-not-found", entry_id("CON", 9))]),
        ({"title": "  "}, [("empty-name", "")]),
        ({"title": "Rules of C #"}, [("name-would-be-misread", "")]),
        ({"evidence": ("agent-observed",)}, [("evidence-not-admissible", "")]),
    ],
)
def test_words_that_make_no_record_are_refused(
    changed: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert words(planned(**changed).blockers) == expected


@pytest.mark.parametrize(
    ("resolution", "entries", "reason"),
    [
        ("distinct", (ONE, OLD), "entry-is-no-owner"),
        ("superseded", (ONE, TWO), "no-supersession"),
        ("exception", (ONE, TWO), "no-exception"),
        ("subject-merged", (ONE, TWO), "no-subject-merge"),
    ],
)
def test_what_is_not_so_is_not_recorded(resolution: str, entries: tuple[str, ...], reason: str) -> None:
    draft = planned(resolution=resolution, entries=entries)

    assert [found for found, _ in words(draft.blockers)] == [reason]


def test_two_owners_of_one_identity_are_not_distinct() -> None:
    contents = {**CONTENTS, "decisions.md": memory_file("D", entry("DEC", 1))}

    draft = planned(contents=contents, entries=(ONE, entry_id("DEC", 1)))

    assert [found for found, _ in words(draft.blockers)] == ["same-identity"]


def test_entries_that_have_a_record_get_no_second_one() -> None:
    contents = {**CONTENTS, "reconciliations.md": memory_file("R", record(1, [ONE, TWO]))}

    assert words(planned(contents=contents).blockers) == [("record-exists", "MC-REC-20260901-00000001")]


def test_a_file_of_records_that_cannot_be_read_takes_none() -> None:
    contents = {**CONTENTS, "reconciliations.md": "# R\n\n```\n"}

    assert words(planned(contents=contents).blockers) == [("file-unusable", "")]
