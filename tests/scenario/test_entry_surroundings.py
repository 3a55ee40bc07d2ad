"""Scenarios S61 to S65 for entries, indexes and ledgers: hostile names, folders, environments and limits."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.entries import (
    ENTRY,
    assert_merged,
    assert_notes,
    body,
    entry,
    install_drivers,
    noted,
    purged,
)
from tests.support.faults import PYTHON
from tests.support.hostile import HOSTILE_NAMES
from tests.support.processes import run
from tests.support.scenario import Files, Repo, Scene, scene
from tests.support.seal import make_script


@pytest.fixture
def forked(memory: Repo) -> Repo:
    memory.fork(noted())
    return memory


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_s61_a_hostile_file_name_is_merged_and_nothing_of_it_runs(name: str, bound: Repo) -> None:
    place = f"{name}/memory/{name}.md"
    other = f"memory/{name}.md"
    bound.fork(
        Scene(
            base={place: entry(), other: entry("decision")},
            ours={place: entry(text=body(line_3="ours")), other: purged(place=other)},
            theirs={place: entry(text=body(line_9="theirs")), other: entry("decision", x="1")},
        )
    )

    assert_merged(bound, bound.merge())

    assert bound.read(place).decode() == entry(text=body(line_3="ours", line_9="theirs"))
    # The link name is read from the path: the stub fits only if not one character was lost on the way.
    assert bound.read(other).decode() == purged(place=other)
    assert not list(bound.path.rglob("pwned"))


def test_s61_a_hostile_branch_name_is_a_label_and_nothing_of_it_runs(bound: Repo) -> None:
    hostile = "$(touch${IFS}pwned)';`touch${IFS}pwned`"
    bound.fork(
        scene(base=entry(), ours=entry(x="1", text="o\n"), theirs=entry(x="2", text="t\n"), place=ENTRY)
    )
    bound.git("branch", hostile, "side")

    result = bound.merge(hostile)

    assert result.code == 1
    assert bound.read(ENTRY).count(b"\n>>>>>>> ") == 2
    assert not (bound.path / "pwned").exists()


def test_s62_an_entry_whose_name_has_255_bytes(bound: Repo) -> None:
    place = f"memory/{'n' * 252}.md"
    bound.fork(scene(base=entry(), ours=entry(tags=["o"]), theirs=entry(project="p"), place=place))

    assert_merged(bound, bound.merge())

    assert bound.read(place).decode() == entry(project="p", tags=["o"])


@pytest.mark.parametrize("folder", ["it's a repo", "50% off $HOME"])
def test_s63_a_repository_and_a_program_in_a_folder_with_an_odd_name(folder: str, tmp_path: Path) -> None:
    home = tmp_path / folder
    home.mkdir()
    program = make_script(home / "interpreter", f'exec {PYTHON} "$@"')
    repo = Repo(home / "repo")
    repo.path.mkdir()
    repo.git("init", "--quiet")
    install_drivers(repo, program=str(program))
    repo.fork(noted())

    assert_notes(repo, repo.merge(), "ours", "theirs")


def test_s64_modules_at_the_repositorys_root_are_not_imported(memory: Repo) -> None:
    names = ("json", "re", "yaml", "os", "sitecustomize", "memoir_git", "_signal", "encodings")
    traps: Files = {f"{name}.py": "open('pwned', 'w')\n" for name in names}
    sides = noted()
    memory.fork(Scene(base=dict(sides.base) | dict(traps), ours=sides.ours, theirs=sides.theirs))

    assert_notes(memory, memory.merge(), "ours", "theirs")

    assert not (memory.path / "pwned").exists()


@pytest.mark.parametrize(
    ("variables", "unset"),
    [
        ({"PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere", "PYTHONINSPECT": "1"}, ()),
        ({"TZ": "Nowhere/At_All", "LC_ALL": "tr_TR.UTF-8", "TMPDIR": "/nowhere"}, ()),
        ({"GIT_MERGE_AUTOEDIT": "no", "GIT_PREFIX": "x/", "GIT_TRACE2": "0"}, ()),
        ({}, ("HOME", "XDG_CONFIG_HOME", "LC_ALL", "TZ", "TERM")),
    ],
    ids=["python", "locale", "git", "bare"],
)
def test_s65_a_hostile_environment(variables: dict[str, str], unset: tuple[str, ...], forked: Repo) -> None:
    result = forked.attempt("merge", "side", "-m", "x", env=variables, unset=unset)

    assert_notes(forked, result, "ours", "theirs")


@pytest.mark.parametrize("limit", ["umask 077", "ulimit -n 16", "ulimit -c 0; ulimit -s 1024"])
def test_s65_tight_limits(limit: str, forked: Repo) -> None:
    result = run("sh", "-c", f"{limit}; exec git merge side -m x", cwd=forked.path, env=forked.dated())

    assert_notes(forked, result, "ours", "theirs")


def test_s65_no_standard_streams(forked: Repo) -> None:
    closed = subprocess.run(
        ["sh", "-c", "exec git merge side -m x <&- >/dev/null 2>&-"],
        cwd=forked.path,
        env=os.environ | forked.dated(),
        check=False,
    )

    assert closed.returncode == 0
    assert_notes(forked, forked.attempt("merge", "side"), "ours", "theirs")
