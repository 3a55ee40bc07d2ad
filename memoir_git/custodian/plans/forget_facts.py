"""What a forgetting tells about itself: counts, IDs, places and how far it reaches; never a word of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from memoir_git.core.erasure import ErasureScope, forgetting
from memoir_git.core.finding import Detail, Finding
from memoir_git.core.ids import Handle
from memoir_git.core.topic import is_short
from memoir_git.custodian.plans.changelog import CHANGELOG
from memoir_git.custodian.plans.draft import Material, warned
from memoir_git.custodian.plans.forget_relations import Rewrite
from memoir_git.custodian.plans.forget_request import Forget, ForgetTopic, Mode
from memoir_git.custodian.plans.forget_selection import Selection, full_path

Facts = tuple[tuple[str, Detail], ...]


def is_broad(request: Forget, selection: Selection) -> bool:
    """A short topic, or one that matches more than one unit, may say more than was meant."""
    return isinstance(request, ForgetTopic) and (is_short(request.topic) or selection.size > 1)


def scope_of(request: Forget, selection: Selection, *, writes: bool) -> ErasureScope:
    """Returns how far the forgetting reaches."""
    archived = [removal.is_archived for removal in selection.removals]
    return forgetting(
        matches=not all(archived),
        archive=any(archived) if request.mode is Mode.PURGE else None,
        writes=writes,
        topic_retained=writes and isinstance(request, ForgetTopic) and request.mode is Mode.SOFT,
    )


def facts_of(
    material: Material,
    request: Forget,
    selection: Selection,
    changes: Collection[Rewrite],
    *,
    needs_broad: bool,
) -> Facts:
    """Returns what matched and what else changes for it."""
    files = sorted({removal.path for removal in (*selection.removals, *selection.kept)})
    relations = tuple(Handle(f"{change.owner}:{change.field}:{change.action.value}") for change in changes)
    return (
        ("mode", Handle(request.mode.value)),
        ("selected_by", Handle("topic" if isinstance(request, ForgetTopic) else "id")),
        ("files_searched", len(selection.searched)),
        ("files_matched", tuple(full_path(material, path) for path in files)),
        ("match_count", selection.size),
        ("units_that_go", tuple(removal.reference for removal in selection.removals)),
        ("guards_that_stay", tuple(kept.reference for kept in selection.kept)),
        ("affected_relations", relations),
        ("needs_allow_broad_match", Handle("yes" if needs_broad else "no")),
    )


def record_facts(guard: str | None, contents: Mapping[str, bytes], request: Forget) -> Facts:
    """Returns what is written down about it."""
    kind = "none" if CHANGELOG not in contents else "generic" if request.mode.is_sensitive else "specific"
    return (("guard", Handle(guard or "none")), ("changelog_line", Handle(kind)))


def rewrite_warnings(material: Material, changes: Collection[Rewrite]) -> Iterator[Finding]:
    """Yields what a rewrite means for the entry it is made in."""
    for change in changes:
        if change.field == "Exception-To":
            yield warned("exception-becomes-owner", path=full_path(material, change.path), entry=change.owner)
