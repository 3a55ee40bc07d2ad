"""Forgetting on one branch and another branch that still has the entry: real merges, audits and hooks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.forget_project import applied, data_of, forget
from tests.support.forgetting import MARK
from tests.support.memory import entry, entry_id, files, memory_file
from tests.support.projects import MEMORY
from tests.support.scenario import Repo
from tests.support.setting_up import installed

DECISION = entry_id("DEC", 1)
FILE = f"{MEMORY}/decisions.md"
GUARDED = pytest.mark.parametrize("mode", ["soft", "hard"])
EACH_MODE = pytest.mark.parametrize("mode", ["soft", "hard", "purge"])


def _decisions(body: str = f"Play the {MARK}.", *, has_it: bool = True) -> str:
    units = [entry("DEC", 1, body=body)] if has_it else []
    return memory_file("Decisions", *units, entry("DEC", 2, facet="security"))


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A repository whose project does not have the entry yet, and knows how to merge units."""
    made = make_repo()
    contents = files(decisions=_decisions(has_it=False))
    made.commit({f"{MEMORY}/{path}": text for path, text in contents.items()}, "base")
    installed(made)
    with (made.path / ".gitattributes").open("a") as attributes:
        attributes.write(f"/{MEMORY}/** memoir=project\n/{MEMORY}/decisions.md merge=memoir-units\n")
        attributes.write(f"/{MEMORY}/do-not-use.md merge=memoir-units\n")
    made.commit({}, "attributes")
    return made


def _forgotten(repo: Repo, mode: str, *words: str) -> None:
    done = applied(repo.path, *(words or ("--id", DECISION)), "--mode", mode)
    assert done.code == 0, str(done)
    repo.commit({}, "forget")


def _fork_before_the_entry(repo: Repo, mode: str) -> None:
    """Both branches take the entry over as a commit of their own; main forgets it, side still has it."""
    repo.switch("side", at="HEAD")
    repo.commit({FILE: _decisions()}, "the entry, on side")
    repo.switch("main")
    repo.commit({FILE: _decisions()}, "the entry, on main")
    _forgotten(repo, mode)


def _codes(repo: Repo) -> list[str]:
    document: Any = json.loads(repo.memoir("audit", "--erasure", "--format", "json").out)
    return [finding["code"] for finding in document["findings"]]


@EACH_MODE
def test_a_branch_that_did_not_touch_the_entry_does_not_bring_it_back(repo: Repo, mode: str) -> None:
    repo.commit({FILE: _decisions()}, "the entry")
    repo.switch("side", at="HEAD")
    repo.commit({"README.md": "Other work.\n"}, "other work")
    repo.switch("main")
    _forgotten(repo, mode)

    assert repo.merge().code == 0

    assert MARK not in repo.read(FILE).decode()
    assert _codes(repo) == []


@GUARDED
def test_what_a_merge_brings_back_is_named_by_the_audit(repo: Repo, mode: str) -> None:
    _fork_before_the_entry(repo, mode)

    repo.merge("--no-verify", "side")

    assert MARK in repo.read(FILE).decode()
    assert _codes(repo) == ["MC-ERASURE-008"]


@GUARDED
def test_the_hook_stops_the_merge_and_names_the_command(repo: Repo, mode: str) -> None:
    _fork_before_the_entry(repo, mode)
    head = repo.resolve("HEAD")

    result = repo.merge()

    assert result.code != 0
    assert f"git memoir forget --id {DECISION} --mode {mode}" in result.stderr
    assert repo.resolve("HEAD") == head


@GUARDED
def test_repeating_the_forgetting_mends_it_without_another_guard(repo: Repo, mode: str) -> None:
    _fork_before_the_entry(repo, mode)
    repo.merge("--no-verify", "side")
    guards = repo.read(f"{MEMORY}/do-not-use.md")

    _forgotten(repo, mode)

    assert _codes(repo) == []
    assert repo.read(f"{MEMORY}/do-not-use.md") == guards


@GUARDED
def test_an_entry_that_was_edited_meanwhile_is_a_conflict_and_then_named(repo: Repo, mode: str) -> None:
    repo.commit({FILE: _decisions()}, "the entry")
    repo.switch("side", at="HEAD")
    repo.commit({FILE: _decisions(f"Play the {MARK} louder.")}, "edit")
    repo.switch("main")
    _forgotten(repo, mode)

    assert repo.merge().code != 0
    repo.git("checkout", "--theirs", FILE)
    repo.git("add", "-A")

    assert "MC-ERASURE-008" in repo.attempt("commit", "--no-edit").stderr
    assert _codes(repo) == ["MC-ERASURE-008"]


