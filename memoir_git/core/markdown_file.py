"""What the merges of whole Markdown files share: what is decided before a line is read, and how bytes return.

Identical files and absent sides need no reading; bytes that are no text are refused; markers inside a side
make it a plain text merge. Everything else is merged as text with LF line ends and without a byte order
mark, and gets both back at the end, three-way.
"""

from __future__ import annotations

from memoir_git.core.conflict import conflict_whole, has_conflict
from memoir_git.core.markdown import FENCED, line_kinds, split_lines
from memoir_git.core.merge import MergeOutcome, Note, Unresolved, trivial
from memoir_git.core.text import BOM, is_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions

    # base (`None` without one), ours, theirs -> the merged text and its conflicts
    MergeContent: TypeAlias = Callable[["str | None", str, str], "tuple[str, int]"]

# Labels of conflict markers may hold bytes that are no UTF-8; texts never do.
CODEC = ("utf-8", "surrogateescape")


class _Style:
    """How a file's bytes differ from its content: a byte order mark, CRLF line ends."""

    __slots__ = ("bom", "crlf")

    def __init__(self, data: bytes) -> None:
        crlf = data.count(b"\r\n")
        self.bom = data.startswith(BOM)
        self.crlf = crlf > data.count(b"\n") - crlf


def merge_markdown(
    base: bytes,
    ours: bytes,
    theirs: bytes,
    options: MergeOptions,
    merge_text: MergeText,
    merge_content: MergeContent,
) -> MergeOutcome:
    """Merges three versions of a Markdown file; `b""` and blank files are absent sides.

    `merge_content` gets texts with LF line ends. A base that is absent, marked or no text is no base.
    """
    if ours == theirs:
        return MergeOutcome(ours)
    if is_blank(ours) or is_blank(theirs):
        return MergeOutcome(max(ours, theirs, key=lambda data: (not is_blank(data), len(data), data)))
    our_text, their_text = _content(ours), _content(theirs)
    if base in (ours, theirs):
        other, is_mended = (theirs, (False, True)) if base == ours else (ours, (True, False))
        # rerere replays a recorded resolution with the recorded conflict as both base and ours.
        if (_is_sound(our_text, options), _is_sound(their_text, options)) == is_mended:
            return MergeOutcome(other)
    if our_text is None or their_text is None:
        return _refused(ours, theirs, _notes(Note.UNPARSEABLE, our_text is None, their_text is None), options)
    marked = _notes(Note.TEXT_MERGE, *(_is_marked(text, options) for text in (our_text, their_text)))
    if marked:
        # git's own merge takes no NUL bytes; such a base is no base there either.
        merged = merge_text(b"" if b"\0" in base else base, ours, theirs, options)
        return MergeOutcome(merged.content, conflicts=max(1, merged.conflicts), notes=marked)
    base_text = None if is_blank(base) else _content(base)
    if base_text is not None and _is_marked(base_text, options):
        base_text = None
    if (base_text == our_text) != (base_text == their_text):
        return MergeOutcome(theirs if base_text == our_text else ours)
    text, conflicts = merge_content(base_text, our_text, their_text)
    equal = [data for side, data in ((our_text, ours), (their_text, theirs)) if side == text]
    if len(equal) == 1:
        return MergeOutcome(equal[0], conflicts=conflicts)
    base_style = None if base_text is None else _Style(base)
    return MergeOutcome(_styled(text, base_style, _Style(ours), _Style(theirs)), conflicts=conflicts)


def split_tail(text: str) -> tuple[str, str]:
    """Splits off the end of the last line that says something, and everything after it."""
    end = text.find("\n", len(text.rstrip(" \t\r\n")))
    return (text, "") if end < 0 else (text[:end], text[end:])


def merge_known(base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """Returns what three versions settle on, the longer where both changed it.

    `None` is a version that does not show the value, such as the blank lines below a file's last section.
    """
    if ours is None or theirs is None:
        return theirs if ours is None else ours
    settled = trivial(base, ours, theirs)
    return richer(ours, theirs) if isinstance(settled, Unresolved) else settled


def richer(ours: str, theirs: str) -> str:
    """Returns the value with more information, by length, then by bytes."""
    return max(ours, theirs, key=lambda value: (len(value), value))


def _content(data: bytes) -> str | None:
    """Returns a file's text with LF line ends and without a byte order mark; `None` if it is no text."""
    if b"\0" in data:
        return None
    try:
        return data.removeprefix(BOM).replace(b"\r\n", b"\n").decode("utf-8")
    except UnicodeDecodeError:
        return None


def _refused(ours: bytes, theirs: bytes, notes: tuple[Note, ...], options: MergeOptions) -> MergeOutcome:
    return MergeOutcome(conflict_whole(ours, theirs, options), conflicts=1, notes=notes, refused=True)


def _is_sound(text: str | None, options: MergeOptions) -> bool:
    return text is not None and not _is_marked(text, options)


def _is_marked(text: str, options: MergeOptions) -> bool:
    """Tells whether a whole conflict stands in `text`, outside code fences.

    In a file with an open fence nothing is known to be quoted, so all of it counts.
    """
    if "<" * options.marker_size not in text:
        return False
    lines = split_lines(text)
    kinds, is_closed = line_kinds(lines)
    if is_closed:
        lines = [line for line, kind in zip(lines, kinds, strict=True) if kind != FENCED]
    return has_conflict("".join(lines).encode("utf-8"), options.marker_size)


def _notes(kind: str, is_ours: bool, is_theirs: bool) -> tuple[Note, ...]:
    sides = (("ours", is_ours), ("theirs", is_theirs))
    return tuple(Note(kind, place) for place, concerned in sides if concerned)


def _styled(text: str, base: _Style | None, ours: _Style, theirs: _Style) -> bytes:
    data = text.encode(*CODEC)
    if _chosen(base.crlf if base else None, ours.crlf, theirs.crlf):
        data = data.replace(b"\n", b"\r\n")
    return BOM + data if _chosen(base.bom if base else None, ours.bom, theirs.bom) else data


def _chosen(base: bool | None, ours: bool, theirs: bool) -> bool:
    """Returns what both sides have, or the side that changed; LF and no mark without a base."""
    return trivial(base, ours, theirs) is True
