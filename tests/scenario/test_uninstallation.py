"""Scenarios S86 and S101: everything goes without a trace, and nothing else goes."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from memoir_git.git.block import block_lines
from tests.support.outcomes import assert_conflict
from tests.support.scenario import SESSION, Repo
from tests.support.setting_up import (
    BASE,
    DEFAULT,
    SCENE,
    default_lines,
    every_byte,
    installed,
    succeeded,
)


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def test_s86_uninstall_gives_back_every_byte(repo: Repo) -> None:
    repo.write({".gitattributes": "*.txt text\n"})
    repo.commit({DEFAULT: BASE, "notes/session.json": BASE})
    before = every_byte(repo.path)
    installed(repo)
    installed(repo, "--strategy", "newest")
    repo.write({"more/session.json": BASE})
    succeeded(repo.memoir("track", "more/session.json"))
    shutil.rmtree(repo.path / "more")

    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path) == before


def test_s86_from_files_that_were_changed_since_only_our_lines_go(repo: Repo) -> None:
    repo.write({".gitattributes": "*.txt text\n"})
    config = repo.read(".git/config")
    installed(repo)
    repo.git("config", "user.nickname", "x")
    for place in (".gitattributes", ".git/info/attributes", ".git/info/exclude"):
        repo.write({place: b"# mine\n" + repo.read(place) + b"# mine too"})
    exclude = repo.read(".git/info/exclude").partition(b"# BEGIN")[0]

    result = succeeded(repo.memoir("uninstall"))

    assert "Changed since, so only our lines went:" in result.stdout
    assert repo.read(".git/config") == config + b"[user]\n\tnickname = x\n"
    assert repo.read(".gitattributes") == b"# mine\n*.txt text\n# mine too"
    assert repo.read(".git/info/attributes") == b"# mine\n# mine too"
    assert repo.read(".git/info/exclude") == exclude + b"# mine too"


def test_s86_the_whole_section_goes_so_that_no_merge_is_blocked(repo: Repo) -> None:
    installed(repo)
    repo.git("config", "merge.memoir-session.recursive", "text")

    succeeded(repo.memoir("uninstall"))

    assert repo.attempt("config", "--get-regexp", "^merge[.]memoir").stdout == ""
    repo.fork(SCENE)
    assert_conflict(repo, repo.merge(), place=DEFAULT)


def test_s86_a_file_that_was_deleted_since_stays_deleted(repo: Repo) -> None:
    installed(repo)
    (repo.path / ".gitattributes").unlink()

    succeeded(repo.memoir("uninstall"))

    assert not (repo.path / ".gitattributes").exists()


def test_s86_changes_between_two_installs_are_kept(repo: Repo) -> None:
    installed(repo)
    repo.write({".gitattributes": b"*.txt text\n" + repo.read(".gitattributes")})
    repo.git("config", "user.nickname", "x")
    repo.write({"new/session.json": BASE})
    installed(repo)

    succeeded(repo.memoir("uninstall"))

    assert repo.read(".gitattributes") == b"*.txt text\n"
    assert repo.read(".git/config").endswith(b"[user]\n\tnickname = x\n")


@pytest.mark.parametrize("record", [None, b"damaged"])
def test_s86_without_its_record_uninstall_still_clears_the_git_directory(
    record: bytes | None, repo: Repo
) -> None:
    before = every_byte(repo.path / ".git")
    installed(repo)
    path = repo.path / ".git/memoir-git/install.json"
    if record is not None:
        path.write_bytes(record)
        assert "remove memoir-git/install.json" in repo.memoir("uninstall").stderr
    path.unlink()

    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path / ".git") == before
    assert block_lines(repo.read(".gitattributes"), place="") == default_lines()


def test_s86_memory_itself_is_never_touched(store: Repo) -> None:
    before = store.read(SESSION)

    succeeded(store.memoir("uninstall"))

    assert store.read(SESSION) == before


def test_s101_stale_temporary_files_are_listed_and_only_they_are_removed(repo: Repo) -> None:
    installed(repo)
    repo.write({DEFAULT: BASE, ".merge_file_aBc123": "x", ".merge_file_dEf456.new": "x", "other": "x"})
    assert repo.git("status", "--porcelain", "-uall").stdout.count(".merge_file") == 0
    assert repo.memoir("doctor").stdout.count("MG-FILE-002") == 2

    result = succeeded(repo.memoir("doctor", "--fix"))

    assert "MG-FILE-002" not in result.stdout
    assert repo.leftovers() == []
    assert repo.read("other") == b"x"


def test_s101_a_temporary_file_that_was_committed_is_not_deleted(repo: Repo) -> None:
    repo.commit({".merge_file_aBc123": "x"})
    installed(repo)

    result = repo.memoir("doctor", "--fix")

    assert "MG-FILE-004 .merge_file_aBc123:" in result.stdout
    assert repo.leftovers() == [".merge_file_aBc123"]
