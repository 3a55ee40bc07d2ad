"""Credentials, claims of authority and personal data in shared memory (guide 9.2).

A finding has kind, path and line, and nothing of the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_system as codes
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.privacy import personal_data
from memoir_git.custodian.storage import Kind
from memoir_git.custodian.suspicious import suspicious_text


def check_security(context: CheckContext) -> Iterator[Finding]:
    """Yields what looks like a credential, and text that asks for what memory may never authorise."""
    for path, file in context.project.files.items():
        for hit in context.secrets(path):
            yield context.at(codes.SECURITY, path, hit.line, severity=hit.severity, kind=hit.kind)
        # The manifest's trust boundary names what memory may not do.
        if file.storage.kind is not Kind.MANIFEST:
            for claim in suspicious_text(file.text.lines):
                kind = Handle(claim.kind)
                yield context.at(codes.SECURITY, path, claim.line, severity=Severity.WARNING, kind=kind)


def check_privacy(context: CheckContext) -> Iterator[Finding]:
    """Yields machine paths, private e-mail addresses and phone numbers."""
    for path, file in context.project.files.items():
        for hit in personal_data(file.text.lines):
            yield context.at(codes.PRIVACY, path, hit.line, kind=Handle(hit.kind))


def check_erasure(context: CheckContext) -> Iterator[Finding]:
    """Yields sensitive memory that should be minimised or moved to a controlled source (guide 4.4)."""
    for path in context.project.files:
        for hit in context.secrets(path):
            yield context.at(codes.SENSITIVE_MEMORY, path, hit.line, severity=hit.severity, kind=hit.kind)
