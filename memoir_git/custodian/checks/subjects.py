"""The Subject registry: grammar, uniqueness, merges, and what active entries name (guide 2.3)."""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_subject as codes
from memoir_git.custodian.checks.context import CheckContext, handles
from memoir_git.custodian.ids import id_key, is_subject_id
from memoir_git.custodian.storage import AREA_PREFIX, Kind
from memoir_git.custodian.subjects import KINDS, Subject, ref_scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FILE = "subjects.md"


def check_subjects(context: CheckContext) -> Iterator[Finding]:
    """Yields faults of the registry and of the references to it."""
    registry = context.project.registry
    areas = frozenset(path.casefold() for path in context.project.declared)
    for fault in registry.faults:
        yield context.at(codes.REGISTRY_SYNTAX, _FILE, fault.line, reason=Handle(fault.reason.value))
    for subject in registry.subjects:
        for fault in subject.faults:
            yield context.at(
                codes.REGISTRY_SYNTAX,
                _FILE,
                fault.line,
                reason=Handle(fault.reason.value),
                subject=Handle(subject.id),
            )
        yield from _merge_relation(context, subject)
        yield from _kind(context, subject, areas)
    yield from _uniqueness(context)
    yield from _references(context)


def _uniqueness(context: CheckContext) -> Iterator[Finding]:
    project = context.project
    for same in project.subjects_by_id.values():
        for subject in same[1:]:
            yield context.at(codes.DUPLICATE_SUBJECT, _FILE, subject.line, subject=Handle(subject.id))
    reported: set[tuple[str, ...]] = set()
    for code, groups in (
        (codes.DUPLICATE_REF, project.subjects_by_ref),
        (codes.SHARED_ALIAS, project.subjects_by_name),
    ):
        for same in groups.values():
            if len(same) == 1:
                continue
            ids = handles([subject.id for subject in same])
            if len(ids) > 1 and (code.id, *ids) not in reported:
                reported.add((code.id, *ids))
                yield context.at(code, _FILE, max(subject.line for subject in same), subjects=ids)


def _references(context: CheckContext) -> Iterator[Finding]:
    """Active entries must name an active Subject; historical ones may keep a merged one.

    A registry that nobody can read says nothing about what it lacks.
    """
    registry = context.project.files.get(_FILE)
    if registry is not None and not registry.is_usable:
        return
    for entry in context.project.entries():
        named = entry.scalars.get("Subject", "")
        storage = context.project.files[entry.path].storage
        if not is_subject_id(named) or not entry.is_active or storage.kind is Kind.ARCHIVE:
            continue
        subject = context.project.subject(named)
        if id_key(named) not in context.project.subjects_by_id:
            yield context.on(codes.MISSING_SUBJECT, entry)
        elif subject is not None and subject.is_merged:
            yield context.on(codes.MERGED_SUBJECT, entry, subject=Handle(subject.id))


def _merge_relation(context: CheckContext, subject: Subject) -> Iterator[Finding]:
    reason = ""
    if subject.is_merged:
        target = context.project.subject(subject.scalars.get("Merged-Into", ""))
        if target is None:
            reason = "target-missing"
        elif id_key(target.id) == id_key(subject.id):
            reason = "merged-into-itself"
        elif not target.is_active:
            reason = "target-not-active"
    for source_id in subject.merged_from:
        source = context.project.subject(source_id)
        if source is None or id_key(source.scalars.get("Merged-Into", "")) != id_key(subject.id):
            reason = "not-reciprocal"
    if reason:
        yield context.at(
            codes.SUBJECT_MERGE, _FILE, subject.line, reason=Handle(reason), subject=Handle(subject.id)
        )


def _kind(context: CheckContext, subject: Subject, areas: frozenset[str]) -> Iterator[Finding]:
    ref = subject.canonical_ref
    if ref is None or not subject.is_active:
        return
    scheme = ref_scheme(ref)
    slug = ref.removeprefix(AREA_PREFIX) if scheme == "area" else ""
    unknown_area = slug and f"areas/{slug}.md" not in areas
    kind = subject.scalars.get("Kind", "").casefold()
    if kind in KINDS and (unknown_area or kind != scheme):
        yield context.at(codes.SUBJECT_KIND, _FILE, subject.line, subject=Handle(subject.id))
