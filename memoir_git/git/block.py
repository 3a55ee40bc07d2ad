"""Our lines in files that others write too: one block between two marker lines, everything else untouched.

Used for attributes and excludes alike; any file whose comments begin with `#` will do. The block takes the
file's own line ends. Several blocks (a merge of two attribute files leaves them) become one, at the place
of the last, where attributes count most.
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable

BEGIN = b"# BEGIN memoir-git"
END = b"# END memoir-git"
_EXPLANATION = b": 'git memoir' writes these lines"


class BrokenBlockError(MemoirGitError):
    """A block begins and never ends; where our lines stop is for a person to say."""


def block_lines(text: bytes, *, place: str) -> tuple[str, ...] | None:
    """Returns the lines inside the block, `None` when there is none; several blocks read as one.

    `place` names the file in errors. Raises `BrokenBlockError`.
    """
    lines = _lines(text)
    spans = _spans(lines, place)
    if not spans:
        return None
    inside = [line for start, end in spans for line in lines[start + 1 : end - 1]]
    return tuple(line.rstrip(b"\r\n").decode("utf-8", "surrogateescape") for line in inside)


def with_block(text: bytes, inside: tuple[str, ...] | None, *, place: str, at_end: bool = False) -> bytes:
    """Returns `text` with `inside` as its block; `None` takes the block out.

    A new block goes to the end of the file, an old one keeps its place unless `at_end`. Raises
    `BrokenBlockError`.
    """
    lines = _lines(text)
    spans = _spans(lines, place)
    eol = b"\r\n" if lines and lines[0].endswith(b"\r\n") else b"\n"
    ours = [] if inside is None else _block(inside, eol)
    if not spans or at_end:
        ours = _on_new_line(lines, ours, eol)
        spans.append((len(lines), len(lines)))
    for start, end in spans[:-1]:
        lines[start:end] = [b""] * (end - start)
    start, end = spans[-1]
    lines[start:end] = ours
    return b"".join(lines)


def block_span(text: bytes, *, place: str) -> tuple[tuple[int, int], ...]:
    """Returns the blocks as ranges of 1-based line numbers, both ends included."""
    return tuple((start + 1, end) for start, end in _spans(_lines(text), place))


def _lines(text: bytes) -> list[bytes]:
    """Splits at line feeds alone, as git does, and keeps them."""
    *ended, rest = text.split(b"\n")
    return [line + b"\n" for line in ended] + ([rest] if rest else [])


def _block(inside: tuple[str, ...], eol: bytes) -> list[bytes]:
    body = [line.encode("utf-8", "surrogateescape") for line in inside]
    return [line + eol for line in (BEGIN + _EXPLANATION, *body, END)]


def _on_new_line(lines: list[bytes], ours: list[bytes], eol: bytes) -> list[bytes]:
    if not ours or not lines or lines[-1].endswith(b"\n"):
        return ours
    return [eol, *ours]


def _spans(lines: list[bytes], place: str) -> list[tuple[int, int]]:
    """Returns the blocks as half-open ranges of line indexes."""
    spans, start = [], None
    for index, line in enumerate(lines):
        if line.startswith(BEGIN):
            if start is not None:
                raise _broken(place, start)
            start = index
        elif line.startswith(END) and start is not None:
            spans.append((start, index + 1))
            start = None
    if start is not None:
        raise _broken(place, start)
    return spans


def _broken(place: str, start: int) -> BrokenBlockError:
    return BrokenBlockError(
        f"The block of memoir-git that begins in line {start + 1} of {printable(place)} never ends.",
        hint=f"add the line '{END.decode()}' after its last line, then run the command again",
    )
