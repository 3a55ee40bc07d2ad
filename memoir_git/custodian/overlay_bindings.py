"""`bindings.json`: which work trees of this machine a local overlay belongs to.

A root stands in it as its keyed name, so that the file says to nobody else which directories those are. A
copy of the project elsewhere carries the same identity and is another root: it reads nothing until a person
links it.
"""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.jsondoc import JsonError, canonical_json, parse_json
from memoir_git.custodian.overlay_fault import BINDINGS, OverlayFault, fault

_KEYS = {"project_id", "roots"}
_HEX = frozenset("0123456789abcdef")
_KEY_LENGTH = 64


def parse_bindings(data: bytes, project_id: str) -> tuple[str, ...] | OverlayFault:
    """Returns the keyed names of the bound roots, or why the file cannot be believed."""
    malformed = fault("malformed-bindings", BINDINGS)
    try:
        document = parse_json(data)
    except JsonError:
        return malformed
    value = document.value
    if document.duplicates or not isinstance(value, dict) or value.keys() != _KEYS:
        return malformed
    roots = value["roots"]
    if not isinstance(roots, list) or not roots or not all(map(_is_key, roots)):
        return malformed
    if roots != sorted(set(roots)):
        return malformed
    return tuple(roots) if value["project_id"] == project_id else fault("other-project", BINDINGS)


def render_bindings(project_id: str, roots: Iterable[str]) -> bytes:
    """Returns the file that binds these roots."""
    return canonical_json({"project_id": project_id, "roots": sorted(set(roots))}).encode() + b"\n"


def _is_key(value: object) -> bool:
    return isinstance(value, str) and len(value) == _KEY_LENGTH and _HEX.issuperset(value)
