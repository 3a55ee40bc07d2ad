"""The seal: an environment in which git and git-memoir know this suite and nothing of the machine around it.

The user's config, identity, editor, locale, time zone and state stay outside, and so do the `GIT_*`
variables of a hook that may have started the suite. Author and committer have fixed names and dates.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.places import PROJECT

# Names that begin so are the machine's, not ours.
_SHUT_OUT = ("GIT_", "GITHEAD_", "MEMOIR_GIT_", "PYTHON", "XDG_", "LC_")
_SHUT_OUT_NAMES = ("EDITOR", "VISUAL", "PAGER", "LANG", "LANGUAGE", "EMAIL", "MEMOIR_GIT", "NO_COLOR")

NOW = "2026-07-01T12:00:00Z"

GIT_CONFIG = """\
[user]
	name = Seal
	email = seal@example.org
[init]
	defaultBranch = main
[gc]
	auto = 0
[maintenance]
	auto = false
[protocol "file"]
	allow = always
[core]
	fsync = none
"""


def is_shut_out(name: str) -> bool:
    """Tells whether a variable of the machine's environment must not reach a test."""
    return name.startswith(_SHUT_OUT) or name in _SHUT_OUT_NAMES


def sealed_variables(home: Path, programs: Path, path: str) -> dict[str, str]:
    """Returns what the seal sets: `home` becomes HOME and all that lies below it, `programs` leads PATH."""
    return {
        "PATH": f"{programs}{os.pathsep}{path}",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "MEMOIR_GIT_STATE_HOME": str(home / "memoir-state"),
        "MEMOIR_GIT_NOW": NOW,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(programs.parent),
        "GIT_AUTHOR_NAME": "Ada Author",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_AUTHOR_DATE": "2026-06-01T08:00:00Z",
        "GIT_COMMITTER_NAME": "Cato Committer",
        "GIT_COMMITTER_EMAIL": "cato@example.org",
        "GIT_COMMITTER_DATE": "2026-06-01T08:00:00Z",
        "GIT_EDITOR": "false",
        "GIT_SEQUENCE_EDITOR": "false",
        "GIT_PAGER": "cat",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
        "TZ": "UTC",
        "TERM": "dumb",
    }


def make_home(home: Path) -> None:
    """Makes an empty home whose git config is known."""
    home.mkdir(parents=True)
    (home / ".gitconfig").write_text(GIT_CONFIG)


def make_programs(folder: Path, environment: Mapping[str, str]) -> None:
    """Fills `folder` with the suite's `git-memoir`, and with git itself where the environment names one.

    `MEMOIR_GIT_TEST_GIT` is the path of a git program: an installed one, a wrapper, or the `usr/bin/git`
    of an unpacked package, whose other programs are then found beside it.
    """
    runner = PROJECT / "tests/support/run_cli.py"
    make_script(
        folder / "git-memoir", f'exec {shlex.quote(sys.executable)} -I {shlex.quote(str(runner))} "$@"'
    )
    chosen = environment.get("MEMOIR_GIT_TEST_GIT")
    if chosen:
        git = Path(chosen).absolute()
        beside = git.parent.parent
        lines = []
        if (beside / "lib/git-core").is_dir() and beside != Path("/usr"):
            lines.append(f"export GIT_EXEC_PATH={shlex.quote(str(beside / 'lib/git-core'))}")
            lines.append(f"export GIT_TEMPLATE_DIR={shlex.quote(str(beside / 'share/git-core/templates'))}")
        make_script(folder / "git", "\n".join([*lines, f'exec {shlex.quote(str(git))} "$@"']))


def make_script(path: Path, body: str) -> Path:
    """Writes an executable sh script and returns its path."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def no_sync(_descriptor: object) -> None:
    """Stands for `os.fsync`: what a process wrote outlives it without being on the disk."""
