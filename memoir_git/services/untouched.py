"""Whether an unmerged file still is what git, or the driver, left in the work tree.

Nothing overwrites what a person has begun to edit. git labels its markers by commit and branch and has
three styles for them, so files are compared by their two readings, as ours and as theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memoir_git.core.halves import split_halves
from memoir_git.core.ids import RepoPath
from memoir_git.core.options import MergeOptions
from memoir_git.core.unmerged import Unmerged
from memoir_git.git.run import GitError
from memoir_git.services.fate import Settled
from memoir_git.services.settle import Merge

if TYPE_CHECKING:
    from memoir_git.core.merge import MergeText


def is_untouched(
    content: bytes | None,
    path: RepoPath,
    versions: Unmerged,
    settled: Settled,
    merge: Merge,
    merge_text: MergeText,
) -> bool:
    """Tells whether `content`, as git would store it, is one of the things a merge leaves at `path`.

    That is a version as it was, or what the driver or git's text merge makes of all three.
    """
    if content is None or content in _whole_versions(versions):
        return True
    triple = settled.versions or _triple(versions)
    if triple is None:
        return False
    read = _readings(content)
    return read == _readings(merge(settled.format_name, path, *triple).content) or (
        read in _text_merges(*triple, merge_text)
    )


def _whole_versions(versions: Unmerged) -> list[bytes]:
    sides = (versions.base, versions.ours, versions.theirs)
    return [side.content for side in sides if side is not None]


def _triple(versions: Unmerged) -> tuple[bytes, bytes, bytes] | None:
    if versions.ours is None or versions.theirs is None:
        return None
    base = versions.base.content if versions.base else b""
    return base, versions.ours.content, versions.theirs.content


def _readings(content: bytes) -> tuple[bytes, bytes]:
    halves = split_halves(content)
    return _ended(halves.ours), _ended(halves.theirs)


def _text_merges(
    base: bytes, ours: bytes, theirs: bytes, merge_text: MergeText
) -> Iterator[tuple[bytes, bytes]]:
    """Yields the readings of git's own text merge, if git makes one."""
    try:
        read = [merge_text(base, ours, theirs, MergeOptions(favour=side)) for side in ("ours", "theirs")]
    except GitError:
        return
    yield _ended(read[0].content), _ended(read[1].content)


def _ended(text: bytes) -> bytes:
    """Returns the text with a last line end, which git adds before a marker."""
    return text if not text or text.endswith(b"\n") else text + b"\n"
