"""Top-level bullets that can go by themselves: a byte-equal repeat, and one that is a forgotten topic.

A bullet is a unit with all that is nested in it. What stands in a fence, in another bullet or in an entry is
none. Repeats count below one heading only: under two headings, the same words may mean two things.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.custodian.lexer import Text
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind, Status
from memoir_git.custodian.subjects import normal_name
from memoir_git.custodian.units import BULLET, H2, Unit, unit_text

_TOMBSTONE = "tombstone:"


def repeated_bullets(text: Text, units: list[Unit]) -> list[Unit]:
    """Returns the bullets of which the same bytes stand above, below the same heading."""
    found, section = [], -1
    seen: set[tuple[int, str]] = set()
    for unit in units:
        if unit.kind == H2:
            section = unit.start
        elif unit.kind == BULLET:
            key = (section, unit_text(text, unit))
            found += [unit] if key in seen else []
            seen.add(key)
    return found


def forgotten_bullets(project: Project, text: Text, units: list[Unit]) -> list[Unit]:
    """Returns the bullets that say just what an active tombstone is about."""
    topics = set(_topics(project))
    bullets = (unit for unit in units if unit.kind == BULLET)
    return [unit for unit in bullets if normal_name(unit_text(text, unit)[1:]) in topics]


def _topics(project: Project) -> Iterator[str]:
    """Yields the normal forms of what the tombstones name, those without an ID included."""
    for entry in project.entries():
        kind = project.files[entry.path].storage.kind
        if entry.code == "TOMB" and entry.status is Status.ACTIVE and kind is not Kind.ARCHIVE:
            yield from _topic(entry.heading.title)
    rejected = project.files.get("do-not-use.md")
    for unit in rejected.units if rejected is not None else ():
        if unit.kind == H2:
            yield from _topic(unit.heading)


def _topic(title: str) -> Iterator[str]:
    normal = normal_name(title)
    topic = normal.removeprefix(_TOMBSTONE).strip()
    if topic and normal.startswith(_TOMBSTONE):
        yield topic
