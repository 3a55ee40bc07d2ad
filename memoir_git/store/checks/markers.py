"""Conflict markers that somebody committed, told apart from markers that an entry quotes.

In the frontmatter a single marker line is enough, since it can be nothing else. In a body all three must
stand in order outside of fenced code: a lesson about merging may well quote them (format section 3).
"""

from __future__ import annotations

from memoir_git.core.blocks import LINE
from memoir_git.core.conflict import has_conflict
from memoir_git.core.frontmatter import Document
from memoir_git.core.markdown import FENCED, line_kinds, split_lines

_OPENING = "<" * 7
_MARKS = (_OPENING, "|" * 7, "=" * 7, ">" * 7)


def marker_line(document: Document) -> int | None:
    """Returns the 1-based line of the first marker of an unfinished merge, `None` if there is none."""
    for block in document.blocks:
        if block.kind == LINE and _is_marker(block.text):
            return block.number
    if _OPENING not in document.body:
        return None
    found = _first_marker(document.body)
    return None if found is None else document.body_number + found


def _is_marker(text: str) -> bool:
    return text.startswith(_MARKS) and text.lstrip(text[0])[:1] in ("", " ")


def _first_marker(body: str) -> int | None:
    """Returns the number of lines before the first marker of a whole conflict in `body`."""
    lines = split_lines(body)
    kinds, is_closed = line_kinds(lines)
    # A fence that never ends hides nothing: half of a conflict may have opened it.
    shown = [
        line if kind != FENCED or not is_closed else "\n" for line, kind in zip(lines, kinds, strict=True)
    ]
    if not has_conflict("".join(shown).encode()):
        return None
    return next(number for number, line in enumerate(shown) if line.startswith(_OPENING))
