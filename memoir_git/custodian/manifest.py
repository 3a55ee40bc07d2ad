"""`manifest.md`: protocol metadata, task routes and the optional module index (guide 2, 5; plan 4 of 0.7).

The manifest is the only shared routing authority, so a part that cannot be read is a fault and never a guess
from prose or file names.
"""

from __future__ import annotations

from memoir_git.core.light import dataclass, field
from memoir_git.custodian.lexer import HIDDEN, VISIBLE, Text, content_of
from memoir_git.custodian.module_index import Module, parse_index
from memoir_git.custodian.sections import ManifestFault, ManifestReason, Section, sections_of
from memoir_git.custodian.units import heading_text

ROUTE_TITLES = {
    "planning / architecture / refactoring": "planning",
    "implementation / execution / debugging": "implementation",
    "user-facing artifact / output": "artifact",
    "preferences": "preferences",
    "change history / recap": "history",
    "memory maintenance": "maintenance",
}
SUBSTANTIAL_TASKS = ("planning", "implementation", "artifact", "history")
CURRENT = "0.8"
READABLE = ((0, 5), (0, 6), (0, 7), (0, 8))
READABLE_ENTRY_SCHEMAS = ("1", "2", "3")
# Up to here one line enabled an optional module, and nothing routed it by task or path.
_LAST_ONE_LINE_INDEX = (0, 6)
_REQUIRED_MODES = ("load:", "also load:")
_OPTIONAL_MODE = "load if present:"


@dataclass(slots=True, kw_only=True)
class Route:
    """What one task loads, by path relative to the memory directory, in file order."""

    required: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)

    @property
    def paths(self) -> tuple[str, ...]:
        """Required files, then optional ones."""
        return (*self.required, *self.optional)


@dataclass(slots=True, kw_only=True)
class Manifest:
    """A manifest as far as it can be read. `metadata` keeps unknown keys; `routes` has one per task but
    `general`. `has_metadata` is true for any trace of the metadata's heading.
    """

    metadata: dict[str, str] = field(default_factory=dict)
    always: Route = field(default_factory=Route)
    routes: dict[str, Route] = field(default_factory=dict)
    modules: list[Module] = field(default_factory=list)
    has_metadata: bool = False
    has_trust_boundary: bool = False
    faults: list[ManifestFault] = field(default_factory=list)

    @property
    def protocol_version(self) -> str | None:
        """The declared version as it is spelled."""
        return self.metadata.get("protocol_version")

    @property
    def version(self) -> tuple[int, int] | None:
        """The declared version as numbers, 0.5 without any metadata; `None` if nobody can tell."""
        written = self.protocol_version
        if written is None:
            return None if self.has_metadata else READABLE[0]
        major, _, minor = written.partition(".")
        is_number = len(written) < 10 and written.isascii() and major.isdecimal() and minor.isdecimal()
        return (int(major), int(minor)) if is_number else None

    @property
    def entry_schema(self) -> int | None:
        """The declared entry schema, 1 if none is; `None` for one that cannot be read."""
        written = self.metadata.get("entry_schema_version", "1")
        return int(written) if written in READABLE_ENTRY_SCHEMAS else None


def parse_manifest(text: Text) -> Manifest:
    """Returns the manifest in a usable file. Never raises."""
    manifest = Manifest()
    sections = sections_of(text, 2, 0, len(text.lines))
    _read_metadata(manifest, text, sections)
    manifest.has_trust_boundary = any(section.title == "trust boundary" for section in sections)
    always = _single(manifest, sections, "always load")
    if always is not None:
        _read_route(manifest, text, always, manifest.always)
    _read_routes(manifest, text, sections)
    index = [section for section in sections if section.title == "optional module index"]
    if len(index) > 1:
        manifest.faults.append(ManifestFault(ManifestReason.SECTION_REPEATED, index[1].line))
    if index:
        version = manifest.version
        one_line = version is not None and version <= _LAST_ONE_LINE_INDEX
        manifest.modules, faults = parse_index(text, index[0], one_line=one_line)
        manifest.faults += faults
    return manifest


def _single(manifest: Manifest, sections: list[Section], title: str) -> Section | None:
    found = [section for section in sections if section.title == title]
    if not found:
        manifest.faults.append(ManifestFault(ManifestReason.SECTION_MISSING, 1, title.replace(" ", "-")))
        return None
    if len(found) > 1:
        manifest.faults.append(ManifestFault(ManifestReason.SECTION_REPEATED, found[1].line))
    return found[0]


