"""One memory file of a commit against what its merge should have been: the bytes that mend it.

What a machine made without knowing memory (git's text merge, one side taken whole) is replaced by the
expected file. What a person had a hand in keeps the person's prose; only fields, items and tombstones are
joined in. Nothing here depends on who repairs or when.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memoir_git.core.frontmatter import FRONT, Document, parse
from memoir_git.core.ids import RepoPath
from memoir_git.core.options import MergeOptions
from memoir_git.git.run import GitError
from memoir_git.services.join_trees import Expected, content_of
from memoir_git.services.salvage import committed_conflict, salvage
from memoir_git.services.settle import Merge
from memoir_git.store.recognise import ENTRY, SESSION

if TYPE_CHECKING:
    from memoir_git.core.merge import MergeText

# The smallest session: joined with it, a session is put in order and nothing else.
EMPTY_SESSION = b'{"version": 1, "machines": {}, "current": {}, "history": []}'


_ROUNDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Merges:
    """The merge in three moods: honest, and with disputes decided for ours or for theirs."""

    plain: Merge
    for_ours: Merge
    for_theirs: Merge
    text: MergeText


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """The file as it should be; `has_conflict` says that markers stand in it that only a person can settle,
    `is_unknown` that a parent cannot be understood. In both cases the content is what it was.
    """

    content: bytes
    has_conflict: bool = False
    is_unknown: bool = False


def mend(expected: Expected, path: RepoPath, actual: bytes, merges: Merges) -> Mended:
    """Returns the mended content of the file that the commit has at `path`.

    What was joined into may turn out to be one side whole, which is replaced: so it is mended until nothing
    changes, and mending it once more is none.
    """
    mended = Mended(content=actual)
    for _ in range(_ROUNDS):
        before = mended.content
        mended = _mend_once(expected, path, before, merges)
        if mended.content == before:
            break
    return mended


def _mend_once(expected: Expected, path: RepoPath, actual: bytes, merges: Merges) -> Mended:
    wanted = expected.content
    if wanted is None or actual == wanted:
        return tidy(expected.format_name, path, actual, merges.plain)
    if expected.was_refused:
        return Mended(content=actual, is_unknown=True)
    has_markers = committed_conflict(expected.format_name, actual) is not None
    if expected.format_name == SESSION:
        return _mend_session(path, wanted, actual, merges, has_markers=has_markers)
    if not expected.conflicts and (has_markers or _is_mechanical(expected, actual, merges)):
        return Mended(content=wanted)
    if has_markers:
        tidied = tidy(expected.format_name, path, actual, merges.plain)
        if tidied.has_conflict:
            return tidied
        actual = tidied.content
    return _mend_by_hand(expected, path, actual, merges)


def tidy(format_name: str, path: RepoPath, actual: bytes, merge: Merge) -> Mended:
    """Returns a file mended by itself: committed markers taken apart, a session put in order."""
    salvaged = salvage(format_name, path, actual, merge)
    if salvaged is None:
        return Mended(content=actual, has_conflict=True)
    if format_name == SESSION and salvaged.strip():
        outcome = merge(format_name, path, b"", salvaged, EMPTY_SESSION)
        salvaged = salvaged if outcome.conflicts else outcome.content
    return Mended(content=salvaged)


def _mend_session(
    path: RepoPath, wanted: bytes, actual: bytes, merges: Merges, *, has_markers: bool
) -> Mended:
    """Joins the expected session with the committed one; one that cannot be read adds nothing."""
    if has_markers:
        actual = tidy(SESSION, path, actual, merges.plain).content
    outcome = merges.plain(SESSION, path, b"", wanted, actual)
    return Mended(content=wanted if outcome.conflicts else outcome.content)


def _is_mechanical(expected: Expected, actual: bytes, merges: Merges) -> bool:
    """Tells whether the committed file is one version whole, git's text merge, or broken by it."""
    base, ours, theirs = (
        content_of(side) for side in (expected.file.base, expected.file.ours, expected.file.theirs)
    )
    if actual in (base, ours, theirs):
        return True
    if expected.format_name == ENTRY and _document(actual).is_broken():
        return True
    try:
        merged = merges.text(base, ours, theirs, MergeOptions())
    except GitError:
        return False
    return not merged.conflicts and merged.content == actual


def _mend_by_hand(expected: Expected, path: RepoPath, actual: bytes, merges: Merges) -> Mended:
    """Joins what the sides agree on into a file that somebody edited; the prose there stays.

    Where the sides disagree, both answers are tried and, if the committed file does not decide between
    them, the shorter one is taken, so that the order of the parents does not matter.
    """
    file = expected.file
    base, ours, theirs = (content_of(version) for version in (file.base, file.ours, file.theirs))
    answers = [expected.content or b""]
    if expected.conflicts:
        answers = [
            merge(expected.format_name, path, base, ours, theirs).content
            for merge in (merges.for_ours, merges.for_theirs)
        ]
    outcomes = [
        merges.for_theirs(expected.format_name, path, base, wanted, actual)
        for wanted in (_with_prose_of(actual, answer, expected.format_name) for answer in answers)
        if wanted is not None
    ]
    joined = [outcome.content for outcome in outcomes if not outcome.conflicts]
    return Mended(content=min(joined, key=lambda text: (len(text), text), default=actual))


def _with_prose_of(actual: bytes, wanted: bytes, format_name: str) -> bytes | None:
    """Returns the wanted entry with the body of the committed one; a purged stub keeps its empty one.

    `None` where one of the two has no fields that could be joined.
    """
    if format_name != ENTRY:
        return wanted
    document, other = _document(wanted), _document(actual)
    if document.state != FRONT or other.state != FRONT:
        return None
    if document.body.strip():
        document.body = other.body
    return document.render().encode("utf-8", "surrogateescape")


def _document(content: bytes) -> Document:
    return parse(content.decode("utf-8", "surrogateescape"))
