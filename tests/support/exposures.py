"""Repositories in which something was forgotten, and what a look into their history says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import jsonschema

from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.scenario import Content, Repo
from tests.support.sessions import decision, purged, session

SESSION = ".memoir/session.json"
TEXT = "Xylophone takeover of Acme"
DETECTED = "reachable-copy-detected"
CLEAN = "no-reachable-copy-detected"
UNAVAILABLE = "unavailable"
NOT_REQUESTED = "not-requested"
_SCHEMAS = PROJECT / "docs/reference/schemas"

WITH_TEXT = session(decisions=[decision(TEXT, 1), decision("Keep it simple", 2)])
PURGED = session(decisions=[purged(TEXT, 3), decision("Keep it simple", 2)])


def look(repo: Repo, *words: str, stdin: bytes = b"") -> dict[str, Any]:
    """Returns the data of `git memoir exposure`; it keeps to its schema and says nothing of the text."""
    return told(repo.attempt("memoir", "exposure", *words, "--format", "json", stdin=stdin))


def told(result: Result) -> dict[str, Any]:
    assert result.code == 0, str(result)
    assert "xylophone" not in (result.stdout + result.stderr).lower()
    document = json.loads(result.out)
    data = document["data"]
    assert isinstance(data, dict)
    jsonschema.validate(document, json.loads((_SCHEMAS / "envelope-v1.json").read_bytes()))
    jsonschema.validate(data, json.loads((_SCHEMAS / "exposure-v1.json").read_bytes()))
    return data


def classes(data: Mapping[str, Any]) -> set[str]:
    """Returns the classes of root from which a copy in a file was found."""
    return {found for row in data["copies"] for found in row["classes"]}


def forgotten(repo: Repo, *, before: Content = None) -> Repo:
    """Commits a store that has purged a decision; its history holds `before`, or nothing of it."""
    if before is not None:
        repo.commit({SESSION: before}, "first")
    repo.commit({SESSION: PURGED}, "second")
    return repo
