"""Credentials, claims of authority, personal data, and what was forgotten (guide 4.4, 9.2).

A finding has kind, path and line, and nothing of the text.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian import codes_system as codes
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.guards import guards_of, removed_entries
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import Kind
from memoir_git.custodian.suspicious import suspicious_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def check_security(context: CheckContext) -> Iterator[Finding]:
    """Yields what looks like a credential, and text that asks for what memory may never authorise."""
    for path, file in context.texts():
        for hit in context.secrets(path):
            yield context.at(codes.SECURITY, path, hit.line, severity=hit.severity, kind=hit.kind)
        # The manifest's trust boundary names what memory may not do.
        if file.storage.kind is not Kind.MANIFEST:
            for claim in suspicious_text(file.text.lines):
                kind = Handle(claim.kind)
                yield context.at(codes.SECURITY, path, claim.line, severity=Severity.WARNING, kind=kind)


def check_privacy(context: CheckContext) -> Iterator[Finding]:
    """Yields machine paths, private e-mail addresses and phone numbers."""
    from memoir_git.custodian.privacy import personal_data  # no commit is checked for these

    for path, file in context.texts():
        for hit in personal_data(file.text.lines):
            yield context.at(codes.PRIVACY, path, hit.line, kind=Handle(hit.kind))


def check_erasure(context: CheckContext) -> Iterator[Finding]:
    """Yields sensitive memory to minimise or to move to a controlled source (guide 4.4), and what is back."""
    for path, _ in context.texts():
        for hit in context.secrets(path):
            yield context.at(codes.SENSITIVE_MEMORY, path, hit.line, severity=hit.severity, kind=hit.kind)
    yield from _resurrected(context)


def _resurrected(context: CheckContext) -> Iterator[Finding]:
    """Yields each unit of active memory whose ID a guard in force names as removed."""
    guards = {id_key(name): guard for guard in guards_of(context.project) for name in removed_entries(guard)}
    for identifier, path, line in _active_units(context.project) if guards else ():
        guard = guards.get(id_key(identifier))
        if guard is not None:
            yield _back(context.path(path), line, identifier, guard)


def _back(path: RepoPath, line: int, identifier: str, guard: Entry) -> Finding:
    from memoir_git.custodian.guard_texts import is_redacted

    mode = "hard" if is_redacted(guard) else "soft"
    return codes.RESURRECTED.at(
        path,
        line=line,
        entry_id=Handle(identifier),
        entry=Handle(identifier),
        guard=Handle(guard.id),
        mode=Handle(mode),
    )


def _active_units(project: Project) -> Iterator[tuple[str, str, int]]:
    """Yields ID, path and line of every unit outside of the archive."""
    for entry in project.entries():
        if project.files[entry.path].storage.kind is not Kind.ARCHIVE:
            yield entry.id, entry.path, entry.line
    for subject in project.registry.subjects:
        yield subject.id, "subjects.md", subject.line
    for record in project.records.records:
        yield record.id, "reconciliations.md", record.line
