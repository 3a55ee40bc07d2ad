"""The local overlay of a project on this machine, as every command sees it that reads or changes it.

It is looked up only where the shared manifest names an identity in a protocol that has overlays: private
state is never chosen by a file that could not be read strictly. Looking creates nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian import codes_system
from memoir_git.custodian.metadata import is_project_id
from memoir_git.custodian.overlay import (
    NO_OVERLAY,
    LocalOverlay,
    OverlayStatus,
    standing_of,
    with_contents,
)
from memoir_git.custodian.overlay_fault import BINDINGS, NAMES, fault
from memoir_git.custodian.plans.repair import refusal_of
from memoir_git.custodian.project import Project
from memoir_git.fs.paths import PathError
from memoir_git.fs.private_tree import load_private_tree, read_private_files
from memoir_git.fs.state import StateError, StateRoot, locate
from memoir_git.services.memory_place import MemoryPlace


def look_up(place: MemoryPlace, project: Project, variables: Mapping[str, str]) -> LocalOverlay:
    """Returns the overlay; a state root that cannot be used is one for review and never raises."""
    grounds = place.repository.grounds if place.repository is not None else ()
    try:
        return load_overlay(locate(variables, outside=(*grounds, place.root)), place, project)
    except (StateError, PathError):
        return LocalOverlay(status=OverlayStatus.REVIEW, faults=(fault("state-root", "private"),))


def load_overlay(state: StateRoot, place: MemoryPlace, project: Project) -> LocalOverlay:
    """Returns the overlay as it stands in the state root. Raises `StateError` and `PathError`."""
    project_id = project.manifest.metadata.get("project_id", "")
    if refusal_of(project) is not None or not is_project_id(project_id):
        return NO_OVERLAY
    folder = state.project_folder(project_id)
    tree = load_private_tree(state, folder, NAMES)
    is_safe = next(tree.unsafe, None) is None
    bindings = read_private_files(state, folder, [BINDINGS]).get(BINDINGS) if is_safe else None
    here = state.known_place(place.root)
    overlay = standing_of(tree, bindings, project_id=project_id, here=here)
    if not overlay.is_ours:
        return overlay
    return with_contents(overlay, read_private_files(state, folder, tree.files), project.entries_by_id)


def overlay_findings(overlay: LocalOverlay) -> Iterator[Finding]:
    """Yields what a person should know of an overlay that is not read."""
    if overlay.status is OverlayStatus.UNBOUND:
        yield codes_system.LOCAL_UNBOUND.at()
    for found in overlay.faults:
        yield codes_system.LOCAL_REVIEW.at(
            RepoPath(found.path),
            line=found.line,
            entry_id=Handle(found.entry) if found.entry else None,
            reason=found.reason,
        )
