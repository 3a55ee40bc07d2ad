"""Selection by ID: exactly one unit, wherever it stands; the most precise way to forget (plan 9 of 0.7)."""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.plans.draft import Material, blocked
from memoir_git.custodian.plans.forget_request import ForgetId, Mode
from memoir_git.custodian.plans.forget_sections import Section, sections
from memoir_git.custodian.plans.forget_selection import (
    Removal,
    Selection,
    full_path,
    is_managed,
    selection_of,
)
from memoir_git.custodian.storage import Kind, storage_of


def select_by_id(material: Material, request: ForgetId) -> Selection:
    """Returns the unit that has the ID, or why it cannot be taken."""
    paths = tuple(path for path in material.project.files if is_managed(path))
    found = [(path, section) for path in paths for section in _named(material, path, request.identifier)]
    blockers = [*_unreadable(material, paths, request), *_obstacles(material, found, request)]
    units = (Removal(path=path, unit=section.whole) for path, section in found)
    return selection_of(blockers or units, paths)


def _named(material: Material, path: str, identifier: str) -> list[Section]:
    text = material.project.files[path].text
    found = () if text.problems else sections(text)
    key = id_key(identifier)
    return [part for part in found if part.heading is not None and id_key(part.heading.id) == key]


def _unreadable(material: Material, paths: tuple[str, ...], request: ForgetId) -> list[Finding]:
    """A file that cannot be parted into units, and names the ID, may hold the entry."""
    key = request.identifier.casefold()
    return [
        blocked("file-unusable", path=full_path(material, path))
        for path in paths
        if material.project.files[path].text.problems
        and key in material.contents[path].decode("utf-8", "replace").casefold()
    ]


def _obstacles(material: Material, found: list[tuple[str, Section]], request: ForgetId) -> list[Finding]:
    identifier = request.identifier
    if not found:
        return [blocked("entry-not-found", entry=identifier)]
    if len(found) > 1:
        return [
            blocked("entry-stands-twice", path=full_path(material, path), entry=identifier)
            for path, _ in found
        ]
    path, section = found[0]
    place = full_path(material, path)
    if storage_of(path).kind is Kind.ARCHIVE and request.mode is not Mode.PURGE:
        return [blocked("only-in-archive", path=place, entry=identifier)]
    return [blocked("ambiguous-bullet", path=place, entry=identifier)] if section.below else []
