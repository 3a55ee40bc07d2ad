"""A throw-away world for a demonstration: machines with clones of one bare repository, and nothing else.

Every child process gets a HOME, a git config, a state root and a clock of the stage's own, so that what is
shown depends on nobody's settings and leaves nothing behind. `git memoir` is the running program itself.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import memoir_git
from memoir_git.git.run import git_environment, run_git

_CONFIG = """\
[user]
	name = Demo
	email = demo@example.org
[init]
	defaultBranch = main
[gc]
	auto = 0
[merge]
	conflictStyle = merge
[core]
	autocrlf = false
"""
_FIRST_MOMENT = datetime(2026, 3, 2, 9, 0, tzinfo=timezone.utc)
_CLEAR_LINE = "\x1b[K"  # git's way to wipe its progress
_ANY_STATUS = range(-64, 256)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a command on a machine ended: its status, and both streams as lines, standard output first."""

    status: int
    lines: tuple[str, ...]


class Stage:
    """The folder that holds the machines; its clock moves one minute with every command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._programs = folder / "programs"
        self._moment = _FIRST_MOMENT
        for place in (self._programs, folder / "home"):
            place.mkdir()
        (folder / "home/.gitconfig").write_text(_CONFIG, encoding="utf-8")
        self._make_program()
        run_git("init", "--quiet", "--bare", "origin.git", cwd=folder, environment=self.environment("none"))

    def machine(self, name: str) -> Machine:
        """Returns a machine with a fresh clone of the shared repository."""
        words = ("clone", "--quiet", "origin.git", name)
        run_git(*words, cwd=self.folder, environment=self.environment(name))
        machine = Machine(self, name)
        machine.git("config", "memoir.machineLabel", name)
        return machine

    def environment(self, machine: str) -> dict[str, str]:
        """Returns the variables of the next command on a machine, one minute after the last one."""
        self._moment += timedelta(minutes=1)
        now = self._moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        return {
            "PATH": f"{self._programs}{os.pathsep}{git_environment().get('PATH', os.defpath)}",
            "HOME": str(self.folder / "home"),
            "XDG_CONFIG_HOME": str(self.folder / "home/.config"),
            "GIT_CONFIG_GLOBAL": str(self.folder / "home/.gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TEMPLATE_DIR": "",
            "GIT_CEILING_DIRECTORIES": str(self.folder),
            "GIT_ALLOW_PROTOCOL": "file",
            "GIT_AUTHOR_DATE": now,
            "GIT_COMMITTER_DATE": now,
            "GIT_EDITOR": "true",
            "GIT_SEQUENCE_EDITOR": "true",
            "GIT_PAGER": "cat",
            "MEMOIR_GIT": "1",
            "MEMOIR_GIT_CAPS": "",
            "MEMOIR_GIT_FAVOR": "",
            "MEMOIR_GIT_STRATEGY": "",
            "MEMOIR_GIT_MACHINE": machine,
            "MEMOIR_GIT_NOW": now,
            "MEMOIR_GIT_STATE_HOME": str(self.folder / "home/state"),
            "NO_COLOR": "1",
        }

    def _make_program(self) -> None:
        """Makes `git memoir` mean this very package and interpreter, installed or not."""
        parent = Path(memoir_git.__file__).parents[1]
        call = f"import sys; sys.path.append({str(parent)!r}); from memoir_git.__main__ import main; main()"
        words = " ".join(map(shlex.quote, (sys.executable.replace("\\", "/"), "-I", "-c", call)))
        program = self._programs / "git-memoir"
        program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8", errors="surrogateescape")
        program.chmod(0o755)


class Machine:
    """One machine: a clone of its own, in a folder that has its name."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.name = name
        self.clone = stage.folder / name
        self._stage = stage

    def git(self, *words: str) -> Done:
        """Runs git in the clone as a step that has to work. Raises `GitError`."""
        return self._run(words, accept=(0,))

    def attempt(self, *words: str) -> Done:
        """Runs git in the clone and returns how it ended, whatever its status."""
        return self._run(words, accept=_ANY_STATUS)

    def take(self, other: Machine) -> None:
        """Brings the clone to the commit of another's; nothing of the other's set-up comes along."""
        self.git("pull", "--quiet", "--ff-only", str(other.clone), "HEAD")

    def write(self, name: str, text: str) -> None:
        """Writes a file in the clone, as an editor would."""
        path = self.clone / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    def read(self, name: str) -> bytes:
        """Returns the bytes of a file in the clone."""
        return (self.clone / name).read_bytes()

    def _run(self, words: tuple[str, ...], *, accept: tuple[int, ...] | range) -> Done:
        environment: Mapping[str, str] = self._stage.environment(self.name)
        done = run_git(*words, cwd=self.clone, environment=environment, accept=accept)
        text = (done.stdout + done.stderr).decode("utf-8", "replace").replace(_CLEAR_LINE, "")
        return Done(status=done.returncode, lines=tuple(text.splitlines()))


@contextmanager
def raised_stage() -> Iterator[Stage]:
    """Yields a stage in a temporary folder and takes it down afterwards, however the block ends."""
    folder = TemporaryDirectory(prefix="memoir-git-demo-", ignore_cleanup_errors=True)
    with folder as path:
        yield Stage(Path(os.path.realpath(path)))
