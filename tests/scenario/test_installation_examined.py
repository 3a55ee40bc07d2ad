"""Scenarios S60, S75, S81 and S100, and public reports: what `doctor` finds out about a set-up."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.git.driver_line import driver_line
from tests.support.outcomes import assert_conflict, assert_ok
from tests.support.places import DRIVER_MAIN
from tests.support.scenario import Repo
from tests.support.seal import make_script
from tests.support.setting_up import (
    BASE,
    DEFAULT,
    SCENE,
    install_program,
    installed,
    merge_attribute,
    packaged,
    succeeded,
)


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


@pytest.mark.parametrize("branch", ["side", "main"])
def test_s75_b08_a_rule_younger_than_a_branch_binds_here_and_is_examined(branch: str, repo: Repo) -> None:
    repo.fork(SCENE)
    repo.switch("rules", at=branch)
    installed(repo)
    repo.commit({})
    repo.switch("main" if branch == "side" else "side")
    other = "rules"

    assert not (repo.path / ".gitattributes").exists()
    assert merge_attribute(repo, DEFAULT) == "memoir-session"
    assert "MG-ATTR-007" in succeeded(repo.memoir("doctor")).stdout
    assert_ok(repo, repo.rebase(other), place=DEFAULT)


def test_s75_a_line_below_ours_is_named_with_its_number(repo: Repo) -> None:
    repo.write({DEFAULT: BASE})
    installed(repo)
    for place in (".gitattributes", ".git/info/attributes"):
        with (repo.path / place).open("a") as file:
            file.write("*.md text\n*.json -merge\n")
    number = len(repo.read(".gitattributes").splitlines())

    result = repo.memoir("doctor")

    assert result.code == 1
    assert f"MG-ATTR-001 {DEFAULT}: Line {number} of .git/info/attributes keeps this file" in result.stdout


def test_s75_a_line_that_only_other_clones_follow_is_named_too(repo: Repo) -> None:
    repo.write({DEFAULT: BASE})
    installed(repo)
    with (repo.path / ".gitattributes").open("a") as file:
        file.write("*.json -merge\n")
    number = len(repo.read(".gitattributes").splitlines())

    result = succeeded(repo.memoir("doctor"))

    assert merge_attribute(repo, DEFAULT) == "memoir-session"
    assert f"MG-ATTR-003 {DEFAULT}: Line {number} of .gitattributes" in result.stdout


def test_b07_a_driver_that_no_attribute_selects_is_not_proved_by_a_selector_of_our_own(repo: Repo) -> None:
    repo.write({DEFAULT: BASE})
    installed(repo)
    for place in (".gitattributes", ".git/info/attributes"):
        with (repo.path / place).open("a") as file:
            file.write("*.json !merge\n")

    result = repo.memoir("doctor")

    assert result.code == 1
    assert "MG-DRIVER-008" in result.stdout
    assert "memoir-session failed" in " ".join(result.stdout.split())


def test_b07_a_driver_without_any_line_is_reported(repo: Repo) -> None:
    repo.write({DEFAULT: BASE})
    installed(repo)
    (repo.path / ".gitattributes").unlink()
    (repo.path / ".git/info/attributes").unlink()

    result = repo.memoir("doctor")

    assert "MG-ATTR-009" in result.stdout
    assert f"MG-ATTR-005 {DEFAULT}:" in result.stdout
    assert "Everything works." not in result.stdout


def test_b29_no_file_that_is_not_memory_gets_an_attribute(repo: Repo) -> None:
    repo.commit({"notes/session.json": BASE, "app/session.json": '{"user": 1}', "memory/notes.md": "# x\n"})
    installed(repo)
    others = [
        "app/session.json",
        "session.json",
        "memory/notes.md",
        "deep/memory/x.md",
        "x.json",
        "README.md",
    ]

    said = repo.git("check-attr", "--all", "--", *others).stdout

    assert said == ""
    assert b"-merge" not in repo.read(".gitattributes")


def test_b30_an_install_in_ci_leaves_the_tree_clean(repo: Repo, tmp_path: Path) -> None:
    repo.fork(SCENE)
    clone = repo.clone(tmp_path / "ci")
    clone.sides = repo.sides

    installed(clone, "--no-attributes")

    assert clone.git("status", "--porcelain").stdout == ""
    assert_ok(clone, clone.merge("origin/side"), place=DEFAULT)


def test_s60_a_driver_from_an_include_is_shown_with_scope_and_origin(repo: Repo, tmp_path: Path) -> None:
    repo.write({DEFAULT: BASE})
    installed(repo)
    extra = tmp_path / "extra.cfg"
    extra.write_text('[merge "memoir-session"]\n\tdriver = git merge-file %A %O %B\n')
    repo.git("config", f"includeIf.gitdir:{repo.path}/.path", str(extra))

    result = repo.memoir("doctor")

    assert f"memoir-session {extra} (local), not ours" in " ".join(result.stdout.split())
    assert f"MG-DRIVER-007 The driver memoir-session in force is another one; it comes from {extra}" in (
        result.stdout
    )


def test_s60_a_driver_of_one_worktree_is_shown_with_scope_and_origin(repo: Repo) -> None:
    installed(repo)
    repo.git("config", "extensions.worktreeConfig", "true")
    repo.git("config", "--worktree", "merge.memoir-session.driver", "git merge-file %A %O %B")

    result = repo.memoir("doctor")

    assert "it comes from .git/config.worktree (worktree scope)" in result.stdout


def test_s60_an_injected_driver_is_shown_with_scope_and_origin(repo: Repo) -> None:
    installed(repo)
    injected = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "merge.memoir-session.driver",
        "GIT_CONFIG_VALUE_0": "git merge-file %A %O %B",
    }

    result = repo.memoir("doctor", env=injected)

    assert "it comes from command line (command scope)" in result.stdout


def test_s100_a_driver_on_the_command_line_is_shown_with_scope_and_origin(repo: Repo) -> None:
    installed(repo)

    result = repo.attempt("-c", "merge.memoir-session.driver=git merge-file %A %O %B", "memoir", "doctor")

    assert "it comes from command line (command scope)" in result.stdout


def test_s100_the_off_switch_is_reported_and_the_chain_proved_all_the_same(repo: Repo) -> None:
    installed(repo)
    repo.write({DEFAULT: BASE})

    result = succeeded(repo.memoir("doctor", env={"MEMOIR_GIT": "0"}))

    assert "MG-DRIVER-010" in result.stdout
    assert "merged by meaning" in result.stdout


@pytest.mark.parametrize("placeholder", ['"%P"', "'%P'", '"%Y"'])
def test_b14_a_placeholder_in_quotes_is_an_error(placeholder: str, repo: Repo) -> None:
    installed(repo)
    repo.git("config", "merge.other.driver", f"merge %A %O %B {placeholder}")

    result = repo.memoir("doctor")

    assert result.code == 1
    assert "ERROR   MG-DRIVER-004 The driver other has a placeholder in quotes" in result.stdout


def test_s81_an_interpreter_that_is_gone_is_reported_and_mended(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    succeeded(install_program(repo, *packaged(tmp_path / "env")))
    repo.fork(SCENE)
    shutil.rmtree(tmp_path / "env")

    assert_conflict(repo, repo.merge(), place=DEFAULT)
    repo.git("merge", "--abort")
    result = repo.memoir("doctor")
    assert result.code == 1
    assert result.stdout.count("MG-DRIVER-005 The driver memoir-session starts") == 2
    assert "MG-DRIVER-008" in result.stdout
    succeeded(repo.memoir("doctor", "--fix"))

    assert_ok(repo, repo.merge(), place=DEFAULT)


def test_s81_a_program_that_needs_a_longer_path_is_found_out(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "only-here").mkdir()
    make_script(tmp_path / "only-here/start-python", f'exec {sys.executable} "$@"')
    python = make_script(tmp_path / "python", 'exec start-python "$@"')
    installed(repo)
    repo.git(
        "config", "merge.memoir-session.driver", driver_line(str(python), str(DRIVER_MAIN), "memoir-session")
    )

    path = f"{tmp_path / 'only-here'}{os.pathsep}{os.environ['PATH']}"
    result = repo.memoir("doctor", env={"PATH": path})

    assert (
        "MG-DRIVER-009 The driver memoir-session works here, but not in an empty environment" in result.stdout
    )
