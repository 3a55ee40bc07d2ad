"""Refs, HEADs and reflogs as git lists them, for ref storage that is no plain files."""

from __future__ import annotations

from binascii import unhexlify
from collections.abc import Iterator
from pathlib import Path

from memoir_git.core.exposure import RootClass, Unavailable
from memoir_git.git.history.quiet import quiet_run
from memoir_git.git.history.roots import RootKind, Roots, log_kind, ref_kind
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError

_HEAD = b"HEAD"
_REFS = b"refs/"
_FATAL = 128


def list_refs(roots: Roots, repository: Repository, folder: Path) -> None:
    """Adds the refs, the HEAD, pseudo-refs and reflogs that git sees from one git directory."""
    try:
        for name, target in _listed(repository, folder):
            roots.names.add(name)
            roots.add(_kind(name), target)
        for ref in quiet_run(repository, "reflog", "list", git_dir=folder).stdout.splitlines():
            _add_log(roots, repository, folder, ref)
    except (GitError, ValueError):
        roots.reasons.add(Unavailable.REF_UNREADABLE)


def _listed(repository: Repository, folder: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yields name and target of every ref; git 2.45, the first that has other storage, lists HEAD too."""
    words = ("for-each-ref", "--include-root-refs", "--format=%(objectname) %(refname)")
    done = quiet_run(repository, *words, git_dir=folder)
    if done.stderr:
        raise GitError("git for-each-ref warned of refs it left out.")
    for line in done.stdout.splitlines():
        target, _, name = line.partition(b" ")
        yield name, unhexlify(target)


def _kind(name: bytes) -> RootKind:
    if name == _HEAD:
        return RootKind(root_class=RootClass.HEAD)
    return (
        ref_kind(name) if name.startswith(_REFS) else RootKind(root_class=RootClass.PSEUDO, perishable=True)
    )


def _add_log(roots: Roots, repository: Repository, folder: Path, ref: bytes) -> None:
    """Adds what a reflog names; git shows each entry's new object, and the old one is the entry before."""
    kind = log_kind(ref)
    words = (
        "log",
        "-g",
        "--no-patch",
        "-z",
        "--format=%H%n%gs",
        ref.decode("utf-8", "surrogateescape"),
        "--",
    )
    for row in quiet_run(repository, *words, git_dir=folder).stdout.split(b"\0"):
        name, _, message = row.partition(b"\n")
        if name:
            roots.add(kind, unhexlify(name))
            roots.messages.add(message)
