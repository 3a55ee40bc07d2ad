"""Sets the memory merge up in a repository: drivers in git's config, attributes, excludes; or previews it.

The attributes go into two places: the tracked `.gitattributes`, so that every clone knows which files are
memory, and `info/attributes` of the common directory, because git reads the tracked one from what is checked
out: during a rebase, in a sparse work tree or on an older branch it may not be there. Running it again
changes nothing; a failure changes nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memoir_git import registry
from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.options import VCS
from memoir_git.core.report import Report
from memoir_git.git.attributes import Binding, joined, mark_path, paths_by_binding
from memoir_git.git.config import DRIVER, ConfigDraft, config_preview, locked_config
from memoir_git.git.deciding import DecidingLine
from memoir_git.git.driver_check import is_ours, strategy_of
from memoir_git.git.record import InstallRecord
from memoir_git.git.repo import Repository, discover
from memoir_git.services.attribute_files import AttributeFiles, Sharing, open_attributes
from memoir_git.services.foreign import (
    OnConflict,
    foreign_drivers,
    foreign_lines,
    refuse_drivers,
    refuse_lines,
)
from memoir_git.services.hook_files import HookPlan, Hooks, plan_hooks
from memoir_git.services.memory_bindings import (
    DEFAULT_ROOT,
    MANIFEST,
    format_names,
    found_bindings,
    found_projects,
    project_marks,
    store_bindings,
)
from memoir_git.services.memory_place import ATTRIBUTE, PROJECT
from memoir_git.services.program import Program, driver_title, refuse_own_work_tree, wanted_line
from memoir_git.services.setup_files import (
    CONFIG,
    EXCLUDES,
    SetupFile,
    common_file,
    config_file,
    load_recorded,
    publish,
    recorded,
)

EXCLUDED = (".merge_file_*", ".memoir-git-*.txn")


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallRequest:
    """What to set up where. `strategy` is a strategy's name, `None` to keep the one in force."""

    directory: Path
    program: Program
    strategy: str | None
    on_conflict: OnConflict
    share: bool
    dry_run: bool
    hooks: Hooks = Hooks.AUTO


class Origin(Enum):
    """Why a file is bound."""

    DEFAULT = "default"
    TRACKED = "tracked"
    FOUND = "found"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundMemory:
    """One binding as it is shown. `files` counts what exists of it now."""

    pattern: str
    format_name: str
    title: str
    origin: Origin
    files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallData:
    """What was, or in a dry run would be, set up. `changed` names files, config first."""

    dry_run: bool
    drivers: tuple[str, ...]
    changed: tuple[str, ...]
    memory: tuple[BoundMemory, ...]
    sharing: Sharing
    hooks: Hooks


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """Everything but the config: found out before its lock is taken, which nobody should wait for."""

    files: tuple[SetupFile, ...]
    memory: tuple[BoundMemory, ...]
    sharing: Sharing
    findings: tuple[Finding, ...]


def install(request: InstallRequest) -> Report[InstallData]:
    """Sets up, or says what setting up would change.

    Raises `OwnWorkTreeError`, `ForeignAttributeError`, `ForeignDriverError`, `ConfigLockedError` and the
    errors of reading and writing; then nothing was changed.
    """
    repository = discover(request.directory)
    refuse_own_work_tree(repository, request.program)
    prepared = _prepare(repository, request)
    opened = config_preview if request.dry_run else locked_config
    with opened(repository.common_dir / CONFIG.path) as draft:
        drivers = _write_drivers(draft, request)
        hooks = plan_hooks(repository, draft, request.program, request.hooks)
        files = (config_file(repository, draft), *prepared.files, *hooks.files)
        changed = tuple(file for file in files if file.is_changed)
        if not request.dry_run and changed:
            old = load_recorded(repository)
            new = _with_made(repository, recorded(old.record, changed), hooks)
            publish(repository, changed, old, new, draft)
    data = InstallData(
        dry_run=request.dry_run,
        drivers=drivers,
        changed=tuple(file.shown for file in changed),
        memory=prepared.memory,
        sharing=prepared.sharing,
        hooks=hooks.way,
    )
    return Report(command="install", data=data, findings=(*prepared.findings, *hooks.findings))


