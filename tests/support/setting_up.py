"""What tests of setting up look at: every byte of a git directory, and of a work tree."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

from memoir_git import registry
from memoir_git.git.attributes import bind_below
from memoir_git.git.block import with_block
from tests.support.places import PACKAGE, PROJECT
from tests.support.processes import Result, run
from tests.support.scenario import Repo, scene
from tests.support.seal import make_script
from tests.support.sessions import action, goal, session

SESSION_LINE = "/.memoir/session.json merge=memoir-session text=auto"
DEFAULT = ".memoir/session.json"
# Both sides add at one place: a text merge stops.
BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base")], actions=[action("ours", 3)])
THEIRS = session(goals=[goal("base")], actions=[action("theirs", 2)])
SCENE = scene(base=BASE, ours=OURS, theirs=THEIRS, place=DEFAULT)
# git writes these whenever it looks at the work tree.
_INDEX = ("index",)


def every_byte(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Returns the permission bits and bytes of everything in `folder`, git's index aside; links by target."""
    found = {}
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(place, name)
            relative = path.relative_to(folder).as_posix()
            if relative in _INDEX or relative.endswith(".git/index"):
                continue
            mode = stat.filemode(path.lstat().st_mode)
            if path.is_symlink():
                found[relative] = (mode, os.fsencode(os.readlink(path)))
            else:
                found[relative] = (mode, path.read_bytes() if path.is_file() else b"")
    return found


def default_lines(root: str = ".memoir") -> tuple[str, ...]:
    """Returns the lines that bind a memoir store at `root`, patterns before single paths."""
    bindings = [
        bind_below(root, pattern, row.name)
        for row in registry.FORMATS
        if row.system == registry.MEMOIR
        for pattern in row.patterns
    ]
    return tuple(b.line() for b in sorted(bindings, key=lambda b: (b.path is not None, b.pattern)))


def default_block(root: str = ".memoir") -> bytes:
    """Returns the block of a repository in which nothing but the default store is bound."""
    return with_block(b"", default_lines(root), place="")


def installed(repo: Repo, *arguments: str) -> Repo:
    """Installs, as a step that has to work, and returns the repository."""
    result = repo.memoir("install", *arguments)
    assert result.code == 0, str(result)
    return repo


def driver_of(repo: Repo, name: str = "memoir-session") -> str:
    """Returns the driver's command in force, empty when there is none."""
    return repo.attempt("config", "--get", f"merge.{name}.driver").stdout.removesuffix("\n")


def merge_attribute(repo: Repo, path: str) -> str:
    """Returns git's value of `merge` for a path."""
    return repo.git("check-attr", "-z", "merge", "--", path).stdout.split("\0")[2]


def succeeded(result: Result) -> Result:
    """Asserts that a step did what it should, and returns how it ended."""
    assert result.code == 0, str(result)
    return result


def packaged(folder: Path) -> tuple[Path, Path]:
    """Puts a copy of the program into `folder` and returns its interpreter and its package."""
    package = folder / "lib/memoir_git"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROJECT / "hooks", package / "_hooks")
    (folder / "bin").mkdir(parents=True)
    return make_script(folder / "bin/python", f'exec {sys.executable} "$@"'), package


def install_program(repo: Repo, python: Path, package: Path) -> Result:
    """Installs as the program in `package`, started by `python`, would install itself."""
    start = (
        "import sys; program, parent = sys.argv.pop(1), sys.argv.pop(1); sys.executable = program;"
        "sys.path.insert(0, parent); from memoir_git.cli.main import main; main()"
    )
    command = (sys.executable, "-B", "-c", start, str(python), str(package.parent), "install")
    return run(*command, cwd=repo.path)
