"""git's conflict markers: written around whole files or single places, and found in an input.

Markers are ours to write in two cases only, a refusal (both whole files, byte for byte) and a disagreement
inside a document; conflicts in prose come from `git merge-file`. Both are two-sided (merge style).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.options import MergeOptions

_MARKS = b"<|=>"


def conflict_whole(ours: bytes, theirs: bytes, options: MergeOptions) -> bytes:
    """Returns both files, byte for byte, between conflict markers.

    A line end is added only where a side lacks its last one. Markers have the size git asked for, or one
    more than the longest marker already inside, so that the outer ones stay recognisable.
    """
    size = max(options.marker_size, longest_marker(ours, theirs) + 1)
    return conflict_hunk(ours, theirs, options, size=size)


def conflict_hunk(ours: bytes, theirs: bytes, options: MergeOptions, *, size: int | None = None) -> bytes:
    """Returns the two texts of one place between markers of `size` (git's size by default)."""
    size = size or options.marker_size
    eol = b"\r\n" if b"\r\n" in ours[: ours.find(b"\n") + 1] else b"\n"
    return b"".join(
        (
            b"<" * size + b" " + _encode(options.ours_label) + eol,
            _ended(ours, eol),
            b"=" * size + eol,
            _ended(theirs, eol),
            b">" * size + b" " + _encode(options.theirs_label) + eol,
        )
    )


def longest_marker(*texts: bytes) -> int:
    """Returns the length of the longest run of one marker character at a line's start, 0 if none.

    Runs shorter than seven are not markers of any kind git writes and count as none.
    """
    longest = 0
    for text in texts:
        for mark in _MARKS:
            run = bytes((mark,)) * 7
            at = text.find(run)
            while at >= 0:
                end = at + 7
                while end < len(text) and text[end] == mark:
                    end += 1
                if at == 0 or text[at - 1] in b"\n\r":
                    longest = max(longest, end - at)
                at = text.find(run, end)
    return longest


def has_conflict(text: bytes, size: int = 7) -> bool:
    """Tells whether a whole conflict of `size` or more stands in `text`: three markers, in order.

    Each must begin a line and be followed by a blank or the line's end, as git writes them. The markers of
    one conflict have one size.
    """
    want: int | None = None
    seen_middle = False
    for line in text.split(b"\n"):
        mark = line[:1]
        if mark not in (b"<", b"=", b">"):
            continue
        run = len(line) - len(line.lstrip(mark))
        if run < size or line[run : run + 1] not in (b"", b" ", b"\r"):
            continue
        if mark == b"<":
            want, seen_middle = run, False
        elif mark == b"=" and run == want:
            seen_middle = True
        elif mark == b">" and run == want and seen_middle:
            return True
    return False


def _ended(text: bytes, eol: bytes) -> bytes:
    return text if not text or text.endswith(b"\n") else text + eol


def _encode(label: str) -> bytes:
    return label.encode("utf-8", "surrogateescape")
