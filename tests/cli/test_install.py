"""`git memoir install` and `uninstall`: their words, what they write and what they leave alone."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git import registry
from memoir_git.git.block import block_lines
from tests.support.places import DRIVER_MAIN
from tests.support.processes import Result, run
from tests.support.scenario import Repo
from tests.support.sessions import session
from tests.support.setting_up import (
    SESSION_LINE,
    default_block,
    default_lines,
    driver_of,
    every_byte,
    installed,
    merge_attribute,
)

ENTRY = "---\ntype: fact\nname: A fact\n---\nBody.\n"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def rows(result: Result) -> list[str]:
    """Returns the lines of a result with single blanks, whatever the width of the columns."""
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_it_registers_a_driver_for_every_format(repo: Repo) -> None:
    installed(repo)

    for row in registry.FORMATS:
        assert driver_of(repo, row.name).count(str(DRIVER_MAIN)) == 1
        assert sys.executable in driver_of(repo, row.name)
        assert repo.git("config", f"merge.{row.name}.name").stdout == f"memoir {row.title}\n"


def test_it_writes_the_same_block_for_everyone_and_for_this_clone(repo: Repo) -> None:
    installed(repo)

    assert repo.read(".gitattributes") == repo.read(".git/info/attributes") == default_block()


def test_it_keeps_temporary_files_out_of_the_index(repo: Repo) -> None:
    installed(repo)
    repo.write({".merge_file_aBc123": "x", ".memoir-git-0123-4567.txn": "x"})

    assert repo.git("status", "--porcelain").stdout == "?? .gitattributes\n"


def test_it_says_what_it_did_and_what_to_type_next(repo: Repo) -> None:
    result = repo.memoir("install")

    assert result.stderr == ""
    assert result.stdout.splitlines()[:5] == [
        "The memory merge is installed. Changed:",
        "  .git/config",
        "  .git/info/attributes",
        "  .gitattributes",
        "  .git/info/exclude",
    ]
    assert ".memoir/session.json session state (default, not there yet)" in rows(result)
    assert "Next: git memoir init store, or git memoir track PATH\n" in result.stdout


def test_json_carries_the_same(repo: Repo) -> None:
    document = json.loads(repo.memoir("install", "--format", "json").out)

    assert document["command"] == "install"
    assert document["status"] == "PASS"
    assert document["data"]["changed"][0] == ".git/config"
    assert document["data"]["drivers"] == [row.name for row in registry.FORMATS]
    assert {
        "pattern": ".memoir/session.json",
        "format": "memoir-session",
        "origin": "default",
        "files": 0,
    } in document["data"]["memory"]


def test_the_second_run_says_so_and_changes_nothing(repo: Repo) -> None:
    installed(repo)
    before = every_byte(repo.path)

    result = repo.memoir("install")

    assert result.stdout.startswith("The memory merge is installed already; nothing to change.\n")
    assert every_byte(repo.path) == before


def test_a_dry_run_names_the_files_and_writes_nothing(repo: Repo) -> None:
    before = every_byte(repo.path)

    result = repo.memoir("install", "--dry-run")

    assert result.code == 0
    assert result.stdout.startswith("install would change:\n  .git/config\n")
    assert every_byte(repo.path) == before


def test_no_attributes_leaves_the_work_tree_clean(repo: Repo) -> None:
    installed(repo, "--no-attributes")

    assert repo.git("status", "--porcelain").stdout == ""
    assert merge_attribute(repo, ".memoir/session.json") == "memoir-session"


def test_a_session_that_is_found_is_bound_and_named(repo: Repo) -> None:
    repo.write({"notes/session.json": session(), "other/session.json": '{"user": 1}'})

    result = repo.memoir("install")

    assert "notes/session.json session state (found)" in rows(result)
    assert merge_attribute(repo, "notes/session.json") == "memoir-session"
    assert merge_attribute(repo, "other/session.json") == "unspecified"


def test_a_session_that_is_only_in_the_index_is_found(repo: Repo) -> None:
    repo.commit({"notes/session.json": session()})
    shutil.rmtree(repo.path / "notes")

    installed(repo)

    assert merge_attribute(repo, "notes/session.json") == "memoir-session"


def test_a_folder_of_entries_is_found_and_a_folder_with_other_pages_is_not(repo: Repo) -> None:
    repo.write({"a/memory/x.md": ENTRY, "docs/x.md": ENTRY, "docs/README.md": "# Read me\n"})

    installed(repo)

    assert merge_attribute(repo, "a/memory/x.md") == "memoir-entry"
    assert merge_attribute(repo, "docs/x.md") == "unspecified"


def test_ignored_sessions_and_links_are_not_bound(repo: Repo) -> None:
    repo.write({".gitignore": "/ignored/\n", "ignored/session.json": session(), "real.json": session()})
    (repo.path / "linked").mkdir()
    os.symlink("../real.json", repo.path / "linked/session.json")

    installed(repo)

    assert block_lines(repo.read(".gitattributes"), place="") == default_lines()


def test_newest_is_an_argument_of_the_driver_and_stays_until_told_otherwise(repo: Repo) -> None:
    installed(repo, "--strategy", "newest")
    assert "--strategy=newest memoir-session" in driver_of(repo)

    installed(repo)
    assert "--strategy=newest memoir-session" in driver_of(repo)

    installed(repo, "--strategy", "vcs")
    assert "--strategy" not in driver_of(repo)


def test_from_a_folder_below_the_top_the_top_is_set_up(repo: Repo) -> None:
    repo.write({"deep/er/file": "x"})

    result = repo.attempt("memoir", "install", cwd=repo.path / "deep/er")

    assert result.code == 0, str(result)
    assert repo.read(".gitattributes") == default_block()


def test_another_directory_can_be_named(repo: Repo, tmp_path: Path) -> None:
    result = repo.attempt("memoir", "-C", str(repo.path), "install", cwd=tmp_path)

    assert result.code == 0, str(result)
    assert driver_of(repo)


def test_outside_a_repository_it_says_what_to_do(tmp_path: Path, repo: Repo) -> None:
    result = repo.attempt("memoir", "install", cwd=tmp_path)

    assert result.code == 1
    assert "is not inside a git repository." in result.stderr
    assert "git init" in result.stderr


def test_a_bare_repository_gets_what_needs_no_work_tree(repo: Repo, tmp_path: Path) -> None:
    repo.write({"notes/session.json": session()})
    installed(repo)
    repo.commit({})
    bare = repo.clone(tmp_path / "bare.git", "--bare")

    installed(bare)

    lines = block_lines((bare.path / "info/attributes").read_bytes(), place="")
    assert lines == block_lines(repo.read(".gitattributes"), place="")
    assert driver_of(bare)


def test_lines_and_drivers_of_an_older_version_are_replaced(repo: Repo) -> None:
    old = "/opt/old/bin/python -I -S /opt/old/memoir_git/driver_main.py"
    for name in ("memoir-session", "memoir-gone"):
        repo.git("config", f"merge.{name}.driver", f"{old} {name} %O %A %B")
    repo.write({".gitattributes": f"# BEGIN memoir-git 0.0\n{SESSION_LINE} eol=lf\n# END memoir-git\n"})

    installed(repo)

    assert str(DRIVER_MAIN) in driver_of(repo)
    assert driver_of(repo, "memoir-gone") == ""
    assert (block_lines(repo.read(".gitattributes"), place="") or ())[-1] == f"{SESSION_LINE} eol=lf"


def test_the_link_of_a_linked_gitattributes_stays_and_the_reader_is_told(repo: Repo) -> None:
    repo.write({"real": "*.txt text\n"})
    (repo.path / ".gitattributes").symlink_to("real")

    result = repo.memoir("install")

    assert result.code == 0
    assert "INFO    MG-ATTR-006 .gitattributes:" in result.stdout
    assert repo.read("real") == b"*.txt text\n"
    assert merge_attribute(repo, ".memoir/session.json") == "memoir-session"


def test_attributes_that_are_not_checked_out_are_not_written_over(repo: Repo) -> None:
    repo.commit({".gitattributes": "*.txt text\n"})
    (repo.path / ".gitattributes").unlink()

    result = repo.memoir("install")

    assert "MG-ATTR-010 .gitattributes:" in result.stdout
    assert not (repo.path / ".gitattributes").exists()


def test_a_file_with_windows_line_ends_keeps_them(repo: Repo) -> None:
    repo.write({".gitattributes": b"*.txt text\r\n"})

    installed(repo)

    text = repo.read(".gitattributes")
    assert text.count(b"\n") == text.count(b"\r\n") > 1
    assert merge_attribute(repo, ".memoir/session.json") == "memoir-session"


def test_a_linked_private_file_stays_a_link(repo: Repo, tmp_path: Path) -> None:
    shared = tmp_path / "exclude"
    shared.write_bytes(b"*.o\n")
    (repo.path / ".git/info/exclude").unlink()
    (repo.path / ".git/info/exclude").symlink_to(shared)

    installed(repo)

    assert (repo.path / ".git/info/exclude").is_symlink()
    assert shared.read_bytes().startswith(b"*.o\n# BEGIN memoir-git")


def test_a_block_that_never_ends_stops_it_and_names_the_line(repo: Repo) -> None:
    repo.write({".gitattributes": "x text\n# BEGIN memoir-git\n"})
    before = every_byte(repo.path)

    result = repo.memoir("install")

    assert result.code == 1
    assert "line 2 of .gitattributes" in result.stderr
    assert every_byte(repo.path) == before


def test_a_program_inside_the_repository_is_refused_with_what_to_do(repo: Repo) -> None:
    shutil.copytree(DRIVER_MAIN.parent, repo.path / "memoir_git", ignore=shutil.ignore_patterns("*.pyc"))
    before = every_byte(repo.path)
    script = "import sys; sys.path.insert(0, ''); from memoir_git.cli.main import main; main()"

    result = run(sys.executable, "-B", "-c", script, "install", cwd=repo.path)

    assert result.code == 1
    assert "a work tree of this repository" in result.stderr
    assert "sh install.sh" in result.stderr
    assert every_byte(repo.path) == before
