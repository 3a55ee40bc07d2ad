"""Plans of the local overlay: making it, binding it to a work tree, and removing it (guide 2.1 and 4).

Making and binding only ever add what is missing or unreadable as a binding; a file that a person wrote is
never replaced. A reset removes what was inventoried and nothing else: it is refused where a node is not this
user's own, where another work tree is bound, and where the inventory reaches beyond this project's overlay.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.erasure import SCOPE, local_reset, to_json
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.journal_fields import is_target_path
from memoir_git.custodian import codes_system
from memoir_git.custodian.overlay import LocalOverlay, OverlayStatus, shown_path
from memoir_git.custodian.overlay_bindings import render_bindings
from memoir_git.custodian.overlay_fault import BINDINGS, FOLDER, PROFILES
from memoir_git.custodian.overlay_manifest import scaffold
from memoir_git.custodian.plans.draft import Draft, Material, blocked

_STATUS = "local_overlay_status"
_ANOTHERS = "other-project"


def plan_enable(material: Material) -> Draft:
    """Makes what is missing of the overlay; it is bound to no work tree by that."""
    overlay = material.overlay
    blockers = tuple(_refusals(overlay))
    files = {} if blockers else _missing(overlay)
    is_linked = overlay.here is not None and overlay.roots == (overlay.here,)
    return Draft(
        overlay=files,
        new_folders=() if blockers else (PROFILES,),
        blockers=blockers,
        warnings=() if blockers or is_linked else (codes_system.LOCAL_UNBOUND.at(),),
    )


def plan_link(material: Material, *, is_replacing: bool) -> Draft:
    """Makes what is missing and binds this work tree; `is_replacing` lets go of whatever was bound before."""
    overlay = material.overlay
    blockers = tuple(_refusals(overlay))
    if not blockers and not is_replacing:
        blockers = tuple(_elsewhere(overlay))
    if blockers:
        return Draft(blockers=blockers)
    assert overlay.here is not None, "a writer has a salt"
    assert overlay.project_id is not None, "an overlay that may be made belongs to a project"
    files = _missing(overlay)
    if overlay.roots != (overlay.here,):
        files[BINDINGS] = render_bindings(overlay.project_id, [overlay.here])
    return Draft(overlay=files, new_folders=(PROFILES,), facts=(("work_tree", Handle("linked")),))


def plan_reset(material: Material) -> Draft:
    """Removes every file of the overlay and its bindings, then the folders that are empty."""
    overlay = material.overlay
    blockers = tuple(_reset_refusals(overlay))
    gone = overlay.tree.files if overlay.is_ours else ()
    return Draft(
        overlay={} if blockers else dict.fromkeys(gone),
        gone_folders=() if blockers else overlay.tree.folders,
        facts=((_STATUS, Handle(overlay.status.value)),),
        blockers=blockers,
        context={
            SCOPE: to_json(local_reset(exists=overlay.exists)),
            _STATUS: overlay.status.value,
        },
    )


def _missing(overlay: LocalOverlay) -> dict[str, bytes | None]:
    assert overlay.project_id is not None, "an overlay that may be made belongs to a project"
    files = scaffold(overlay.project_id)
    return {path: data for path, data in files.items() if not overlay.tree.holds(path)}


def _refusals(overlay: LocalOverlay) -> Iterator[Finding]:
    """Yields why nothing may be written where the overlay lies."""
    if overlay.project_id is None:
        yield blocked("no-project-identity")
    yield from (blocked(reason, path=path) for path, reason, _ in _unsafe(overlay))


def _elsewhere(overlay: LocalOverlay) -> Iterator[Finding]:
    """Yields why this work tree cannot simply be added to what is bound."""
    if any(root != overlay.here for root in overlay.roots):
        yield blocked("bound-elsewhere")
    for found in overlay.faults:
        if found.path == BINDINGS and found.reason in ("malformed-bindings", _ANOTHERS):
            yield blocked(found.reason, path=RepoPath(BINDINGS))


def _reset_refusals(overlay: LocalOverlay) -> Iterator[Finding]:
    for path, reason, leads_out in _unsafe(overlay):
        if leads_out:
            yield codes_system.RESET_TOO_WIDE.at(path, reason=Handle(reason))
        else:
            yield blocked(reason, path=path)
    if not all(map(is_target_path, overlay.tree.files)):
        yield blocked("file-name-unprintable", path=RepoPath(FOLDER))
    for found in overlay.faults:
        if found.reason == _ANOTHERS:
            yield codes_system.RESET_TOO_WIDE.at(RepoPath(found.path), reason=found.reason)
        elif found.path == BINDINGS:
            yield blocked(found.reason, path=RepoPath(BINDINGS))
    if overlay.status is OverlayStatus.UNBOUND:
        yield blocked("overlay-unbound", path=RepoPath(FOLDER))


def _unsafe(overlay: LocalOverlay) -> Iterator[tuple[RepoPath, str, bool]]:
    """Yields the path, the word, and whether another place lies behind it, of each node that is not safe."""
    for node in overlay.tree.unsafe:
        assert node.unsafe is not None, "only unsafe nodes are listed"
        yield RepoPath(shown_path(node.path)), node.unsafe.value, node.unsafe.leads_out
