"""The overlay's own manifest: a strict list of local modules, and nothing that could carry a policy.

Headings and lines are exactly those that `local enable` writes, and one line for each profile: whatever else
stands there makes the overlay one for review, since a person would not know what it does.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.custodian.lexer import Text, content_of, lex_bytes
from memoir_git.custodian.module_index import is_module_path
from memoir_git.custodian.overlay_fault import MANIFEST, PREFERENCES, OverlayFault, fault

SCHEMA_VERSION = "1"
_TITLE = "# Local Memory Overlay"
_PREFERENCES = "## Preferences"
_PROFILES = "## Profiles"
_HEADINGS = (_TITLE, _PREFERENCES, _PROFILES)
_SCHEMA = "- local_overlay_schema_version: "
_PROJECT = "- project_id: "
_DECLARED = "- preferences.md"
_PREFERENCES_TITLE = "# Local preferences\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalManifest:
    """The declared profiles in their order, relative to `local/`, and what is wrong with the file."""

    profiles: tuple[str, ...] = ()
    faults: tuple[OverlayFault, ...] = ()


@dataclass(slots=True)
class _Reading:
    project_id: str
    headings: list[str]
    seen: set[str]
    profiles: list[str]
    faults: list[OverlayFault]


def scaffold(project_id: str) -> dict[str, bytes]:
    """Returns the files of an empty overlay by their path."""
    lines = [
        _TITLE,
        "",
        _SCHEMA + SCHEMA_VERSION,
        _PROJECT + project_id,
        "",
        _PREFERENCES,
        "",
        _DECLARED,
        "",
        _PROFILES,
    ]
    return {MANIFEST: ("\n".join(lines) + "\n").encode(), PREFERENCES: _PREFERENCES_TITLE.encode()}


def parse_local_manifest(data: bytes, project_id: str) -> LocalManifest:
    """Returns what the overlay of this project declares."""
    text = lex_bytes(data)
    if text.problems:
        faults = (fault(problem.reason, MANIFEST, problem.line) for problem in text.problems)
        return LocalManifest(faults=tuple(faults))
    reading = _Reading(project_id, [], set(), [], [])
    for number, line in enumerate(_lines(text), start=1):
        if line:
            _read(reading, line, number)
    required = (_SCHEMA, _PROJECT, _DECLARED)
    if tuple(reading.headings) != _HEADINGS or not reading.seen.issuperset(required):
        reading.faults.append(fault("incomplete-manifest", MANIFEST))
    return LocalManifest(profiles=tuple(reading.profiles), faults=tuple(reading.faults))


def _lines(text: Text) -> list[str]:
    return [content_of(line).rstrip() for line in text.lines]


def _read(reading: _Reading, line: str, number: int) -> None:
    under = reading.headings[-1] if reading.headings else ""
    if line in _HEADINGS and line not in reading.headings:
        reading.headings.append(line)
    elif under == _TITLE and line.startswith((_SCHEMA, _PROJECT)):
        _read_identity(reading, line, number)
    elif under == _PREFERENCES and line == _DECLARED and _DECLARED not in reading.seen:
        reading.seen.add(_DECLARED)
    elif under == _PROFILES and _is_profile(line) and line[2:] not in reading.profiles:
        reading.profiles.append(line[2:])
    else:
        reading.faults.append(fault("unknown-line", MANIFEST, number))


def _read_identity(reading: _Reading, line: str, number: int) -> None:
    key = _SCHEMA if line.startswith(_SCHEMA) else _PROJECT
    value = line.removeprefix(key)
    if key in reading.seen:
        reading.faults.append(fault("unknown-line", MANIFEST, number))
    elif key == _SCHEMA and value != SCHEMA_VERSION:
        reading.faults.append(fault("unknown-schema", MANIFEST, number))
    elif key == _PROJECT and value != reading.project_id:
        reading.faults.append(fault("other-project", MANIFEST, number))
    reading.seen.add(key)


def _is_profile(line: str) -> bool:
    return line.startswith("- ") and is_module_path(line[2:], "profiles")
