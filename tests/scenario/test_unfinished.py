"""What an interrupted change means for everybody else: writers, audits, hooks, and other work trees."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoir_git.core.ids import Handle
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.fs import failpoints as at
from memoir_git.fs.transaction import UnfinishedError, commit
from memoir_git.services.mutate import change
from memoir_git.services.mutation_lock import Governing
from memoir_git.services.mutation_plan import Mutation
from memoir_git.services.transaction_grounds import project_ground
from memoir_git.services.unfinished import RecoveryRequiredError
from tests.support.crash import Crasher
from tests.support.governing import governing_at
from tests.support.interrupted import DECISIONS, Interrupted, interrupted_in
from tests.support.journals import PROJECT_ID, TRANSACTION_ID
from tests.support.processes import Result
from tests.support.scenario import Content, Repo
from tests.support.sessions import session
from tests.support.store_files import INDEX, entry, path_of
from tests.support.transactions import undertaken

OTHER_ID = "1b1d7a52-6a0e-4f43-9c55-1d2f0c9a7e10"
MANIFEST = "docs/memory/manifest.md"


@pytest.fixture
def project(
    make_repo: Callable[[], Repo], tmp_path: Path, crasher: Crasher, monkeypatch: pytest.MonkeyPatch
) -> Interrupted:
    return interrupted_in(make_repo(), tmp_path, crasher, monkeypatch)


def governing(root: Path) -> Governing:
    return governing_at(root, os.environ)


def write(root: Path) -> None:
    """Makes a change of two files, as any command does."""

    def plan(material: Material) -> Draft:
        texts = {name: (material.text(name) + "\n").encode() for name in ("inbox.md", "brief.md")}
        return Draft(contents=texts, facts=(("what", Handle("lines")),))

    change(governing(root), Mutation(command="test", arguments={}, plan=plan))


def findings(result: Result) -> list[dict[str, Any]]:
    found = json.loads(result.out)["findings"]
    assert isinstance(found, list)
    return [each for each in found if "TRANSACTION" in each["code"]]


def codes(result: Result) -> list[tuple[str, str]]:
    return [(each["code"], each["severity"]) for each in findings(result)]


@pytest.mark.parametrize("point", [at.AFTER_PLANNED, at.AFTER_PREPARED, at.AFTER_FIRST_REPLACE])
def test_a_writer_writes_nothing_over_an_unfinished_change(project: Interrupted, point: str) -> None:
    project.crash(point)
    before = project.repo.git("status", "--porcelain").out

    with pytest.raises(RecoveryRequiredError) as raised:
        write(project.repo.path)

    assert raised.value.code is not None
    assert raised.value.code.id == "MC-TRANSACTION-001"
    assert raised.value.hint is not None
    assert "git memoir recover" in raised.value.hint
    assert project.repo.git("status", "--porcelain").out == before


def test_the_next_writer_cleans_what_has_ended(project: Interrupted) -> None:
    project.crash(at.AFTER_COMMITTED)

    write(project.repo.path)

    assert project.site.entries() == []


def test_a_writer_stops_where_a_file_was_changed_after_the_commit(project: Interrupted) -> None:
    project.crash(at.AFTER_COMMITTED)
    project.repo.git("checkout", "--", DECISIONS)

    with pytest.raises(RecoveryRequiredError):
        write(project.repo.path)


def test_an_empty_leftover_of_the_private_state_is_dropped(project: Interrupted) -> None:
    (project.site.folder / "targets").mkdir(parents=True)

    write(project.repo.path)

    assert project.site.entries() == []


def _link(project: Interrupted) -> None:
    project.site.folder.rename(project.base / "moved")
    project.site.folder.symlink_to(project.base / "moved")


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda project: project.spoil(phase="x"), "MC-TRANSACTION-002"),
        (lambda project: project.spoil(transaction_schema_version=2), "MC-TRANSACTION-002"),
        (lambda project: project.journal().unlink(), "MC-TRANSACTION-003"),
        (_link, "MC-TRANSACTION-004"),
        (lambda project: (project.site.folder / "targets/0001.backup").unlink(), "MC-TRANSACTION-004"),
    ],
    ids=["malformed", "newer", "orphan", "link", "missing backup"],
)
def test_what_cannot_be_used_blocks_writers_and_audits_and_stays(
    project: Interrupted, spoil: Callable[[Interrupted], object], code: str
) -> None:
    project.crash(at.AFTER_FIRST_REPLACE)
    spoil(project)

    result = project.repo.memoir("audit", "--transactions", "--format", "json")
    with pytest.raises(RecoveryRequiredError) as raised:
        write(project.repo.path)

    assert (result.code, codes(result)) == (2, [(code, "BLOCKER")])
    assert raised.value.code is not None
    assert raised.value.code.id == code
    assert os.path.lexists(project.site.folder)


def test_a_private_state_that_cannot_be_looked_at_never_counts_as_clean(project: Interrupted) -> None:
    project.crash()
    folder = project.state / "transactions"
    folder.rename(project.base / "elsewhere")
    folder.symlink_to(project.base / "elsewhere")

    result = project.repo.memoir("audit", "--format", "json")

    assert (result.code, ("MC-TRANSACTION-004", "BLOCKER") in codes(result)) == (2, True)
    assert json.loads(result.out)["data"]["transactions"]["status"] == "unavailable"


def test_audits_and_status_and_doctor_tell_it(project: Interrupted) -> None:
    project.crash()

    whole = project.repo.memoir("audit", "--format", "json")
    focused = project.repo.memoir("audit", "--budgets", "--format", "json")
    status = project.repo.memoir("status", "--format", "json")
    doctor = project.repo.memoir("doctor")

    assert codes(whole) == codes(focused) == codes(status) == [("MC-TRANSACTION-001", "BLOCKER")]
    assert findings(whole)[0]["path"] == "private/transactions"
    assert findings(whole)[0]["details"] == {"state": "committing", "transaction": TRANSACTION_ID}
    assert json.loads(whole.out)["data"]["transactions"]["status"] == "recovery-required"
    assert json.loads(status.out)["data"]["transactions"] == "recovery-required"
    assert "git memoir recover" in json.loads(status.out)["data"]["next"]
    assert "MC-TRANSACTION-001" in doctor.stdout


def test_what_only_waits_to_be_cleaned_is_a_warning(project: Interrupted) -> None:
    project.crash(at.AFTER_COMMITTED)

    result = project.repo.memoir("audit", "--transactions", "--format", "json")

    assert (result.code, codes(result)) == (0, [("MC-TRANSACTION-001", "WARNING")])


def test_looking_makes_no_private_state(project: Interrupted) -> None:
    for words in (("audit",), ("status",), ("doctor",), ("recover",)):
        project.repo.memoir(*words)

    assert not project.state.exists()


def test_a_commit_of_half_a_change_is_stopped_and_one_that_waits_for_cleaning_is_not(
    project: Interrupted,
) -> None:
    assert project.repo.memoir("install", "--hooks", "directory").code == 0
    project.repo.commit({}, "install")
    project.crash()
    project.repo.git("add", "-A")

    stopped = project.repo.attempt("commit", "-m", "half")
    assert project.repo.memoir("recover", "--complete").code == 0
    project.repo.git("add", "-A")
    made = project.repo.attempt("commit", "-m", "whole")

    assert stopped.code != 0
    assert "MC-TRANSACTION-001" in stopped.stderr
    assert "TRANSACTION" not in made.stderr


def test_another_work_tree_of_the_project_is_not_stopped_and_cannot_end_it(project: Interrupted) -> None:
    project.repo.git("branch", "other")
    other = project.repo.add_worktree(project.base / "other", "other")
    project.crash()
    before = project.repo.git("status", "--porcelain").out

    looked = other.memoir("recover", "--format", "json")
    ended = [other.memoir("recover", word) for word in ("--complete", "--rollback")]
    named = other.memoir("recover", "--complete", "--transaction-id", TRANSACTION_ID)
    write(other.path)

    assert (looked.code, codes(looked)) == (0, [("MC-TRANSACTION-001", "INFO")])
    assert json.loads(looked.out)["data"]["recovery_status"] == "clean"
    assert [result.code for result in (*ended, named)] == [1, 1, 1]
    assert project.repo.git("status", "--porcelain").out == before
    assert other.read(DECISIONS) == other.show("HEAD", DECISIONS)
    assert project.repo.memoir("recover", "--rollback").code == 0


def test_what_a_checkout_that_is_gone_left_can_be_given_up_elsewhere(project: Interrupted) -> None:
    project.repo.git("branch", "other")
    other = project.repo.add_worktree(project.base / "other", "other")
    project.crasher.crash(project.base, at.AFTER_FIRST_REPLACE, "exit", "create", root=str(other.path))
    project.repo.git("worktree", "remove", "--force", str(other.path))
    words = ("recover", "--abandon", "--transaction-id", TRANSACTION_ID)

    plan = json.loads(project.repo.memoir(*words, "--format", "json").out)["data"]["plan_id"]
    done = project.repo.memoir(*words, "--apply", "--confirm-plan", plan)

    assert done.code == 0
    assert project.site.entries() == []


def test_another_projects_transaction_stops_nobody_here(project: Interrupted, tmp_path: Path) -> None:
    project.crasher.crash(tmp_path, at.AFTER_FIRST_REPLACE, "exit", "create")
    manifest = project.repo.read(MANIFEST).replace(PROJECT_ID.encode(), OTHER_ID.encode())
    project.repo.write({MANIFEST: manifest})

    write(project.repo.path)

    assert project.site.entries() == [TRANSACTION_ID]


def test_a_transaction_of_this_checkout_blocks_whatever_identity_the_manifest_has_now(
    project: Interrupted,
) -> None:
    project.crash()
    manifest = project.repo.read(MANIFEST).replace(PROJECT_ID.encode(), OTHER_ID.encode())
    for content in (manifest, None):
        project.repo.write({MANIFEST: content})
        with pytest.raises(RecoveryRequiredError):
            write(project.repo.path)

    assert project.repo.memoir("recover", "--rollback").code == 0


def test_a_transaction_from_before_the_identity_blocks_a_writer_with_one(project: Interrupted) -> None:
    manifest = project.repo.read(MANIFEST)
    project.repo.write({MANIFEST: manifest.replace(PROJECT_ID.encode(), b"none")})
    variables = {
        "MEMOIR_GIT_TEST_MODE": "1",
        "MEMOIR_GIT_FAILPOINT": f"{at.AFTER_FIRST_REPLACE}=raise",
    }
    state = project.site.ground.state
    ground = project_ground(state, project.repo.path, "docs/memory", None, variables)
    with pytest.raises(UnfinishedError):
        commit(ground, undertaken(project.site, {DECISIONS: b"1\n", "docs/memory/inbox.md": b"2\n"}))
    project.repo.write({MANIFEST: manifest})

    with pytest.raises(RecoveryRequiredError):
        write(project.repo.path)

    assert project.repo.memoir("recover", "--complete").code == 0
    write(project.repo.path)


LINK = "decision_a"
STORE_FILES: dict[str, Content] = {
    ".memoir/session.json": session(),
    path_of(LINK): entry("decision", "a", description="d", why="w"),
    INDEX: f"# Memory\n\n- [a]({LINK}.md)\n",
}


def crashed_forget(repo: Repo, mode: str, point: str) -> None:
    words = ("forget", "--entry", LINK, "--mode", mode)
    plan = json.loads(repo.memoir(*words, "--format", "json").out)["data"]["plan"]["id"]
    failing = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{point}=exit"}
    assert repo.memoir(*words, "--apply", "--confirm-plan", plan, env=failing).code == 86


@pytest.mark.parametrize("mode", ["hide", "purge"])
def test_a_forgetting_in_a_store_that_died_can_go_on(make_repo: Callable[[], Repo], mode: str) -> None:
    repo = make_repo()
    repo.write(STORE_FILES)
    crashed_forget(repo, mode, at.AFTER_FIRST_REPLACE)

    blocked = repo.memoir("entry", "add", "goal", "--name", "b", "--format", "json")
    session_blocked = repo.memoir("session", "next", "x")
    done = repo.memoir("recover", "--complete")

    assert (blocked.code, codes(blocked)) == (2, [("MG-TRANSACTION-001", "BLOCKER")])
    assert session_blocked.code == 2
    assert done.code == 0
    assert LINK.encode() not in repo.read(INDEX)
    assert b"hidden: true" in repo.read(path_of(LINK))
    assert repo.memoir("entry", "add", "goal", "--name", "b").code == 0


def test_a_forgetting_in_a_store_that_died_can_go_back(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit(STORE_FILES)
    crashed_forget(repo, "hide", f"{at.AFTER_EACH_REPLACE}:2")

    done = repo.memoir("recover", "--rollback")

    assert done.code == 0
    assert "in managed memory again" in done.stdout
    assert repo.git("status", "--porcelain").out == b""


def test_a_purge_leaves_no_word_of_itself_in_a_journal_or_in_output(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    marker = "zxqmarkerword"
    repo.write({**STORE_FILES, path_of(LINK): entry("decision", marker, f"{marker}\n", why=marker)})
    crashed_forget(repo, "purge", at.AFTER_FIRST_REPLACE)
    (journal,) = Path(os.environ["MEMOIR_GIT_STATE_HOME"]).glob("transactions/store-*/*/journal.json")

    results = [repo.memoir(*words) for words in (("recover",), ("recover", "--format", "json"), ("status",))]

    assert marker not in journal.read_text()
    assert not [result for result in results if marker.encode() in result.out + result.err]
    assert LINK not in "".join(result.stdout for result in results)


def test_init_waits_like_any_other_writer(project: Interrupted) -> None:
    project.crash()
    before = project.repo.git("status", "--porcelain").out

    repaired = project.repo.memoir("init", "project", "--repair", "--format", "json")

    assert (repaired.code, codes(repaired)) == (2, [("MC-TRANSACTION-001", "BLOCKER")])
    assert project.repo.git("status", "--porcelain").out == before


def overlay(project: Interrupted) -> dict[str, tuple[bytes, int]]:
    return {name: found for name, found in project.site.tree().items() if name.startswith("@local/")}


@pytest.mark.parametrize("action", ["--complete", "--rollback"])
@pytest.mark.parametrize("point", [at.AFTER_PREPARED, at.AFTER_FIRST_REPLACE, at.BEFORE_COMMITTED])
def test_a_local_reset_that_died_takes_all_or_nothing_of_the_overlay(
    project: Interrupted, point: str, action: str
) -> None:
    for words in (("enable",), ("link",), ("add", "Short lines.", "--evidence", "user-confirmed")):
        assert project.repo.memoir("local", *words).code == 0
    before = overlay(project)
    plan = json.loads(project.repo.memoir("local", "reset", "--format", "json").out)["data"]["plan"][
        "plan_id"
    ]
    failing = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{point}=exit"}
    died = project.repo.memoir("local", "reset", "--apply", "--confirm-plan", plan, env=failing)

    done = project.repo.memoir("recover", action, "--format", "json")

    assert (died.code, done.code) == (86, 0)
    assert before != {}
    assert overlay(project) == ({} if action == "--complete" else before)
    found = json.loads(done.out)["data"]["erasure_scope"]
    assert found["domains"]["git_worktree"] == "no"
    word = "removed" if action == "--complete" else "restored"
    assert found["domains"]["local_overlay"] == ("pending-removal" if _unchanged(point, action) else word)
    assert project.repo.git("status", "--porcelain").out == b""


def _unchanged(point: str, action: str) -> bool:
    return point == at.AFTER_PREPARED and action == "--rollback"


def test_a_temporary_of_a_killed_writer_is_not_committed(project: Interrupted) -> None:
    assert project.repo.memoir("install", "--hooks", "directory").code == 0
    project.repo.commit({}, "install")
    name = "docs/memory/.memoir-git-0123456789ab-0001.txn"
    project.repo.write({name: "half\n", DECISIONS: project.repo.read(DECISIONS) + b"\n"})
    ignored = project.repo.attempt("add", name)
    project.repo.git("add", "--force", name, DECISIONS)

    stopped = project.repo.attempt("commit", "-m", "half")

    assert ignored.code != 0
    assert stopped.code != 0
    assert "MG-TRANSACTION-005" in stopped.stderr


def test_a_store_outside_of_git_recovers_whichever_way_it_was_named(tmp_path: Path) -> None:
    top = tmp_path / "plain"
    place = Repo(top)
    top.mkdir()
    place.write(STORE_FILES)
    before = place.read(INDEX)
    crashed_forget(place, "hide", at.AFTER_FIRST_REPLACE)

    blocked = place.memoir("entry", "add", "goal", "--name", "b", "--store", str(top / ".memoir"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = Repo(elsewhere).memoir("recover", "--rollback", "--store", str(top / ".memoir"))

    assert (blocked.code, done.code) == (2, 0)
    assert place.read(INDEX) == before
    assert place.memoir("entry", "add", "goal", "--name", "b").code == 0


def test_a_change_that_stops_half_way_says_so_in_json_as_well(project: Interrupted) -> None:
    failing = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{at.AFTER_FIRST_REPLACE}=raise"}
    area = ("--type", "area", "--name", "new", "--evidence", "user-confirmed")
    about = ("--subject", "MC-SUBJ-20260903-3333cccc", "--facet", "lifecycle")
    words = ("add", "Short.", *area, *about, "--format", "json")

    stopped = project.repo.memoir(*words, env=failing)
    done = project.repo.memoir("recover", "--rollback")

    assert (stopped.code, codes(stopped)) == (2, [("MC-TRANSACTION-001", "BLOCKER")])
    assert "half-way" in stopped.stderr
    assert "git memoir recover" in stopped.stderr
    assert done.code == 0
    assert project.repo.git("status", "--porcelain").out == b""


def test_doctor_tells_a_private_state_that_another_repository_would_commit(
    make_repo: Callable[[], Repo], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, repo = make_repo(), make_repo()
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(home.path / ".local/state/memoir-git"))

    told = repo.memoir("doctor")
    home.write({".gitignore": ".local/\n"})
    quiet = repo.memoir("doctor")

    assert "MG-TRANSACTION-006" in told.stdout
    assert "MG-TRANSACTION-006" not in quiet.stdout
