"""A repository whose git calls also see what the calling git handed down: index, config, object store.

git starts a merge strategy, and `git -c x=y memoir` this program, with such variables in the environment.
Everywhere else they are left out, because they may mean another repository.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from subprocess import CompletedProcess  # noqa: TID251 - the type of git.run's answer

from memoir_git.git.repo import Repository
from memoir_git.git.run import LOCAL_VARIABLES

# These are answered by discovery and named outright in every call.
_DISCOVERED = ("GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_IMPLICIT_WORK_TREE")


@dataclass(frozen=True, slots=True, kw_only=True)
class InheritingRepository(Repository):
    """A repository with the variables that every call gets; a call's own go before them."""

    inherited: Mapping[str, str]

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        accept: Sequence[int] = (0,),
    ) -> CompletedProcess[bytes]:
        """Runs git as `Repository.run` does. Raises `GitError`."""
        extra = {**self.inherited, **(environment or {})}
        return Repository.run(self, *arguments, stdin=stdin, environment=extra, accept=accept)


def inherited_by(repository: Repository) -> Mapping[str, str]:
    """Returns what git handed down to this repository's calls, for a git that is run without it."""
    return repository.inherited if isinstance(repository, InheritingRepository) else {}


def inheriting(repository: Repository, variables: Mapping[str, str]) -> InheritingRepository:
    """Returns the repository with what `variables`, the process's environment, hands down."""
    kept = {
        name: variables[name] for name in LOCAL_VARIABLES if name in variables and name not in _DISCOVERED
    }
    return InheritingRepository(
        git_dir=repository.git_dir,
        common_dir=repository.common_dir,
        top=repository.top,
        inherited=kept,
    )
