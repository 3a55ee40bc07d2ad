"""What the tests of the `session` commands share: a repository with a store, and the command line in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.sessions_shown import MACHINE, STORE
from tests.support.in_process import InProcess
from tests.support.scenario import Repo
from tests.support.sessions import session


@pytest.fixture
def repo(make_repo: Callable[[], Repo], monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("MEMOIR_GIT_MACHINE", MACHINE)
    made = make_repo()
    made.git("config", "memoir.machineLabel", "laptop")
    made.write({STORE: session(updated_at="2026-01-01T00:00:00Z")})
    return made


@pytest.fixture
def memoir(
    repo: Repo, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(repo.path, capsysbinary, monkeypatch)
