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
    """Adds what a reflog names: git shows the new object of each entry, which is the old one of the next, and
    answers for the old one of the first when asked for an entry too many.
    """
    kind = log_kind(ref)
    name = ref.decode("utf-8", "surrogateescape")
    words = ("log", "-g", "--no-patch", "--no-show-signature", "-z", "--format=%H%n%gs", name, "--")
    rows = quiet_run(repository, *words, git_dir=folder).stdout.split(b"\0")[:-1]
    for row in rows:
        target, _, message = row.partition(b"\n")
        roots.add(kind, unhexlify(target))
        roots.messages.add(message)
    if not rows:
        return  # an entry of an empty log would be the ref itself
    entry = ("rev-parse", "--verify", "--quiet", f"{name}@{{{len(rows)}}}")
    oldest = quiet_run(repository, *entry, git_dir=folder, accept=(0, 1, _FATAL)).stdout.strip()
    roots.add(kind, unhexlify(oldest))
