"""`git memoir subject`: the registry read and changed, each change previewed and confirmed."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.support.changing import Changes, data_of
from tests.support.golden import assert_golden
from tests.support.in_process import InProcess
from tests.support.memory import entry, entry_id, memory_file, subject
from tests.support.places import PROJECT
from tests.support.projects import with_project

PIPELINE, READER, REPORT = (
    f"MC-SUBJ-2026090{n}-{digits}" for n, digits in ((1, "1111aaaa"), (2, "2222bbbb"), (3, "3333cccc"))
)
SUFFIX = {"text": "txt", "json": "json"}


@pytest.fixture
def changes(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Changes:
    return Changes(InProcess(with_project(tmp_path / "p", "customised-0.8"), capsysbinary, monkeypatch))


@pytest.mark.parametrize("output_format", SUFFIX)
@pytest.mark.parametrize(("case", "words"), [("list", ("list",)), ("show", ("show", PIPELINE))])
def test_the_registry_is_read_as_it_was_found_right(
    changes: Changes, case: str, words: tuple[str, ...], output_format: str
) -> None:
    changes.applied("subject", "merge", REPORT, "--into", PIPELINE)

    result = changes.memoir("subject", *words, "--format", output_format)

    assert (result.code, result.stderr) == (0, "")
    assert_golden(result.out, f"subject/{case}.{SUFFIX[output_format]}")


@pytest.mark.parametrize("words", [("list",), ("show", PIPELINE)])
def test_its_json_keeps_to_the_published_schema(changes: Changes, words: tuple[str, ...]) -> None:
    schema = json.loads((PROJECT / "docs/reference/schemas/subject-v1.json").read_bytes())

    jsonschema.validate(data_of(changes.memoir("subject", *words, "--format", "json")), schema)


def test_a_registry_without_subjects_says_so(changes: Changes) -> None:
    changes.write("subjects.md", "# Subjects\n")

    assert changes.memoir("subject", "list").stdout == "No Subjects.\n"


def test_a_subject_that_is_not_one_is_listed_as_invalid(changes: Changes) -> None:
    changes.write("subjects.md", memory_file("S", "## " + PIPELINE + " — Half\n\nKind: api\n"))

    (row,) = data_of(changes.memoir("subject", "list", "--format", "json"))["subjects"]
    assert (row["status"], row["kind"]) == ("INVALID", "api")


@pytest.mark.parametrize(
    ("registry", "says"),
    [
        ("# Subjects\n", f"No Subject has the ID {PIPELINE}"),
        (memory_file("S", subject(PIPELINE), subject(PIPELINE)), f"2 Subjects have the ID {PIPELINE}"),
    ],
)
def test_only_one_subject_can_be_shown(changes: Changes, registry: str, says: str) -> None:
    changes.write("subjects.md", registry)

    result = changes.memoir("subject", "show", PIPELINE.lower())

    assert result.code == 1
    assert says in result.stderr


def test_a_word_that_is_no_id_is_a_usage_error(changes: Changes) -> None:
    result = changes.memoir("subject", "rename", entry_id("CON", 1), "Title")

    assert result.code == 2
    assert "it has to be a Subject ID" in result.stderr


def test_a_subject_is_added(changes: Changes) -> None:
    words = ("add", "Store", "--kind", "Service", "--canonical-ref", "service:Store", "--alias", "the store")

    data = changes.applied("subject", *words, "--evidence", "user-confirmed")

    assert data["written"] == ["docs/memory/changelog.md", "docs/memory/subjects.md"]
    assert data["facts"]["active_subjects"] == [PIPELINE, READER, REPORT]
    shown = data_of(changes.memoir("subject", "show", data["facts"]["subject"], "--format", "json"))
    assert shown["subject"]["canonical_ref"] == "service:store"
    assert changes.errors() == []


def test_a_title_and_an_alias_may_come_from_standard_input(changes: Changes) -> None:
    words = ("subject", "add", "-", "--kind", "concept", "--evidence", "user-confirmed")
    made = changes.applied(*words, stdin=b"A title\n")["facts"]["subject"]

    changes.applied("subject", "add-alias", made, "-", stdin="größer\n".encode())
    changes.applied("subject", "rename", made, "-", stdin=b"Another\n")

    row = data_of(changes.memoir("subject", "show", made, "--format", "json"))["subject"]
    assert (row["title"], row["aliases"]) == ("Another", ["größer"])


def test_a_collision_names_the_owner_and_never_the_name(changes: Changes) -> None:
    words = ("subject", "add", "IMPORTER", "--kind", "feature", "--evidence", "user-confirmed")

    assert changes.refused(*words) == [("title-taken", PIPELINE)]
    assert b"importer" not in changes.memoir(*words).out.lower()


@pytest.mark.parametrize(
    "words", [("subject", "rename", READER, "Importer"), ("subject", "add-alias", READER, "importer")]
)
def test_a_name_that_is_taken_is_refused(changes: Changes, words: tuple[str, ...]) -> None:
    assert [owner for _, owner in changes.refused(*words)] == [PIPELINE]


def test_a_name_that_it_has_leaves_nothing_to_change(changes: Changes) -> None:
    result = changes.memoir("subject", "add-alias", PIPELINE, "Importer")

    assert (result.code, "There is nothing to change." in result.stdout) == (0, True)


def test_a_title_with_a_secret_in_it_is_refused(changes: Changes) -> None:
    token = "ghp_" + "a1B2" * 9
    words = ("subject", "add", f"Token {token}", "--kind", "concept", "--evidence", "user-confirmed")

    plan = changes.previewed(*words)["plan"]

    assert {found["code"] for found in plan["blockers"]} == {"MC-SECURITY-001"}
    assert token not in json.dumps(plan)


def test_a_merge_rewrites_every_current_reference(changes: Changes) -> None:
    data = changes.applied("subject", "merge", PIPELINE, "--into", READER, "--keep-target-ref")

    facts = data["facts"]
    row = data_of(changes.memoir("subject", "show", READER, "--format", "json"))["subject"]
    assert set(facts["rewritten"]) <= set(row["entry_ids"])
    assert len(facts["records"]) == 1
    assert changes.errors() == []


def test_merges_one_after_another_leave_no_chain(changes: Changes) -> None:
    changes.applied("subject", "merge", REPORT, "--into", PIPELINE)
    changes.applied("subject", "merge", PIPELINE, "--into", READER, "--keep-target-ref")

    rows = data_of(changes.memoir("subject", "list", "--format", "json"))["subjects"]
    assert {row["subject_id"]: row["merged_into"] for row in rows} == {
        PIPELINE: READER,
        REPORT: READER,
        READER: None,
    }
    assert changes.errors() == []


def test_two_references_are_for_a_person_to_choose_from(changes: Changes) -> None:
    assert changes.refused("subject", "merge", PIPELINE, "--into", READER) == [("references-differ", READER)]


def test_a_second_owner_stands_in_the_way_of_a_merge(changes: Changes) -> None:
    owner = entry("DEC", 77, subject=REPORT, facet="behavior")
    changes.write("decisions.md", changes.text("decisions.md") + "\n" + owner)

    blockers = changes.refused("subject", "merge", REPORT, "--into", PIPELINE)

    assert blockers == [("second-owner", entry_id("DEC", 77))]


def test_a_plan_for_other_words_is_stale(changes: Changes) -> None:
    plan = changes.previewed("subject", "rename", READER, "One")["plan"]["plan_id"]

    result = changes.memoir("subject", "rename", READER, "Two", "--apply", "--confirm-plan", plan)

    assert result.code == 1
    assert "— Two" not in changes.text("subjects.md")


@pytest.mark.parametrize("project", ["schema-2", "schema-3"])
def test_bodies_in_fences_are_not_touched_by_a_merge(
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    project: str,
) -> None:
    changes = Changes(InProcess(with_project(tmp_path / "q", project), capsysbinary, monkeypatch))
    before = changes.text("decisions.md")

    changes.applied("subject", "merge", REPORT, "--into", READER)

    assert changes.text("decisions.md") == before.replace(REPORT, READER)
    assert changes.errors() == []
