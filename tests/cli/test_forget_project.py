"""`git memoir forget` in project memory: its words, previews and plans, and what it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.forget_project import (
    TOPIC,
    applied,
    codes_of,
    data_of,
    forget,
    memory_of,
    plan_of,
    settled,
)
from tests.support.golden import assert_golden
from tests.support.in_process import memoir_in
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.projects import with_project

MODES = ("soft", "hard", "purge")
EACH_MODE = pytest.mark.parametrize("mode", MODES)
SUFFIX = {"text": "txt", "json": "json"}
DECISION = "MC-DEC-20260901-00000001"
BROAD = "report"  # several units of the project mention it


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return with_project(tmp_path / "project", "customised-0.8")


def schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes())


# -- what is printed


@EACH_MODE
@pytest.mark.parametrize("output_format", SUFFIX)
def test_a_preview_and_its_application_print_what_was_found_right(
    place: Path, mode: str, output_format: str
) -> None:
    words = ("--topic-file", "-", "--mode", mode, "--format", output_format)
    topic = TOPIC.encode()

    preview = forget(place, *words, stdin=topic)
    done = applied(place, *words[:4], stdin=topic, more=words[4:])

    assert (preview.code, done.code, preview.stderr + done.stderr) == (0, 0, "")
    assert_golden(settled(preview.out), f"forget/{mode}-preview.{SUFFIX[output_format]}")
    assert_golden(settled(done.out), f"forget/{mode}-applied.{SUFFIX[output_format]}")


@EACH_MODE
def test_the_json_keeps_to_the_published_schemas(place: Path, mode: str) -> None:
    words = ("--id", DECISION, "--mode", mode)
    preview, done = (
        forget(place, *words, "--format", "json"),
        applied(place, *words, more=("--format", "json")),
    )

    for result in (preview, done):
        jsonschema.validate(json.loads(result.out), schema("envelope-v1.json"))
        jsonschema.validate(data_of(result), schema("change-v1.json"))
        jsonschema.validate(data_of(result)["erasure_scope"], schema("erasure-scope-v1.json"))


@EACH_MODE
def test_digests_are_shown_of_a_soft_plan_alone(place: Path, mode: str) -> None:
    plan = data_of(forget(place, "--id", DECISION, "--mode", mode, "--format", "json"))["plan"]

    assert all(("base_digest" in target) == (mode == "soft") for target in plan["targets"])
    assert ("operation_ref" in plan) == (mode != "soft")


@EACH_MODE
def test_what_it_ends_at_is_said_in_the_preview_and_after(place: Path, mode: str) -> None:
    printed = (
        forget(place, "--id", DECISION, "--mode", mode).stdout,
        applied(place, "--id", DECISION, "--mode", mode).stdout,
    )

    for text in printed:
        assert "Git history was not modified.\n" in text
        assert "Previously distributed copies remain outside MemoryCustodian control.\n" in text
        assert "Forgetting controls what remains available to future agents through MemoryCustodian." in text
    assert "Removed from managed active memory.\n" not in printed[0]
    assert "Removed from managed active memory.\n" in printed[1]


def test_a_purge_of_both_places_says_so(place: Path) -> None:
    (place / "docs/memory/inbox.md").write_text("# Inbox\n\n- sheets are read whole\n")

    done = applied(place, "sheets are read whole", "--mode", "purge", more=("--allow-broad-match",))

    assert "Purged from managed active memory and managed archive.\n" in done.stdout


# -- previews and plans


@EACH_MODE
@pytest.mark.parametrize("words", [(TOPIC,), ("--id", DECISION)], ids=["topic", "id"])
def test_a_preview_writes_nothing(place: Path, words: tuple[str, ...], mode: str) -> None:
    before = memory_of(place)

    result = forget(place, *words, "--mode", mode)

    assert result.code == 0
    assert memory_of(place) == before


@EACH_MODE
def test_two_previews_have_one_plan(place: Path, mode: str) -> None:
    assert plan_of(place, TOPIC, "--mode", mode) == plan_of(place, TOPIC, "--mode", mode)


def test_a_mode_of_its_own_has_a_plan_of_its_own(place: Path) -> None:
    assert len({plan_of(place, TOPIC, "--mode", mode) for mode in MODES}) == 3


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_the_plan_of_a_secret_topic_differs_from_one_machine_to_the_next(
    place: Path, mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = plan_of(place, TOPIC, "--mode", mode)

    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(tmp_path / "other-state"))

    assert plan_of(place, TOPIC, "--mode", mode) != here


@EACH_MODE
def test_an_edit_between_makes_the_plan_stale_and_writes_nothing(place: Path, mode: str) -> None:
    plan = plan_of(place, TOPIC, "--mode", mode)
    brief = place / "docs/memory/brief.md"
    brief.write_bytes(brief.read_bytes() + b"\nOne more sentence.\n")
    before = memory_of(place)

    result = forget(place, TOPIC, "--mode", mode, "--apply", "--confirm-plan", plan)

    assert result.code == 1
    assert memory_of(place) == before


@EACH_MODE
def test_a_broad_match_is_applied_with_the_flag_under_the_plan_of_a_preview_without_it(
    place: Path, mode: str
) -> None:
    (place / "docs/memory/inbox.md").write_text("# Inbox\n\n- a kazoo\n- two kazoos\n")
    words = ("kazoo", "--mode", mode)

    refused = applied(place, *words, more=("--format", "json"))
    done = applied(place, *words, more=("--allow-broad-match",))

    assert (refused.code, done.code) == (1, 0)
    assert "needs-allow-broad-match" in refused.stdout
    assert data_of(refused)["written"] == []
    assert b"kazoo" not in memory_of(place)["inbox.md"]


@EACH_MODE
def test_a_file_that_cannot_be_searched_blocks_and_is_named(place: Path, mode: str) -> None:
    (place / "kept.md").write_text("# Preferences\n\n- a kazoo\n")
    (place / "docs/memory/preferences.md").unlink(missing_ok=True)
    (place / "docs/memory/preferences.md").symlink_to("../../kept.md")
    before = memory_of(place)

    preview = forget(place, "kazoo", "--mode", mode)
    refused = applied(place, "kazoo", "--mode", mode)

    assert (preview.code, refused.code) == (0, 1)
    assert "docs/memory/preferences.md: The plan is blocked (file-not-searched)" in preview.stdout
    assert "Match count: 0" in preview.stdout
    assert memory_of(place) == before


@EACH_MODE
def test_an_archive_behind_a_link_blocks_a_purge_alone(place: Path, mode: str) -> None:
    (place / "docs/memory/archive").rename(place / "kept")
    (place / "docs/memory/archive").symlink_to("../../kept")

    preview = forget(place, "kazoo", "--mode", mode)

    assert ("file-not-searched" in preview.stdout) == (mode == "purge")


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_a_link_that_is_named_after_the_topic_is_not_named(place: Path, mode: str) -> None:
    (place / "docs/memory/areas").mkdir(exist_ok=True)
    (place / "docs/memory/areas/kazoo.md").symlink_to("../brief.md")

    preview = forget(place, "--topic-file", "-", "--mode", mode, "--format", "json", stdin=b"kazoo")

    assert "file-name-tells" in preview.stdout
    assert "kazoo" not in preview.stdout


def test_the_way_on_that_a_preview_names_has_every_flag_that_is_needed(place: Path) -> None:
    (place / "docs/memory/inbox.md").write_text("# Inbox\n\n- a kazoo\n- two kazoos\n")

    preview = forget(place, "kazoo")
    allowed = forget(place, "kazoo", "--allow-broad-match")
    named = preview.stdout.splitlines()[-1].split()
    done = forget(place, "kazoo", *named)

    assert named[0] == "--allow-broad-match"
    assert allowed.stdout.splitlines()[-1].split() == named[1:]
    assert done.code == 0
    assert b"kazoo" not in memory_of(place)["inbox.md"]


@EACH_MODE
def test_a_blocked_plan_is_shown_and_refused(place: Path, mode: str) -> None:
    (place / "docs/memory/brief.md").write_text("# Brief\n\nAbout kazoos.\n")
    before = memory_of(place)

    preview = forget(place, "kazoo", "--mode", mode, "--format", "json")
    plan = data_of(preview)["plan"]
    refused = forget(place, "kazoo", "--mode", mode, "--apply", "--confirm-plan", plan["plan_id"])

    assert (preview.code, plan["readiness"], refused.code) == (0, "blocked", 1)
    assert "--confirm-plan" not in forget(place, "kazoo", "--mode", mode).stdout
    assert memory_of(place) == before


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_without_a_match_nothing_is_done_and_the_phase_says_so(place: Path, mode: str) -> None:
    done = applied(place, "nothing of the kind", "--mode", mode, more=("--format", "json"))

    assert done.code == 0
    assert data_of(done)["written"] == []
    assert data_of(done)["erasure_scope"]["operation_phase"] == "no-op"


# -- where it works


@pytest.mark.parametrize("mode", ["soft", "hard"])
@pytest.mark.parametrize(
    "project", ["legacy-0.5", "structured-0.6", "routed-0.7", "clean-0.8", "schema-2", "schema-3"]
)
def test_it_works_under_every_protocol_and_schema_that_can_be_read(
    tmp_path: Path, project: str, mode: str
) -> None:
    place = with_project(tmp_path / "project", project)
    (place / "docs/memory/inbox.md").write_text("# Inbox\n\n- a kazoo\n")
    before = codes_of(run_audit(place))

    done = applied(place, "kazoo", "--mode", mode, more=("--format", "json"))

    assert (done.code, data_of(done)["applied"]) == (0, True)
    assert set(codes_of(run_audit(place))) <= set(before)


def run_audit(place: Path) -> Result:
    return memoir_in(place, "audit", "--format", "json")


def test_a_newer_project_is_not_changed(tmp_path: Path) -> None:
    place = with_project(tmp_path / "project", "newer")

    assert forget(place, "kazoo").code == 1


# -- history


def test_without_a_repository_a_look_into_history_is_unavailable_and_no_pass(place: Path) -> None:
    result = forget(place, "--id", DECISION, "--history-check", "--format", "json")

    assert data_of(result)["erasure_scope"]["history_check_status"] == "unavailable"
    assert any("no sign that nothing is there" in line for line in json.loads(result.out)["disclaimers"])


def test_a_look_into_history_does_not_change_the_plan(place: Path) -> None:
    assert plan_of(place, "--id", DECISION) == plan_of(place, "--id", DECISION, "--history-check")


# -- words


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("kazoo", "--id", DECISION),
        ("kazoo", "--topic-file", "-"),
        ("--id", DECISION, "--entry", "x"),
        ("--id", "kazoo"),
        ("--id", "MC-DEC-1"),
        ("kazoo", "and", "more"),
        ("  ",),
        ("a\x1bkazoo",),
        ("kazoo" * 200,),
        ("kazoo", "--mode", "hide"),
        ("--entry", "x", "--mode", "hard"),
        ("kazoo", "--apply"),
        ("kazoo", "--confirm-plan", "0" * 16),
    ],
)
def test_wrong_usage_is_told_without_repeating_a_word_of_it(place: Path, words: tuple[str, ...]) -> None:
    result = forget(place, *words)

    assert result.code == 2
    assert "kazoo" not in result.stderr + result.stdout


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe", b"one\x00two"])
def test_a_topic_file_that_holds_no_topic_is_told(place: Path, content: bytes) -> None:
    result = forget(place, "--topic-file", "-", stdin=content)

    assert result.code in (1, 2)
    assert result.out == b""


def test_a_topic_read_from_a_file_is_the_topic_given_as_an_argument(place: Path) -> None:
    plans = {
        plan_of(place, TOPIC),
        plan_of(place, "--topic-file", "-", stdin=f" {TOPIC}\n".encode()),
        plan_of(place, "--topic-file", "-", stdin=TOPIC.replace(" ", "\n").encode()),
    }

    assert len(plans) == 1


def test_an_id_is_found_in_any_spelling(place: Path) -> None:
    assert plan_of(place, "--id", DECISION) == plan_of(place, "--id", DECISION.lower())
