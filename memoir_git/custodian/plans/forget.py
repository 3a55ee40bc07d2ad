"""Forgetting in project memory: what goes, what stays behind of it, and how far that reaches (guide 4).

Decided from one state of the memory and the request alone. Whatever a person has to settle first is a blocker
and nothing is written; what is merely worth a look is a warning. No topic, title or text enters a finding, a
fact or the scope.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memoir_git.core.erasure import SCOPE, to_json
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.secrets import find_secrets
from memoir_git.custodian.guards import guards_of, removed_entries
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.plans.changelog import CHANGELOG, logged
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.forget_by_id import select_by_id
from memoir_git.custodian.plans.forget_by_topic import select_by_topic
from memoir_git.custodian.plans.forget_facts import (
    Facts,
    facts_of,
    is_broad,
    record_facts,
    rewrite_warnings,
    scope_of,
)
from memoir_git.custodian.plans.forget_mentions import mentions_left
from memoir_git.custodian.plans.forget_records import DO_NOT_USE, guarded, log_words
from memoir_git.custodian.plans.forget_relations import (
    Rewrite,
    rewrites,
    rewritten,
    stuck,
    subject_users,
)
from memoir_git.custodian.plans.forget_request import Forget, ForgetId, ForgetTopic
from memoir_git.custodian.plans.forget_selection import Selection, full_path
from memoir_git.custodian.plans.unit_edit import without_spans
from memoir_git.custodian.project import Project

NEEDS_BROAD = "needs-allow-broad-match"


def plan_forget(material: Material, request: Forget) -> Draft:
    """Returns what forgetting would change, or why it cannot."""
    obstacles = tuple(_obstacles(material, request))
    if isinstance(request, ForgetTopic):
        selection = select_by_topic(material, request)
    else:
        selection = select_by_id(material, request)
    blockers = (*obstacles, *selection.blockers)
    if blockers and not _is_forgotten_already(material, request, blockers):
        return _stopped(material, request, selection, blockers)
    if not selection.removals and (request.mode.is_sensitive or isinstance(request, ForgetId)):
        return _nothing(material, request, selection)
    return _removing(material, request, selection)


def _obstacles(material: Material, request: Forget) -> Iterator[Finding]:
    file = material.project.files.get(DO_NOT_USE)
    if file is None:
        yield blocked("file-missing", path=full_path(material, DO_NOT_USE))
    elif not file.is_usable:
        yield blocked("file-unusable", path=full_path(material, DO_NOT_USE))
    if isinstance(request, ForgetTopic) and not request.mode.is_sensitive and _is_secret(request.topic):
        yield blocked("topic-holds-a-secret")


def _is_secret(topic: str) -> bool:
    return any(hit.severity >= Severity.ERROR for hit in find_secrets(topic))


def _is_forgotten_already(material: Material, request: Forget, blockers: tuple[Finding, ...]) -> bool:
    """Tells whether the only obstacle is that the entry is not there, as a guard says it should not be."""
    if isinstance(request, ForgetTopic) or any(finding.path is not None for finding in blockers):
        return False
    return any(request.identifier in removed_entries(guard) for guard in guards_of(material.project))


def _nothing(material: Material, request: Forget, selection: Selection) -> Draft:
    found = warned("no-match") if isinstance(request, ForgetTopic) else warned("already-forgotten")
    left = mentions_left(material, request, selection, {})
    return _draft(material, request, selection, {}, warnings=(found, *left.warnings), facts=left.facts)


def _removing(material: Material, request: Forget, selection: Selection) -> Draft:
    texts = _without(material, selection)
    after = _project(material, texts)
    gone = {id_key(identifier) for identifier in selection.ids} - _standing(after)
    changes = rewrites(after, gone)
    blockers = (*stuck(material, after, changes), *subject_users(material, after, gone))
    if blockers:
        return _stopped(material, request, selection, blockers, changes)
    texts |= rewritten(material, texts, changes, gone)
    left = mentions_left(material, request, selection, texts)
    named = _named(material, selection)
    guard = guarded(material, after, texts.get(DO_NOT_USE, material.text(DO_NOT_USE)), request, named)
    texts[DO_NOT_USE] = guard.text
    contents = {path: text.encode() for path, text in texts.items() if text != material.text(path)}
    if contents and CHANGELOG in after.files and after.files[CHANGELOG].is_usable:
        text = texts.get(CHANGELOG, material.text(CHANGELOG))
        contents[CHANGELOG] = logged(text, material.today, log_words(request)).encode()
    return _draft(
        material,
        request,
        selection,
        contents,
        changes=changes,
        warnings=(*rewrite_warnings(material, changes), *left.warnings),
        facts=(*left.facts, *record_facts(guard.identifier, contents, request)),
    )


def _without(material: Material, selection: Selection) -> dict[str, str]:
    """Returns the files from which units go, without them."""
    paths = sorted({removal.path for removal in selection.removals})
    return {
        path: without_spans(
            material.text(path), [removal.unit for removal in selection.removals if removal.path == path]
        )
        for path in paths
    }


def _project(material: Material, texts: Mapping[str, str]) -> Project:
    return Project({**material.contents, **{path: text.encode() for path, text in texts.items()}})


def _standing(after: Project) -> set[str]:
    """Returns the keys of the IDs that still have a unit, such as an archived copy."""
    return {
        *after.entries_by_id,
        *after.subjects_by_id,
        *(id_key(record.id) for record in after.records.records),
    }


def _named(material: Material, selection: Selection) -> frozenset[str]:
    """Returns the IDs a guard has to name: of what leaves active memory, and what removed guards named."""
    active = [removal for removal in selection.removals if not removal.is_archived]
    ids = {removal.heading.id for removal in active if removal.heading is not None}
    inherited = (removed_entries(guard) for guard in guards_of(material.project) if guard.id in ids)
    return frozenset(ids.union(*inherited))


def _stopped(
    material: Material,
    request: Forget,
    selection: Selection,
    blockers: tuple[Finding, ...],
    changes: tuple[Rewrite, ...] = (),
) -> Draft:
    return _draft(material, request, selection, {}, blockers=blockers, changes=changes)


def _draft(
    material: Material,
    request: Forget,
    selection: Selection,
    contents: Mapping[str, bytes],
    *,
    blockers: tuple[Finding, ...] = (),
    warnings: tuple[Finding, ...] = (),
    changes: tuple[Rewrite, ...] = (),
    facts: Facts = (),
) -> Draft:
    needs_broad = is_broad(request, selection)
    scope = scope_of(request, selection, writes=bool(contents))
    broad = (warned("broad-match"),) if needs_broad else ()
    return Draft(
        contents=contents,
        facts=(*facts_of(material, request, selection, changes, needs_broad=needs_broad), *facts),
        blockers=blockers,
        warnings=(*broad, *warnings),
        context={SCOPE: to_json(scope)},
        needs=frozenset({NEEDS_BROAD} if needs_broad else ()),
    )
