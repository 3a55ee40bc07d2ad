"""The program that git's config shall start, where it must not lie, and the command that starts it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.fs.paths import is_inside
from memoir_git.git.driver_line import driver_line
from memoir_git.git.repo import Repository, work_trees

_DRIVER_FILE = "driver_main.py"


class OwnWorkTreeError(MemoirGitError):
    """The program lies in a work tree of the repository that shall call it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What git shall start: an interpreter and the directory of this package, both absolute."""

    interpreter: str
    package: Path

    @property
    def driver(self) -> str:
        """The driver's file, with `/` as git's shell wants it."""
        return (self.package / _DRIVER_FILE).as_posix()


def driver_title(row: registry.Format) -> str:
    """Returns what git calls the driver in its messages."""
    return f"memoir {row.title}"


def wanted_line(program: Program, row: registry.Format, strategy: str) -> str:
    """Returns the command that git's config shall hold for a format."""
    return driver_line(Path(program.interpreter).as_posix(), program.driver, row.name, strategy=strategy)


def refuse_own_work_tree(repository: Repository, program: Program) -> None:
    """Raises `OwnWorkTreeError` when the program goes away with a work tree, or changes with a checkout."""
    for top in work_trees(repository).values():
        for path in (Path(program.interpreter), program.package):
            if _lies_in(path, top):
                raise OwnWorkTreeError(
                    f"{printable(str(path))} lies inside {printable(str(top))}, a work tree of this"
                    " repository: a checkout could change the merge driver, and removing the work tree"
                    " would remove it.",
                    hint="install memoir-git outside of it ('sh install.sh' makes a private environment),"
                    " then run 'git memoir install' again",
                )


def _lies_in(path: Path, top: Path) -> bool:
    # An interpreter of a virtual environment is a link out of it: the name counts as well as the file.
    named = Path(os.path.realpath(path.parent), path.name)
    return top in named.parents or is_inside(path, top)
