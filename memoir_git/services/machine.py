"""Which machine writes: a stable id and a label for people (format 4.1).

`MEMOIR_GIT_MACHINE`, else `memoir.machine` of git's config, else an id made once and kept in the state
root. A file that git tracks is never asked: it would give every clone the same identity. Where no id can be
kept, the writer stamps none.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.text import trimmed
from memoir_git.fs.state import StateRoot
from memoir_git.git.repo import Repository
from memoir_git.git.run import run_git
from memoir_git.services.private_settings import is_tracked_origin

VARIABLE = "MEMOIR_GIT_MACHINE"
_KEY = "memoir.machine"
_LABEL_KEY = "memoir.machineLabel"
_FILE = "machine-id"


class MachineError(MemoirGitError):
    """The identity that was given for this machine cannot stand in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine at hand; `id` is `None` where none is given and none can be kept."""

    id: str | None
    label: str | None


def identify(
    variables: Mapping[str, str],
    state: StateRoot,
    *,
    directory: Path,
    repository: Repository | None,
    hostname: str,
) -> Machine:
    """Returns this machine's identity, making the kept id if it is needed and missing.

    Raises `MachineError` for a given one that is not printable on one line.
    """
    given = trimmed(variables.get(VARIABLE, "")) or _configured(_KEY, directory, repository)
    label = _configured(_LABEL_KEY, directory, repository) or trimmed(hostname) or None
    if given is not None and not given.isprintable():
        raise MachineError(
            "The identity given for this machine holds a line break or a control character.",
            hint=f"unset {VARIABLE} and {_KEY}, or set them to one word; nothing was written",
        )
    return Machine(id=given or _kept(state), label=label)


def _configured(key: str, directory: Path, repository: Repository | None) -> str | None:
    """Returns a value of git's config, `None` where it is unset, blank or comes from a tracked file."""
    command = ("config", "-z", "--show-origin", "--get", key)
    if repository is None:
        answer = run_git(*command, cwd=directory, accept=(0, 1))
    else:
        answer = repository.run(*command, accept=(0, 1))
    if answer.returncode:
        return None
    origin, value = answer.stdout.decode("utf-8", "replace").split("\0")[:2]
    if repository is not None and is_tracked_origin(origin, repository):
        return None
    return trimmed(value) or None


def _kept(state: StateRoot) -> str | None:
    try:
        found = state.create(_FILE, f"{uuid.uuid4()}\n".encode()).decode("ascii", "replace")
        return str(uuid.UUID(trimmed(found)))
    except (MemoirGitError, ValueError):
        return None
