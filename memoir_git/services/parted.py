"""Two entries that git took for one: the edit of a deleted entry was written into an added one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memoir_git.core import codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.options import MergeOptions
from memoir_git.git.run import GitError
from memoir_git.services.join_trees import Expected
from memoir_git.services.loaded_merge import JudgedMerge
from memoir_git.services.mending import Merges


def part(expected: Expected, committed: bytes, judged: JudgedMerge, merges: Merges) -> bytes | None:
    """Returns the added entry as its own side has it, if the committed one is what git's mistake makes.

    `None` for every other file, and for one that somebody edited on top.
    """
    old = expected.file.parted_from
    added = expected.file.ours or expected.file.theirs
    if old is None or added is None or expected.content is None:
        return None
    base = judged.trees.base.files.get(old)
    edited = (judged.trees.theirs if expected.file.ours is not None else judged.trees.ours).files.get(old)
    if base is None or edited is None:
        return None
    path = expected.file.path
    versions = (base.content, edited.content, added.content)
    mistakes = [merges.plain(expected.format_name, path, *versions).content]
    try:
        mistakes.append(merges.text(*versions, MergeOptions()).content)
    except GitError:
        pass
    return expected.content if committed in mistakes else None


def part_findings(apart: Mapping[RepoPath, RepoPath], judged: JudgedMerge) -> Iterator[Finding]:
    """Yields the pairs of which the commit has the added entry only, changed."""
    for new, old in sorted(apart.items()):
        committed = judged.actual.files.get(new)
        sides = [
            tree.files[new].content for tree in (judged.trees.ours, judged.trees.theirs) if new in tree.files
        ]
        if committed is not None and old not in judged.actual.files and committed.content not in sides:
            yield codes_finish.FALSE_RENAME.at(new, names=(old, new))
