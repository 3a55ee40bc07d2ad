"""One version of an entry file, opened for a merge: its text with plain line ends, and its style apart.

Merging happens without byte order mark and with line feeds; both come back on writing, three-way like any
field: what both sides have, else what one of them changed since the base, else neither. A file counts as
CRLF when most of its lines end so, and is written as one throughout; a stray carriage return in any other
file is content.
"""

from __future__ import annotations

from memoir_git.core.frontmatter import parse
from memoir_git.core.merge import trivial
from memoir_git.core.text import BOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.frontmatter import Document

# Labels of conflict markers may hold bytes that are no UTF-8; texts never do.
_CODEC = ("utf-8", "surrogateescape")


class Side:
    """`raw` as git gave it, `text` without mark and carriage returns, `document` parsed from that."""

    __slots__ = ("document", "has_bom", "has_crlf", "raw", "text")

    def __init__(self, raw: bytes, text: str, document: Document, *, bom: bool, crlf: bool) -> None:
        self.raw = raw
        self.text = text
        self.document = document
        self.has_bom = bom
        self.has_crlf = crlf


def open_side(raw: bytes) -> Side | None:
    """Returns the side, `None` for what is not text: NUL inside, or not UTF-8."""
    try:
        text = raw.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    crlf = 2 * text.count("\r\n") > text.count("\n")
    if crlf:
        text = text.replace("\r\n", "\n")
    return Side(raw, text, parse(text), bom=raw.startswith(BOM), crlf=crlf)


def written(text: str, base: Side | None, ours: Side, theirs: Side) -> bytes:
    """Returns the bytes of a merged text, in the style that the three versions settle on."""
    if trivial(base.has_crlf if base else None, ours.has_crlf, theirs.has_crlf) is True:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    content = text.encode(*_CODEC)
    has_bom = trivial(base.has_bom if base else None, ours.has_bom, theirs.has_bom) is True
    return BOM + content if has_bom else content
