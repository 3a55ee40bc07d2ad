"""Selection by topic: every unit that mentions it, in the files that the mode reaches (plan 10.3 of 0.6).

Only whole units go. Where a topic stands in text that is no unit, a person has to rewrite it, and nothing is
written before that; the same holds for a rejection, which is against something and would be lost with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.core.topic import mentions, mentions_words
from memoir_git.custodian.lexer import Text
from memoir_git.custodian.plans.changelog import CHANGELOG
from memoir_git.custodian.plans.draft import Material, blocked
from memoir_git.custodian.plans.forget_records import is_about_forgetting
from memoir_git.custodian.plans.forget_request import ForgetTopic, Mode
from memoir_git.custodian.plans.forget_sections import Section, is_prose, sections, title_of
from memoir_git.custodian.plans.forget_selection import (
    Found,
    Kept,
    Removal,
    Selection,
    full_path,
    is_managed,
    selection_of,
)
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind, storage_of
from memoir_git.custodian.units import Unit, unit_text

_GUARD_CODE = "TOMB"
_LEGACY_GUARD = "tombstone:"
_MODULES = (Kind.AREA, Kind.RULE, Kind.PROFILE)
_REGISTRIES = (Kind.SUBJECTS, Kind.RECONCILIATIONS)


def select_by_topic(material: Material, request: ForgetTopic) -> Selection:
    """Returns every unit that mentions the topic, and what a person has to do first."""
    paths = tuple(
        path for path in material.project.files if is_searched(material.project, path, request.mode)
    )
    if request.mode.is_sensitive and _has_telling_name(material, request.topic):
        return selection_of([blocked("file-name-tells")], paths)
    found = (item for path in paths for item in _Search(material, request, path).found())
    return selection_of((*_not_searched(material, request), *found), paths)


def _not_searched(material: Material, request: ForgetTopic) -> Iterator[Finding]:
    """Yields what may hold the topic and cannot be read: agents may follow a link that this does not."""
    for path in material.unread:
        if _would_be_searched(material.project, path, request.mode):
            yield blocked("file-not-searched", path=full_path(material, path))


def _would_be_searched(project: Project, path: str, mode: Mode) -> bool:
    if path.endswith(".md"):
        return is_searched(project, path, mode)
    return path != Kind.ARCHIVE.value or mode is Mode.PURGE


def is_searched(project: Project, path: str, mode: Mode) -> bool:
    """Tells whether a mode looks through a file: soft only what agents are given, purge the archive too."""
    kind = storage_of(path).kind
    if not is_managed(path):
        return False
    if kind is Kind.ARCHIVE:
        return mode is Mode.PURGE
    if mode is not Mode.SOFT:
        return True
    if kind in _REGISTRIES:
        return False
    return path in project.declared if kind in _MODULES else kind is not Kind.OTHER or path in project.routed


def _has_telling_name(material: Material, topic: str) -> bool:
    """Tells whether a file or folder that somebody named is named after the topic."""
    names = (name for path in (*material.project.files, *material.unread) for name in _given_names(path))
    return any(mentions_words(_spaced(name), _spaced(topic)) for name in names)


def _given_names(path: str) -> list[str]:
    """Returns the names in a path that the protocol does not give; an archive's begins with its source."""
    names = path.removesuffix(".md").split("/")
    kind = storage_of(path).kind
    if kind in _MODULES:
        return names[1:]
    if kind is Kind.ARCHIVE:
        source = names[-1][: -len("-2026-01-01")]
        return names[1:] if storage_of(f"{source}.md").kind is Kind.OTHER else names[1:-1]
    return names if kind is Kind.OTHER else []


def _spaced(name: str) -> str:
    return name.translate({ord(mark): " " for mark in "-_."})


@dataclass(frozen=True, slots=True)
class _Search:
    """The search through one file."""

    material: Material
    request: ForgetTopic
    path: str

    def found(self) -> Iterator[Found]:
        """Yields what matched in the file, in its order."""
        text = self.material.project.files[self.path].text
        if text.problems:
            yield from self._unreadable()
            return
        if self._mentions(title_of(text)):
            yield self._blocked("title-matches")
        for section in sections(text):
            yield from self._in_section(text, section)

    def _unreadable(self) -> Iterator[Finding]:
        content = self.material.contents[self.path].replace(b"\0", b"")
        if self._mentions(content.decode("utf-8", "replace")):
            yield self._blocked("file-unusable")

    def _in_section(self, text: Text, section: Section) -> Iterator[Found]:
        below = [unit for unit in section.below if self._mentions(unit_text(text, unit))]
        head = section.head
        if head is None or not self._mentions(unit_text(text, head)):
            for unit in below:
                yield self._below(unit)
        elif self._is_do_not_use:
            yield self._rejection(section)
        elif section.is_bare:
            yield self._blocked("heading-only", head)
        elif head.formal and len(below) < len(section.below):
            yield self._blocked("ambiguous-bullet", head)
        else:
            yield Removal(path=self.path, unit=section.whole)

    def _below(self, unit: Unit) -> Found:
        if is_prose(unit):
            return self._blocked("manual-rewrite", unit)
        if self._is_do_not_use:
            return self._blocked("rejection-matches", unit)
        return Removal(path=self.path, unit=unit)

    def _rejection(self, section: Section) -> Found:
        """A guard goes or stays as a whole; what else stands in `do-not-use.md` is for a person."""
        removal = Removal(path=self.path, unit=section.whole)
        heading, head = removal.heading, section.head
        assert head is not None, "only a head can be a rejection"
        is_guard = (
            heading.code == _GUARD_CODE if heading else head.heading.casefold().startswith(_LEGACY_GUARD)
        )
        if not is_guard:
            return self._blocked("rejection-matches", head)
        if self.request.mode is Mode.SOFT:
            return Kept(removal=removal)
        return self._blocked("ambiguous-bullet", head) if heading and section.below else removal

    @property
    def _is_do_not_use(self) -> bool:
        return storage_of(self.path).kind is Kind.DO_NOT_USE

    def _mentions(self, text: str) -> bool:
        """Tells whether a text is about the topic; what soft forgetting itself noted down is not."""
        if self.request.mode is Mode.SOFT and self.path == CHANGELOG and is_about_forgetting(text):
            return False
        return mentions(text, self.request.topic)

    def _blocked(self, reason: str, unit: Unit | None = None) -> Finding:
        finding = blocked(reason, path=full_path(self.material, self.path))
        return Finding(
            code=finding.code,
            severity=finding.severity,
            path=finding.path,
            line=None if unit is None else unit.start + 1,
            entry_id=None,
            details=finding.details,
        )
