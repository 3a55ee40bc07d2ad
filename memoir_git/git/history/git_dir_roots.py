"""Roots that git keeps as plain files of a git directory: pseudo-refs, operations in progress, indexes."""

from __future__ import annotations

import re
from binascii import unhexlify
from collections.abc import Iterator
from pathlib import Path

from memoir_git.core.exposure import RootClass, Unavailable
from memoir_git.git.history.quiet import quiet_run
from memoir_git.git.history.roots import RootKind, Roots
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError

_PSEUDO = RootKind(root_class=RootClass.PSEUDO, perishable=True)
_OPERATION = RootKind(root_class=RootClass.OPERATION, perishable=True)
_PSEUDO_NAME = re.compile(r"[A-Z_]+_HEAD|AUTO_MERGE|MERGE_AUTOSTASH|BISECT_EXPECTED_REV")
_OPERATIONS = ("rebase-merge", "rebase-apply", "sequencer")
_LONGEST_FILE = 16 * 1024 * 1024
_RESOLVE_UNDO = b"REUC"
_GITLINK = b"160000"


def collect_plain_files(roots: Roots, folder: Path) -> None:
    """Adds what pseudo-refs and the files of an unfinished operation name."""
    pattern = re.compile(rb"(?<![0-9a-f])[0-9a-f]{%d}(?![0-9a-f])" % (2 * roots.width))
    for kind, path in _named_files(folder):
        try:
            if path.stat().st_size > _LONGEST_FILE:
                roots.reasons.add(Unavailable.BOUND_REACHED)
                continue
            content = path.read_bytes()
        except OSError:
            roots.reasons.add(Unavailable.REF_UNREADABLE)
            continue
        for name in pattern.findall(content):
            roots.add(kind, unhexlify(name))


def collect_index(roots: Roots, repository: Repository, folder: Path, index: Path) -> None:
    """Adds what an index holds: every stage of every path, and what resolving a conflict left behind.

    git lists it, since it alone reads sparse and split indexes.
    """
    if not index.exists():
        return
    try:
        for path, blob in _listed(repository, folder, index, "-s"):
            roots.staged.add((path, blob))
        if _RESOLVE_UNDO in index.read_bytes():
            for path, blob in _listed(repository, folder, index, "--resolve-undo"):
                roots.undone.add((path, blob))
    except (GitError, OSError):
        roots.reasons.add(Unavailable.INDEX_UNREADABLE)


def _named_files(folder: Path) -> Iterator[tuple[RootKind, Path]]:
    for path in sorted(folder.iterdir()):
        if _PSEUDO_NAME.fullmatch(path.name) and path.is_file():
            yield _PSEUDO, path
    for operation in _OPERATIONS:
        for path in sorted((folder / operation).rglob("*")):
            if path.is_file():
                yield _OPERATION, path


def _listed(repository: Repository, folder: Path, index: Path, what: str) -> Iterator[tuple[bytes, bytes]]:
    environment = {"GIT_INDEX_FILE": str(index)}
    words = ("ls-files", what, "-z", "--full-name")
    for row in quiet_run(repository, *words, git_dir=folder, environment=environment).stdout.split(b"\0"):
        facts, _, path = row.partition(b"\t")
        if path:
            mode, blob, _ = facts.split(b" ")
            if mode != _GITLINK:
                yield path, unhexlify(blob)
