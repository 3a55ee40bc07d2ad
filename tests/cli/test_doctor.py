"""`git memoir doctor`: the chain link by link, what is wrong with it, and what it mends."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git import registry
from tests.support.processes import Result, run
from tests.support.scenario import Repo
from tests.support.seal import make_script
from tests.support.sessions import session
from tests.support.setting_up import default_lines, driver_of, every_byte, installed, merge_attribute

DEFAULT = ".memoir/session.json"
BASE = session()
MARKED = "<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A repository with the memory merge installed and one session."""
    repo = make_repo()
    repo.commit({DEFAULT: BASE})
    installed(repo)
    repo.commit({})
    return repo


def doctor(repo: Repo, *arguments: str, code: int = 0) -> Result:
    result = repo.memoir("doctor", *arguments)
    assert result.code == code, str(result)
    return result


def rows(result: Result) -> list[str]:
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_a_healthy_clone_is_shown_link_by_link(repo: Repo) -> None:
    result = doctor(repo)

    assert result.stderr == ""
    assert "memoir-session .git/config (local)" in rows(result)
    number = 2 + default_lines().index("/.memoir/session.json merge=memoir-session text=auto")
    assert f"{DEFAULT} memoir-session .git/info/attributes:{number}" in rows(result)
    assert "memoir-session merged by meaning, also in an empty environment" in rows(result)
    assert result.stdout.endswith("\nEverything works.\n")


@pytest.mark.parametrize(
    "name", [row.name for row in registry.FORMATS if row.patterns and row.system == registry.MEMOIR]
)
def test_every_format_that_is_bound_is_proved(name: str, repo: Repo) -> None:
    assert f"{name} merged by meaning, also in an empty environment" in rows(doctor(repo))


def test_a_ledger_is_proved_once_one_is_tracked(repo: Repo) -> None:
    repo.write({"GOTCHAS.md": "# Gotchas\n\n## One\n\nText.\n"})
    repo.memoir("track", "GOTCHAS.md")

    assert "memoir-sections merged by meaning, also in an empty environment" in rows(doctor(repo))


def test_the_unit_merge_is_proved_once_there_is_project_memory(repo: Repo) -> None:
    repo.memoir("init", "project")

    assert "memoir-units merged by meaning, also in an empty environment" in rows(doctor(repo))


def test_examining_writes_nothing(repo: Repo) -> None:
    before = every_byte(repo.path)

    doctor(repo)

    assert every_byte(repo.path) == before


def test_json_carries_the_same(repo: Repo) -> None:
    document = json.loads(doctor(repo, "--format", "json").out)

    data = document["data"]
    assert document["status"] == "PASS"
    assert data["object_format"] == "sha1"
    assert {
        "name": "memoir-session",
        "scope": "local",
        "origin": ".git/config",
        "strategy": "",
        "ours": True,
    } in data["drivers"]
    assert data["files"][0]["path"] == DEFAULT
    assert data["files"][0]["value"] == "memoir-session"
    assert all(proof["merged"] and proof["merged_in_empty_environment"] for proof in data["proofs"])
    assert data["fixed"] == []


def test_a_repository_without_an_installation_says_what_to_type(make_repo: Callable[[], Repo]) -> None:
    result = doctor(make_repo())

    assert "WARNING MG-INSTALL-001 The memory merge is not installed in this clone." in result.stdout
    assert "Everything works." not in result.stdout


