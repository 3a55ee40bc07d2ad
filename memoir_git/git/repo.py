"""Which repository a directory belongs to: its work tree, and its private and shared git directories.

git alone answers; pygit2 opens neither SHA-256 nor reftable repositories, nor a sparse index. In a linked
work tree the git directory is private to it, while config, `info/` and hooks lie in the common directory.
After discovery every call names the git directory and the work tree outright, so that a `--git-dir` or a
hook's variables are asked for once and can lead nowhere else later.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess  # noqa: TID251 - the type of git.run's answer

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.git.run import GitError, run_git

_FATAL = 128
MAIN_WORK_TREE = ""


class NotARepositoryError(MemoirGitError):
    """The directory belongs to no git repository."""


class NoWorkTreeError(MemoirGitError):
    """The command needs a work tree, and there is none here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """One repository as seen from one of its work trees; all paths are absolute and real.

    `git_dir` is private to the work tree, `common_dir` shared by all of them. `top` is the work tree's top
    directory, `None` in a bare repository and inside a git directory.
    """

    git_dir: Path
    common_dir: Path
    top: Path | None

    @property
    def work_tree(self) -> Path:
        """The work tree's top directory. Raises `NoWorkTreeError` where there is none."""
        if self.top is None:
            raise NoWorkTreeError(
                f"There is no work tree at {printable(str(self.git_dir))}.",
                hint="run the command in a work tree; a bare repository has none",
            )
        return self.top

    @property
    def work_tree_id(self) -> str:
        """What tells this work tree from its siblings, also after the repository was moved."""
        return MAIN_WORK_TREE if self.git_dir == self.common_dir else self.git_dir.name

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        accept: Sequence[int] = (0,),
    ) -> CompletedProcess[bytes]:
        """Runs git in this repository, at the top of its work tree. Raises `GitError`."""
        ours = {"GIT_DIR": str(self.git_dir)}
        if self.top is not None:
            ours["GIT_WORK_TREE"] = str(self.top)
        return run_git(
            *arguments,
            cwd=self.top or self.git_dir,
            stdin=stdin,
            environment={**(environment or {}), **ours},
            accept=accept,
        )

    def text(self, *arguments: str, accept: Sequence[int] = (0,)) -> str:
        """Returns git's output without its last line end, undecodable bytes as surrogates."""
        return _text(self.run(*arguments, accept=accept))

    @property
    def grounds(self) -> tuple[Path, ...]:
        """Every directory that belongs to the repository: its work trees and git directories."""
        return (*work_trees(self).values(), self.common_dir, self.git_dir)

    def tracks(self, path: str) -> bool:
        """Tells whether the index has a file, by its path relative to the top."""
        return bool(self.run("ls-files", "-z", "--", f":(top,literal){path}").stdout)

    def relative(self, path: Path) -> str:
        """Returns `path` (absolute) relative to the top, with `/`, the top itself as `""`.

        The directories on the way are followed to where they really are, the last name is not: it may be
        a link. Raises `MemoirGitError` for a path outside the work tree or inside a git directory.
        """
        top = self.work_tree
        path = Path(os.path.abspath(path))
        if path.resolve() == top:
            return ""
        real = path.parent.resolve() / path.name
        if top not in real.parents:
            raise MemoirGitError(
                f"{printable(str(path))} is not in the work tree {printable(str(top))}.",
                hint="name a path of this repository, or choose another one with -C",
            )
        inside = real.relative_to(top)
        if ".git" in inside.parts:
            raise MemoirGitError(f"{printable(str(path))} lies in git's own directory.")
        return inside.as_posix()


def discover(directory: Path) -> Repository:
    """Returns the repository that `directory` belongs to, `GIT_DIR` of the environment included.

    Raises `NotARepositoryError`, or `GitError` for one that git refuses to use (a foreign owner).
    """
    asked = run_git("rev-parse", "--git-dir", cwd=directory, keep_local=True, accept=(0, _FATAL))
    if asked.returncode:
        raise _refusal(directory, asked.stderr.decode("utf-8", "replace"))
    common = run_git("rev-parse", "--git-common-dir", cwd=directory, keep_local=True)
    top = run_git("rev-parse", "--show-toplevel", cwd=directory, keep_local=True, accept=(0, _FATAL))
    return Repository(
        git_dir=_real(directory, _text(asked)),
        common_dir=_real(directory, _text(common)),
        top=None if top.returncode else _real(directory, _text(top)),
    )


def find_repository(directory: Path) -> Repository | None:
    """Returns the repository that `directory` belongs to, `None` outside of any. Raises `GitError`."""
    try:
        return discover(directory)
    except NotARepositoryError:
        return None


def work_trees(repository: Repository) -> dict[str, Path]:
    """Returns the existing work trees of the repository, linked ones included, by their ids."""
    trees = {}
    main = repository.top if repository.work_tree_id == MAIN_WORK_TREE else _main_top(repository)
    if main is not None:
        trees[MAIN_WORK_TREE] = main
    for pointer in sorted(repository.common_dir.glob("worktrees/*/gitdir")):
        linked = os.fsdecode(pointer.read_bytes().removesuffix(b"\n"))
        top = Path(os.path.realpath(pointer.parent / linked)).parent
        if top.is_dir():
            trees[pointer.parent.name] = top
    return trees


def _main_top(repository: Repository) -> Path | None:
    """Returns the main work tree as a linked one sees it; git itself names it wrongly in submodules."""
    common = repository.common_dir
    config = str(common / "config")
    configured = run_git("config", "-f", config, "--get", "core.worktree", cwd=common, accept=(0, 1))
    if configured.returncode == 0:
        return _real(common, _text(configured))
    return common.parent if common.name == ".git" else None


def _refusal(directory: Path, said: str) -> MemoirGitError:
    if "not a git repository" in said:
        return NotARepositoryError(
            f"{printable(str(directory))} is not inside a git repository.",
            hint="go to one, name one with -C, or make one with 'git init'",
        )
    reason = said.strip().removeprefix("fatal: ").splitlines()
    return GitError(f"git refuses to use this repository: {reason[0] if reason else 'no message'}")


def _real(directory: Path, answer: str) -> Path:
    return Path(os.path.realpath(directory / answer))


def _text(done: CompletedProcess[bytes]) -> str:
    return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
