"""What becomes of a memory file that git asks no driver about: deleted here, edited there, or renamed.

One table for every command that finishes or mends a merge, symmetric and the same every time. A deletion
says only that somebody wanted the file away; a tombstone says it to every replica that still has a copy. So
a tombstone stays, a purged stub stays, and what was suppressed before does not come back by an edit that
also took the tombstone away. An ordinary edit is kept and listed: nothing is dropped that nobody decided on.
"""

from __future__ import annotations

from enum import Enum

from memoir_git.core.frontmatter import parse
from memoir_git.core.text import BOM, is_blank, normalised, trimmed
from memoir_git.store.entry_facts import is_live, is_purged, link_name


class State(Enum):
    """One version of a file, as far as the table looks at it."""

    ABSENT = "absent"
    PLAIN = "plain"
    TOMBSTONED = "tombstoned"
    PURGED = "purged"


class Verdict(Enum):
    """What to do with the three versions."""

    NOTHING = "nothing"  # no version is left to decide about
    MERGE = "merge"  # both sides have the file: its format's merge decides
    KEEP_STUB = "keep-stub"  # the surviving version is a purged stub
    KEEP_TOMBSTONE = "keep-tombstone"  # the surviving version carries a tombstone
    KEEP_EDIT = "keep-edit"  # the surviving version is an ordinary edit
    HOLD_TOMBSTONE = "hold-tombstone"  # the base was suppressed and the edit took that away
    DELETE = "delete"  # an ordinary edit, and the caller prefers the deletion


def decide(base: State, ours: State, theirs: State, *, prefer_delete: bool = False) -> Verdict:
    """Returns the verdict for the states of the three versions; exchanging the sides changes nothing.

    `prefer_delete` speaks for deletions against ordinary edits only. A version without a base is an addition
    and no side deleted it.
    """
    survivors = [side for side in (ours, theirs) if side is not State.ABSENT]
    if len(survivors) != 1:
        return Verdict.MERGE if survivors else Verdict.NOTHING
    if survivors[0] is State.PURGED:
        return Verdict.KEEP_STUB
    if base is State.PURGED:
        return Verdict.HOLD_TOMBSTONE
    if survivors[0] is State.TOMBSTONED:
        return Verdict.KEEP_TOMBSTONE
    if base is State.TOMBSTONED:
        return Verdict.HOLD_TOMBSTONE
    return Verdict.DELETE if prefer_delete and base is State.PLAIN else Verdict.KEEP_EDIT


def entry_state(path: str, content: bytes | None) -> State:
    """Returns the state of an entry file's version; a blank one counts as absent, as in its merge."""
    if content is None or is_blank(content):
        return State.ABSENT
    document = parse(content.removeprefix(BOM).decode("utf-8", "replace").replace("\r\n", "\n"))
    if is_purged(document, link_name(path)):
        return State.PURGED
    return State.PLAIN if is_live(document) else State.TOMBSTONED


def file_state(content: bytes | None) -> State:
    """Returns the state of a version of any other format, which have tombstones inside, not around."""
    return State.ABSENT if content is None else State.PLAIN


def is_same_entry(old: bytes, new: bytes) -> bool:
    """Tells whether `new` can be the entry `old` under another file name.

    git pairs a deletion with an addition when the texts are alike, and short entries with equal fields are.
    Two entries are different when both have a name, the names differ, and so do the bodies; where that
    cannot be told, git is believed.
    """
    documents = [parse(side.removeprefix(BOM).decode("utf-8", "replace")) for side in (old, new)]
    names = [normalised(document.scalar("name")) for document in documents]
    if not all(names) or names[0] == names[1]:
        return True
    bodies = {trimmed(document.body) for document in documents}
    return len(bodies) == 1
