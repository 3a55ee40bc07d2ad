"""Adding an entry: where it goes, what it looks like, and what stands against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from memoir_git.custodian.plans.add import plan_add
from memoir_git.custodian.plans.draft import Draft
from tests.support.additions import NO_PERMISSION, add_request, material_of, reasons, told, written
from tests.support.memory import MANIFEST, SUBJECT, entry, entry_id, files, memory_file

OWNER = files(decisions=memory_file("Decisions", entry("DEC", 1, facet="behavior")))


def add(before: dict[str, str], **asked: Any) -> Draft:
    return plan_add(add_request(**asked), material_of(before))


def test_a_decision_stands_first_in_its_file_in_the_writers_order_of_fields() -> None:
    before = files(decisions=memory_file("Decisions", entry("DEC", 1)))

    draft = add(before, title="Rows  keep\ntheir order", reason="People compare.")

    [(name, identifier), *_] = draft.facts
    expected = (
        f"## {identifier} — Rows keep their order\n\nStatus: active\nScope: project\nSubject: {SUBJECT}\n"
        "Facet: behavior\nEvidence:\n- user-confirmed\n\nDecision:\nRows are stored as they come.\n\n"
        "Reason:\nPeople compare.\n"
    )
    assert name == "entry"
    assert written(before, draft)["decisions.md"] == memory_file("Decisions", expected, entry("DEC", 1))


@pytest.mark.parametrize(
    ("asked", "path", "code", "label"),
    [
        ({"type": "decision"}, "decisions.md", "DEC", "Decision"),
        ({"type": "constraint"}, "constraints.md", "CON", "Constraint"),
        ({"type": "do-not-use"}, "do-not-use.md", "DNU", "Rejected"),
        ({"type": "tombstone"}, "do-not-use.md", "DNU", "Rejected"),
        ({"type": "preference"}, "preferences.md", "PREF", "Preference"),
        ({"type": "area", "area": "importer"}, "areas/importer.md", "DEC", "Decision"),
        ({"type": "area", "name": "importer"}, "areas/importer.md", "DEC", "Decision"),
        ({"type": "constraint", "area": "Importer"}, "areas/importer.md", "CON", "Constraint"),
        ({"type": "preference", "scope": "area:importer"}, "areas/importer.md", "PREF", "Preference"),
        ({"type": "rule", "name": "tone"}, "rules/tone.md", "AREA", "Rule"),
        ({"type": "profile", "name": "careful"}, "profiles/careful.md", "AREA", "Profile"),
        ({"type": "inbox", "facet": None, "subject": None}, "inbox.md", "INBOX", "Statement"),
        ({"candidate": True}, "inbox.md", "INBOX", "Statement"),
    ],
)
def test_each_type_has_its_file_its_code_and_its_body(
    asked: dict[str, str], path: str, code: str, label: str
) -> None:
    before = files()

    after = written(before, add(before, **asked))

    assert f"## MC-{code}-20261130-" in after[path]
    assert f"\n{label}:\nRows are stored as they come.\n" in after[path]
    assert told(after) == told(before)


def test_a_candidate_says_what_it_would_become_and_what_it_waits_for() -> None:
    before = files()

    after = written(before, add(before, candidate=True, reason="Somebody measures it.", evidence=()))

    assert (
        f"Status: candidate\nCandidate-Type: decision\nScope: project\nProvisional-Subject: {SUBJECT}\n"
        "Provisional-Facet: behavior\nEvidence:\n- conversation-unconfirmed\n\nStatement:\n"
        "Rows are stored as they come.\n\nPromotion-Requirement:\nSomebody measures it.\n"
    ) in after["inbox.md"]


def test_a_new_area_is_begun_and_declared_to_be_asked_for_by_name() -> None:
    before = files()

    after = written(before, add(before, type="area", area="Web.UI"))

    assert after["areas/web.ui.md"].startswith("# web.ui\n\n## MC-DEC-")
    assert "Scope: area:web.ui\n" in after["areas/web.ui.md"]
    assert after["manifest.md"] == MANIFEST + "- `areas/web.ui.md`\n  - activation: explicit-only\n"


def test_an_area_file_of_another_case_is_the_same_area() -> None:
    before = files(areas__importer=None)
    before["areas/Importer.md"] = memory_file("Importer")
    before["manifest.md"] = MANIFEST.replace("areas/importer.md", "areas/Importer.md")

    after = written(before, add(before, type="area", area="importer"))

    assert after.keys() == before.keys()
    assert "Scope: area:importer\n" in after["areas/Importer.md"]


def test_a_file_that_is_missing_begins_as_a_new_projects() -> None:
    before = files()

    after = written(before, add(before, type="preference", subject=None, facet=None))

    assert after["preferences.md"].startswith("# Preferences\n\nHow the team likes things done")


def test_a_changelog_that_is_there_gets_a_line_with_id_and_title() -> None:
    before = {**files(), "changelog.md": "# Changelog\n\n- 2026-11-01 Begun\n"}

    draft = add(before, title="Rows keep their order")

    assert written(before, draft)["changelog.md"] == (
        f"# Changelog\n\n- 2026-11-30 Added {draft.facts[0][1]}: Rows keep their order\n- 2026-11-01 Begun\n"
    )


def test_a_candidate_is_not_told_in_the_changelog() -> None:
    before = {**files(), "changelog.md": "# Changelog\n"}

    assert written(before, add(before, candidate=True))["changelog.md"] == "# Changelog\n"


def test_the_title_is_by_default_the_first_line_cut_between_words() -> None:
    before = files()

    after = written(before, add(before, message="word " * 30 + "\nmore"))["decisions.md"]

    assert f"— {'word ' * 14}word\n" not in after
    assert f"— {('word ' * 14).rstrip()}\n" in after


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"evidence": ()}, "evidence-missing"),
        ({"evidence": ("hearsay",)}, "evidence-malformed"),
        ({"evidence": ("user-confirmed", "agent-observed")}, "evidence-not-admissible"),
        ({"evidence": ("legacy-unverified",)}, "evidence-not-admissible"),
        ({"candidate": True, "evidence": ("legacy-unverified",)}, "evidence-not-admissible"),
        ({"evidence": ("doc:gone.md",)}, "evidence-source-missing"),
        ({"subject": None}, "subject-missing"),
        ({"facet": None}, "subject-missing"),
        ({"subject": "MC-SUBJ-20260901-99999999"}, "subject-not-found"),
        ({"facet": "colour"}, "facet-unknown"),
        ({"candidate": True, "facet": None}, "provisional-half"),
        ({"type": "area"}, "area-missing"),
        ({"type": "area", "candidate": True}, "area-missing"),
        ({"type": "rule"}, "name-missing"),
        ({"type": "rule", "name": "../x"}, "name-invalid"),
        ({"type": "rule", "name": "README"}, "name-invalid"),
        ({"type": "area", "area": "a/b"}, "scope-invalid"),
        ({"type": "area", "area": "readme"}, "name-invalid"),
        ({"scope": "local-user"}, "scope-invalid"),
        ({"scope": "everywhere"}, "scope-invalid"),
        ({"scope": "area:a", "area": "b"}, "scope-contradicts"),
        ({"type": "rule", "name": "x", "scope": "area:a"}, "scope-invalid"),
        ({"type": "rule", "name": "x", "candidate": True}, "type-changes"),
        ({"message": " \n\t\n"}, "title-missing"),
        ({"message": "", "title": "T"}, "text-missing"),
        ({"message": "word " * 140}, "decision-too-long"),
        ({"message": "It is \x1b[31mred."}, "title-not-plain"),
        ({"title": "Left \u202eright"}, "title-not-plain"),
        ({"title": "Hashes #"}, "title-not-plain"),
    ],
)
def test_what_is_not_admissible_is_refused_by_a_word(asked: dict[str, Any], reason: str) -> None:
    material = material_of(files(), has_source=lambda _item: False)

    draft = plan_add(add_request(**asked), material)

    assert reason in reasons(draft.blockers)
    assert draft.contents == {}


def test_a_source_that_is_not_there_may_be_allowed() -> None:
    material = material_of(files(), has_source=lambda _item: False)
    allowed = replace(NO_PERMISSION, allow_missing_evidence=True)

    draft = plan_add(add_request(evidence=("doc:gone.md",), permissions=allowed), material)

    assert (draft.blockers, reasons(draft.warnings)) == ((), ["evidence-source-missing"])


def test_a_long_decision_may_be_allowed() -> None:
    draft = add(files(), message="word " * 140, permissions=replace(NO_PERMISSION, allow_long=True))

    assert (draft.blockers, reasons(draft.warnings)) == ((), ["decision-too-long"])


def test_evidence_is_written_once_and_in_its_plain_spelling() -> None:
    before = files()

    after = written(before, add(before, evidence=("doc:./a//b.md", "doc:a/b.md", "repo:x@v1")))

    assert "Evidence:\n- doc:a/b.md\n- repo:x@v1\n\n" in after["decisions.md"]


def test_a_second_owner_of_an_identity_is_refused_with_the_id_of_the_first() -> None:
    [finding] = add(OWNER).blockers

    assert (reasons((finding,)), finding.entry_id) == (["identity-owned"], entry_id("DEC", 1))


def test_an_owner_in_another_area_is_none() -> None:
    assert add(OWNER, type="area", area="importer").blockers == ()


SECRET = "ghp_" + "a1B2c3D4" * 4


@pytest.mark.parametrize(
    "asked",
    [
        {"message": f"The token is {SECRET} now"},
        {"title": SECRET},
        {"reason": SECRET},
        {"evidence": (f"doc:{SECRET}",)},
        {"type": "rule", "name": SECRET},
        {"type": "area", "area": SECRET},
        {"candidate": True, "reason": SECRET},
        {"candidate": True, "scope": f"area:{SECRET}"},
    ],
)
def test_a_sure_secret_in_any_argument_is_refused_and_not_repeated(asked: dict[str, Any]) -> None:
    draft = add(files(), **asked)

    assert reasons(draft.blockers) == ["text-holds-a-secret"]
    assert SECRET not in repr(draft)


def test_a_doubtful_secret_is_told_and_written() -> None:
    draft = add(files(), message="Set password = something")

    assert (draft.blockers, reasons(draft.warnings)) == ((), ["text-may-hold-a-secret"])


def test_a_file_that_cannot_be_read_is_not_written() -> None:
    [finding] = add(files(decisions="# Decisions\n\n```\nopen\n")).blockers

    assert (reasons((finding,)), finding.path) == (["file-unusable"], "docs/memory/decisions.md")


def test_an_index_that_cannot_be_read_declares_nothing() -> None:
    before = files(manifest=MANIFEST + "loose text\n- `areas/x.md` and more\n")

    assert reasons(add(before, type="area", area="web").blockers) == ["index-unreadable"]


def test_an_id_that_is_taken_is_made_anew() -> None:
    before = files()
    [(_, first), *_] = add(before).facts
    before["decisions.md"] = memory_file("D", entry("DEC", 1).replace(entry_id("DEC", 1), str(first)))

    [(_, second), *_] = add(before, facet="interface").facts

    assert second != first
