"""What a change of project memory depends on besides its words, for tests that call the service."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path

from memoir_git.services.mutation_lock import Governing


def governing_at(directory: Path, variables: Mapping[str, str], *, lock_timeout: float = 5.0) -> Governing:
    """Returns the surroundings of a change at a fixed moment, by a process with the number 1."""
    return Governing(
        directory=directory,
        memory_dir=None,
        variables=variables,
        now=datetime(2026, 11, 30, 12, tzinfo=timezone.utc),
        process_id=1,
        lock_timeout=lock_timeout,
    )


def governing_below(folder: Path, *, lock_timeout: float = 5.0) -> Governing:
    """Returns those of a project in `folder/project` with a state root beside it."""
    variables = {"MEMOIR_GIT_STATE_HOME": str(folder / "state")}
    return governing_at(folder / "project", variables, lock_timeout=lock_timeout)
