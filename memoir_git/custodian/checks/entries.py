"""Entries and their files: grammar, place, lifecycle, uniqueness, legacy units (guide 2.1, 2.2, 2.6)."""

from __future__ import annotations

from memoir_git.core.finding import Detail, Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_entry
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.entries import Fault
from memoir_git.custodian.lexer import CONFLICT_MARKER
from memoir_git.custodian.project import MemoryFile
from memoir_git.custodian.storage import STRUCTURED, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# How a line of the template begins that a person must replace; a comment of its own in brief.md.
PLACEHOLDER = "<!-- memoir:"


def check_entries(context: CheckContext) -> Iterator[Finding]:
    """Yields what is wrong with files and entries, one finding per fault."""
    for file in context.project.files.values():
        if not file.is_usable:
            yield from unusable(context, file)
            continue
        for fault in file.faults:
            yield _fault(context, file.path, fault, None)
        for entry in file.entries:
            for fault in entry.faults:
                yield _fault(context, file.path, fault, entry.id)
        if file.storage.kind is Kind.OTHER and file.entries:
            yield from _outside(context, file)
        yield from _legacy(context, file)
    yield from _duplicates(context)
    yield from _area_case(context)
    yield from _uncurated(context)


def unusable(context: CheckContext, file: MemoryFile) -> Iterator[Finding]:
    """Yields why nobody can cut a file into units.

    It blocks where a route requires the file, and where a merge was not finished.
    """
    required = file.path in context.project.required or file.storage.kind is Kind.MANIFEST
    for problem in file.text.problems:
        blocks = required or problem.reason == CONFLICT_MARKER
        yield context.at(
            codes_entry.MALFORMED_ENTRY,
            file.path,
            problem.line,
            severity=Severity.BLOCKER if blocks else None,
            reason=Handle(problem.reason),
        )


def _fault(context: CheckContext, path: str, fault: Fault, entry: str | None) -> Finding:
    details: dict[str, Detail] = {"field": Handle(fault.field)} if fault.field else {}
    reason = Handle(fault.reason.value)
    where = context.path(path)
    entry_id = Handle(entry) if entry else None
    return codes_entry.MALFORMED_ENTRY.at(
        where, line=fault.line, entry_id=entry_id, severity=None, reason=reason, **details
    )


def _outside(context: CheckContext, file: MemoryFile) -> Iterator[Finding]:
    for entry in file.entries:
        if entry.is_active and not context.project.is_canonical(file.path):
            yield context.on(codes_entry.MALFORMED_ENTRY, entry, reason=Handle("wrong-file"))


def _legacy(context: CheckContext, file: MemoryFile) -> Iterator[Finding]:
    """An error in an 0.8 project; a warning in the inbox and under older protocols."""
    kind = file.storage.kind
    if kind not in (*STRUCTURED, Kind.INBOX):
        return
    mild = kind is Kind.INBOX or not context.project.is_current
    for unit in file.legacy:
        yield context.at(
            codes_entry.LEGACY_ENTRY,
            file.path,
            unit.line,
            severity=Severity.WARNING if mild else None,
            unit=unit.number,
        )


def _duplicates(context: CheckContext) -> Iterator[Finding]:
    for entries in context.project.entries_by_id.values():
        for entry in entries[1:]:
            yield context.on(codes_entry.MALFORMED_ENTRY, entry, reason=Handle("duplicate-id"))


def _uncurated(context: CheckContext) -> Iterator[Finding]:
    """A brief that still holds a line of the template says nothing about the project."""
    brief = context.project.files.get("brief.md")
    lines = brief.text.lines if brief is not None else []
    for number, line in enumerate(lines, start=1):
        if line.lstrip().startswith(PLACEHOLDER):
            yield context.at(codes_entry.UNCURATED_BRIEF, "brief.md", number)
            return


def _area_case(context: CheckContext) -> Iterator[Finding]:
    """Scopes are compared without case, so two such files would be one area."""
    seen: dict[str, str] = {}
    for path, file in context.project.files.items():
        if file.storage.kind is Kind.AREA and seen.setdefault(path.casefold(), path) != path:
            yield context.at(codes_entry.AREA_CASE, path)
