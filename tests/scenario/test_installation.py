"""Scenarios S49 to S102 of setting up: work trees, odd places, clones."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.git.driver_line import driver_line
from tests.support.outcomes import assert_conflict, assert_ok
from tests.support.scenario import Repo, scene
from tests.support.setting_up import (
    BASE,
    DEFAULT,
    OURS,
    SCENE,
    THEIRS,
    driver_of,
    every_byte,
    install_program,
    installed,
    merge_attribute,
    packaged,
    succeeded,
)


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def test_s49_an_install_from_a_linked_worktree_serves_all(repo: Repo, tmp_path: Path) -> None:
    repo.fork(SCENE)
    linked = repo.add_worktree(tmp_path / "linked", "side")
    installed(linked)
    (linked.path / ".gitattributes").unlink()

    assert_ok(repo, repo.merge(), place=DEFAULT)


def test_s49_what_one_worktree_installed_another_uninstalls(repo: Repo, tmp_path: Path) -> None:
    repo.fork(SCENE)
    linked = repo.add_worktree(tmp_path / "linked", "side")
    before = every_byte(repo.path), every_byte(linked.path)
    installed(linked)

    succeeded(repo.memoir("uninstall"))

    assert (every_byte(repo.path), every_byte(linked.path)) == before


def test_s49_two_worktrees_with_different_attributes_keep_their_own(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"file": "x"})
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")
    linked.write({"only/there/session.json": BASE})
    before = every_byte(repo.path), every_byte(linked.path)

    for place in (linked, repo, linked):
        installed(place)
    assert b"only/there" in linked.read(".gitattributes")
    assert b"only/there" not in repo.read(".gitattributes")
    # The private file is common to both, so the rule binds wherever such a file turns up.
    assert merge_attribute(repo, "only/there/session.json") == "memoir-session"

    succeeded(repo.memoir("uninstall"))
    assert (every_byte(repo.path), every_byte(linked.path)) == before


def test_s49_a_worktree_that_is_gone_is_no_obstacle(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"file": "x"})
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")
    installed(linked)
    shutil.rmtree(linked.path)

    succeeded(repo.memoir("uninstall"))

    assert driver_of(repo) == ""


def test_b05_a_program_in_a_worktree_is_refused_from_every_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"file": "x"})
    linked = repo.add_worktree(tmp_path / "linked", "HEAD")
    python, package = packaged(linked.path)
    before = every_byte(repo.path / ".git")

    for place in (repo, linked):
        result = install_program(place, python, package)
        assert result.code == 1
        assert f"lies inside {linked.path}, a work tree of this repository" in result.stderr

    assert every_byte(repo.path / ".git") == before


def test_b05_a_driver_in_a_worktree_is_reported_and_mended(repo: Repo, tmp_path: Path) -> None:
    repo.fork(SCENE)
    linked = repo.add_worktree(tmp_path / "linked", "side")
    python, package = packaged(linked.path)
    installed(repo, "--no-attributes")
    line = driver_line(str(python), str(package / "driver_main.py"), "memoir-session")
    repo.git("config", "merge.memoir-session.driver", line)
    assert "MG-INSTALL-002" in repo.memoir("doctor").stdout
    shutil.rmtree(linked.path)
    repo.git("worktree", "prune")

    assert_conflict(repo, repo.merge(), place=DEFAULT)
    repo.git("merge", "--abort")
    assert "MG-DRIVER-005" in repo.memoir("doctor").stdout
    succeeded(repo.memoir("doctor", "--fix"))

    assert_ok(repo, repo.merge(), place=DEFAULT)


def test_s54_nested_stores_are_found_and_merged_each_on_its_own(repo: Repo) -> None:
    places = ("a/b/.memoir/session.json", "a/state/session.json")
    repo.commit(dict.fromkeys(places, BASE))
    installed(repo)
    repo.fork(
        scene(base=BASE, ours=OURS, theirs=THEIRS, place=places[0]),
    )

    assert merge_attribute(repo, places[1]) == "memoir-session"
    assert_ok(repo, repo.merge(), place=places[0])
    assert repo.session(places[1]) == BASE


@pytest.mark.parametrize("index", ["--no-sparse-index", "--sparse-index"])
def test_s56_a_store_outside_the_sparse_checkout_is_found(index: str, repo: Repo) -> None:
    repo.commit({"hidden/session.json": BASE, "shown/file": "x"})
    repo.git("sparse-checkout", "set", "--cone", index, "shown")

    installed(repo)

    assert merge_attribute(repo, "hidden/session.json") == "memoir-session"
    assert "Everything works." in succeeded(repo.memoir("doctor")).stdout


@pytest.mark.parametrize("form", ["--object-format=sha256", "--ref-format=reftable"])
def test_s59_newer_repository_forms_are_installed_examined_and_uninstalled(form: str, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    repo = Repo(tmp_path / "new")
    if repo.attempt("init", "--quiet", form).code:
        pytest.skip(f"this git has no 'git init {form}'")
    repo.commit({DEFAULT: BASE})
    before = every_byte(repo.path)
    installed(repo)

    result = succeeded(repo.memoir("doctor"))

    assert "MG-GIT-002" in result.stdout
    assert "Everything works." in result.stdout
    succeeded(repo.memoir("uninstall"))
    assert every_byte(repo.path) == before


@pytest.mark.parametrize(
    "name",
    ["two words", "it's", 'say "x"', "$(touch pwned)", "`touch pwned`", "-dash", "!bang", "#hash", "[a]*?"],
)
def test_s61_a_hostile_path_is_tracked_merged_and_proved(name: str, repo: Repo) -> None:
    installed(repo)
    place = f"{name}/session.json"
    repo.write({place: BASE})
    succeeded(repo.memoir("track", f"./{place}"))
    repo.fork(scene(base=BASE, ours=OURS, theirs=THEIRS, place=place))

    assert "Everything works." in succeeded(repo.memoir("doctor")).stdout
    assert_ok(repo, repo.merge(), place=place)
    assert not list(repo.path.rglob("pwned"))


@pytest.mark.parametrize("name", ["two words", "it's", "100% $HOME `x`"])
def test_s63_neither_the_repositorys_nor_the_programs_path_matters(
    name: str, repo: Repo, tmp_path: Path
) -> None:
    (tmp_path / "odd").mkdir()
    repo.path.rename(tmp_path / "odd" / name)
    odd = Repo(tmp_path / "odd" / name)
    folder = tmp_path / "programs" / name
    folder.mkdir(parents=True)
    succeeded(install_program(odd, *packaged(folder)))
    odd.fork(SCENE)

    assert f"{name.replace('%', '%%')}/bin/python" in driver_of(odd).replace("'\\''", "'")
    assert_ok(odd, odd.merge(), place=DEFAULT)


def test_s102_a_windows_style_program_is_written_with_slashes_in_single_quotes() -> None:
    line = driver_line("C:/Program Files/Python/python.exe", "C:/It's/driver_main.py", "memoir-session")

    assert "'C:/Program Files/Python/python.exe' -I -S 'C:/It'\\''s/driver_main.py' memoir-session" in line


def test_s102_a_config_with_windows_line_ends_is_extended_and_restored(repo: Repo) -> None:
    config = repo.path / ".git/config"
    config.write_bytes(config.read_bytes().replace(b"\n", b"\r\n"))
    before = every_byte(repo.path)
    installed(repo)
    assert driver_of(repo)

    succeeded(repo.memoir("uninstall"))

    assert every_byte(repo.path) == before


def test_s80_b06_a_fresh_clone_merges_as_text_says_so_and_is_installed_with_one_command(
    repo: Repo, tmp_path: Path
) -> None:
    installed(repo)
    repo.fork(SCENE)
    clone = repo.clone(tmp_path / "clone")
    clone.sides = repo.sides
    examined = clone.memoir("doctor")
    assert examined.code == 1
    assert "MG-DRIVER-001" in examined.stdout

    assert_conflict(clone, clone.merge("origin/side"), place=DEFAULT)
    clone.git("merge", "--abort")
    installed(clone)

    assert "Everything works." in succeeded(clone.memoir("doctor")).stdout
    assert_ok(clone, clone.merge("origin/side"), place=DEFAULT)


def test_s80_a_clone_that_is_uninstalled_keeps_the_attributes_it_came_with(
    repo: Repo, tmp_path: Path
) -> None:
    installed(repo)
    repo.commit({DEFAULT: BASE})
    clone = repo.clone(tmp_path / "clone")
    before = every_byte(clone.path)
    installed(clone)

    result = succeeded(clone.memoir("uninstall"))

    assert every_byte(clone.path) == before
    assert "MG-ATTR-011" in result.stdout


def test_a_repository_that_was_moved_is_uninstalled_all_the_same(repo: Repo, tmp_path: Path) -> None:
    before = every_byte(repo.path)
    installed(repo)
    repo.path.rename(tmp_path / "moved")

    succeeded(Repo(tmp_path / "moved").memoir("uninstall"))

    assert every_byte(tmp_path / "moved") == before
