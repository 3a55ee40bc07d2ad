"""What a plan of project memory is made from, and what it comes to: values on both sides, no disk between.

A planner takes a `Material` and returns a `Draft`. Everything it may depend on comes in: the project, the
bytes, the day, and random values that stay the same from a preview to its application.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memoir_git.core.finding import Detail, Finding, FindingCode
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.evidence import Evidence
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.overlay import NO_OVERLAY, LocalOverlay
from memoir_git.custodian.plans.reasons import blocker_code, warning_code
from memoir_git.custodian.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

SUFFIX_LENGTH = 8


def _every_source(_item: Evidence) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """One state of the memory and what a plan may draw on.

    `contents` are the files of the memory directory by their path relative to it, `outside` the wanted files
    of the project's root, `unread` the paths of the memory directory that are there and cannot be read, such
    as links, and `overlay` this machine's local overlay where the change asks for it. `today` is
    the day as YYYYMMDD; `random` gives 32 hexadecimal digits for a label, the same ones from preview to
    application; `has_source` tells whether the file that an item of Evidence names is in the project.
    """

    project: Project
    contents: Mapping[str, bytes]
    directory: str
    today: str
    random: Callable[[str], str]
    outside: Mapping[str, bytes] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    overlay: LocalOverlay = NO_OVERLAY
    has_source: Callable[[Evidence], bool] = _every_source

    def text(self, path: str) -> str:
        """Returns a file's text, `""` where there is none. Only for files that can be read as text."""
        return self.contents.get(path, b"").decode("utf-8")

    def new_id(self, code: str, label: str) -> str:
        """Returns a fresh Entry, Subject or record ID that the project does not hold."""
        taken = self._taken()
        for attempt in range(1000):
            suffix = self.random(f"{label}/{attempt}")[:SUFFIX_LENGTH]
            made = f"MC-{code}-{self.today}-{suffix}"
            if id_key(made) not in taken:
                return made
        raise AssertionError("a thousand random suffixes cannot all be taken")

    def _taken(self) -> set[str]:
        records = {id_key(record.id) for record in self.project.records.records}
        local = {id_key(entry.id) for file in self.overlay.files.values() for entry in file.entries}
        return {*self.project.entries_by_id, *self.project.subjects_by_id, *records, *local}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a planner wants: new bytes by path, `None` for a file that goes, and what to tell.

    `contents` are relative to the memory directory, `outside` to the project's root; `overlay` and the
    folders to the project's private folder, where `new_folders` shall be and `gone_folders` go once they are
    empty. `facts` are shown in text and JSON; `context` is public and enters the Plan ID, `private` enters it
    only. A draft with blockers is never written. `needs` are the words for flags without which it is not
    applied: they do not change the plan, so a preview without them can be confirmed with them.
    """

    contents: Mapping[str, bytes | None] = field(default_factory=dict)
    outside: Mapping[str, bytes | None] = field(default_factory=dict)
    overlay: Mapping[str, bytes | None] = field(default_factory=dict)
    new_folders: tuple[str, ...] = ()
    gone_folders: tuple[str, ...] = ()
    facts: tuple[tuple[str, Detail], ...] = ()
    blockers: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    context: Mapping[str, Json] = field(default_factory=dict)
    private: Mapping[str, Json] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()


class ObstacleError(Exception):
    """A planner cannot go on: what it looked for is not there. Never leaves the planner."""

    def __init__(self, *blockers: Finding) -> None:
        super().__init__()
        self.blockers = blockers


def draft_of(plan: Callable[[], Draft]) -> Draft:
    """Returns what a planner drafts; an obstacle it meets makes a draft that is blocked."""
    try:
        return plan()
    except ObstacleError as obstacle:
        return Draft(blockers=obstacle.blockers)


def blocked(
    reason: str, *, path: RepoPath | None = None, entry: str | None = None, **details: Detail
) -> Finding:
    """Returns a blocker of a plan; `reason` is one of our own words, such as `entry-not-found`."""
    return _told(blocker_code(reason), reason, path, entry, details)


def warned(
    reason: str, *, path: RepoPath | None = None, entry: str | None = None, **details: Detail
) -> Finding:
    """Returns a warning of a plan; `reason` is one of our own words."""
    return _told(warning_code(reason), reason, path, entry, details)


def _told(
    code: FindingCode, reason: str, path: RepoPath | None, entry: str | None, details: Mapping[str, Detail]
) -> Finding:
    identifier = Handle(entry) if entry else None
    word = Handle(reason)
    return code.at(path, line=None, entry_id=identifier, severity=None, reason=word, **details)
