"""Which session a command means, which machine it writes as, and what two of them make of one file."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.fs.state import StateRoot
from memoir_git.git.repo import discover
from memoir_git.services.machine import MachineError, identify
from memoir_git.services.session_place import SessionPlace, StoreError, find_session
from tests.support.scenario import Repo
from tests.support.sessions import session, texts

USUAL = ".memoir/session.json"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def mark(repo: Repo, *paths: str) -> None:
    lines = "".join(f'"/{path}" merge=memoir-session\n' for path in paths)
    repo.write({".gitattributes": lines} | {path: session() for path in paths})


def found(repo: Repo, below: str = "", store: str | None = None) -> str:
    directory = repo.path / below
    directory.mkdir(parents=True, exist_ok=True)
    return str(find_session(directory, Path(store) if store else None).relative)


# -- which file


def test_the_usual_place_needs_no_attribute(repo: Repo) -> None:
    repo.write({USUAL: session()})

    assert found(repo) == USUAL
    assert found(repo, "deep/er") == USUAL


def test_a_file_that_the_attributes_mark_is_found_wherever_it_lies(repo: Repo) -> None:
    mark(repo, ".claude/memory/state.json")

    assert found(repo) == ".claude/memory/state.json"
    assert found(repo, "src") == ".claude/memory/state.json"


def test_an_unmarked_session_elsewhere_is_not_memory(repo: Repo) -> None:
    repo.write({"other/session.json": session()})

    with pytest.raises(StoreError, match="no memoir store"):
        found(repo)


def test_the_nearest_store_above_the_directory_is_meant(repo: Repo) -> None:
    repo.write({USUAL: session(), f"packages/a/{USUAL}": session()})
    mark(repo, "packages/b/session.json")

    assert found(repo, "packages/a/src") == f"packages/a/{USUAL}"
    assert found(repo, "packages/b") == "packages/b/session.json"
    assert found(repo, "packages/c") == USUAL


def test_two_sessions_that_are_equally_near_are_an_error_that_names_both_and_the_option(repo: Repo) -> None:
    mark(repo, "session.json")
    repo.write({USUAL: session()})

    with pytest.raises(StoreError, match=r"\.memoir/session\.json and session\.json") as caught:
        found(repo)

    assert "--store" in str(caught.value.hint)
    assert found(repo, store=".") == "session.json"
    assert found(repo, store=".memoir") == USUAL


def test_two_sessions_of_which_none_covers_the_directory_are_an_error(repo: Repo) -> None:
    mark(repo, "a/session.json", "b/session.json")

    with pytest.raises(StoreError, match=r"a/session\.json and b/session\.json"):
        found(repo)
    assert found(repo, "a") == "a/session.json"


def test_odd_names_on_the_way_are_no_globs(repo: Repo) -> None:
    repo.write({"[a]*/.memoir/session.json": session(), "a/.memoir/session.json": session()})

    assert found(repo, "[a]*/b") == "[a]*/.memoir/session.json"


def test_a_named_directory_outside_of_any_repository_is_its_own_root(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()

    place = find_session(tmp_path, Path("store"))

    assert place.path == tmp_path.resolve() / "store" / "session.json"
    assert place.lock_key == tmp_path.resolve() / "store"


def test_a_named_directory_behind_a_link_is_followed_once(repo: Repo, tmp_path: Path) -> None:
    repo.write({USUAL: session()})
    (tmp_path / "link").symlink_to(repo.path / ".memoir")

    assert found(repo, store=str(tmp_path / "link")) == USUAL


# -- lock and state


def test_all_work_trees_of_a_repository_have_one_lock(repo: Repo, tmp_path: Path) -> None:
    repo.commit({USUAL: session()})
    repo.git("branch", "side")
    linked = repo.add_worktree(tmp_path / "linked", "side")

    main, other = find_session(repo.path, None), find_session(linked.path, None)

    assert main.lock_key == other.lock_key
    assert main.path != other.path


def test_no_state_may_lie_in_any_work_tree_or_git_directory(repo: Repo, tmp_path: Path) -> None:
    repo.commit({USUAL: session()})
    repo.git("branch", "side")
    linked = repo.add_worktree(tmp_path / "linked", "side")

    for place in (find_session(repo.path, None), find_session(linked.path, None)):
        ground = set(place.private_ground)
        assert {repo.path.resolve(), linked.path.resolve(), repo.path.resolve() / ".git"} <= ground


def test_a_sparse_checkout_without_the_file_is_no_fresh_session(repo: Repo) -> None:
    repo.commit({USUAL: session(), "src/a": "x"})
    repo.git("sparse-checkout", "set", "--no-cone", "/src/")

    result = repo.memoir("session", "next", "x")

    assert result.code == 1
    assert "sparse checkout" in result.stderr
    assert not (repo.path / USUAL).exists()


# -- which machine


def who(repo: Repo, tmp_path: Path, variables: dict[str, str] | None = None) -> tuple[str | None, str | None]:
    machine = identify(
        variables or {},
        StateRoot(tmp_path / "state", chosen=True),
        directory=repo.path,
        repository=discover(repo.path),
        hostname="box",
    )
    return machine.id, machine.label


def test_an_identity_is_made_once_and_kept_in_the_state_root(repo: Repo, tmp_path: Path) -> None:
    first, label = who(repo, tmp_path)

    assert first is not None
    assert uuid.UUID(first).version == 4
    assert who(repo, tmp_path) == (first, label) == (first, "box")
    assert (tmp_path / "state/machine-id").stat().st_mode & 0o777 == 0o600


def test_git_config_goes_before_the_kept_identity_and_the_variable_before_both(
    repo: Repo, tmp_path: Path
) -> None:
    repo.git("config", "memoir.machine", "from-config")
    repo.git("config", "memoir.machineLabel", "desk")

    assert who(repo, tmp_path) == ("from-config", "desk")
    assert who(repo, tmp_path, {"MEMOIR_GIT_MACHINE": "from-variable"}) == ("from-variable", "desk")
    assert not (tmp_path / "state").exists()


def test_a_given_identity_that_is_not_one_printable_line_is_refused(repo: Repo, tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="line break"):
        who(repo, tmp_path, {"MEMOIR_GIT_MACHINE": "one\ntwo"})


def test_a_config_file_that_git_tracks_is_not_asked(repo: Repo, tmp_path: Path) -> None:
    repo.write({"shared.config": "[memoir]\n\tmachine = everybody\n\tmachineLabel = all\n"})
    repo.git("config", "include.path", "../shared.config")
    untracked = who(repo, tmp_path)

    repo.git("add", "shared.config")
    tracked, label = who(repo, tmp_path)

    assert untracked == ("everybody", "all")
    assert tracked != "everybody"
    assert label == "box"


@pytest.mark.parametrize("kept", ["", "not an id\n"])
def test_where_no_identity_can_be_kept_there_is_none(repo: Repo, tmp_path: Path, kept: str) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state/machine-id").write_text(kept)

    assert who(repo, tmp_path) == (None, "box")


def test_a_writer_without_an_identity_writes_and_says_so_in_one_line(repo: Repo) -> None:
    repo.write({USUAL: session()})
    state = Path(os.environ["MEMOIR_GIT_STATE_HOME"])
    state.mkdir(mode=0o700)
    (state / "machine-id").mkdir()

    result = repo.memoir("session", "next", "x")

    assert result.code == 0, str(result)
    assert result.stdout.count("No identity could be kept for this machine") == 1
    assert repo.session(USUAL)["machines"] == {}
    assert "machine_id" not in repo.session(USUAL)["current"]["next_actions"][0]


# -- two machines


def test_what_one_branch_completed_stays_completed_and_what_the_other_added_stays(store: Repo) -> None:
    def memoir(*words: str, machine: str, minute: int) -> None:
        env = {"MEMOIR_GIT_MACHINE": machine, "MEMOIR_GIT_NOW": f"2026-07-01T12:{minute:02d}:00Z"}
        result = store.memoir("session", *words, env=env)
        assert result.code == 0, str(result)

    memoir("next", "old", machine="m1", minute=0)
    store.commit({}, "base")
    store.switch("side", at="HEAD")
    memoir("done", "old", machine="m2", minute=1)
    store.commit({}, "theirs")
    store.switch("main")
    memoir("next", "new", machine="m1", minute=2)
    store.commit({}, "ours")

    merged = store.merge()

    assert merged.code == 0, str(merged)
    assert texts(store.session(), "next_actions") == ["new"]
    assert texts(store.session(), "completed_actions") == ["old"]
    assert set(store.session()["machines"]) == {"m1", "m2"}


def test_a_place_is_relative_to_the_top_of_the_work_tree(repo: Repo) -> None:
    repo.write({USUAL: session()})

    place = find_session(repo.path, None)

    assert isinstance(place, SessionPlace)
    assert place.root == repo.path.resolve()
    assert not place.is_tracked
    repo.git("add", USUAL)
    assert place.is_tracked