def test_fixing_is_not_a_way_to_install(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    before = every_byte(repo.path)

    doctor(repo, "--fix")

    assert every_byte(repo.path) == before


def test_memory_that_nothing_binds_is_named(repo: Repo) -> None:
    repo.write({"notes/session.json": BASE})

    result = doctor(repo)

    assert (
        "WARNING MG-ATTR-005 notes/session.json: This file reads as memory (memoir-session)" in result.stdout
    )


def test_a_section_without_a_command_blocks_and_is_mended(repo: Repo) -> None:
    repo.git("config", "--unset", "merge.memoir-session.driver")
    assert "BLOCKER MG-DRIVER-002" in doctor(repo, code=2).stdout

    doctor(repo, "--fix")

    assert driver_of(repo)


def test_a_name_in_other_capitals_is_named(repo: Repo) -> None:
    repo.git("config", "merge.Memoir-Session.driver", "git merge-file %A %O %B")

    result = doctor(repo, code=1)

    assert "MG-DRIVER-003 git's config has the driver Memoir-Session; attributes say memoir-session" in (
        result.stdout
    )


def test_a_command_of_another_version_is_mended_and_its_strategy_kept(repo: Repo) -> None:
    repo.memoir("install", "--strategy", "newest")
    line = driver_of(repo)
    repo.git("config", "merge.memoir-session.driver", f"{line} # older")
    assert "WARNING MG-DRIVER-006" in doctor(repo).stdout

    result = doctor(repo, "--fix")

    assert rows(result)[:2] == ["Fixed", ".git/config"]
    assert driver_of(repo) == line


def test_missing_private_attributes_are_mended_without_touching_the_shared_ones(repo: Repo) -> None:
    (repo.path / ".git/info/attributes").unlink()
    shared = repo.read(".gitattributes")
    assert f"lack {len(default_lines())} of the lines" in doctor(repo).stdout

    doctor(repo, "--fix")

    assert repo.read(".git/info/attributes") == shared
    assert repo.git("status", "--porcelain").stdout == ""


def test_lines_of_ours_in_the_wrong_order_are_mended(repo: Repo) -> None:
    for place in (".gitattributes", ".git/info/attributes"):
        text = repo.read(place).replace(b"# END", b"/.memoir/*.json merge=memoir-entry\n# END")
        repo.write({place: text})
    assert f"MG-ATTR-002 {DEFAULT}: No attribute selects" in doctor(repo, code=1).stdout

    doctor(repo, "--fix")

    assert merge_attribute(repo, DEFAULT) == "memoir-session"


def test_attributes_that_other_clones_do_not_have_are_mentioned(repo: Repo) -> None:
    (repo.path / ".gitattributes").unlink()
    repo.commit({})

    result = doctor(repo)

    assert "INFO    MG-ATTR-007 .gitattributes:" in result.stdout
    assert result.stdout.endswith("Everything works.\n")


@pytest.mark.parametrize("is_committed", [True, False])
def test_conflict_markers_in_a_session_are_an_error(is_committed: bool, repo: Repo) -> None:
    repo.write({DEFAULT: MARKED})
    repo.git("add", "-A")
    if is_committed:
        repo.commit({DEFAULT: MARKED})
        repo.write({DEFAULT: BASE})
        repo.git("add", "-A")

    assert f"ERROR   MG-FILE-001 {DEFAULT}:" in doctor(repo, code=1).stdout


def test_while_gits_lock_exists_no_temporary_file_is_deleted(repo: Repo) -> None:
    (repo.path / ".git/index.lock").touch()
    repo.write({".merge_file_aBc123": "x"})

    result = doctor(repo, "--fix")

    assert "WARNING MG-FILE-003 .git/index.lock:" in result.stdout
    assert "MG-FILE-002 .merge_file_aBc123:" in result.stdout
    assert repo.leftovers() == [".merge_file_aBc123"]
    assert (repo.path / ".git/index.lock").exists()


def test_the_lock_of_a_linked_worktree_is_its_own(repo: Repo, tmp_path: Path) -> None:
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")
    (repo.path / ".git/worktrees/linked/index.lock").touch()

    assert "MG-FILE-003 .git/worktrees/linked/index.lock:" in doctor(linked).stdout
    assert "MG-FILE-003" not in doctor(repo).stdout


def test_a_git_that_is_too_old_is_an_error(repo: Repo, tmp_path: Path) -> None:
    git = shutil.which("git")
    make_script(tmp_path / "git", f'[ "$1" = version ] && echo git version 2.25.1 || exec {git} "$@"')

    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    result = run("git-memoir", "doctor", cwd=repo.path, env={"PATH": path})

    assert result.code == 1
    assert "MG-GIT-001" in result.stdout


def test_a_bare_repository_is_examined_too(repo: Repo, tmp_path: Path) -> None:
    bare = installed(repo.clone(tmp_path / "bare.git", "--bare"))

    assert doctor(bare).stdout.endswith("Everything works.\n")


def test_outside_a_repository_it_says_what_to_do(repo: Repo, tmp_path: Path) -> None:
    result = repo.attempt("memoir", "doctor", cwd=tmp_path)

    assert result.code == 1
    assert "is not inside a git repository." in result.stderr


def test_memory_never_stands_in_what_it_prints(repo: Repo) -> None:
    repo.write({DEFAULT: MARKED.replace("{}", "very secret words")})
    repo.git("add", "-A")

    assert "secret" not in doctor(repo, code=1).stdout


def test_memory_that_is_not_there_is_not_said_to_be_merged_as_text(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.write({".memoir/session.json": session()})

    result = repo.memoir("doctor")

    assert "MG-ATTR-005 .memoir/session.json" in result.stdout
    assert "MEMORY.md" not in result.stdout
