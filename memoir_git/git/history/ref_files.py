"""Refs, HEADs and reflogs as git's files backend keeps them, read as files, so that no damage hides."""

from __future__ import annotations

import os
from binascii import Error, unhexlify
from collections.abc import Iterator
from pathlib import Path

from memoir_git.core.exposure import RootClass, Unavailable
from memoir_git.git.history.roots import RootKind, Roots, log_kind, ref_kind

_LOCK = b".lock"
_SYMBOLIC = b"ref:"
_HEAD = RootKind(root_class=RootClass.HEAD)


def collect_refs(roots: Roots, folder: Path, *, linked: bool) -> None:
    """Adds the refs, the HEAD and the reflogs of one git directory; `linked` for a linked work tree's."""
    refs = {} if linked else _packed_refs(roots, folder / "packed-refs")
    for name, path in _files(roots, folder, b"refs"):
        target = _target(roots, path)
        if target is None:
            roots.reasons.add(Unavailable.REF_UNREADABLE)
        elif not isinstance(target, Symbolic):
            refs[name] = target
    for name, target in refs.items():
        roots.add(ref_kind(name), target)
    roots.names |= refs.keys()
    # A linked work tree's HEAD names a shared ref; the main one is collected before it.
    roots.refs.update(refs)
    _add_head(roots, folder / "HEAD")
    for name, path in _files(roots, folder, b"logs"):
        try:
            content = path.read_bytes()
        except OSError:
            roots.reasons.add(Unavailable.REF_UNREADABLE)
        else:
            add_log(roots, name.removeprefix(b"logs/"), content)


class Symbolic(bytes):
    """The name of the ref that another one stands for."""


def add_log(roots: Roots, ref: bytes, content: bytes) -> None:
    """Adds the old and new names of every line of a ref's log, and its messages."""
    kind = log_kind(ref)
    digits = 2 * roots.width
    for line in content.split(b"\n"):
        if not line:
            continue
        try:
            old, new = unhexlify(line[:digits]), unhexlify(line[digits + 1 : 2 * digits + 1])
        except Error:
            old = new = b""
        if len(new) != roots.width or line[2 * digits + 1 : 2 * digits + 2] != b" ":
            roots.reasons.add(Unavailable.REF_UNREADABLE)
            continue
        roots.add(kind, old)
        roots.add(kind, new)
        message = line.partition(b"\t")[2]
        if message:
            roots.messages.add(message)


def _packed_refs(roots: Roots, path: Path) -> dict[bytes, bytes]:
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}
    except OSError:
        roots.reasons.add(Unavailable.REF_UNREADABLE)
        return {}
    refs = {}
    for line in lines:
        if not line or line[:1] in b"#^":
            continue
        target, _, name = line.partition(b" ")
        oid = _object_name(target, roots.width)
        if oid is None or not name.startswith(b"refs/"):
            roots.reasons.add(Unavailable.REF_UNREADABLE)
        else:
            refs[name] = oid
    return refs


def _add_head(roots: Roots, path: Path) -> None:
    target = _target(roots, path)
    seen = set()
    while isinstance(target, Symbolic) and target not in seen:
        seen.add(target)
        target = roots.refs.get(bytes(target), target)  # an unborn branch names nothing
    if target is None:
        roots.reasons.add(Unavailable.REF_UNREADABLE)
    elif not isinstance(target, Symbolic):
        roots.add(_HEAD, target)


def _target(roots: Roots, path: Path) -> bytes | None:
    """Returns the object a ref file names, or `Symbolic`; `None` for anything else."""
    try:
        if path.is_symlink():
            return Symbolic(os.fsencode(os.readlink(path)))
        content = path.read_bytes()
    except OSError:
        return None
    if content.startswith(_SYMBOLIC):
        return Symbolic(content[len(_SYMBOLIC) :].strip())
    return _object_name(content[: 2 * roots.width], roots.width) if _ends(content, roots.width) else None


def _ends(content: bytes, width: int) -> bool:
    return content[2 * width : 2 * width + 1] in (b"", b"\n", b" ", b"\t", b"\r")


def _object_name(text: bytes, width: int) -> bytes | None:
    try:
        name = unhexlify(text)
    except Error:
        return None
    return name if len(name) == width and name.strip(b"\0") else None


def _files(roots: Roots, top: Path, below: bytes) -> Iterator[tuple[bytes, Path]]:
    """Yields name (relative to `top`) and path of every file below a folder of it, sorted."""

    def unreadable(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            roots.reasons.add(Unavailable.REF_UNREADABLE)

    start = os.fsencode(top)
    for folder, folders, names in os.walk(start + b"/" + below, onerror=unreadable):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(_LOCK):
                path = folder + b"/" + name
                yield path[len(start) + 1 :], Path(os.fsdecode(path))
