"""`git merge` with the memoir strategy, in one command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core import codes_finish
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.git.repo import discover
from memoir_git.git.run import run_git, run_git_attached
from memoir_git.git.stages import list_unmerged
from memoir_git.git.strategy_program import STRATEGY, strategy_on_path
from memoir_git.services.merging import memory_formats
from memoir_git.services.program import Program

_ANY = range(-64, 256)
_CONFLICTS = 1


class MergeFailedError(MemoirGitError):
    """git did not merge; it has said why itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeRequest:
    """What to pass to `git merge` besides the strategy. `attached` lets git use the terminal itself."""

    directory: Path
    arguments: tuple[str, ...]
    variables: Mapping[str, str]
    program: Program
    attached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """What git did: the commit that HEAD is now, what is unmerged, and what git said unless attached."""

    head: str
    left: tuple[RepoPath, ...]
    said: str


def merge(request: MergeRequest) -> Report[Merge]:
    """Merges and reports what is left. Raises `MergeFailedError` when git neither merged nor conflicted."""
    repository = discover(request.directory)
    words = ("merge", "-s", STRATEGY, *request.arguments)
    program = request.program
    with strategy_on_path(program.interpreter, program.package, request.variables) as environment:
        if request.attached:
            status = run_git_attached(*words, cwd=request.directory, environment=environment)
            said = ""
        else:
            environment["GIT_MERGE_AUTOEDIT"] = "no"
            done = run_git(
                *words, cwd=request.directory, environment=environment, keep_local=True, accept=_ANY
            )
            status = done.returncode
            said = (done.stdout + done.stderr).decode("utf-8", "replace")
    left = tuple(dict.fromkeys(entry.path for entry in list_unmerged(repository)))
    # git says 1 for conflicts, and also for a word that names no commit.
    is_stopped = status == _CONFLICTS and (bool(left) or (repository.git_dir / "MERGE_HEAD").is_file())
    if status != 0 and not is_stopped:
        raise MergeFailedError("git did not merge.", hint="read what git says, then try again")
    memory = memory_formats(repository, left)
    head = repository.text("rev-parse", "HEAD")
    findings = tuple(_finding(path, path in memory) for path in left)
    return Report(command="merge", data=Merge(head=head, left=left, said=said), findings=findings)


def _finding(path: RepoPath, is_memory: bool) -> Finding:
    if is_memory:
        return codes_finish.MEMORY_UNMERGED.at(path)
    return codes_finish.FOREIGN_UNMERGED.at(path, severity=Severity.ERROR)
