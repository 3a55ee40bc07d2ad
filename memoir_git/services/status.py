"""Where a work tree stands: the operation git stopped in, the stores found, and drift of the driver.

Reads only, and quickly: a few listings, no merge. Outside of git the stores on disk are all there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core import codes, codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.git.attributes import listed_paths
from memoir_git.git.config import merge_settings
from memoir_git.git.nul import nul_split
from memoir_git.git.operation import Operation
from memoir_git.git.repo import NotARepositoryError, Repository, discover
from memoir_git.services.doctor.drivers import driver_findings
from memoir_git.services.merging import memory_formats
from memoir_git.services.program import Program
from memoir_git.services.project_status import ProjectStatus, project_status
from memoir_git.services.selection import select
from memoir_git.services.stopped import read_stopped
from memoir_git.services.transaction_state import TransactionWord, transactions_around, worst

_MOST_BRANCHES = 50
_ENTRY_FOLDER = "memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusRequest:
    """Where to look."""

    directory: Path
    variables: Mapping[str, str]
    program: Program
    memory_dir: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStatus:
    """One store: its folder (`""` is the top) and how many files of each format it has."""

    root: RepoPath
    files: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What was found. `unmerged` are memory paths, `others` counts the unmerged paths that are none."""

    is_repository: bool
    operation: Operation | None
    unmerged: tuple[RepoPath, ...]
    others: int
    stores: tuple[StoreStatus, ...]
    project: ProjectStatus | None
    transactions: TransactionWord


def status(request: StatusRequest) -> Report[Status]:
    """Returns what there is to know about memory here.

    Raises `GitError` for a repository git refuses, `PlaceError` for project memory in two places.
    """
    try:
        repository = discover(request.directory)
    except NotARepositoryError:
        found = select(request.directory, ()).formats
        unfinished = transactions_around(request.directory, None, request.memory_dir, request.variables)
        data = Status(
            is_repository=False,
            operation=None,
            unmerged=(),
            others=0,
            stores=_stores(found),
            project=_project(request),
            transactions=worst(unfinished),
        )
        return _report(data, tuple(finding for state in unfinished for finding in state.findings))
    stopped = read_stopped(repository)
    formats = memory_formats(repository, map(RepoPath, listed_paths(repository)))
    unfinished = transactions_around(request.directory, repository, request.memory_dir, request.variables)
    data = Status(
        is_repository=True,
        operation=stopped.operation,
        unmerged=tuple(stopped.formats),
        others=len(stopped.foreign),
        stores=_stores(formats),
        # A bare repository has no files to look at.
        project=_project(request) if repository.top else None,
        transactions=worst(unfinished),
    )
    findings = (
        *_driver_findings(repository, request, formats),
        *_in_the_way(repository, formats),
        *(finding for state in unfinished for finding in state.findings),
    )
    return _report(data, findings)


def _report(data: Status, findings: tuple[Finding, ...]) -> Report[Status]:
    protocol = data.project.protocol if data.project else None
    return Report(command="status", data=data, findings=findings, protocol_version=protocol)


def _project(request: StatusRequest) -> ProjectStatus | None:
    return project_status(request.directory, request.memory_dir, request.variables)


def _stores(formats: Mapping[RepoPath, str]) -> tuple[StoreStatus, ...]:
    counts: dict[RepoPath, Counter[str]] = {}
    for path, format_name in formats.items():
        counts.setdefault(_root_of(path), Counter())[format_name] += 1
    return tuple(
        StoreStatus(root=root, files=tuple(sorted(found.items()))) for root, found in sorted(counts.items())
    )


def _root_of(path: RepoPath) -> RepoPath:
    """Returns the folder of the store that a file belongs to: entries lie one level below it."""
    folder = path.rpartition("/")[0]
    above, _, name = folder.rpartition("/")
    return RepoPath(above if name == _ENTRY_FOLDER else folder)


def _driver_findings(
    repository: Repository, request: StatusRequest, formats: Mapping[RepoPath, str]
) -> Iterator[Finding]:
    settings = merge_settings(repository, request.variables)
    names = {row.name for row in registry.FORMATS}
    if not formats and not any(setting.driver in names for setting in settings):
        yield codes.NOT_INSTALLED.at()
        return
    yield from driver_findings(repository, request.program, settings, frozenset(formats.values()))


def _in_the_way(repository: Repository, formats: Mapping[RepoPath, str]) -> Iterator[Finding]:
    """Yields the untracked memory files that another branch has: git refuses to merge over them."""
    if repository.top is None:
        return
    words = ("ls-files", "-z", "--others", "--exclude-standard", "--full-name")
    others = nul_split(repository.run(*words).stdout)
    untracked = [path for path in map(RepoPath, others) if path in formats]
    if not untracked:
        return
    branches: dict[RepoPath, list[str]] = {}
    for name in _branches(repository):
        for path in _held(repository, name, untracked):
            branches.setdefault(path, []).append(name)
    for path, names in branches.items():
        yield codes_finish.UNTRACKED_IN_THE_WAY.at(path, branches=tuple(map(RepoPath, names[:3])))


def _branches(repository: Repository) -> list[str]:
    words = ("for-each-ref", "--sort=-committerdate", f"--count={_MOST_BRANCHES}")
    listing = repository.text(*words, "--format=%(refname:short)", "refs/heads", "refs/remotes")
    return listing.splitlines()


def _held(repository: Repository, revision: str, paths: Sequence[RepoPath]) -> list[RepoPath]:
    words = ("--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", "--full-tree", revision, "--")
    done = repository.run(*words, *paths, accept=(0, 128))
    return list(map(RepoPath, nul_split(done.stdout)))
