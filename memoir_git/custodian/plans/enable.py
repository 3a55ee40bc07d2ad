"""Enabling what a project may have besides its core: further files, and rules, profiles and areas.

A module counts once the manifest declares it, with what loads it; no path and no task is guessed. What is
enabled already stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.ids import RepoPath
from memoir_git.custodian.globs import is_glob
from memoir_git.custodian.module_index import Module, is_module_path
from memoir_git.custodian.plans.draft import Draft, Material, ObstacleError, blocked, draft_of, warned
from memoir_git.custodian.plans.edits import Edits
from memoir_git.custodian.plans.entry_text import refuse_secrets
from memoir_git.custodian.plans.init import EXTENDED_FILES, MANIFEST
from memoir_git.custodian.plans.module_entry import EXPLICIT_ONLY, begin, declare

# feature -> the file of a new project that it stands for.
_FILES = {path.removesuffix("/README.md").removesuffix(".md"): path for path in EXTENDED_FILES}
_FOLDERS = {
    "rules": "rules",
    "profile": "profiles",
    "profiles": "profiles",
    "area": "areas",
    "areas": "areas",
    "rule": "rules",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableRequest:
    """What shall be there: a feature, and the patterns or tasks that load it."""

    feature: str
    globs: tuple[str, ...]
    tasks: tuple[str, ...]
    templates: Mapping[str, str]


def plan_enable(request: EnableRequest, material: Material) -> Draft:
    """Returns the draft of what is missing, empty where nothing is."""
    return draft_of(lambda: _plan(request, material))


def _plan(request: EnableRequest, material: Material) -> Draft:
    refuse_secrets((request.feature, *request.globs))
    edits = Edits(material, request.templates)
    if request.feature in _FILES:
        _refuse_activation(request, for_globs=False, for_tasks=False)
        return _enable_file(_FILES[request.feature], edits, material)
    path = _module_path(request.feature, material)
    folder = path.partition("/")[0]
    _refuse_activation(request, for_globs=folder == "areas", for_tasks=folder == "rules")
    declared = next((m for m in material.project.manifest.modules if m.path == path), None)
    if declared is not None and not _is_as_asked(declared, request):
        raise ObstacleError(blocked("enabled-otherwise"))
    keys = _keys(request)
    warnings = (warned("explicit-only"),) if declared is None and keys == (EXPLICIT_ONLY,) else ()
    begin(edits, path)
    if declare(material, edits, path, request.templates[MANIFEST], keys):
        edits.log(f"Enabled {path} ({'; '.join(keys)})")
    return Draft(contents=edits.contents(), facts=_facts(path, material), warnings=warnings)


def _enable_file(path: str, edits: Edits, material: Material) -> Draft:
    if not edits.has(path):
        edits.put(path, edits.text(path))
        edits.log(f"Enabled {path}")
    return Draft(contents=edits.contents(), facts=_facts(path, material))


def _refuse_activation(request: EnableRequest, *, for_globs: bool, for_tasks: bool) -> None:
    """Raises `ObstacleError` for patterns and tasks that have no place, and for a pattern that is none."""
    if (request.globs and not for_globs) or (request.tasks and not for_tasks):
        raise ObstacleError(blocked("activation-misplaced"))
    for number, glob in enumerate(request.globs, start=1):
        if not is_glob(glob) or "`" in glob or not glob.isprintable() or glob != glob.strip():
            raise ObstacleError(blocked("glob-invalid", item=number))


def _module_path(feature: str, material: Material) -> str:
    """Returns the module's file; one that differs by case alone is the same. Raises `ObstacleError`."""
    folder, slash, name = feature.partition("/")
    if not slash or folder not in _FOLDERS:
        raise ObstacleError(blocked("feature-unknown"))
    folder = _FOLDERS[folder]
    wanted = f"{folder}/{name.lower() if folder == 'areas' else name}.md"
    if not is_module_path(wanted, folder):
        raise ObstacleError(blocked("name-invalid"))
    known = (*material.project.files, *material.project.declared)
    return next((path for path in known if path.casefold() == wanted.casefold()), wanted)


def _keys(request: EnableRequest) -> tuple[str, ...]:
    if request.globs:
        return ("activation: path-or-explicit", f"paths: {', '.join(f'`{glob}`' for glob in request.globs)}")
    if request.tasks:
        return ("activation: task-or-explicit", f"tasks: {', '.join(request.tasks)}")
    return (EXPLICIT_ONLY,)


def _is_as_asked(module: Module, request: EnableRequest) -> bool:
    """Tells whether a declared module is loaded by what was asked for; to ask for nothing fits any."""
    fits_globs = not request.globs or set(request.globs) == set(module.globs)
    return fits_globs and (not request.tasks or set(request.tasks) == set(module.tasks))


def _facts(path: str, material: Material) -> tuple[tuple[str, RepoPath], ...]:
    return (("file", RepoPath(f"{material.directory}/{path}")),)
