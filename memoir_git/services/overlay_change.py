"""What a change of the local overlay adds to any other change of project memory: its files, and its judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from memoir_git.core.finding import Finding
from memoir_git.core.plan import Change, Root
from memoir_git.core.private_tree import FILE_MODE
from memoir_git.core.text import sha256
from memoir_git.custodian.overlay import LocalOverlay, with_contents
from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.project import Project
from memoir_git.fs.state import StateRoot
from memoir_git.services.observed_change import observed_change
from memoir_git.services.overlay import overlay_findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json


def overlay_changes(state: StateRoot, overlay: LocalOverlay, draft: Draft) -> Iterator[Change]:
    """Yields the changes of private files. Raises `PathError`."""
    if overlay.project_id is None:
        assert not draft.overlay, "without an identity there is no place for an overlay"
        return
    root = state.path / state.project_folder(overlay.project_id)
    for name, after in sorted(draft.overlay.items()):
        made = observed_change(root, Root.LOCAL_OVERLAY, name, after, new_mode=FILE_MODE)
        if made is not None:
            yield made


def overlay_broken(overlay: LocalOverlay, draft: Draft, shared: Project) -> tuple[Finding, ...]:
    """Returns what the plan would newly break of an overlay that is ours; nothing of one that goes."""
    after = {**overlay.contents, **draft.overlay}
    contents = {path: data for path, data in after.items() if data is not None}
    if not overlay.is_ours or not draft.overlay or not contents:
        return ()
    planned = with_contents(overlay, contents, shared.entries_by_id)
    faults = tuple((Counter(planned.faults) - Counter(overlay.faults)).elements())
    return tuple(overlay_findings(replace(planned, faults=faults)))


def overlay_facts(overlay: LocalOverlay, draft: Draft) -> Mapping[str, Json]:
    """Returns what the Plan ID depends on: every node with its mode and digest, and how all was judged."""
    if not overlay.exists:
        return {}
    digests = {path: sha256(data) for path, data in overlay.contents.items()}
    return {
        "overlay": [
            [node.path, node.is_folder, f"{node.mode:04o}", node.unsafe and node.unsafe.value]
            for node in overlay.tree.nodes
        ],
        "overlay_digests": digests,
        "overlay_status": overlay.status.value,
        "overlay_faults": [[found.reason, found.path, str(found.line)] for found in overlay.faults],
        "overlay_roots": list(overlay.roots),
        "overlay_folders": [list(draft.new_folders), list(draft.gone_folders)],
    }
