"""Scenarios S48 to S65: worktrees, bare, sparse, partial and shallow repositories; odd names and limits."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.faults import Gate
from tests.support.hostile import HOSTILE_NAMES
from tests.support.outcomes import assert_ok
from tests.support.processes import run
from tests.support.scenario import SESSION, Files, Repo, Scene, parse_session, scene
from tests.support.sessions import Session, action, goal, session, texts
from tests.support.templates import install_driver

BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base"), goal("ours", 3)])
THEIRS = session(goals=[goal("base")], actions=[action("theirs", 2)])


def test_s48_a_merge_in_a_linked_worktree(store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    linked = store.add_worktree(tmp_path / "linked", "side")

    result = linked.merge("main")

    assert texts(assert_ok(linked, result), "goals") == ["ours", "base"]


def test_s50_merges_in_two_worktrees_at_once(store: Repo, tmp_path: Path, gate: Gate) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    store.git("branch", "third", "main")
    linked = store.add_worktree(tmp_path / "linked", "third")
    install_driver(store, program=str(gate.program))

    running = [gate.start(repo, "merge", "side", "-m", "x") for repo in (store, linked)]
    gate.open()

    assert [merging.wait() for merging in running] == [0, 0]
    for repo in (store, linked):
        assert_ok(repo, repo.attempt("merge", "side"))


def test_s51_a_second_merge_in_one_worktree_meets_gits_own_lock(store: Repo, gate: Gate) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    install_driver(store, program=str(gate.program))
    first = gate.start(store, "merge", "side", "-m", "x")

    second = store.attempt("merge", "side")

    assert second.code in (1, 128)
    assert "index" in second.stderr
    gate.open()
    assert first.wait() == 0
    assert_ok(store, store.attempt("merge", "side"))


@pytest.mark.parametrize("start", ["subdirectory", "-C", "--git-dir"])
def test_s52_git_started_elsewhere(start: str, store: Repo, tmp_path: Path) -> None:
    files = {"deep/er/readme.txt": "text\n"}
    store.fork(Scene(base=files | {SESSION: BASE}, ours={SESSION: OURS}, theirs={SESSION: THEIRS}))
    merge = ("merge", "side", "-m", "x")

    result = {
        "subdirectory": lambda: store.attempt(*merge, cwd=store.path / "deep/er"),
        "-C": lambda: store.attempt("-C", str(store.path), *merge, cwd=tmp_path),
        "--git-dir": lambda: store.attempt(
            f"--git-dir={store.path / '.git'}", f"--work-tree={store.path}", *merge, cwd=tmp_path
        ),
    }[start]()

    assert_ok(store, result)


def test_s53_a_bare_repository(store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    bare = store.clone(tmp_path / "bare.git", "--bare")
    install_driver(bare)

    result = bare.attempt("merge-tree", "--write-tree", "main", "side")

    assert result.code == 0, str(result)
    merged = parse_session(bare.show(result.stdout.strip()))
    assert (texts(merged, "goals"), texts(merged, "next_actions")) == (["ours", "base"], ["theirs"])


def test_s54_two_stores_in_one_repository_do_not_mix(driven: Repo) -> None:
    first, second = f"a/b/.memoir/{SESSION}", SESSION
    driven.fork(
        Scene(
            base={first: BASE, second: BASE},
            ours={first: with_goal("first, ours"), second: with_goal("second, ours")},
            theirs={first: with_goal("first, theirs"), second: with_goal("second, theirs")},
        )
    )

    result = driven.merge()

    for place, word in ((first, "first"), (second, "second")):
        merged = texts(assert_ok(driven, result, place=place), "goals")
        assert sorted(merged) == ["base", f"{word}, ours", f"{word}, theirs"]


def with_goal(text: str) -> Session:
    return session(goals=[goal("base"), goal(text, 2)])


@pytest.mark.parametrize("index", ["--no-sparse-index", "--sparse-index"])
def test_s56_a_store_outside_the_sparse_checkout(index: str, driven: Repo) -> None:
    place = f".memoir/{SESSION}"
    base: Files = {place: BASE, "other/readme.txt": "text\n"}
    driven.fork(Scene(base=base, ours={place: OURS}, theirs={place: THEIRS}))
    driven.git("sparse-checkout", "set", "--cone", index, "other")
    assert not (driven.path / place).exists()

    result = driven.attempt("merge", "side", "-m", "x")

    assert result.code == 0, str(result)
    merged = parse_session(driven.show("HEAD", place))
    assert (texts(merged, "goals"), texts(merged, "next_actions")) == (["ours", "base"], ["theirs"])


def test_s57_a_partial_clone(store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    store.git("config", "uploadpack.allowFilter", "true")
    clone = store.clone(tmp_path / "partial", "--filter=blob:none")
    clone.sides = store.sides
    install_driver(clone)

    assert_ok(clone, clone.merge("origin/side"))


def test_s58_a_shallow_clone_knows_no_common_base_and_unites(store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    clone = store.clone(tmp_path / "shallow", "--depth=1", "--no-single-branch")
    clone.sides = store.sides
    install_driver(clone)

    refused = clone.merge("origin/side")
    united = clone.merge("--allow-unrelated-histories", "origin/side")

    assert (refused.code, "unrelated histories" in refused.stderr) == (128, True)
    assert_ok(clone, united)


@pytest.mark.parametrize("form", ["--object-format=sha256", "--ref-format=reftable"])
def test_s59_newer_repository_forms(form: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path)
    if repo.attempt("init", "--quiet", form).code:
        pytest.skip(f"this git has no 'git init {form}'")
    for command in (("install",), ("init", "store", ".")):
        assert repo.memoir(*command).code == 0
    repo.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))

    assert_ok(repo, repo.merge())


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_s61_a_hostile_path_is_merged_and_nothing_of_it_runs(name: str, driven: Repo) -> None:
    place = f"{name}/{SESSION}"
    driven.fork(scene(base=BASE, ours=OURS, theirs=THEIRS, place=place))

    assert_ok(driven, driven.merge(), place=place)

    assert not list(driven.path.rglob("pwned"))


def test_s61_a_hostile_branch_name_is_a_label_and_nothing_of_it_runs(driven: Repo) -> None:
    driven.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))
    hostile = "$(touch${IFS}pwned)';`touch${IFS}pwned`"
    driven.git("branch", hostile, "side")

    result = driven.merge(hostile)

    assert result.code == 1
    assert not (driven.path / "pwned").exists()


def test_s62_a_name_of_255_bytes(driven: Repo) -> None:
    place = f"{'n' * 255}/{SESSION}"
    driven.fork(scene(base=BASE, ours=OURS, theirs=THEIRS, place=place))

    assert_ok(driven, driven.merge(), place=place)


def test_s62_a_rename_that_changes_case_only(driven: Repo) -> None:
    old, new = f"Memory/{SESSION}", f"memory/{SESSION}"
    driven.fork(
        Scene(base={old: BASE}, ours={old: OURS}, theirs={old: None, new: THEIRS}),
    )
    driven.sides = ({new: OURS}, {new: THEIRS})

    assert_ok(driven, driven.merge(), place=new)


def test_s64_modules_at_the_repositorys_root_are_not_imported(store: Repo) -> None:
    trap = "open('pwned', 'w')\n"
    names = ("json", "re", "click", "os", "sitecustomize", "memoir_git", "_json", "encodings")
    traps = {f"{name}.py": trap for name in names}
    store.fork(Scene(base=traps | {SESSION: BASE}, ours={SESSION: OURS}, theirs={SESSION: THEIRS}))

    assert_ok(store, store.merge())

    assert not (store.path / "pwned").exists()


@pytest.mark.parametrize(
    ("variables", "unset"),
    [
        ({"PYTHONPATH": "traps"}, ()),
        ({"PYTHONHOME": "/nowhere"}, ()),
        ({"PYTHONSTARTUP": "traps/json.py", "PYTHONINSPECT": "1"}, ()),
        ({"TZ": "Nowhere/At_All", "LC_ALL": "tr_TR.UTF-8", "LANG": "xx"}, ()),
        ({"TMPDIR": "/nowhere"}, ()),
        ({"BASH_ENV": "traps/rc", "ENV": "traps/rc", "CDPATH": "/"}, ()),
        ({"MEMOIR_GIT": "1", "GIT_REFLOG_ACTION": "x"}, ()),
        ({}, ("HOME", "XDG_CONFIG_HOME", "LC_ALL", "TZ", "TERM")),
    ],
    ids=["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "locale", "TMPDIR", "shell", "switch", "bare"],
)
def test_s65_a_hostile_environment(variables: dict[str, str], unset: tuple[str, ...], store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    traps = store.path / ".git/traps"
    traps.mkdir()
    (traps / "json.py").write_text("open('pwned', 'w')\n")
    (traps / "rc").write_text("touch pwned\n")
    rooted = {name: value.replace("traps", str(traps)) for name, value in variables.items()}

    result = store.attempt("merge", "side", "-m", "x", env=rooted, unset=unset)

    assert_ok(store, result)
    assert not (store.path / "pwned").exists()


@pytest.mark.parametrize("limit", ["umask 077", "ulimit -n 16", "ulimit -c 0; ulimit -s 1024"])
def test_s65_tight_limits(limit: str, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))

    result = run("sh", "-c", f"{limit}; exec git merge side -m x", cwd=store.path, env=store.dated())

    assert_ok(store, result)


def test_s65_no_standard_streams(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))

    closed = subprocess.run(
        ["sh", "-c", "exec git merge side -m x <&- >/dev/null 2>&-"],
        cwd=store.path,
        env=os.environ | store.dated(),
        check=False,
    )

    assert closed.returncode == 0
    assert_ok(store, store.attempt("merge", "side"))
