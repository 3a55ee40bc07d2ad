"""`git memoir recover`: looking, going on, going back, giving up; in text and in JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memoir_git.core.erasure import forgetting, to_json
from memoir_git.fs import failpoints as at
from memoir_git.fs.lock import Holder, held
from tests.support.crash import Crasher
from tests.support.golden import assert_golden
from tests.support.in_process import InProcess
from tests.support.interrupted import CONSTRAINTS, DECISIONS, Interrupted, interrupted_in
from tests.support.journals import TRANSACTION_ID
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.scenario import Repo

MARKER = "zxqmarkerword"
SECOND = "f" * 32
SCHEMAS = PROJECT / "docs/reference/schemas"
NOT_CLEAN = "recovery-required"


@pytest.fixture
def project(
    make_repo: Callable[[], Repo], tmp_path: Path, crasher: Crasher, monkeypatch: pytest.MonkeyPatch
) -> Interrupted:
    return interrupted_in(make_repo(), tmp_path, crasher, monkeypatch)


@pytest.fixture
def recover(
    project: Interrupted, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    run = InProcess(project.repo.path, capsysbinary, monkeypatch)
    return lambda *words: run("recover", *words)


def data(result: Result) -> dict[str, Any]:
    document = json.loads(result.out)
    for schema, value in (("envelope-v1.json", document), ("recover-v1.json", document["data"])):
        jsonschema.validate(value, json.loads((SCHEMAS / schema).read_bytes()))
    found = document["data"]
    assert isinstance(found, dict)
    return found


def contents(project: Interrupted) -> dict[str, bytes]:
    return {name: content for name, (content, _) in project.site.tree().items() if ".git/" not in name}


def is_committed_state(project: Interrupted) -> bool:
    return project.repo.git("status", "--porcelain").out == b""


def test_where_nothing_is_unfinished_it_says_so_and_makes_nothing(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    result = recover()

    assert (result.code, result.stdout) == (0, "Nothing is unfinished here.\n")
    assert not project.state.exists()


def test_looking_lists_what_may_be_done_and_writes_nothing(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    before = contents(project)

    result = recover()

    assert result.code == 0
    assert TRANSACTION_ID in result.stdout
    assert "complete: safe; roll back: safe" in result.stdout
    assert "git memoir recover --complete\n" in result.stdout
    assert contents(project) == before


def test_looking_looks_the_same_in_json(project: Interrupted, recover: Callable[..., Result]) -> None:
    project.crash()

    found = data(recover("--format", "json"))

    assert found["recovery_status"] == NOT_CLEAN
    (row,) = found["transactions"]
    assert (row["transaction_id"], row["phase"], row["operation"]) == (
        TRANSACTION_ID,
        "committing",
        "supersede",
    )
    assert (row["complete_safe"], row["rollback_safe"], row["issues"]) == (True, True, [])
    assert [(each["path"], each["observed"]) for each in row["targets"]] == [
        (CONSTRAINTS, "output"),
        (DECISIONS, "base"),
    ]


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("case", ["unfinished", "changed", "malformed", "committed", "completed"])
def test_it_prints_what_was_found_right(
    project: Interrupted, recover: Callable[..., Result], case: str, form: str
) -> None:
    project.crash(at.AFTER_COMMITTED if case == "committed" else at.AFTER_FIRST_REPLACE)
    if case == "changed":
        project.repo.write({CONSTRAINTS: "edited\n"})
    if case == "malformed":
        project.spoil(phase="elsewhere")
    words = ("--complete",) if case == "completed" else ()

    result = recover(*words, "--format", form)

    assert_golden(result.out, f"recover/{case}.{'txt' if form == 'text' else 'json'}")


def test_the_only_one_is_completed_without_its_id(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()

    result = recover("--complete", "--format", "json")

    assert (result.code, data(result)["recovery_status"]) == (0, "committed")
    assert project.repo.read(DECISIONS) == b"# Decisions\n"
    assert project.repo.read(CONSTRAINTS) == b"# Constraints\n"
    assert recover().stdout == "Nothing is unfinished here.\n"


def test_the_only_one_is_rolled_back_without_its_id(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()

    result = recover("--rollback", "--format", "json")

    assert (result.code, data(result)["recovery_status"]) == (0, "rolled-back")
    assert is_committed_state(project)


def test_none_of_several_is_chosen_by_itself(project: Interrupted, recover: Callable[..., Result]) -> None:
    project.crash(at.AFTER_PREPARED)
    project.crash(at.AFTER_PREPARED, transaction_id=SECOND)
    before = contents(project)

    refused, looked = recover("--rollback"), recover()

    assert refused.code == 1
    assert "--transaction-id" in refused.stderr
    assert contents(project) == before
    assert f"--rollback --transaction-id {SECOND}" in looked.stdout


def test_one_of_several_is_dealt_with_by_its_id(project: Interrupted, recover: Callable[..., Result]) -> None:
    project.crash(at.AFTER_PREPARED)
    project.crash(at.AFTER_PREPARED, transaction_id=SECOND)

    assert recover("--rollback", "--transaction-id", SECOND).code == 0

    assert project.site.entries() == [TRANSACTION_ID]


def test_an_unknown_id_is_refused(project: Interrupted, recover: Callable[..., Result]) -> None:
    project.crash()

    for words in (("--complete",), ("--rollback",), ()):
        result = recover(*words, "--transaction-id", SECOND)
        assert (result.code, result.out) == (1, b"")
        assert "has that id" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--complete", "--rollback"),
        ("--abandon",),
        ("--abandon", "--complete", "--transaction-id", SECOND),
        ("--abandon", "--transaction-id", SECOND, "--apply"),
        ("--complete", "--apply", "--confirm-plan", "0" * 16),
        ("--discard-newer",),
    ],
)
def test_words_that_do_not_go_together_are_wrong_usage(
    recover: Callable[..., Result], words: tuple[str, ...]
) -> None:
    assert recover(*words).code == 2


def test_a_file_that_was_edited_since_is_overwritten_by_neither_action(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    project.repo.write({CONSTRAINTS: "edited\n"})
    before = contents(project)

    results = [recover("--complete"), recover("--rollback")]

    assert [result.code for result in results] == [1, 1]
    assert contents(project) == before
    assert project.site.entries() == [TRANSACTION_ID]
    assert "--abandon" in recover().stdout


def test_what_can_go_neither_way_is_given_up_after_a_preview(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    project.repo.write({CONSTRAINTS: "edited\n"})
    before = contents(project)
    words = ("--abandon", "--transaction-id", TRANSACTION_ID)

    plan = data(recover(*words, "--format", "json"))["plan_id"]
    kept = project.site.entries()
    done = recover(*words, "--apply", "--confirm-plan", plan, "--format", "json")

    assert kept == [TRANSACTION_ID]
    assert (done.code, data(done)["recovery_status"]) == (0, "abandoned")
    assert contents(project) == before
    assert project.site.entries() == []


def test_the_plan_of_giving_up_goes_stale_with_the_files(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    project.repo.write({CONSTRAINTS: "edited\n"})
    words = ("--abandon", "--transaction-id", TRANSACTION_ID)
    plan = data(recover(*words, "--format", "json"))["plan_id"]
    project.repo.write({DECISIONS: "edited too\n"})

    result = recover(*words, "--apply", "--confirm-plan", plan)

    assert result.code == 1
    assert "stale" in result.stderr
    assert project.site.entries() == [TRANSACTION_ID]


def test_what_can_still_go_on_or_back_is_not_given_up(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()

    result = recover("--abandon", "--transaction-id", TRANSACTION_ID)

    assert result.code == 1
    assert "--complete or --rollback" in result.stderr


def test_after_an_edit_that_followed_the_commit_the_edit_stays_and_only_by_id(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash(at.AFTER_COMMITTED)
    project.repo.git("checkout", "--", DECISIONS)
    before = contents(project)

    refused = recover("--complete")
    done = recover("--complete", "--transaction-id", TRANSACTION_ID)

    assert refused.code == 1
    assert f"--transaction-id {TRANSACTION_ID}" in refused.stderr
    assert done.code == 0
    assert DECISIONS in done.stdout
    assert contents(project) == before
    assert project.site.entries() == []


@pytest.mark.parametrize("field", ["command", "created_at", "plan_id", "erasure_scope", MARKER])
def test_a_marker_in_a_malformed_journal_reaches_no_output(
    project: Interrupted, recover: Callable[..., Result], field: str
) -> None:
    project.crash()
    project.spoil(**{field: f"{MARKER} \n\x1b[0m"})

    for words in ((), ("--complete",), ("--abandon", "--transaction-id", TRANSACTION_ID)):
        for form in ("text", "json"):
            result = recover(*words, "--format", form)
            assert MARKER.encode() not in result.out + result.err

    assert recover().code == 2
    assert project.site.entries() == [TRANSACTION_ID]


def test_a_name_of_a_stray_entry_reaches_no_output_and_the_entry_can_be_given_up(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    assert recover("--rollback").code == 0
    stray = project.site.folder.parent / MARKER
    stray.mkdir(parents=True)
    (stray / "notes").write_text(MARKER)

    result = recover("--format", "json")
    handle = data(result)["transactions"][0]["transaction_id"]
    words = ("--abandon", "--transaction-id", handle)
    plan = data(recover(*words, "--format", "json"))["plan_id"]

    assert result.code == 2
    assert MARKER.encode() not in result.out
    assert recover(*words, "--apply", "--confirm-plan", plan).code == 0
    assert not stray.exists()


def test_a_newer_journal_blocks_and_is_given_up_only_with_consent(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    project.spoil(transaction_schema_version=2)
    words = ("--abandon", "--transaction-id", TRANSACTION_ID)

    assert recover().code == 2
    assert [recover(action).code for action in ("--complete", "--rollback")] == [1, 1]
    assert recover(*words).code == 1

    plan = data(recover(*words, "--discard-newer", "--format", "json"))["plan_id"]
    assert recover(*words, "--discard-newer", "--apply", "--confirm-plan", plan).code == 0
    assert project.site.entries() == []


def test_a_link_in_the_private_state_is_not_followed(
    project: Interrupted, recover: Callable[..., Result], tmp_path: Path
) -> None:
    project.crash()
    moved = tmp_path / "moved"
    project.site.folder.rename(moved)
    project.site.folder.symlink_to(moved)
    words = ("--abandon", "--transaction-id", TRANSACTION_ID)

    assert recover().code == 2
    plan = data(recover(*words, "--format", "json"))["plan_id"]
    assert recover(*words, "--apply", "--confirm-plan", plan).code == 0

    assert not os.path.lexists(project.site.folder)
    assert (moved / "journal.json").exists()


def test_a_sensitive_transaction_shows_neither_path_nor_digest(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    area = f"docs/memory/areas/{MARKER}.md"
    project.crash(wanted={area: "x\n", DECISIONS: f"{MARKER}\n"}, is_sensitive=True)
    digests = {row["output_digest"] for row in json.loads(project.journal().read_bytes())["targets"]}

    outputs = [
        recover(*words, "--format", form) for words in ((), ("--complete",)) for form in ("text", "json")
    ]
    shown = b"".join(result.out + result.err for result in outputs)

    assert MARKER.encode() not in shown
    assert not [digest for digest in digests if digest.encode() in shown]
    assert b"target 0001" in shown


def test_it_waits_for_the_lock_of_a_writer_and_gives_up_without_a_trace(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash()
    before = contents(project)
    lock = project.site.ground.state.bootstrap_lock_path(project.repo.path)

    with held(lock, holder=Holder(process_id=1, since="now")):
        results = [recover(*words, "--lock-timeout", "0") for words in ((), ("--complete",))]

    assert [result.code for result in results] == [2, 2]
    assert all("Another writer" in result.stderr for result in results)
    assert contents(project) == before


@pytest.mark.parametrize(
    ("point", "sentence"),
    [(at.AFTER_FIRST_REPLACE, "in managed memory again"), (at.AFTER_PREPARED, "Nothing had been taken out")],
)
def test_rolling_a_forgetting_back_says_whether_anything_had_been_taken_out(
    project: Interrupted, recover: Callable[..., Result], point: str, sentence: str
) -> None:
    project.crash(point, command="forget")

    result = recover("--rollback")

    assert result.code == 0
    assert sentence in result.stdout


def test_the_scope_of_a_forgetting_is_told_as_it_came_out(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    scope = to_json(forgetting(matches=True, archive=None, writes=True, topic_retained=True))
    project.crash(command="forget", scope=scope)

    found = data(recover("--rollback", "--format", "json"))

    assert found["forgotten_content"] == "restored"
    assert found["erasure_scope"]["domains"]["active_memory"] == "restored"
    assert found["erasure_scope"]["git_worktree_modified"] is True
    assert found["erasure_scope"]["operation_phase"] == "recovered-rollback"


def test_a_damaged_scope_keeps_nobody_from_recovering(
    project: Interrupted, recover: Callable[..., Result]
) -> None:
    project.crash(command="forget", scope={"operation_phase": MARKER})

    result = recover("--complete", "--format", "json")

    assert data(result)["erasure_scope_damaged"] is True
    assert MARKER.encode() not in result.out
    assert project.repo.read(DECISIONS) == b"# Decisions\n"
