"""git as this inspection runs it: no replacement speaks, nothing is fetched, no hook or monitor starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess  # noqa: TID251 - the type of git.run's answer

from memoir_git.git.inherited import inherited_by
from memoir_git.git.repo import Repository
from memoir_git.git.run import Child, run_git, start_git

_QUIET = {
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
}
_SWITCHES = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
# What a git that called us handed down and that names objects; its index is asked for by name.
_OBJECTS = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES")


def quiet_run(
    repository: Repository,
    *words: str,
    git_dir: Path | None = None,
    environment: Mapping[str, str] | None = None,
    accept: Sequence[int] = (0,),
) -> CompletedProcess[bytes]:
    """Runs git in the repository, or as one of its other work trees. Raises `GitError`."""
    variables = {**_variables(repository, git_dir), **(environment or {})}
    return run_git(*_SWITCHES, *words, cwd=repository.common_dir, environment=variables, accept=accept)


def quiet_start(repository: Repository, *words: str) -> Child:
    """Starts a git that answers until it is killed. Raises `GitError`."""
    return start_git(*_SWITCHES, *words, cwd=repository.common_dir, environment=_variables(repository, None))


def _variables(repository: Repository, git_dir: Path | None) -> dict[str, str]:
    inherited = inherited_by(repository)
    objects = {name: inherited[name] for name in _OBJECTS if name in inherited}
    # git wants some work tree before it lists an index, and touches none of its files.
    place = str(git_dir or repository.git_dir)
    return {**objects, **_QUIET, "GIT_DIR": place, "GIT_WORK_TREE": str(repository.common_dir)}
