"""Scenarios of `git memoir preview`: what a merge would do to memory, with nothing touched."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.finishing import edited, entry, frozen, without_driver
from tests.support.processes import run
from tests.support.scenario import SESSION, Repo, Scene, scene
from tests.support.seal import make_script
from tests.support.sessions import action, completion, decision, goal, hidden, session

A = "memory/a.md"
SECRET = "wombat"
BASE = session(goals=[goal("base")], decisions=[decision("d", 1)])
OURS = session(goals=[goal("base")], actions=[action(f"mine {n}", n) for n in range(1, 7)])
THEIRS = session(
    goals=[goal("base")],
    actions=[action(f"{SECRET} {n}", n) for n in range(1, 5)],
    done=[completion("mine 1", 9)],
    decisions=[hidden("d", 1)],
)


def preview(repo: Repo, *words: str) -> dict[str, Any]:
    result = repo.memoir("preview", "side", "--format", "json", *words)
    data = json.loads(result.out)["data"]
    assert isinstance(data, dict)
    return data


def file_of(data: dict[str, Any], path: str) -> dict[str, Any]:
    return next(file for file in data["files"] if file["path"] == path)


def test_a_join_is_counted_list_by_list(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))

    file = file_of(preview(store), SESSION)

    assert file["outcome"] == "joined"
    assert file["lists"]["next_actions"] == {"added": 3, "changed": 0, "removed": 1}
    assert file["lists"]["parked_actions"] == {"added": 1, "changed": 0, "removed": 0}
    assert file["lists"]["decisions"] == {"added": 1, "changed": 0, "removed": 0}
    assert file["notes"]["parked"] == 1
    assert file["notes"]["suppressed"] == 1


def test_nothing_is_touched(store: Repo) -> None:
    store.fork(
        Scene(
            base={SESSION: BASE, A: entry("a")},
            ours={SESSION: OURS, A: None},
            theirs={SESSION: THEIRS, A: edited("a", 2, updated=3)},
        )
    )
    before = frozen(store)

    assert store.memoir("preview", "side").code == 0
    assert frozen(store) == before


def test_it_works_while_another_git_holds_the_index(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    (store.path / ".git/index.lock").touch()

    assert store.memoir("preview", "side").code == 0


def test_texts_are_printed_only_when_asked_for(store: Repo) -> None:
    store.fork(
        Scene(
            base={SESSION: BASE, A: entry("a")},
            ours={SESSION: OURS, A: entry("a", updated=2)},
            theirs={SESSION: THEIRS, A: entry("a", updated=3, body=f"{SECRET}\n")},
        )
    )

    counts = [store.memoir("preview", "side", *words) for words in ((), ("--format", "json"))]
    texts = [store.memoir("preview", "side", "--show-text", *words) for words in ((), ("--format", "json"))]

    assert not any(SECRET in result.stdout + result.stderr for result in counts)
    assert all(f"{SECRET} 4" in result.stdout for result in texts)


def test_what_it_shows_is_what_the_merge_does(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    shown = file_of(preview(store), SESSION)["lists"]

    assert store.merge().code == 0

    merged = store.session()["current"]
    for name, counts in shown.items():
        before = len(OURS["current"].get(name, []))
        assert len(merged[name]) == before + counts["added"] - counts["removed"]


def test_one_sided_changes_are_taken_and_deletions_named(store: Repo) -> None:
    b, c = "memory/b.md", "memory/c.md"
    store.fork(
        Scene(
            base={A: entry("a"), b: entry("b", body="b\n")},
            ours={"x": "x"},
            theirs={A: edited("a", 2, updated=3), b: None, c: entry("c", body="c\n")},
        )
    )

    outcomes = {file["path"]: file["outcome"] for file in preview(store)["files"]}

    assert outcomes == {A: "taken", b: "deleted", c: "taken"}


def test_conflicts_and_stops_are_reported(store: Repo) -> None:
    b = "memory/b.md"
    store.fork(
        Scene(
            base={A: entry("a"), b: entry("b", body="b\n"), "x": "base"},
            ours={A: edited("a", 5, updated=3, word="mine"), b: None, "x": "ours"},
            theirs={A: edited("a", 5, updated=4, word="yours"), b: entry("b", body="c\n"), "x": "theirs"},
        )
    )

    result = store.memoir("preview", "side")

    assert result.code == 0
    assert "MG-PREVIEW-001 memory/a.md" in result.stdout
    assert "MG-PREVIEW-002 memory/b.md" in result.stdout
    assert "1 conflict outside of memory" in result.stdout


def test_a_side_that_cannot_be_understood_is_not_called_a_disagreement(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))

    result = store.memoir("preview", "side")

    assert f"MG-PREVIEW-003 {SESSION}: A side cannot be understood" in result.stdout
    assert "disagreement" not in result.stdout


def test_a_fast_forward_and_a_merged_branch_are_called_so(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    store.switch("behind", at="main~1")

    ahead = preview(store)
    store.git("merge", "--quiet", "side")
    merged = preview(store)

    assert (ahead["fast_forward"], ahead["up_to_date"]) == (True, False)
    assert file_of(ahead, SESSION)["outcome"] == "taken"
    assert (merged["fast_forward"], merged["up_to_date"], merged["files"]) == (False, True, [])


def test_a_missing_driver_is_said(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    assert "MG-INSTALL-001" not in store.memoir("preview", "side").stdout

    without_driver(store)

    assert "MG-INSTALL-001" in store.memoir("preview", "side").stdout


def test_a_name_that_is_no_commit_is_an_error_with_a_next_step(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))

    result = store.memoir("preview", "nowhere")

    assert (result.code, result.stdout) == (1, "")
    assert "nowhere names no commit" in result.stderr


@pytest.mark.parametrize("name", ["--output=x", "-h", "--"])
def test_a_name_is_never_an_option_of_git(name: str, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))

    result = store.memoir("preview", "--", name)

    assert result.code == 1
    assert "names no commit" in result.stderr


def test_an_older_git_compares_three_trees_and_says_so(store: Repo, tmp_path: Path) -> None:
    store.fork(
        Scene(
            base={SESSION: BASE, A: entry("a"), "memory/b.md": entry("b", body="b\n")},
            ours={SESSION: OURS, A: None},
            theirs={SESSION: THEIRS, A: edited("a", 2, updated=3), "memory/b.md": entry("b", body="c\n")},
        )
    )
    newer = preview(store)
    before = frozen(store)

    old = older_git(tmp_path / "old")
    # Not by way of git, which puts its own programs first on PATH.
    result = run("git-memoir", "preview", "side", "--format", "json", cwd=store.path, env=old)

    assert result.code == 0, str(result)
    assert json.loads(result.out)["data"] == newer | {"method": "read-tree"}
    assert frozen(store) == before
    assert "without renames" in run("git-memoir", "preview", "side", cwd=store.path, env=old).stdout


def older_git(folder: Path) -> dict[str, str]:
    """Makes a git that says it is old and cannot merge trees; returns the variables that put it first."""
    folder.mkdir()
    real = shutil.which("git")
    body = f'case $1 in version) echo git version 2.34.1;; *) exec {real} "$@";; esac'
    make_script(folder / "git", body)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def test_s53_it_works_in_a_bare_repository(store: Repo, tmp_path: Path) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    store.git("clone", "--quiet", "--bare", store.path.as_uri(), str(tmp_path / "bare.git"))
    bare = Repo(tmp_path / "bare.git")
    (bare.path / "info/attributes").write_text(f"{SESSION} merge=memoir-session\n")

    assert file_of(preview(bare), SESSION)["outcome"] == "joined"
