"""The manifest's optional module index: which rules, profiles and areas are enabled, and by what.

A strict nested-bullet grammar; a parse error never falls back to reading prose.
"""

from __future__ import annotations

from memoir_git.core.light import dataclass, field
from memoir_git.custodian.globs import is_glob
from memoir_git.custodian.lexer import HIDDEN, VISIBLE, Text, content_of
from memoir_git.custodian.sections import ManifestFault, ManifestReason, Section, sections_of
from memoir_git.custodian.storage import is_slug

TASKS = ("planning", "implementation", "artifact", "preferences", "history", "maintenance", "general")
INDEX_FOLDERS = {"enabled rules": "rules", "enabled profiles": "profiles", "enabled areas": "areas"}
_ACTIVATIONS = {
    "rules": ("task", "task-or-explicit", "explicit-only"),
    "profiles": ("explicit-only",),
    "areas": ("explicit-only", "path", "path-or-explicit"),
}
NONE_ENABLED = "- None enabled."


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One declared optional module."""

    path: str
    folder: str
    line: int
    activation: str
    tasks: tuple[str, ...]
    globs: tuple[str, ...]
    description: str


@dataclass(slots=True)
class _Index:
    one_line: bool
    modules: list[Module] = field(default_factory=list)
    faults: list[ManifestFault] = field(default_factory=list)
    paths: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Declaration:
    """A module line that was read, and the keys below it so far."""

    path: str
    line: int
    keys: dict[str, str] = field(default_factory=dict)


def is_module_path(path: str, folder: str) -> bool:
    """Tells whether `path` is one segment deep in `folder` and a Markdown file that is no README."""
    name = path.removeprefix(folder + "/")
    return name != path and name.endswith(".md") and is_slug(name) and name.lower() != "readme.md"


def parse_index(
    text: Text, index: Section, *, one_line: bool = False
) -> tuple[list[Module], list[ManifestFault]]:
    """Returns the declared modules of the `Optional module index` section and its faults.

    `one_line` also reads what protocols up to 0.6 wrote: a module and a sentence in one line, without keys;
    such a module is loaded when it is asked for, and never by task or path.
    """
    found = _Index(one_line)
    seen: set[str] = set()
    subsections = sections_of(text, 3, index.start, index.end)
    first = subsections[0].line - 1 if subsections else index.end
    for at in range(index.start, first):
        line = content_of(text.lines[at])
        if text.kinds[at] == VISIBLE and (line.startswith("- `") or line == NONE_ENABLED):
            found.faults.append(ManifestFault(ManifestReason.MALFORMED_INDEX, at + 1))
    for section in subsections:
        folder = INDEX_FOLDERS.get(section.title)
        if folder is None or section.title in seen:
            found.faults.append(ManifestFault(ManifestReason.MALFORMED_INDEX, section.line))
            continue
        seen.add(section.title)
        _read_declarations(found, text, section, folder)
    return found.modules, found.faults


def _read_declarations(found: _Index, text: Text, section: Section, folder: str) -> None:
    sentinel = False
    opened: _Declaration | None = None
    before = len(found.modules)
    for at in range(section.start, section.end):
        line = content_of(text.lines[at])
        if text.kinds[at] == HIDDEN or not line.strip():
            continue
        if line == NONE_ENABLED:
            sentinel = True
        elif declared := _declaration(line, at + 1, one_line=found.one_line):
            _close(found, opened, folder)
            opened = declared
        elif line.startswith("  - ") and opened is not None and _take_key(opened.keys, line[4:]):
            continue
        else:
            found.faults.append(ManifestFault(ManifestReason.MALFORMED_INDEX, at + 1))
    _close(found, opened, folder)
    if sentinel and len(found.modules) > before:
        found.faults.append(ManifestFault(ManifestReason.MALFORMED_INDEX, section.line))


def _take_key(keys: dict[str, str], text: str) -> bool:
    key, colon, value = text.partition(": ")
    known = key in ("activation", "tasks", "paths", "description")
    if not colon or not known or key in keys or not value.strip():
        return False
    keys[key] = value.strip()
    return True


def _declaration(line: str, number: int, *, one_line: bool) -> _Declaration | None:
    """Returns the declaration that a line in column 0 opens."""
    if not line.startswith("- `"):
        return None
    path, _, rest = line[3:].partition("`")
    if line.endswith("`") and line.count("`") == 2:
        return _Declaration(path, number)
    if not one_line or not rest.startswith(":"):
        return None
    return _Declaration(path, number, {"activation": "explicit-only", "description": rest[1:].strip()})


def _close(found: _Index, opened: _Declaration | None, folder: str) -> None:
    """Takes one finished declaration."""
    if opened is None:
        return
    keys = opened.keys
    module = Module(
        path=opened.path,
        folder=folder,
        line=opened.line,
        activation=keys.get("activation", "explicit-only" if found.one_line else ""),
        tasks=tuple(task.strip() for task in keys["tasks"].split(",")) if "tasks" in keys else (),
        globs=_code_spans(keys.get("paths", "")),
        description=keys.get("description", ""),
    )
    if module.path in found.paths:
        found.faults.append(ManifestFault(ManifestReason.REPEATED_MODULE, module.line))
    found.paths.add(module.path)
    found.faults += [ManifestFault(reason, module.line) for reason in _reasons(module, keys)]
    found.modules.append(module)


def _reasons(module: Module, keys: dict[str, str]) -> list[ManifestReason]:
    """Returns why one declaration cannot be what it says."""
    reasons = []
    if not is_module_path(module.path, module.folder):
        reasons.append(ManifestReason.UNSAFE_PATH)
    if not set(module.tasks) <= set(TASKS):
        reasons.append(ManifestReason.MALFORMED_INDEX)
    if "paths" in keys and not (module.globs and all(map(is_glob, module.globs))):
        reasons.append(ManifestReason.MALFORMED_GLOB)
    if (module.folder != "rules" and "tasks" in keys) or (module.folder != "areas" and "paths" in keys):
        reasons.append(ManifestReason.FORBIDDEN_KEY)
    if module.activation and module.activation not in _ACTIVATIONS[module.folder]:
        reasons.append(ManifestReason.UNKNOWN_ACTIVATION)
    elif not _is_activated(module, keys):
        reasons.append(ManifestReason.NO_ACTIVATION)
    return reasons


def _is_activated(module: Module, keys: dict[str, str]) -> bool:
    """Tells whether there is an activation, with the tasks or paths it asks for."""
    wants_tasks = module.activation.startswith("task")
    wants_globs = module.activation.startswith("path")
    return (
        bool(module.activation)
        and ("tasks" in keys or not wants_tasks)
        and ("paths" in keys or not wants_globs)
    )


def _code_spans(text: str) -> tuple[str, ...]:
    """Returns the globs of a `paths` line, each in backticks and a comma between; empty if malformed."""
    parts = text.split("`")
    between = [part.strip() for part in parts[::2]]
    well_formed = len(parts) % 2 == 1 and between == ["", *[","] * (len(parts) // 2 - 1), ""]
    return tuple(parts[1::2]) if well_formed else ()
