"""An external scanner for secrets, which a person set in git's config: every version is put to it on stdin.

It fails closed: one that is set and cannot be run lets nothing pass. What it says is thrown away, because it
may quote what it found; a finding holds the file and that the scanner said no.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memoir_git.core import codes_hooks
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.git.repo import Repository
from memoir_git.git.run import run_configured
from memoir_git.services.hooks.staging import SCANNER_QUESTION, UNSET
from memoir_git.services.private_settings import is_tracked_origin

# From here on a status is the shell's word for a command that it could not start, or that was killed.
_NOT_RUN = 126


class Scanned(NamedTuple):
    """One version of a memory file, and the commit that brings it, `None` for what is staged."""

    path: RepoPath
    content: bytes
    commit: Handle | None


def scanner_setting(repository: Repository) -> str:
    """Returns where the scanner is set and to what, NUL behind each; empty when it is not set."""
    answer = repository.run(*SCANNER_QUESTION, accept=(0, UNSET)).stdout
    return answer.decode("utf-8", "surrogateescape")


def scan(repository: Repository, setting: str, versions: Iterable[Scanned]) -> Iterator[Finding]:
    """Yields each file that the scanner refuses, at the first version; stops where it cannot be run."""
    origin, command = setting.split("\0")[:2]
    if not command.strip():
        return
    if is_tracked_origin(origin, repository):
        yield codes_hooks.SCANNER_TRACKED.at()
        return
    place = repository.top or repository.git_dir
    statuses: dict[bytes, int] = {}
    refused: set[RepoPath] = set()
    for version in versions:
        if version.content not in statuses:
            statuses[version.content] = run_configured(command, cwd=place, stdin=version.content)
        status = statuses[version.content]
        if status < 0 or status >= _NOT_RUN:
            yield codes_hooks.SCANNER_NOT_RUN.at()
            return
        if status and version.path not in refused:
            refused.add(version.path)
            yield _refusal(version)


def _refusal(version: Scanned) -> Finding:
    if version.commit is None:
        return codes_hooks.SCANNER_REFUSED.at(version.path)
    return codes_hooks.SCANNER_REFUSED.at(version.path, commit=version.commit)
