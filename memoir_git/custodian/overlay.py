"""The local overlay: whether this work tree may read it, and what is in it.

The order of the questions is the order of trust. What the disk says comes first, then who the overlay is
bound to; a work tree that it is not bound to learns nothing of what it holds, because nothing is opened.
Only then are the files judged. Everything but BOUND means: not read, and shared memory is as if there were
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from memoir_git.core.private_tree import PrivateNode, PrivateTree
from memoir_git.custodian.module_index import is_module_path
from memoir_git.custodian.overlay_bindings import parse_bindings
from memoir_git.custodian.overlay_entries import LocalFile, read_local_file, repeated
from memoir_git.custodian.overlay_fault import (
    BINDINGS,
    FOLDER,
    MANIFEST,
    NAMES,
    PREFERENCES,
    OverlayFault,
    fault,
)
from memoir_git.custodian.overlay_manifest import parse_local_manifest

_KNOWN = frozenset((BINDINGS, FOLDER, MANIFEST, PREFERENCES, "local/profiles"))


class OverlayStatus(Enum):
    """The four words of the guide (5.6)."""

    DISABLED = "disabled"
    UNBOUND = "unbound"
    BOUND = "bound"
    REVIEW = "review"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalOverlay:
    """One overlay as one work tree may see it.

    `here` is the keyed name of the work tree's root, `None` on a machine that never wrote anything private.
    `roots` are the bound ones as far as they can be believed. `is_ours` says that nothing but the contents
    can be wrong: safe nodes, and this root bound alone. `contents` and `files` are empty otherwise; `files`
    are the declared modules in their order.
    """

    status: OverlayStatus
    project_id: str | None = None
    here: str | None = None
    roots: tuple[str, ...] = ()
    is_ours: bool = False
    tree: PrivateTree = field(default_factory=PrivateTree)
    faults: tuple[OverlayFault, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict)
    files: Mapping[str, LocalFile] = field(default_factory=dict)

    @property
    def exists(self) -> bool:
        """Whether this machine keeps anything of an overlay for the project."""
        return self.status is not OverlayStatus.DISABLED

    @property
    def is_safe(self) -> bool:
        """Whether every node is this user's alone, and where it seems to be."""
        return next(self.tree.unsafe, None) is None


NO_OVERLAY = LocalOverlay(status=OverlayStatus.DISABLED)


def standing_of(
    tree: PrivateTree, bindings: bytes | None, *, project_id: str, here: str | None
) -> LocalOverlay:
    """Returns the overlay before any of its files but `bindings` was opened."""
    overlay = LocalOverlay(status=OverlayStatus.REVIEW, project_id=project_id, here=here, tree=tree)
    unsafe = tuple(_unsafe(node) for node in tree.unsafe)
    if unsafe:
        return replace(overlay, faults=unsafe)
    if not any(map(tree.holds, NAMES)):
        return replace(overlay, status=OverlayStatus.DISABLED)
    roots = () if bindings is None else parse_bindings(bindings, project_id)
    if isinstance(roots, OverlayFault):
        return replace(overlay, faults=(roots,))
    if not tree.holds(FOLDER):
        return replace(overlay, roots=roots, faults=(fault("orphaned-bindings", BINDINGS),))
    if here not in roots:
        return replace(overlay, status=OverlayStatus.UNBOUND, roots=roots)
    if len(roots) > 1:
        return replace(overlay, roots=roots, faults=(fault("several-roots", BINDINGS),))
    return replace(overlay, status=OverlayStatus.BOUND, roots=roots, is_ours=True)


def with_contents(
    overlay: LocalOverlay, contents: Mapping[str, bytes], shared: Mapping[str, object]
) -> LocalOverlay:
    """Returns an overlay of ours with its files judged; `shared` has the IDs of shared entries as keys."""
    assert overlay.is_ours, "no other overlay is opened"
    assert overlay.project_id is not None, "an overlay belongs to a project"
    if MANIFEST not in contents:
        faults = (fault("missing-file", MANIFEST),)
        return replace(overlay, status=OverlayStatus.REVIEW, contents=contents, faults=faults)
    manifest = parse_local_manifest(contents[MANIFEST], overlay.project_id)
    modules = [PREFERENCES, *(f"{FOLDER}/{name}" for name in manifest.profiles)]
    files = {path: read_local_file(path, contents[path]) for path in modules if path in contents}
    found = (
        *manifest.faults,
        *(fault("missing-file", path) for path in modules if path not in contents),
        *(each for file in files.values() for each in file.faults),
        *repeated(files, shared),
    )
    status = OverlayStatus.REVIEW if found else OverlayStatus.BOUND
    return replace(overlay, status=status, contents=contents, files=files, faults=found)


def shown_path(path: str) -> str:
    """Returns how output names a node: a name that the protocol knows, or the folder it lies in."""
    if path in _KNOWN or is_module_path(path, "local/profiles"):
        return path
    return FOLDER if path else "private"


def modules_of(overlay: LocalOverlay) -> Iterator[LocalFile]:
    """Yields what may be loaded, preferences first; nothing unless the overlay is bound here and sound."""
    if overlay.status is OverlayStatus.BOUND:
        yield from overlay.files.values()


def _unsafe(node: PrivateNode) -> OverlayFault:
    assert node.unsafe is not None, "only an unsafe node has a fault"
    return fault(node.unsafe.value, shown_path(node.path))
