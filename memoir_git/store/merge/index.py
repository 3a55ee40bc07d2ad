"""The merge of an index of links, such as MEMORY.md: row by row, and never a conflict.

A row is a bullet, a table row or a `|keywords: links` line with at least one link; its key is the target of
its first link. Rows match by key, or by a link they share where the key changed; a file that lists one key
twice has two rows, both kept, the most similar ones matching. A row both sides changed is merged by part; a
row removed here and changed there stays; a row moved on one side is moved.

Where rows stand is a line merge in which every row is one line, the same in all versions, and everything
else is itself. Lines of prose that both sides rewrote take the value with more information; nothing that
was only added is lost. Fences and comments hold no rows.
"""

from __future__ import annotations

from memoir_git.core.markdown_file import merge_known, merge_markdown, split_tail
from memoir_git.core.merge import MergeOutcome
from memoir_git.store.merge.index_prose import settle_prose
from memoir_git.store.merge.index_rows import parse_index, settle_rows
from memoir_git.store.merge.line_merge import merge_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions


def merge_index(
    base: bytes, ours: bytes, theirs: bytes, options: MergeOptions, merge_text: MergeText
) -> MergeOutcome:
    """Merges three versions of an index; `b""` and blank files are absent sides.

    `merge_text` is called only for a file that already has conflict markers inside.
    """
    return merge_markdown(base, ours, theirs, options, merge_text, _merged)


def _merged(base: str | None, ours: str, theirs: str) -> tuple[str, int]:
    (base_body, base_tail), (our_body, our_tail), (their_body, their_tail) = map(
        split_tail, (base or "", ours, theirs)
    )
    rows = settle_rows(*(parse_index(body) for body in (base_body, our_body, their_body)))

    def view(line: str) -> str:
        return rows.texts.get(line, line)

    def settle(before: Sequence[str], here: Sequence[str], there: Sequence[str]) -> list[str]:
        return settle_prose(before, here, there, view)

    lines = merge_lines(*rows.lines, settle, view)
    # A row that both sides moved was inserted at two places.
    seen: set[str] = set()
    texts: list[str] = []
    for line in lines:
        if line not in seen:
            texts.append(view(line))
        if line in rows.texts:
            seen.add(line)
    tail = merge_known(None if base is None else base_tail, our_tail, their_tail)
    return "".join(texts).removesuffix("\n") + (tail or ""), 0
