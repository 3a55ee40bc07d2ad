"""Repair of a manifest: what is missing goes in, what is known and wrong is set right, all else stays.

Nothing is repaired that would decide something: an identity, an older or newer protocol, a repeated or
unreadable part, a route somebody wrote. Inserted text comes from the manifest's own template, in the line
ends of the file at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from memoir_git.custodian.lexer import VISIBLE, Text, content_of, lex
from memoir_git.custodian.manifest import CURRENT, READABLE, ROUTE_TITLES, Manifest, parse_manifest
from memoir_git.custodian.metadata import POLICIES
from memoir_git.custodian.module_index import INDEX_FOLDERS, NONE_ENABLED, is_module_path, parse_index
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.custodian.project import Project
from memoir_git.custodian.sections import ManifestReason, Section, sections_of
from memoir_git.custodian.storage import Kind

_PROTOCOL = "memorycustodian protocol"
_TASKS = "load by task"
_INDEX = "optional module index"
_SECTIONS = (_PROTOCOL, "trust boundary", "always load", _TASKS)
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
    text = _with_sections(text, pattern, 2, _SECTIONS)
    text = _with_sections(text, pattern, 3, tuple(ROUTE_TITLES), holder=_TASKS)
    return _with_modules(text, pattern, modules).render()


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
        section for section in sections_of(text, 2, 0, len(text.lines)) if section.title == _PROTOCOL
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
    return lex(text.bom + "".join(_inserted(lines, at, missing))) if missing or lines != text.lines else text


def _with_sections(text: Text, pattern: Text, level: int, order: Sequence[str], *, holder: str = "") -> Text:
    """Returns the text with every section of `order` below the section `holder`.

    A missing one goes behind the nearest of its predecessors, or before them all.
    """
    for number, title in enumerate(order):
        start, end = _span(text, holder)
        found = {section.title: section for section in sections_of(text, level, start, end)}
        if title in found:
            continue
        before = [found[other] for other in order[:number] if other in found]
        first = min((section.line - 1 for section in found.values()), default=end)
        block = _block(pattern, level, title, holder)
        text = _with_block(text, before[-1].end if before else first, block)
    return text


def _with_modules(text: Text, pattern: Text, modules: Iterable[str]) -> Text:
    """Returns the text whose index declares the modules; an index that cannot be read stays as it is."""
    for path in modules:
        folder = path.partition("/")[0]
        if not is_module_path(path, folder):
            continue
        text = _with_sections(text, pattern, 2, (*_SECTIONS, _INDEX))
        index = _section(text, 2, _INDEX)
        assert index is not None, "the index was inserted above"
        declared, faults = parse_index(text, index)
        if faults or any(module.path == path for module in declared):
            continue
        titles = tuple(INDEX_FOLDERS)
        title = next(title for title in titles if INDEX_FOLDERS[title] == folder)
        text = _declared(_with_sections(text, pattern, 3, titles, holder=_INDEX), title, path)
    return text


def _declared(text: Text, title: str, path: str) -> Text:
    start, end = _span(text, _INDEX)
    section = next(section for section in sections_of(text, 3, start, end) if section.title == title)
    lines = list(text.lines)
    at = section.start
    for number in range(section.start, section.end):
        if text.kinds[number] == VISIBLE and content_of(lines[number]) == NONE_ENABLED:
            del lines[number]
            at = number
            break
        if lines[number].strip():
            at = number + 1
    block = [f"- `{path}`", "  - activation: explicit-only"]
    return lex(text.bom + "".join(_inserted(lines, at, block)))


def _section(text: Text, level: int, title: str) -> Section | None:
    sections = sections_of(text, level, 0, len(text.lines))
    return next((section for section in sections if section.title == title), None)


def _span(text: Text, holder: str) -> tuple[int, int]:
    section = _section(text, 2, holder) if holder else None
    return (0, len(text.lines)) if section is None else (section.start, section.end)


def _block(pattern: Text, level: int, title: str, holder: str) -> list[str]:
    """Returns a section of the template as lines without ends, without the blank lines behind it."""
    start, end = _span(pattern, holder)
    section = next(section for section in sections_of(pattern, level, start, end) if section.title == title)
    lines = [content_of(line) for line in pattern.lines[section.line - 1 : section.end]]
    while not lines[-1]:
        lines.pop()
    return lines


def _with_block(text: Text, at: int, block: list[str]) -> Text:
    """Returns the text with a section at a line, parted from its neighbours by blank lines."""
    above = [""] if at > 0 and text.lines[at - 1].strip() else []
    below = [""] if at < len(text.lines) else []
    return lex(text.bom + "".join(_inserted(list(text.lines), at, [*above, *block, *below])))


def _inserted(lines: list[str], at: int, block: list[str]) -> list[str]:
    """Returns the lines with `block` at a place, in the line ends of the first line."""
    end = lines[0][len(content_of(lines[0])) :] if lines else ""
    end = end or "\n"
    if block and at > 0 and content_of(lines[at - 1]) == lines[at - 1]:
        lines[at - 1] += end
    return [*lines[:at], *(line + end for line in block), *lines[at:]]
