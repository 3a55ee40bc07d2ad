"""The one place that starts git, with an environment in which only our intentions speak.

Inside a hook git exports GIT_DIR, GIT_INDEX_FILE and more; a `git -C elsewhere` would then touch the wrong
repository. So every call starts from an environment without the repository-local variables, and a caller
that wants the hook's own repository or index passes them on purpose.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from memoir_git.core.errors import MemoirGitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

# What `git rev-parse --local-env-vars` lists, on every version so far.
LOCAL_VARIABLES = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)


_NOT_FOUND = 127


class GitError(MemoirGitError):
    """git could not be started or ended with an error; the message holds git's own last line."""


def run_git(
    *arguments: str,
    cwd: Path | str,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    keep_local: bool = False,
    alone: bool = False,
    accept: Sequence[int] = (0,),
) -> subprocess.CompletedProcess[bytes]:
    """Runs git in `cwd` and returns the finished process, both streams as bytes.

    `keep_local` keeps the repository variables of a hook; `environment` is added on top, or with `alone` is
    all there is. Raises `GitError` when git is missing or its exit status is not in `accept`.
    """
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            env=dict(environment or {}) if alone else git_environment(environment, keep_local=keep_local),
            check=False,
        )
    except PermissionError:
        raise GitError(
            "git cannot be started here: Permission denied.",
            hint="check the permissions of the directory, and that git on PATH may be run",
        ) from None
    except FileNotFoundError:
        if not os.path.isdir(cwd):
            raise GitError(f"The directory {cwd} does not exist.") from None
        raise GitError("git was not found on PATH.", hint="install git 2.30 or newer") from None
    if done.returncode not in accept:
        raise GitError(_complaint(arguments, done))
    return done


def run_git_attached(*arguments: str, cwd: Path | str, environment: Mapping[str, str] | None = None) -> int:
    """Runs git as the user would, on our own streams and with its repository variables; returns its status.

    For commands that talk to a person: an editor, a passphrase, progress. Raises `GitError` when git is
    missing.
    """
    variables = {**os.environ, **(environment or {})}
    try:
        return subprocess.run(["git", *arguments], cwd=cwd, env=variables, check=False).returncode
    except FileNotFoundError:
        raise GitError("git was not found on PATH.", hint="install git 2.30 or newer") from None


class Child:
    """A git that answers on a pipe until it is killed; what it says on stderr is dropped."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.input: IO[bytes] = process.stdin
        self.output: IO[bytes] = process.stdout
        self._process = process

    def kill(self) -> None:
        """Ends the process at once and waits for it."""
        self._process.kill()
        self.output.close()
        try:
            self.input.close()
        except BrokenPipeError:
            pass
        self._process.wait()


def start_git(*arguments: str, cwd: Path | str, environment: Mapping[str, str] | None = None) -> Child:
    """Starts git in `cwd` with a pipe to and from it. Raises `GitError` when git is missing."""
    try:
        process = subprocess.Popen(
            ["git", *arguments],
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=git_environment(environment),
        )
    except FileNotFoundError:
        raise GitError("git was not found on PATH.", hint="install git 2.30 or newer") from None
    return Child(process)


def run_configured(command: str, *, cwd: Path | str, stdin: bytes) -> int:
    """Runs a command that stands in git's config, through sh as git itself does, and returns its status.

    What it says goes nowhere. 127 is also the status where there is no sh.
    """
    try:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=cwd,
            input=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=git_environment(),
            check=False,
        )
    except FileNotFoundError:
        return _NOT_FOUND
    return done.returncode


def git_text(*arguments: str, cwd: Path | str, keep_local: bool = False) -> str:
    """Returns git's standard output without its last line end, undecodable bytes as surrogates."""
    done = run_git(*arguments, cwd=cwd, keep_local=keep_local)
    return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")


def git_environment(extra: Mapping[str, str] | None = None, *, keep_local: bool = False) -> dict[str, str]:
    """Returns our environment in C locale, without a hook's repository variables unless kept."""
    clean = {name: value for name, value in os.environ.items() if keep_local or name not in LOCAL_VARIABLES}
    clean.update(LC_ALL="C", LANGUAGE="C", GIT_TERMINAL_PROMPT="0", GIT_OPTIONAL_LOCKS="0")
    clean.update(extra or {})
    return clean


def _complaint(arguments: Sequence[str], done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    said = lines[-1].removeprefix("fatal: ").removeprefix("error: ") if lines else "no message"
    return f"git {arguments[0]} ended with status {done.returncode}: {said}"
