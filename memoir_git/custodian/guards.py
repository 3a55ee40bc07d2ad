"""What guards know of what was forgotten: the Entry IDs in the last line of their `Rejected:` body.

The line is a fixed phrase and no field of the protocol, and only the last line counts. It lets anyone tell
when a merge brings an entry back, without a word of what the entry said. A guard that was lifted names
nothing any more.
"""

from __future__ import annotations

from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import canonical_id, split_id
from memoir_git.custodian.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PHRASE = "Removed entries: "
_GUARD = "TOMB"


def is_guard(entry: Entry) -> bool:
    """Tells whether an entry is a guard in force."""
    return entry.code == _GUARD and entry.is_active


def removed_entries(entry: Entry) -> tuple[str, ...]:
    """Returns the Entry IDs that a guard's last line names, as writers spell them, sorted."""
    last = entry.body.rstrip().rpartition("\n")[2].strip() if is_guard(entry) else ""
    words = last.removeprefix(PHRASE).split(",") if last.startswith(PHRASE) else []
    ids = (word.strip() for word in words)
    return tuple(sorted({canonical_id(word) for word in ids if split_id(word) is not None}))


def guards_of(project: Project) -> Iterator[Entry]:
    """Yields the guards in force."""
    return (entry for entry in project.entries() if is_guard(entry))


def removed_ids(project: Project) -> frozenset[str]:
    """Returns every Entry ID that a guard of the project names."""
    return frozenset(found for entry in guards_of(project) for found in removed_entries(entry))
