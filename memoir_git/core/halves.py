"""The two texts that conflict markers hold apart, read back: the file as ours and the file as theirs.

Works on any of git's styles (merge, diff3, zdiff3) and any marker size; the base part is left out. The
markers of one conflict have one size, so a conflict written around another, with longer markers, is taken
apart from the outside.
"""

from __future__ import annotations

_SMALLEST = 7
_FENCES = (b"`", b"~")


class Halves:
    """Both readings of a file and how many conflicts stood in it."""

    __slots__ = ("conflicts", "ours", "theirs")

    def __init__(self, ours: bytes, theirs: bytes, conflicts: int) -> None:
        self.ours = ours
        self.theirs = theirs
        self.conflicts = conflicts


def split_halves(text: bytes, *, respect_fences: bool = False) -> Halves:
    """Returns both readings; without a whole conflict both are the text itself.

    With `respect_fences` a conflict that is quoted in fenced code is content.
    """
    lines = text.splitlines(keepends=True) if b"\r" not in text else _lines(text)
    ours: list[bytes] = []
    theirs: list[bytes] = []
    conflicts = at = 0
    fence = b""
    while at < len(lines):
        fence = _fence_after(fence, lines[at]) if respect_fences else b""
        size = 0 if fence else _marker(lines[at], b"<")
        hunk = _hunk(lines, at, size) if size else None
        if hunk is None:
            ours.append(lines[at])
            theirs.append(lines[at])
            at += 1
            continue
        our_end, middle, end = hunk
        ours += lines[at + 1 : our_end]
        theirs += lines[middle + 1 : end]
        conflicts += 1
        at = end + 1
    return Halves(b"".join(ours), b"".join(theirs), conflicts)


def _hunk(lines: list[bytes], start: int, size: int) -> tuple[int, int, int] | None:
    """Returns where ours ends, the middle marker and the end marker; `None` if one is missing."""
    our_end = middle = 0
    for at in range(start + 1, len(lines)):
        line = lines[at]
        if not middle and not our_end and _marker(line, b"|") == size:
            our_end = at
        elif not middle and _marker(line, b"=") == size:
            middle = at
        elif middle and _marker(line, b">") == size:
            return our_end or middle, middle, at
    return None


def _marker(line: bytes, mark: bytes) -> int:
    """Returns the size of the marker that this line is, 0 for any other line."""
    if not line.startswith(mark * _SMALLEST):
        return 0
    size = len(line) - len(line.lstrip(mark))
    return size if line[size : size + 1] in (b"", b" ", b"\n", b"\r") else 0


def _fence_after(fence: bytes, line: bytes) -> bytes:
    """Returns the fence that is open after this line, `b""` outside of fenced code."""
    text = line.strip()
    mark = text[:1]
    run = text[: len(text) - len(text.lstrip(mark))] if mark in _FENCES else b""
    if fence:
        return b"" if run[:1] == fence[:1] and len(run) >= len(fence) and run == text else fence
    return run if len(run) >= 3 else b""


def _lines(text: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in text.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines
