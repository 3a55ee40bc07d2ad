"""Repair of a manifest: what is missing goes in, what is known and wrong is set right, all else stays.

Nothing is repaired that would decide something: an identity, an older or newer protocol, a repeated or
unreadable part, a route somebody wrote. Inserted text comes from the manifest's own template, in the line
ends of the file at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from memoir_git.custodian.lexer import VISIBLE, Text, content_of, lex
from memoir_git.custodian.manifest import CURRENT, READABLE, ROUTE_TITLES, Manifest, parse_manifest
from memoir_git.custodian.metadata import POLICIES
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.custodian.plans.manifest_edit import (
    PROTOCOL,
    SECTIONS,
    TASKS,
    inserted,
    with_module,
    with_sections,
)
from memoir_git.custodian.project import Project
from memoir_git.custodian.sections import ManifestReason, sections_of
from memoir_git.custodian.storage import Kind

_FIXED = {"protocol_version": CURRENT, **POLICIES}
_BROKEN = (
    ManifestReason.SECTION_REPEATED,
    ManifestReason.LOOKALIKE_HEADING,
    ManifestReason.MALFORMED_METADATA,
    ManifestReason.REPEATED_KEY,
    ManifestReason.ROUTE_REPEATED,
)


class Refusal(Enum):
    """Why a manifest is not for a program to repair."""

    UNREADABLE = "unreadable"
    NEWER = "newer"
    OLDER = "older"
    MALFORMED = "malformed"


def refusal_of(project: Project) -> Refusal | None:
    """Returns why the project's manifest cannot be repaired, `None` when it can be (or is complete)."""
    manifest = project.manifest
    file = project.files.get(MANIFEST)
    if file is None or not file.is_usable:
        return Refusal.UNREADABLE
    if manifest.has_metadata and manifest.protocol_version is None:
        return Refusal.MALFORMED
    if not project.is_readable or _has_newer_schema(manifest):
        return Refusal.NEWER
    if any(fault.reason in _BROKEN for fault in manifest.faults):
        return Refusal.MALFORMED
    return None if project.version == READABLE[-1] else Refusal.OLDER


def repaired(text: Text, fresh: str, modules: Iterable[str] = ()) -> str:
    """Returns the manifest with what it lacks; the very same text when it lacks nothing.

    `fresh` is the manifest that a new project of this identity would get. `modules` are the optional modules
    that exist: those the index does not declare become explicit-only, since no glob or task is guessed.
    Only for a manifest that `refusal_of` lets pass.
    """
    pattern = lex(fresh)
    text = _with_metadata(text, parse_manifest(pattern).metadata)
    text = with_sections(text, pattern, 2, SECTIONS)
    text = with_sections(text, pattern, 3, tuple(ROUTE_TITLES), holder=TASKS)
    for path in modules:
        text = with_module(text, pattern, path, ("activation: explicit-only",))
    return text.render()


def undeclared_modules(project: Project) -> tuple[str, ...]:
    """Returns the rules, profiles and areas that exist and that the index does not name, by path."""
    kinds = (Kind.RULE, Kind.PROFILE, Kind.AREA)
    present = (path for path, file in project.files.items() if file.storage.kind in kinds)
    return tuple(sorted(path for path in present if path not in project.declared))


def _has_newer_schema(manifest: Manifest) -> bool:
    keys = (key for key in POLICIES if key.endswith("_schema_version"))
    values = (manifest.metadata.get(key, "1") for key in keys)
    return any(value.isdecimal() and int(value) > 1 for value in values)


def _with_metadata(text: Text, wanted: Mapping[str, str]) -> Text:
    """Returns the text with every metadata key; one that can only have one value gets it."""
    section = next(
        section for section in sections_of(text, 2, 0, len(text.lines)) if section.title == PROTOCOL
    )
    lines, present, first = list(text.lines), set(), section.end
    for at in range(section.start, section.end):
        content = content_of(lines[at])
        if text.kinds[at] != VISIBLE or not content.strip():
            continue
        key, _, written = content[2:].partition(":")
        present.add(key)
        first = min(first, at)
        if key in _FIXED and written.strip() != _FIXED[key]:
            blank = written[: len(written) - len(written.lstrip())] or " "
            lines[at] = f"- {key}:{blank}{_FIXED[key]}{lines[at][len(content) :]}"
    missing = [f"- {key}: {value}" for key, value in wanted.items() if key not in present]
    at = first if present else section.start
    return lex(text.bom + "".join(inserted(lines, at, missing))) if missing or lines != text.lines else text
