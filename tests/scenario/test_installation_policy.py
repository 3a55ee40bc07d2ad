"""Scenario S85: installing again, beside foreign settings, and where something is in the way."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.places import DRIVER_MAIN
from tests.support.scenario import Repo
from tests.support.setting_up import (
    BASE,
    DEFAULT,
    default_block,
    driver_of,
    every_byte,
    installed,
    merge_attribute,
    succeeded,
)


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def test_s85_installing_twice_changes_no_byte(repo: Repo) -> None:
    installed(repo)
    before = every_byte(repo.path)

    installed(repo)

    assert every_byte(repo.path) == before


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        (".gitattributes", "*.json merge=union\n"),
        (".gitattributes", "*.json -merge\n"),
        (".memoir/.gitattributes", "* binary\n"),
        (".git/info/attributes", "session.json merge\n"),
    ],
)
def test_s85_a_foreign_rule_stops_the_install_and_is_named(place: str, rule: str, repo: Repo) -> None:
    repo.write({place: "# first\n" + rule})
    before = every_byte(repo.path)

    result = repo.memoir("install")

    assert result.code == 1
    assert f"Line 2 of {place} already says how .memoir/" in result.stderr
    assert "--on-conflict overwrite" in result.stderr
    assert every_byte(repo.path) == before


def test_s85_a_foreign_rule_can_be_left_in_force(repo: Repo) -> None:
    repo.write({".gitattributes": "*.json merge=union\n", "state.json": BASE})

    result = succeeded(repo.memoir("install", "--on-conflict", "skip"))

    assert f"WARNING MG-ATTR-008 {DEFAULT}: Line 1 of .gitattributes" in result.stdout
    assert merge_attribute(repo, DEFAULT) == "union"
    assert merge_attribute(repo, ".memoir/memory/x.md") == "memoir-entry"


@pytest.mark.parametrize("place", [".gitattributes", ".git/info/attributes"])
def test_s85_ours_can_go_before_a_foreign_rule_which_stays_as_it_is(place: str, repo: Repo) -> None:
    repo.write({place: "*.json merge=union\n"})

    installed(repo, "--on-conflict", "overwrite")

    assert merge_attribute(repo, DEFAULT) == "memoir-session"
    assert merge_attribute(repo, "other.json") == "union"
    assert repo.read(place).startswith(b"*.json merge=union\n# BEGIN memoir-git")
    assert repo.memoir("install").stdout.startswith("The memory merge is installed already")


def test_s85_ours_can_go_before_a_rule_that_came_later(repo: Repo) -> None:
    installed(repo)
    with (repo.path / ".git/info/attributes").open("a") as file:
        file.write("*.json -merge\n")
    assert repo.memoir("install").code == 1

    installed(repo, "--on-conflict", "overwrite")

    assert merge_attribute(repo, DEFAULT) == "memoir-session"


def test_s85_a_rule_of_the_user_for_all_repositories_is_no_conflict(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "attributes").write_text("* merge=union\n")
    repo.git("config", "--global", "core.attributesFile", str(tmp_path / "attributes"))

    installed(repo)

    assert merge_attribute(repo, DEFAULT) == "memoir-session"


@pytest.mark.parametrize(
    ("policy", "code", "is_ours"), [("abort", 1, False), ("skip", 0, False), ("overwrite", 0, True)]
)
def test_s85_a_foreign_driver_of_our_name(policy: str, code: int, is_ours: bool, repo: Repo) -> None:
    repo.git("config", "merge.memoir-session.driver", "theirs %A %O %B")

    result = repo.memoir("install", "--on-conflict", policy)

    assert result.code == code
    assert (str(DRIVER_MAIN) in driver_of(repo)) is is_ours
    assert is_ours or driver_of(repo) == "theirs %A %O %B"


def test_s85_a_foreign_driver_comes_back_with_uninstall(repo: Repo) -> None:
    repo.git("config", "merge.memoir-session.driver", "theirs %A %O %B")
    before = every_byte(repo.path)
    installed(repo, "--on-conflict", "overwrite")

    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path) == before


def test_s85_a_locked_config_stops_it_before_anything_is_written(repo: Repo) -> None:
    (repo.path / ".git/config.lock").touch()
    before = every_byte(repo.path)

    result = repo.memoir("install")

    assert result.code == 2
    assert "config.lock exists" in result.stderr
    assert every_byte(repo.path) == before


@pytest.mark.parametrize(
    ("place", "status"), [(".git/info/exclude", 1), (".git/memoir-git", 2), (".gitattributes", 1)]
)
def test_s85_a_place_that_cannot_be_written_undoes_everything(place: str, status: int, repo: Repo) -> None:
    path = repo.path / place
    path.unlink(missing_ok=True)
    if place == ".git/memoir-git":
        path.write_text("a file where a folder is needed")
    else:
        path.mkdir()
    before = every_byte(repo.path)

    result = repo.memoir("install")

    assert result.code == status, str(result)
    assert "Traceback" not in result.stderr
    assert every_byte(repo.path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("place", [".git", ".git/info", "."])
def test_s85_a_folder_that_may_not_be_written_undoes_everything(place: str, repo: Repo) -> None:
    before = every_byte(repo.path)
    (repo.path / place).chmod(0o500)

    result = repo.memoir("install")

    (repo.path / place).chmod(0o755)
    assert result.code == 2
    assert "Permission denied" in result.stderr
    assert every_byte(repo.path) == before


def test_s85_a_linked_config_stays_a_link(repo: Repo, tmp_path: Path) -> None:
    config = repo.path / ".git/config"
    shutil.move(config, tmp_path / "config")
    config.symlink_to(tmp_path / "config")
    before = every_byte(repo.path), (tmp_path / "config").read_bytes()
    installed(repo)
    assert config.is_symlink()
    assert driver_of(repo)

    succeeded(repo.memoir("uninstall"))

    assert (every_byte(repo.path), (tmp_path / "config").read_bytes()) == before


def test_b27_a_missing_info_folder_is_made_and_goes_again(repo: Repo) -> None:
    shutil.rmtree(repo.path / ".git/info")
    before = every_byte(repo.path)

    installed(repo)
    assert merge_attribute(repo, DEFAULT) == "memoir-session"
    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path) == before


def test_b28_an_attributes_file_without_a_final_newline_keeps_its_last_line(repo: Repo) -> None:
    repo.write({".gitattributes": "x text"})
    before = every_byte(repo.path)
    installed(repo)
    assert repo.read(".gitattributes") == b"x text\n" + default_block()

    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path) == before
