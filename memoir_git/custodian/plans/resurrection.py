"""Guards against what was forgotten: no active entry may bring a guarded topic back unnoticed (guide 11.2).

A guard that names no topic, as the stronger modes leave it, cannot be matched and stands for nothing here.
The topic is looked for as words of its own in title and body, and a refusal names the guard, never the topic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from memoir_git.core.finding import Finding
from memoir_git.core.topic import mentions_words
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.guard_texts import topic_of
from memoir_git.custodian.guards import guards_of
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.plans.draft import Material, blocked, warned
from memoir_git.custodian.project import Project


def guard_findings(
    material: Material, title: str, body: str, *, lifted: Entry | None, despite: Collection[str]
) -> Iterator[Finding]:
    """Yields a blocker for each active guard that title or body run into.

    `lifted` is the entry that will be superseded; guards whose ID stands in `despite` are only told. Such an
    ID that names no active guard is a blocker.
    """
    guards = {id_key(guard.id): guard for guard in active_guards(material.project)}
    allowed = {id_key(identifier) for identifier in despite}
    if not allowed <= guards.keys():
        yield blocked("guard-not-found")
    for key, guard in sorted(guards.items()):
        topic = topic_of(guard)
        is_lifted = lifted is not None and id_key(lifted.id) == key
        if topic is None or is_lifted or not mentions_words(f"{title}\n{body}", topic):
            continue
        yield (warned("guard-left-standing", entry=guard.id) if key in allowed else _refusal(guard))


def active_guards(project: Project) -> Iterator[Entry]:
    """Yields the guards that stand: active tombstones outside of the archive."""
    for guard in guards_of(project):
        if project.files[guard.path].storage.is_canonical:
            yield guard


def _refusal(guard: Entry) -> Finding:
    return blocked("guarded-topic", entry=guard.id)