def _read_metadata(manifest: Manifest, text: Text, sections: list[Section]) -> None:
    _find_lookalikes(manifest, text)
    found = [section for section in sections if section.title == "memorycustodian protocol"]
    manifest.has_metadata = bool(found or manifest.faults)
    if len(found) > 1:
        manifest.faults.append(ManifestFault(ManifestReason.SECTION_REPEATED, found[1].line))
    if not found:
        return
    for at in range(found[0].start, found[0].end):
        line = content_of(text.lines[at])
        if text.kinds[at] != VISIBLE or not line.strip():
            continue
        key, colon, value = line[2:].partition(":")
        well_formed = line.startswith("- ") and colon and value.strip()
        if not well_formed or not key.replace("_", "").isalpha() or not key.isascii():
            manifest.faults.append(ManifestFault(ManifestReason.MALFORMED_METADATA, at + 1))
        elif key in manifest.metadata:
            manifest.faults.append(ManifestFault(ManifestReason.REPEATED_KEY, at + 1))
        else:
            manifest.metadata[key] = value.strip()


def _find_lookalikes(manifest: Manifest, text: Text) -> None:
    """Reports a Protocol heading of another shape or level: skipping it would hide the metadata."""
    for at, line in enumerate(text.lines):
        words = content_of(line).strip()
        if "memorycustodian protocol" not in words.casefold() or text.kinds[at] == HIDDEN:
            continue
        name = words.strip("# \t").casefold()
        is_heading = heading_text(line) is not None and text.kinds[at] == VISIBLE
        underlined = at + 1 < len(text.lines) and set(content_of(text.lines[at + 1]).strip()) in (
            {"="},
            {"-"},
        )
        if name == "memorycustodian protocol" and not is_heading and (words[0] == "#" or underlined):
            manifest.faults.append(ManifestFault(ManifestReason.LOOKALIKE_HEADING, at + 1))


def _read_routes(manifest: Manifest, text: Text, sections: list[Section]) -> None:
    holder = _single(manifest, sections, "load by task")
    if holder is None:
        return
    for section in sections_of(text, 3, holder.start, holder.end):
        task = ROUTE_TITLES.get(section.title)
        if task is None:
            manifest.faults.append(ManifestFault(ManifestReason.UNKNOWN_ROUTE, section.line))
        elif task in manifest.routes:
            manifest.faults.append(ManifestFault(ManifestReason.ROUTE_REPEATED, section.line))
        else:
            manifest.routes[task] = Route()
            _read_route(manifest, text, section, manifest.routes[task], task=task)
    for task in ROUTE_TITLES.values():
        if task not in manifest.routes:
            manifest.faults.append(ManifestFault(ManifestReason.ROUTE_MISSING, holder.line, task))
    for section in sections_of(text, 3, 0, len(text.lines)):
        if section.title in ROUTE_TITLES and not holder.start < section.line <= holder.end:
            manifest.faults.append(ManifestFault(ManifestReason.MISPLACED_ROUTE, section.line))


def _read_route(manifest: Manifest, text: Text, section: Section, route: Route, *, task: str = "") -> None:
    names = route.required
    taken = set(manifest.always.paths)
    for at in range(section.start, section.end):
        line = content_of(text.lines[at])
        mode = line.strip().casefold()
        if text.kinds[at] != VISIBLE:
            continue
        if mode in _REQUIRED_MODES or mode == _OPTIONAL_MODE:
            names = route.optional if mode == _OPTIONAL_MODE else route.required
            continue
        if not line.startswith("- "):
            continue
        name = line[2:].strip().strip("`")
        if name.endswith("/"):
            continue
        reason = _path_fault(name, task, taken)
        if reason is not None:
            manifest.faults.append(ManifestFault(reason, at + 1))
        else:
            taken.add(name)
            names.append(name)


def _path_fault(name: str, task: str, taken: set[str]) -> ManifestReason | None:
    segments = name.split("/")
    if "\\" in name or ":" in name or not name.endswith(".md") or {"", ".", ".."} & set(segments):
        return ManifestReason.UNSAFE_PATH
    if name in taken:
        return ManifestReason.REPEATED_PATH
    never = name in ("subjects.md", "reconciliations.md", "manifest.md") or segments[0] == "archive"
    if never or (name == "inbox.md" and task != "maintenance"):
        return ManifestReason.FORBIDDEN_FILE
    return None
