"""Committed conflict markers taken apart: both halves of a file are read back and merged as memory.

A file with markers is no memory any more, and every merge of it is refused. But what the markers hold apart
are the two versions that somebody did not merge, and joining those is what should have happened.
"""

from __future__ import annotations

from memoir_git.core.halves import Halves, split_halves
from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome
from memoir_git.services.settle import Merge
from memoir_git.store.recognise import SESSION

_DEPTH = 8  # markers around markers around markers; nobody has seen three


def committed_conflict(format_name: str, content: bytes) -> Halves | None:
    """Returns the halves of a file with committed conflict markers, `None` for a file without.

    In Markdown a conflict quoted in fenced code is content.
    """
    halves = split_halves(content, respect_fences=format_name != SESSION)
    return halves if halves.conflicts else None


def salvage(
    format_name: str, path: RepoPath, content: bytes, merge: Merge, depth: int = _DEPTH
) -> bytes | None:
    """Returns the merge of a file's two halves, `None` when they disagree or cannot be understood.

    A file without markers is its own answer.
    """
    halves = committed_conflict(format_name, content)
    if halves is None:
        return content
    if depth == 0:
        return None
    sides = [salvage(format_name, path, half, merge, depth - 1) for half in (halves.ours, halves.theirs)]
    if sides[0] is None or sides[1] is None:
        return None
    outcome = merge(format_name, path, b"", sides[0], sides[1])
    return None if outcome.conflicts else outcome.content


def salvaging(merge: Merge) -> Merge:
    """Returns a merge that takes sides with committed markers apart, where the plain one gives up on them."""

    def merge_or_salvage(
        format_name: str, path: RepoPath, base: bytes, ours: bytes, theirs: bytes
    ) -> MergeOutcome:
        outcome = merge(format_name, path, base, ours, theirs)
        if not outcome.conflicts:
            return outcome
        sides = [salvage(format_name, path, side, merge) for side in (ours, theirs)]
        if None in sides or sides == [ours, theirs]:
            return outcome
        again = merge(format_name, path, base, sides[0] or b"", sides[1] or b"")
        return outcome if again.conflicts else again

    return merge_or_salvage
