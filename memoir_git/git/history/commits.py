"""Commits and tags as raw bytes: grafts and replacements cannot speak, since nobody asks git or libgit2."""

from __future__ import annotations

from binascii import Error, unhexlify

from memoir_git.git.history.objects import KINDS, CorruptObjectError

_TREE = b"tree "
_PARENT = b"parent "
_COMMITTER = b"\ncommitter "

Commit = tuple[int, bytes, tuple[bytes, ...]]  # committer time in seconds, tree, parents


def parse_commit(content: bytes, width: int) -> Commit:
    """Returns the commit's time (0 where it has none), tree and parents. Raises `CorruptObjectError`."""
    digits = 2 * width
    at = len(_TREE) + digits
    if not content.startswith(_TREE) or content[at : at + 1] != b"\n":
        raise CorruptObjectError
    try:
        tree = unhexlify(content[len(_TREE) : at])
        parents = []
        at += 1
        while content.startswith(_PARENT, at):
            parents.append(unhexlify(content[at + len(_PARENT) : at + len(_PARENT) + digits]))
            at += len(_PARENT) + digits + 1
    except Error:
        raise CorruptObjectError from None
    return _committed(content, at), tree, tuple(parents)


def commit_text(content: bytes, parents: int, width: int) -> bytes:
    """Returns the commit behind its tree and parent lines: identities, other headers, message."""
    return content[len(_TREE) + 2 * width + 1 + parents * (len(_PARENT) + 2 * width + 1) :]


def parse_tag(content: bytes, width: int) -> tuple[int, bytes]:
    """Returns the kind and name of the object a tag stands for. Raises `CorruptObjectError`."""
    first, _, rest = content.partition(b"\n")
    word, _, name = first.partition(b" ")
    kind = KINDS.get(rest.partition(b"\n")[0].removeprefix(b"type "))
    if word != b"object" or len(name) != 2 * width or kind is None:
        raise CorruptObjectError
    try:
        return kind, unhexlify(name)
    except Error:
        raise CorruptObjectError from None


def _committed(content: bytes, at: int) -> int:
    begin = content.find(_COMMITTER, at - 1)
    line = content[begin + len(_COMMITTER) : content.find(b"\n", begin + 1)]
    words = line.rsplit(b" ", 2)
    return int(words[1]) if begin >= 0 and len(words) == 3 and words[1].isdigit() else 0
