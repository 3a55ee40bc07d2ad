"""The JSON of resolve, repair, preview, merge and status is of its schema, in every state worth showing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from tests.support.finishing import edited, entry
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.scenario import SESSION, Repo, Scene
from tests.support.sessions import action, session

A, B = "memory/a.md", "memory/b.md"
VERSIONS = Scene(
    base={A: entry("a"), B: entry("b"), SESSION: session()},
    ours={A: None, B: edited("b", 5, updated=3, word="x"), SESSION: session(actions=[action("x", 1)])},
    theirs={
        A: edited("a", 2, updated=3),
        B: edited("b", 5, updated=4, word="y"),
        SESSION: session(actions=[action("y", 2)]),
    },
)


@pytest.fixture
def forked(store: Repo) -> Repo:
    store.fork(VERSIONS)
    return store


def schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / f"{name}-v1.json").read_bytes())


def checked(result: Result, name: str) -> dict[str, Any]:
    """Returns the data of an envelope after checking both against their schemas."""
    document = json.loads(result.out)
    jsonschema.validate(document, schema("envelope"))
    jsonschema.validate(document["data"], schema(name))
    assert document["command"] == name
    data = document["data"]
    assert isinstance(data, dict)
    return data


def in_peace(repo: Repo) -> None:
    pass


def stopped(repo: Repo) -> None:
    repo.merge()


@pytest.mark.parametrize("prepare", [in_peace, stopped])
@pytest.mark.parametrize("words", [("status",), ("resolve", "--dry-run"), ("resolve", "--continue")])
def test_resolve_and_status(words: tuple[str, ...], prepare: Callable[[Repo], None], forked: Repo) -> None:
    prepare(forked)

    data = checked(forked.memoir(*words, "--format", "json"), words[0])

    assert (data["operation"] is None) == (prepare is in_peace)


@pytest.mark.parametrize("words", [(), ("--show-text",)])
def test_preview(words: tuple[str, ...], forked: Repo) -> None:
    data = checked(forked.memoir("preview", "side", *words, "--format", "json"), "preview")

    outcomes = {file["path"]: file["outcome"] for file in data["files"]}
    assert outcomes == {A: "decided", B: "conflicting", SESSION: "joined"}


def test_merge(forked: Repo) -> None:
    forked.settle()

    data = checked(forked.memoir("merge", "side", "--format", "json"), "merge")

    assert data["left"] == [B]


@pytest.mark.parametrize("words", [("--dry-run",), ()])
def test_repair(words: tuple[str, ...], forked: Repo) -> None:
    forked.git("merge", "--quiet", "--no-verify", "-s", "ours", "-m", "bad", "side")
    forked.settle()

    data = checked(forked.memoir("repair", *words, "--format", "json"), "repair")

    assert [file["path"] for file in data["files"]] == [B, SESSION]
    assert (data["commit"] is None) == bool(words)


def test_wrong_usage_of_repair_ends_with_2(forked: Repo) -> None:
    result = forked.memoir("repair", "--base", "main~1")

    assert (result.code, result.stdout) == (2, "")
