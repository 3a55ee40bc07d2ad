"""The text merge for many files in one process: git's own result, without git where that is certain.

Most bodies that both sides changed were changed at two places. There the result follows from the inputs
alone, whatever the diff algorithm, and starting a process for each of hundreds would cost more than all the
rest. Everything else goes to `git merge-file`; a test compares the two byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memoir_git.core.merge import TextMerge
from memoir_git.git.inherited import inherited_by
from memoir_git.git.repo import Repository
from memoir_git.git.text_merge import text_merger

if TYPE_CHECKING:
    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions


def batch_text_merger(repository: Repository) -> MergeText:
    """Returns a function that merges text as git would in this repository.

    It raises `GitError` where git refuses (NUL bytes).
    """
    ask_git = text_merger(repository.top or repository.git_dir, inherited_by(repository))

    def merge_text(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
        content = merge_apart(base, ours, theirs)
        return ask_git(base, ours, theirs, options) if content is None else TextMerge(content, 0)

    return merge_text


def merge_apart(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Returns the merge of two changes that lie clearly apart, `None` where git has to say.

    Each side's change is what remains of it without the lines it shares with the base at both ends. They are
    clearly apart when an unchanged line between them equals no changed line: no diff can move a change past
    such a line, so every diff finds two separate changes and takes both.
    """
    texts = (base, ours, theirs)
    if any(b"\0" in text or not text.endswith(b"\n") for text in texts):
        return None
    old, our_lines, their_lines = ([line + b"\n" for line in text[:-1].split(b"\n")] for text in texts)
    our_change, their_change = _change(old, our_lines), _change(old, their_lines)
    if their_change[:2] < our_change[:2]:
        our_change, their_change = their_change, our_change
        our_lines, their_lines = their_lines, our_lines
    start, end, our_end = our_change
    their_start, their_old_end, their_end = their_change
    between = old[end:their_start]
    changed = {
        *old[start:end],
        *our_lines[start:our_end],
        *old[their_start:their_old_end],
        *their_lines[their_start:their_end],
    }
    if changed.issuperset(between):
        return None
    return b"".join([*our_lines[:our_end], *between, *their_lines[their_start:]])


def _change(old: Sequence[bytes], new: Sequence[bytes]) -> tuple[int, int, int]:
    """Returns where the two differ: start, end in `old` and end in `new`, as git trims common ends."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    same = 0
    while same < shorter - start and old[-1 - same] == new[-1 - same]:
        same += 1
    return start, len(old) - same, len(new) - same
