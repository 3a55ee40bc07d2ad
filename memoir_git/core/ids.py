"""Small validated values that may stand in output: handles and paths, never memory text.

A finding, a plan view or a log line takes these types, so that putting a topic or a text there needs a
deliberate conversion that a reviewer sees.
"""

from __future__ import annotations

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_HANDLE = frozenset(f"{_LETTERS}{_LETTERS.upper()}0123456789._-/:[]#@+<>,")


class Handle(str):
    """A machine-made name: a list, a key's place, a code, an id, a digest, an option.

    Raises `ValueError` for blanks, control characters and anything outside ASCII letters, digits and
    a little punctuation.
    """

    __slots__ = ()

    def __new__(cls, value: str) -> Handle:  # noqa: PYI034 - typing.Self is newer than Python 3.10
        """Returns the handle for `value` after checking it."""
        if not value or not _HANDLE.issuperset(value):
            raise ValueError("not a handle")
        return super().__new__(cls, value)


class RepoPath(str):
    """A path relative to the top of the work tree, with `/`, exactly as git has it."""

    __slots__ = ()

    def shown(self) -> str:
        """Returns the path as one printable line."""
        return printable(self)


def printable(text: str) -> str:
    """Returns `text` on one line, with control and undecodable characters as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def is_uuid4(text: str) -> bool:
    """Tells whether `text` is a UUID of version 4 in its canonical lower-case spelling."""
    groups = text.split("-")
    if [len(group) for group in groups] != [8, 4, 4, 4, 12]:
        return False
    digits = "".join(groups)
    return not digits.strip("0123456789abcdef") and digits[12] == "4" and digits[16] in "89ab"