def test_two_branches_that_forget_the_same_topic_agree(repo: Repo) -> None:
    repo.commit({FILE: _decisions()}, "the entry")
    repo.switch("side", at="HEAD")
    _forgotten(repo, "soft", MARK)
    repo.switch("main")
    _forgotten(repo, "soft", MARK)

    assert repo.merge().code == 0

    assert repo.read(f"{MEMORY}/do-not-use.md").count(b"## MC-TOMB-") == 1
    assert repo.memoir("audit").code == 0


def test_a_lifted_guard_lets_the_entry_come_back(repo: Repo) -> None:
    _fork_before_the_entry(repo, "soft")
    text = repo.read(f"{MEMORY}/do-not-use.md").decode()
    (found,) = (line.split()[1] for line in text.splitlines() if line.startswith("## MC-TOMB"))
    _forgotten(repo, "soft", "--id", found)

    repo.merge("--no-verify", "side")

    assert _codes(repo) == []


@EACH_MODE
def test_a_committed_copy_is_still_found_in_history(repo: Repo, mode: str) -> None:
    repo.commit({FILE: _decisions()}, "the entry")
    _forgotten(repo, mode)

    looked = repo.memoir("exposure", "--id", DECISION, "--format", "json")

    assert data_of(looked)["status"] == "reachable-copy-detected"


@EACH_MODE
@pytest.mark.parametrize("words", [("--id", DECISION), (MARK,)], ids=["id", "topic"])
def test_a_look_into_history_is_told_beside_the_preview(
    repo: Repo, mode: str, words: tuple[str, ...]
) -> None:
    repo.commit({FILE: _decisions()}, "the entry")
    before = repo.resolve("HEAD"), repo.git("status", "--porcelain").out

    result = forget(repo.path, *words, "--mode", mode, "--history-check", "--format", "json")

    document = json.loads(result.out)
    assert document["data"]["erasure_scope"]["history_check_status"] == "reachable-copy-detected"
    assert "MC-ERASURE-003" in [finding["code"] for finding in document["findings"]]
    assert (result.code, document["status"]) == (0, "REVIEW")
    assert before == (repo.resolve("HEAD"), repo.git("status", "--porcelain").out)


def test_a_purge_empties_the_archive_and_not_the_history(repo: Repo) -> None:
    archive = f"{MEMORY}/archive/decisions-2026-01-01.md"
    repo.commit({archive: memory_file("Archived", entry("DEC", 1, body=f"Play the {MARK}."))}, "archive")
    _forgotten(repo, "purge", MARK)

    looked = repo.memoir("exposure", "--topic", MARK, "--format", "json")

    assert MARK not in repo.read(archive).decode()
    assert data_of(looked)["status"] == "reachable-copy-detected"


def test_a_shallow_clone_gives_no_answer(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"README.md": "Other work.\n"}, "other work")
    repo.git("clone", "--quiet", "--depth", "1", repo.path.as_uri(), str(tmp_path / "shallow"))

    result = forget(tmp_path / "shallow", MARK, "--history-check", "--format", "json")

    document = json.loads(result.out)
    assert document["data"]["erasure_scope"]["history_check_status"] == "unavailable"
    assert document["status"] == "REVIEW"


def test_a_copy_on_a_side_branch_alone_is_found(repo: Repo) -> None:
    repo.switch("side", at="HEAD")
    repo.commit({FILE: _decisions()}, "the entry, on side")
    repo.commit({FILE: _decisions(has_it=False)}, "and gone")
    repo.switch("main")
    repo.git("merge", "--quiet", "--no-edit", "--no-ff", "side")

    result = forget(repo.path, MARK, "--history-check", "--format", "json")

    assert data_of(result)["erasure_scope"]["history_check_status"] == "reachable-copy-detected"


def test_without_a_copy_the_caveat_is_said(repo: Repo) -> None:
    result = forget(repo.path, MARK, "--history-check", "--format", "json")

    document = json.loads(result.out)
    assert document["data"]["erasure_scope"]["history_check_status"] == "no-reachable-copy-detected"
    assert any("clones, forks, backups" in line for line in document["disclaimers"])
