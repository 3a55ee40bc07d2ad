"""Evidence: what backs active entries and Subjects, and whether the sources are still there (guide 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_entry
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.evidence import Admission, Evidence
from memoir_git.custodian.storage import Kind

_REGISTRY = "subjects.md"
_Owner = tuple[str, int, str, tuple[Evidence, ...], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How many have admissible evidence, of all that need it."""

    covered: int
    total: int


def check_evidence(context: CheckContext) -> Iterator[Finding]:
    """Yields entries and Subjects without admissible evidence, and items that are malformed."""
    for path, line, identifier, items, needs_admissible in _owners(context):
        for number, item in enumerate(items, start=1):
            malformed = item.admission is Admission.MALFORMED
            if malformed or not item.is_normal:
                yield context.at(
                    codes_entry.EVIDENCE_FORM,
                    path,
                    line,
                    entry=identifier,
                    severity=None if malformed else Severity.WARNING,
                    item=number,
                    reason=Handle("malformed" if malformed else "path-not-normal"),
                )
        if needs_admissible:
            yield from _admission(context, path, line, identifier, items)


def check_freshness(context: CheckContext) -> Iterator[Finding]:
    """Yields sources that are gone or changed since they were pinned; age alone means nothing."""
    pins = False
    for path, line, identifier, items, needs_admissible in _owners(context):
        # An active owner whose last source is gone has nothing left that backs it.
        gone = None if needs_admissible and not _is_backed_still(context, items) else Severity.WARNING
        for number, item in enumerate(items, start=1):
            state = context.sources.get(item.text)
            if item.path is None or state is None:
                continue
            pins = pins or item.revision is not None
            if not state.exists:
                code, severity = codes_entry.SOURCE_MISSING, gone
            elif state.drifted:
                code, severity = codes_entry.SOURCE_DRIFT, None
            else:
                continue
            yield context.at(code, path, line, entry=identifier, severity=severity, item=number)
    if pins and not context.git_available:
        yield codes_entry.GIT_UNAVAILABLE.at(context.path("manifest.md"))


def evidence_coverage(context: CheckContext) -> tuple[Coverage, Coverage]:
    """Returns the coverage of active entries, then of active Subjects."""
    entries: list[bool] = []
    subjects: list[bool] = []
    for path, _, _, items, needs_admissible in _owners(context):
        if needs_admissible:
            (subjects if path == _REGISTRY else entries).append(_is_backed(items))
    return _coverage(entries), _coverage(subjects)


def _coverage(backed: list[bool]) -> Coverage:
    return Coverage(covered=sum(backed), total=len(backed))


def _owners(context: CheckContext) -> Iterator[_Owner]:
    """Yields path, line, ID and items of what carries evidence, and whether its admission is judged here."""
    for entry in context.project.entries():
        if context.project.files[entry.path].storage.kind is not Kind.ARCHIVE:
            yield entry.path, entry.line, entry.id, entry.evidence, entry.is_active
    for subject in context.project.registry.subjects:
        yield _REGISTRY, subject.line, subject.id, subject.evidence, subject.is_active
    for record in context.project.records.records:
        # What a record without admissible evidence is worth is said where records are judged.
        yield "reconciliations.md", record.line, record.id, record.evidence, False


def _admission(
    context: CheckContext, path: str, line: int, identifier: str, items: tuple[Evidence, ...]
) -> Iterator[Finding]:
    admissions = {item.admission for item in items}
    reason, severity = "none-is-admissible", None
    if Admission.ADMISSIBLE in admissions:
        if admissions <= {Admission.ADMISSIBLE, Admission.MALFORMED}:
            return
        reason, severity = "not-all-is-admissible", Severity.WARNING
    elif Admission.LEGACY in admissions and not context.project.is_current:
        reason, severity = "legacy-unverified", Severity.WARNING
    yield context.at(
        codes_entry.NO_EVIDENCE, path, line, entry=identifier, severity=severity, reason=Handle(reason)
    )


def _is_backed(items: tuple[Evidence, ...]) -> bool:
    return any(item.admission is Admission.ADMISSIBLE for item in items)


def _is_backed_still(context: CheckContext, items: tuple[Evidence, ...]) -> bool:
    """Tells whether an admissible item stands whose source, if it names one, is there."""
    for item in items:
        state = context.sources.get(item.text)
        if item.admission is Admission.ADMISSIBLE and (state is None or state.exists):
            return True
    return False
