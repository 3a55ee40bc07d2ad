"""What a guard says: the tombstone that forgetting leaves, in the words by which it is found again.

A soft guard names its topic, so that a new entry about it can be refused; a hard one says nothing of it. The
last line of either names the Entry IDs that went (`guards`).
"""

from __future__ import annotations

from memoir_git.custodian.entries import Entry
from memoir_git.custodian.guards import PHRASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

TITLE = "Tombstone: "
TOPIC = "Forgotten topic: "
REDACTED = "redacted"
ENTRY = "removed entry "
_REVERSAL = "It must not come back unless a person reverses this."


def topic_lines(topic: str) -> tuple[str, ...]:
    """Returns the body of a guard against a topic, which is a single line."""
    return (TOPIC + topic, _REVERSAL)


def entry_lines(identifier: str) -> tuple[str, ...]:
    """Returns the body of a guard against one entry."""
    return (f"The entry {identifier} was forgotten.", _REVERSAL)


def redacted_lines() -> tuple[str, ...]:
    """Returns the body of a guard that says nothing of what it is against."""
    return ("What stood here was forgotten.", _REVERSAL)


def removed_line(ids: Collection[str]) -> str:
    """Returns the line that names removed entries."""
    return PHRASE + ", ".join(sorted(ids))


def with_removed(lines: Sequence[str], ids: Collection[str]) -> list[str]:
    """Returns the lines of a guard's body with these removed entries in its last one."""
    is_named = bool(lines) and lines[-1].strip().startswith(PHRASE)
    return [*(lines[:-1] if is_named else (*lines, "")), removed_line(ids)]


def topic_of(entry: Entry) -> str | None:
    """Returns the topic a guard stands against, `None` for one that names none."""
    for line in entry.body.split("\n"):
        if line.startswith(TOPIC):
            return line.removeprefix(TOPIC).strip()
    title = entry.heading.title
    named = title.removeprefix(TITLE)
    is_unnamed = named == title or named.startswith((REDACTED, ENTRY))
    return None if is_unnamed else named


def is_redacted(entry: Entry) -> bool:
    """Tells whether a guard says nothing of what it is against."""
    return entry.heading.title == TITLE + REDACTED
