"""Whether a version of an entry file keeps the tombstones of the one before (format 5.3).

Fields and prose may change as people like: a merge joins them with a base. Tombstones may not go: what was
hidden stays hidden, a purged stub stays one, and what was done is open again only with a later date.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.frontmatter import FRONT, Document, parse
from memoir_git.core.ids import RepoPath
from memoir_git.core.instants import parse_completion, parse_instant
from memoir_git.core.text import BOM
from memoir_git.store import codes_monotone as codes
from memoir_git.store.entry_facts import is_completed, is_hidden, is_newer_schema, is_purged, link_name


def check_monotone_entry(before: bytes, after: bytes | None, path: RepoPath) -> tuple[Finding, ...]:
    """Returns the tombstones that `after` lost; `None` is a file that is gone.

    A version without readable frontmatter, or of a newer schema, is not compared.
    """
    old = _document(before)
    if not _is_readable(old):
        return ()
    if after is None:
        return (codes.ENTRY_TOMBSTONE_GONE.at(path),) if is_hidden(old) else ()
    new = _document(after)
    if not _is_readable(new):
        return ()
    if is_hidden(old):
        return _hidden(old, new, path)
    return (codes.ENTRY_COMPLETION_GONE.at(path),) if _has_lost_completion(old, new) else ()


def carries_tombstone(content: bytes) -> bool:
    """Tells whether the version of an entry is hidden or purged: what a deletion would lose."""
    document = _document(content)
    return _is_readable(document) and is_hidden(document)


def _hidden(old: Document, new: Document, path: RepoPath) -> tuple[Finding, ...]:
    name = link_name(path)
    if is_purged(old, name) and not is_purged(new, name):
        return (codes.ENTRY_PURGED_BACK.at(path),)
    return () if is_hidden(new) else (codes.ENTRY_UNHIDDEN.at(path),)


def _has_lost_completion(old: Document, new: Document) -> bool:
    """Tells whether what was done is open, or less surely done, by nothing but a missing date."""
    if not is_completed(old) or is_hidden(new):
        return False
    held, kept = (parse_completion(side.scalar("done_at")) for side in (old, new))
    if kept >= held:
        return False  # open all the same: begun again later, as it should be
    # Judged with the completion it had: a later start outlives it, whatever became of `done_at`.
    starts = [parse_instant(new.scalar(key)) for key in ("added", "set_on")]
    return not max(starts) > held


def _document(content: bytes) -> Document:
    return parse(content.removeprefix(BOM).decode("utf-8", "replace").replace("\r\n", "\n"))


def _is_readable(document: Document) -> bool:
    return document.state == FRONT and not is_newer_schema(document)