def _prepare(repository: Repository, request: InstallRequest) -> _Prepared:
    attributes = open_attributes(repository, share=request.share)
    origins = _origins(repository, attributes)
    foreign = foreign_lines(repository, origins)
    if request.on_conflict is OnConflict.ABORT:
        refuse_lines(foreign)
    elif request.on_conflict is OnConflict.SKIP:
        origins = {binding: origin for binding, origin in origins.items() if binding not in foreign}
    is_last = request.on_conflict is OnConflict.OVERWRITE and bool(foreign)
    excludes = common_file(repository, EXCLUDES).with_lines(EXCLUDED)
    written = attributes.with_others(_marks(repository)).with_bindings(joined(origins), at_end=is_last)
    return _Prepared(
        files=(*written.files, excludes),
        memory=_memory(repository, origins),
        sharing=attributes.sharing,
        findings=(*_left_alone(foreign, request.on_conflict), *attributes.findings()),
    )


def _marks(repository: Repository) -> tuple[str, ...]:
    """Returns the lines that mark what is memory and is merged as text; of two projects none is the one."""
    projects = found_projects(repository)
    only = [mark_path(f"{directory}/{MANIFEST}", ATTRIBUTE, PROJECT) for directory in projects]
    prose = (mark for directory in projects for mark in project_marks(directory))
    return (*(only if len(only) == 1 else ()), *prose)


def _origins(repository: Repository, attributes: AttributeFiles) -> dict[Binding, Origin]:
    """Returns everything to bind, each with the first reason for it, in the block's order."""
    groups = (
        (Origin.DEFAULT, store_bindings(DEFAULT_ROOT)),
        (Origin.TRACKED, attributes.bindings()),
        (Origin.FOUND, found_bindings(repository)),
    )
    reasons = {binding.pattern: origin for origin, group in reversed(groups) for binding in group}
    # What stands in the block goes first: its format and its further attributes were chosen.
    bindings = joined(attributes.bindings(), *(group for _, group in groups))
    return {binding: reasons[binding.pattern] for binding in bindings}


def _write_drivers(draft: ConfigDraft, request: InstallRequest) -> tuple[str, ...]:
    names = [row.name for row in registry.FORMATS]
    foreign = foreign_drivers(draft, names)
    if request.on_conflict is OnConflict.ABORT:
        refuse_drivers(foreign)
    kept = foreign if request.on_conflict is OnConflict.SKIP else ()
    draft.remove_drivers(lambda name, command: is_ours(command) and name not in format_names())
    for row in registry.FORMATS:
        if row.name not in kept:
            strategy = _strategy(draft, row, request.strategy)
            draft.set_driver(row.name, driver_title(row), wanted_line(request.program, row, strategy))
    return tuple(name for name in names if name not in kept)


def _strategy(draft: ConfigDraft, row: registry.Format, asked: str | None) -> str:
    """Returns the strategy to write, `""` for the default one, which goes without saying."""
    if asked is None:
        command = draft.drivers().get(row.name, {}).get(DRIVER, "")
        return strategy_of(command) if is_ours(command) else ""
    return "" if asked == VCS else asked


def _memory(repository: Repository, origins: Mapping[Binding, Origin]) -> tuple[BoundMemory, ...]:
    titles = {row.name: row.title for row in registry.FORMATS}
    present = paths_by_binding(repository, origins)
    return tuple(
        BoundMemory(
            pattern=binding.path or binding.pattern,
            format_name=binding.format_name,
            title=titles.get(binding.format_name, binding.format_name),
            origin=origin,
            files=len(present[binding]),
        )
        for binding, origin in origins.items()
    )


def _left_alone(
    foreign: Mapping[Binding, tuple[str, DecidingLine]], on_conflict: OnConflict
) -> Iterable[Finding]:
    if on_conflict is not OnConflict.SKIP:
        return ()
    return [
        codes.FOREIGN_ATTRIBUTE.at(RepoPath(path), number=line.number, source=RepoPath(line.source))
        for path, line in foreign.values()
    ]


def _with_made(repository: Repository, record: InstallRecord, hooks: HookPlan) -> InstallRecord:
    """Notes the directories that are made by us: `info/`, which Apple's git leaves out, and that of hooks."""
    folders = {"info"} | {file.place.path.rpartition("/")[0] for file in hooks.files if file.is_changed}
    missing = {folder for folder in folders if not (repository.common_dir / folder).exists()}
    return InstallRecord(files=record.files, made=tuple(sorted(missing.union(record.made))))
