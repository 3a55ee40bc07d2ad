"""Which sections of a file may go to the archive so that the rest fits its budget, oldest first.

Superseded entries go first. An active entry stays while anything leans on it: an archived owner owns nothing,
so its rule would silently be gone. A section with a bullet that nobody can attribute is not torn apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key, is_entry_id, split_id
from memoir_git.custodian.lexer import Text, content_of
from memoir_git.custodian.ownership import relations_of
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind, Status
from memoir_git.custodian.tokens import estimate_tokens
from memoir_git.custodian.units import AMBIGUOUS_BULLET, BULLET, H2, Unit

# What a live entry says of its own past; its other end may lie in the archive.
_OF_THE_PAST = ("Supersedes", "Promoted-From")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """An H2 with all that stands below it up to the next one, or a bullet; `entry` where it is one."""

    unit: Unit
    entry: Entry | None
    tokens: int
    is_whole: bool


def sections(text: Text, units: list[Unit], entries: Iterable[Entry]) -> list[Section]:
    """Returns the sections of a file in file order."""
    by_start = {entry.unit.start: entry for entry in entries}
    heads = [at for at, unit in enumerate(units) if unit.kind == H2]
    found = []
    for head, following in zip(heads, [*heads, len(units)][1:], strict=True):
        below = units[head:following]
        unit = Unit(H2, below[0].start, below[-1].end, heading=below[0].heading)
        unit.number = below[0].number
        section = Section(
            unit=unit,
            entry=by_start.get(unit.start),
            tokens=estimate_tokens("".join(text.lines[unit.start : unit.end])),
            is_whole=all(part.kind != AMBIGUOUS_BULLET for part in below),
        )
        found.append(section)
    return found


def leading_bullets(text: Text, units: list[Unit]) -> list[Section]:
    """Returns the top-level bullets above the first H2, each as a section; what is nested goes with it."""
    found = []
    for unit in takewhile(lambda unit: unit.kind != H2, units):
        if unit.kind == BULLET:
            first = content_of(text.lines[unit.start])
            bullet = Unit(BULLET, unit.start, unit.end, heading=first[1:].strip())
            bullet.number = unit.number
            tokens = estimate_tokens("".join(text.lines[unit.start : unit.end]))
            found.append(Section(unit=bullet, entry=None, tokens=tokens, is_whole=True))
    return found


def superseded_sections(found: Iterable[Section], held: frozenset[str]) -> list[Section]:
    """Returns the superseded entries that nothing live leans on, oldest first."""
    return oldest_first(
        section
        for section in found
        if section.entry is not None
        and section.entry.status is Status.SUPERSEDED
        and id_key(section.entry.id) not in held
    )


def unowned_sections(found: Iterable[Section], held: frozenset[str]) -> list[Section]:
    """Returns the sections in force that name no Subject, and so own nothing, oldest first."""
    return oldest_first(section for section in found if _is_unowned(section, held))


def held_entries(project: Project) -> frozenset[str]:
    """Returns the keys of the entries that a live entry leans on."""
    held = set()
    for entry in project.entries():
        is_live = entry.status in (Status.ACTIVE, Status.CANDIDATE)
        if is_live and project.files[entry.path].storage.kind is not Kind.ARCHIVE:
            held |= {id_key(target) for name, target in relations_of(entry) if name not in _OF_THE_PAST}
            held |= {id_key(item) for item in entry.related if is_entry_id(item)}
    return frozenset(held)


def oldest_first(found: Iterable[Section]) -> list[Section]:
    """Returns whole sections by the day they name, the lower one in the file first."""
    whole = (section for section in found if section.is_whole)
    return sorted(whole, key=lambda section: (_day(section.unit.heading), -section.unit.start))


def enough(found: Iterable[Section], surplus: int) -> list[Section]:
    """Returns as many sections, in their order, as together weigh the surplus; all where they do not."""
    chosen: list[Section] = []
    for section in found:
        if surplus <= 0:
            break
        chosen.append(section)
        surplus -= section.tokens
    return chosen


def _is_unowned(section: Section, held: frozenset[str]) -> bool:
    entry = section.entry
    if entry is None:
        return not section.unit.heading.upper().startswith("MC-")
    return entry.is_active and not entry.scalars.get("Subject") and id_key(entry.id) not in held


def _day(heading: str) -> str:
    """Returns the day in an ID or at the start of a heading as YYYYMMDD, `""` where there is none."""
    parts = split_id(heading.partition(" ")[0])
    if parts is not None:
        return parts[1]
    day = heading[:10].replace("-", "")
    return day if len(day) == 8 and day.isascii() and day.isdigit() else ""
