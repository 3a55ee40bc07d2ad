"""Optional modules: the index of the manifest learns of a file before anything in it counts (guide 2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from memoir_git.core.ids import RepoPath
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import parse_manifest
from memoir_git.custodian.plans.draft import Material, ObstacleError, blocked
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.custodian.plans.manifest_edit import with_module
from memoir_git.custodian.storage import area_slug

EXPLICIT_ONLY = "activation: explicit-only"


def declare(material: Material, edits: Edits, path: str, fresh: str, keys: Sequence[str]) -> bool:
    """Declares a module in the manifest's index; returns whether it was not there.

    `fresh` is the manifest that a new project would get. Raises `ObstacleError` for a broken index.
    """
    if path in material.project.declared:
        return False
    before = edits.text(MANIFEST)
    after = with_module(lex(before), lex(fresh), path, keys).render()
    if path not in {module.path for module in parse_manifest(lex(after)).modules}:
        raise ObstacleError(blocked("index-unreadable", path=RepoPath(f"{material.directory}/{MANIFEST}")))
    edits.put(MANIFEST, after)
    return True


def begin(edits: Edits, path: str) -> None:
    """Makes the file of a module with its name as title, unless it is there."""
    if not edits.has(path):
        edits.put(path, f"# {area_slug(path)}\n")
