"""A project in a real repository whose last change was interrupted by the death of its process."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memoir_git.fs import failpoints as at
from memoir_git.fs.failpoints import EXIT_STATUS
from tests.support.crash import EXIT, Crasher
from tests.support.journals import TRANSACTION_ID
from tests.support.projects import with_project
from tests.support.scenario import Repo
from tests.support.transactions import Site, site_at

DECISIONS = "docs/memory/decisions.md"
CONSTRAINTS = "docs/memory/constraints.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """The repository, the site of its transactions, and the process that crashes them."""

    repo: Repo
    base: Path
    crasher: Crasher

    @property
    def site(self) -> Site:
        return site_at(self.base, root=self.repo.path, files={})

    @property
    def state(self) -> Path:
        return self.base / "state"

    def crash(self, point: str = at.AFTER_FIRST_REPLACE, **words: Any) -> str:
        """Lets a change of two files die, and returns its transaction."""
        words.setdefault("wanted", {CONSTRAINTS: "# Constraints\n", DECISIONS: "# Decisions\n"})
        ended = self.crasher.crash(self.base, point, EXIT, root=str(self.repo.path), **words)
        assert ended == EXIT_STATUS
        return str(words.get("transaction_id", TRANSACTION_ID))

    def journal(self) -> Path:
        return self.site.folder / "journal.json"

    def spoil(self, **fields: object) -> None:
        """Changes fields of the journal behind everybody's back."""
        value = json.loads(self.journal().read_bytes())
        self.journal().write_text(json.dumps({**value, **fields}))


def interrupted_in(repo: Repo, base: Path, crasher: Crasher, monkeypatch: pytest.MonkeyPatch) -> Interrupted:
    """Returns the repository with a clean project committed and nothing interrupted yet.

    Its private state is that of every command the test runs.
    """
    with_project(repo.path, "clean-0.8")
    repo.commit({})
    made = Interrupted(repo=repo, base=base, crasher=crasher)
    monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(made.state))
    return made
