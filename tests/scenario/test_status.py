"""Scenarios of `git memoir status`: the stopped operation, the stores, the driver, and what is in the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.finishing import bind, edited, entry, frozen, without_driver
from tests.support.processes import run
from tests.support.scenario import SESSION, Repo, Scene
from tests.support.sessions import goal, session

A = "memory/a.md"


def status(repo: Repo) -> dict[str, Any]:
    data = json.loads(repo.memoir("status", "--format", "json").out)["data"]
    assert isinstance(data, dict)
    return data


def test_s20_an_interrupted_rebase_is_named_with_what_to_type(store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a"), "note.txt": "base\n"},
            ours={A: edited("a", 2, updated=3), "note.txt": "ours\n"},
            theirs={A: None, "note.txt": "theirs\n"},
        )
    )
    store.rebase("side")

    result = store.memoir("status")

    assert "A rebase (1/1) is in progress." in result.stdout
    assert "memory/a.md: unmerged" in result.stdout
    assert "1 unmerged path outside of memory" in result.stdout
    assert "Next: git memoir resolve" in result.stdout
    assert "git rebase --continue" in result.stdout
    assert "git rebase --abort" in result.stdout


def test_s54_every_store_is_listed_with_its_formats(store: Repo) -> None:
    bind(store, "a/b/.memoir/session.json merge=memoir-session", "a/b/.memoir/memory/*.md merge=memoir-entry")
    store.commit(
        {
            SESSION: session(goals=[goal("x")]),
            A: entry("a"),
            "a/b/.memoir/session.json": session(),
            "a/b/.memoir/memory/b.md": entry("b"),
            "a/b/.memoir/memory/c.md": entry("c"),
        }
    )

    assert status(store)["stores"] == [
        {"root": ".", "files": {"memoir-entry": 1, "memoir-session": 1}},
        {"root": "a/b/.memoir", "files": {"memoir-entry": 2, "memoir-session": 1}},
    ]


def test_s80_a_clone_without_the_driver_is_told(store: Repo) -> None:
    store.commit({A: entry("a")})
    assert store.memoir("status").code == 0

    without_driver(store)

    result = store.memoir("status")
    assert result.code == 1
    assert "MG-DRIVER-001" in result.stdout


def test_s93_an_untracked_entry_that_stops_a_merge_is_explained(store: Repo) -> None:
    store.fork(Scene(base={"x": "x"}, ours={"y": "y"}, theirs={A: entry("a")}))
    store.write({A: entry("a", body="mine\n")})
    assert store.merge().code != 0

    result = store.memoir("status")

    assert "MG-STATUS-001 memory/a.md" in result.stdout
    assert "exists on side" in result.stdout


def test_it_reads_only(store: Repo) -> None:
    store.commit({SESSION: session(), A: entry("a")})
    store.settle()
    before = frozen(store)

    store.memoir("status")

    assert frozen(store) == before


def test_outside_of_git_the_store_on_disk_is_shown(tmp_path: Path) -> None:
    (tmp_path / ".memoir/memory").mkdir(parents=True)
    (tmp_path / ".memoir/memory/a.md").write_text(entry("a"))

    result = run("git-memoir", "status", cwd=tmp_path)

    assert result.code == 0, str(result)
    assert "Not inside a git repository." in result.stdout
    assert "Store .memoir: 1 memoir-entry" in result.stdout


def test_an_empty_repository_and_a_bare_one_are_no_errors(store: Repo, tmp_path: Path) -> None:
    assert store.memoir("status").code == 0
    store.commit({A: entry("a")})
    store.git("clone", "--quiet", "--bare", store.path.as_uri(), str(tmp_path / "bare.git"))

    assert "Traceback" not in Repo(tmp_path / "bare.git").memoir("status").stderr
