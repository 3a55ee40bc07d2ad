"""The check before a push: what leaves this machine cannot be taken back.

Every commit that is about to leave is looked through, not only the last one: a secret that a later commit
takes out is published all the same, and so is what was forgotten since. Conflict markers count where they
stand at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from memoir_git.core import codes, codes_hooks
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.git.blobs import read_blobs
from memoir_git.git.repo import Repository
from memoir_git.git.snapshot import load_commit
from memoir_git.git.staged import Change, commit_changes, marks_of
from memoir_git.services.hooks.contents import has_markers, secret_findings
from memoir_git.services.hooks.forgotten import published_again
from memoir_git.services.hooks.scanner import Scanned, scan, scanner_setting
from memoir_git.services.hooks.staged import is_memory, memory_formats
from memoir_git.services.hooks.verdict import Verdict

_SHORT = 12
# A path, and the name of the blob that it has.
Version: TypeAlias = tuple[RepoPath, str]


def check_leaving(repository: Repository, remote: str, refs: str) -> Verdict:
    """Returns the verdict on a push; `refs` are git's lines of local and remote refs. Raises `GitError`."""
    rows = [line.split() for line in refs.splitlines() if len(line.split()) == 4]
    tips = tuple(dict.fromkeys(row[1] for row in rows if row[1].strip("0")))
    if not tips:
        return Verdict()
    known = tuple(dict.fromkeys(row[3] for row in rows if row[3].strip("0")))
    leaving = commit_changes(repository, tips, known, remote)
    marks = marks_of(repository, (change.path for _, change in leaving))
    memory = frozenset(path for path, found in marks.items() if is_memory(found))
    if not memory:
        return Verdict()
    formats = memory_formats(marks)
    first = _first_commits(leaving, memory)
    blobs = read_blobs(repository, (blob for _, blob in first))
    ends = _ends(repository, tips, formats)
    found = [
        *_secrets(first, blobs),
        *published_again(repository, tips, leaving, formats, ends),
        *(
            codes.COMMITTED_MARKERS.at(path)
            for path, content in ends
            if has_markers(formats[path], path, content)
        ),
        *_scanned(repository, first, blobs),
    ]
    return Verdict(
        blocking=tuple(finding for finding in found if finding.severity >= Severity.ERROR),
        told=tuple(finding for finding in found if finding.severity is Severity.WARNING),
    )


def _first_commits(leaving: Iterable[tuple[str, Change]], memory: frozenset[RepoPath]) -> dict[Version, str]:
    """Returns each version of each memory file with the oldest commit that brings it."""
    first: dict[Version, str] = {}
    for commit, change in leaving:
        if change.path in memory and change.after is not None and change.after.is_file:
            first.setdefault((change.path, change.after.blob), commit[:_SHORT])
    return first


def _ends(
    repository: Repository, tips: Iterable[str], formats: Mapping[RepoPath, str]
) -> list[tuple[RepoPath, bytes]]:
    """Returns the memory files as they are at the end of what is pushed; a tag may name no commit."""
    snapshots = [load_commit(repository, f"{tip}^{{tree}}", frozenset(formats)) for tip in tips]
    return [(path, file.content) for snapshot in snapshots for path, file in snapshot.files.items()]


def _secrets(first: Mapping[Version, str], blobs: Mapping[str, bytes]) -> Iterator[Finding]:
    """Yields each kind of secret once for a file, at the commit that brings it."""
    seen = set()
    for (path, blob), commit in first.items():
        for hit in secret_findings(path, blobs[blob]):
            kind = dict(hit.details)["kind"]
            if (path, kind) not in seen:
                seen.add((path, kind))
                yield codes_hooks.PUSHED_SECRET.at(
                    path, line=hit.line, severity=hit.severity, kind=kind, commit=Handle(commit)
                )


def _scanned(
    repository: Repository, first: Mapping[Version, str], blobs: Mapping[str, bytes]
) -> Iterator[Finding]:
    """Yields what an external scanner says of what leaves, where one is set."""
    setting = scanner_setting(repository)
    if setting:
        versions = [Scanned(path, blobs[blob], Handle(commit)) for (path, blob), commit in first.items()]
        yield from scan(repository, setting, versions)
