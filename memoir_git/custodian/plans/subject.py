"""Subjects that come, get another title, or one more alias (guide 2.3; plan 6.3 of 0.6).

Only exact collisions count, of normal forms: a title is an alias, and each alias and each Canonical-Ref has
one active owner. Nothing is guessed from likeness. The ID is the identity, so another title changes no entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.core.finding import Detail, Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.ids import DASH, SUBJECT_CODE, id_key, is_subject_id
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.asked import asked_evidence, name_fault, one_line, parted, unusable
from memoir_git.custodian.plans.changelog import with_log
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.unit_edit import new_unit, with_heading, with_items, with_unit
from memoir_git.custodian.storage import AREA_PREFIX
from memoir_git.custodian.subjects import (
    ACTIVE,
    KINDS,
    Subject,
    normal_name,
    normal_ref,
    parse_registry,
    ref_scheme,
)

REGISTRY = "subjects.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectRequest:
    """A Subject to add: texts as they were given, `canonical_ref` `None` where there is none."""

    title: str
    kind: str
    canonical_ref: str | None
    aliases: tuple[str, ...]
    evidence: tuple[str, ...]


def plan_subject_add(material: Material, request: SubjectRequest) -> Draft:
    """Returns the registry with one more Subject; collisions are blockers that name the owner."""
    title, aliases = one_line(request.title), _aliases(request)
    active = [Handle(one.id) for one in material.project.registry.subjects if one.is_active]
    facts: tuple[tuple[str, Detail], ...] = (("active_subjects", tuple(sorted(active))),)
    evidence, told = asked_evidence(material, request.evidence)
    blockers, warnings = parted(
        [
            *unusable(material, REGISTRY),
            *_request_faults(request, [title, *aliases]),
            *told,
            *_name_collisions(material, "title-taken", title),
            *(found for alias in aliases for found in _name_collisions(material, "alias-taken", alias)),
            *_ref_collisions(material, request.canonical_ref),
        ]
    )
    if blockers:
        return Draft(blockers=tuple(blockers), facts=facts)
    identifier = material.new_id(SUBJECT_CODE, "subject")
    fields = [("Status", ACTIVE), ("Kind", request.kind.casefold())]
    ref = normal_ref(request.canonical_ref) if request.canonical_ref is not None else None
    fields += [("Canonical-Ref", ref)] if ref is not None else []
    unit = new_unit(
        f"{identifier} {DASH} {title}",
        [*fields, ("Evidence", evidence)],
        [("Aliases", "\n".join(f"- {alias}" for alias in aliases))],
    )
    text = with_unit(material.text(REGISTRY), unit)
    blockers += _misread(text, identifier, title, aliases)
    return Draft(
        contents=_contents(material, text, f"Added Subject {identifier}: {title}"),
        facts=(("subject", Handle(identifier)), *facts),
        blockers=tuple(blockers),
        warnings=(*warnings, *_doubtful(material, request.kind, ref)),
    )


def plan_subject_rename(material: Material, identifier: str, title: str) -> Draft:
    """Returns the registry with another title for a Subject; its ID and its aliases stay."""
    title = one_line(title)
    subject, blockers = active_subject(material, identifier)
    blockers += _named(name_fault(title))
    if subject is None or blockers:
        return Draft(blockers=tuple(blockers))
    if title == subject.title:
        return Draft(facts=(("subject", Handle(subject.id)),))
    text = with_heading(material.text(REGISTRY), subject.id, f"{subject.id} {DASH} {title}")
    blockers += _name_collisions(material, "title-taken", title, besides=subject)
    blockers += _misread(text, subject.id, title, list(subject.aliases))
    return Draft(
        contents=_contents(material, text, f"Renamed Subject {subject.id}: {title}"),
        facts=(("subject", Handle(subject.id)),),
        blockers=tuple(blockers),
    )


def plan_subject_alias(material: Material, identifier: str, alias: str) -> Draft:
    """Returns the registry with one more alias for a Subject; nothing to change where it has the name."""
    alias = one_line(alias)
    subject, blockers = active_subject(material, identifier)
    blockers += _named(name_fault(alias))
    if subject is None or blockers:
        return Draft(blockers=tuple(blockers))
    if normal_name(alias) in subject.names:
        return Draft(facts=(("subject", Handle(subject.id)),))
    aliases = [*subject.aliases, alias]
    text = with_items(material.text(REGISTRY), subject.id, "Aliases", aliases)
    blockers += _name_collisions(material, "alias-taken", alias, besides=subject)
    blockers += _misread(text, subject.id, subject.title, aliases)
    return Draft(
        contents=_contents(material, text, f"Added an alias to Subject {subject.id}: {alias}"),
        facts=(("subject", Handle(subject.id)),),
        blockers=tuple(blockers),
    )


def active_subject(material: Material, identifier: str) -> tuple[Subject | None, list[Finding]]:
    """Returns the one active, sound Subject of an ID, or `None` and why there is none to change.

    For a merged one, the blocker names the Subject that it was merged into.
    """
    obstacles = unusable(material, REGISTRY)
    found = material.project.subjects_by_id.get(id_key(identifier), [])
    reason = ""
    if not found:
        reason = "subject-not-found"
    elif len(found) > 1:
        reason = "subject-stands-twice"
    elif found[0].is_merged:
        target = found[0].scalars.get("Merged-Into", "")
        named = target if is_subject_id(target) else identifier
        return None, [*obstacles, blocked("subject-is-merged", path=_path(material), entry=named)]
    elif not found[0].is_active or found[0].faults:
        reason = "subject-malformed"
    if obstacles or reason:
        return None, obstacles or [blocked(reason, path=_path(material), entry=identifier)]
    return found[0], []


def _contents(material: Material, registry: str, words: str) -> dict[str, bytes]:
    texts = with_log(material, {REGISTRY: registry}, words)
    return {path: text.encode() for path, text in texts.items()}


def _aliases(request: SubjectRequest) -> list[str]:
    """Returns the aliases on one line each, without those that say what the title or another one says."""
    kept: dict[str, str] = {normal_name(one_line(request.title)): ""}
    for alias in map(one_line, request.aliases):
        kept.setdefault(normal_name(alias), alias)
    return list(kept.values())[1:]


def _request_faults(request: SubjectRequest, names: list[str]) -> list[Finding]:
    ref = request.canonical_ref
    faults = [
        *map(name_fault, names),
        "" if request.kind.casefold() in KINDS else "unknown-kind",
        "malformed-reference" if ref is not None and not _is_reference(ref) else "",
    ]
    return _named(*faults)


def _is_reference(ref: str) -> bool:
    return normal_ref(ref) is not None and ref.isprintable()


def _named(*faults: str) -> list[Finding]:
    return [blocked(fault) for fault in dict.fromkeys(faults) if fault]


def _name_collisions(
    material: Material, reason: str, name: str, *, besides: Subject | None = None
) -> list[Finding]:
    """Returns a blocker for every other active Subject whose title or alias it is."""
    owners = material.project.subjects_by_name.get(normal_name(name), [])
    return [blocked(reason, path=_path(material), entry=one.id) for one in owners if one is not besides]


def _ref_collisions(material: Material, ref: str | None) -> list[Finding]:
    owners = material.project.subjects_by_ref.get(normal_ref(ref) or "", []) if ref is not None else []
    return [blocked("reference-taken", path=_path(material), entry=one.id) for one in owners]


def _misread(text: str, identifier: str, title: str, aliases: list[str]) -> list[Finding]:
    """Returns a blocker where a reader would not find the names that were given, such as `C #`."""
    read = [one for one in parse_registry(lex(text)).subjects if one.id == identifier]
    if len(read) == 1 and not read[0].faults and (read[0].title, list(read[0].aliases)) == (title, aliases):
        return []
    return [blocked("name-would-be-misread")]


def _doubtful(material: Material, kind: str, ref: str | None) -> Iterator[Finding]:
    if ref is None:
        return
    if ref_scheme(ref) != kind.casefold():
        yield warned("kind-and-reference-differ")
    areas = {path.casefold() for path in material.project.declared}
    if ref.startswith(AREA_PREFIX) and f"areas/{ref.removeprefix(AREA_PREFIX)}.md" not in areas:
        yield warned("area-not-declared")


def _path(material: Material) -> RepoPath:
    return RepoPath(f"{material.directory}/{REGISTRY}")
