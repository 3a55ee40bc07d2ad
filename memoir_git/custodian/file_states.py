"""The state of each file of a project's memory in one word, from what the checks say of it (guide, `status`).

Which files: those every project has, the optional ones at the top, and modules that exist or are declared.
One file may have several troubles; the word names the one to see to first.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.finding import Finding, Severity
from memoir_git.custodian import codes_entry, codes_routing
from memoir_git.custodian.checks.budgets import Budget, State, budgets
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import judge
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind

OPTIONAL_FILES = ("preferences.md", "changelog.md", "reconciliations.md")
FOLDERS = {"rules": Kind.RULE, "profiles": Kind.PROFILE, "areas": Kind.AREA, "archive": Kind.ARCHIVE}
_SECTIONS = ("routing", "entries", "subjects", "budgets")
# A file that is only declared, or only routed, is missing; its absence makes nothing else invalid.
_ABSENCES = (codes_routing.REQUIRED_FILE_MISSING, codes_routing.OPTIONAL_FILE_MISSING)


class Word(Enum):
    """What a file's state is called."""

    OK = "OK"
    MISSING = "MISSING"
    INVALID = "INVALID"
    NEEDS_CURATION = "NEEDS CURATION"
    OVER = "OVER BUDGET"
    LONG = "LONG ENTRIES"
    NEAR = "NEAR LIMIT"
    NOT_ENABLED = "not enabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """One file, its state, and its estimated tokens against its limit where it has one."""

    path: str
    word: Word
    tokens: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderState:
    """The files of one folder of optional modules, or of the archive."""

    name: str
    files: tuple[FileState, ...]


def file_states(context: CheckContext, unreadable: Collection[str] = ()) -> tuple[FileState, ...]:
    """Returns the states of the core files and the optional files at the top, in that order.

    `unreadable` are files that are there as a link, a folder or the like.
    """
    states = _States(context, unreadable)
    core = tuple(states.of(path, Word.MISSING) for path in context.project.core_files)
    return (*core, *(states.of(path, Word.NOT_ENABLED) for path in OPTIONAL_FILES))


def folder_states(context: CheckContext, unreadable: Collection[str] = ()) -> tuple[FolderState, ...]:
    """Returns the states of what lies in, or is declared for, each folder of modules and the archive."""
    states = _States(context, unreadable)
    return tuple(
        FolderState(
            name=name,
            files=tuple(states.of(path, Word.MISSING) for path in _paths(context.project, name, kind)),
        )
        for name, kind in FOLDERS.items()
    )


def _paths(project: Project, name: str, kind: Kind) -> list[str]:
    present = {path for path, file in project.files.items() if file.storage.kind is kind}
    return sorted(present | {path for path in project.declared if path.startswith(f"{name}/")})


class _States:
    """The findings and budgets of one project by path, asked once."""

    def __init__(self, context: CheckContext, unreadable: Collection[str]) -> None:
        self._context = context
        self._unreadable = frozenset(unreadable)
        judged = judge(context, _SECTIONS)
        found = (finding for name in _SECTIONS for finding in judged.get(name, ()))
        self._findings: dict[str, list[Finding]] = {}
        for finding in found:
            self._findings.setdefault(finding.path or "", []).append(finding)
        self._budgets = {budget.path: budget for budget in budgets(context)}

    def of(self, path: str, absent: Word) -> FileState:
        """Returns the state of a file; `absent` is the word for one that is not there."""
        if path in self._unreadable:
            return FileState(path=path, word=Word.INVALID)
        if path not in self._context.project.files:
            return FileState(path=path, word=absent)
        budget = self._budgets.get(path)
        word = _word(self._findings.get(self._context.path(path), ()), budget)
        if budget is None:
            return FileState(path=path, word=word)
        return FileState(path=path, word=word, tokens=budget.tokens, limit=budget.limit)


def _word(findings: Collection[Finding], budget: Budget | None) -> Word:
    codes = {finding.code for finding in findings}
    long = any(finding.code is codes_routing.BUDGET and finding.entry_id for finding in findings)
    faults = (finding for finding in findings if finding.code not in (codes_routing.BUDGET, *_ABSENCES))
    if any(finding.severity >= Severity.ERROR for finding in faults):
        return Word.INVALID
    if codes_entry.UNCURATED_BRIEF in codes:
        return Word.NEEDS_CURATION
    if budget is not None and budget.state is State.OVER:
        return Word.OVER
    if long:
        return Word.LONG
    # An inbox has no tokens to spare; a warning of its budget counts items.
    return Word.NEAR if codes_routing.BUDGET in codes else Word.OK
