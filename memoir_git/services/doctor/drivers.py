"""The drivers in git's config, as git resolves it: there, ours, current, runnable, safe."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.git.config import DRIVER, MergeSetting
from memoir_git.git.driver_check import is_ours, programs_of, quoted_placeholders, strategy_of
from memoir_git.git.repo import Repository
from memoir_git.services.program import OwnWorkTreeError, Program, refuse_own_work_tree, wanted_line


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverState:
    """One format's driver: where the command in force comes from, empty when there is none."""

    name: str
    scope: str
    origin: str
    strategy: str
    is_ours: bool


def driver_states(repository: Repository, settings: Iterable[MergeSetting]) -> tuple[DriverState, ...]:
    """Returns the state of every format's driver."""
    commands = commands_in_force(settings)
    return tuple(_state(repository, row.name, commands.get(row.name)) for row in registry.FORMATS)


def commands_in_force(settings: Iterable[MergeSetting]) -> dict[str, MergeSetting]:
    """Returns, for each driver that has a command, the setting that git follows."""
    return {setting.driver: setting for setting in settings if setting.key == DRIVER}


def driver_findings(
    repository: Repository,
    program: Program,
    settings: tuple[MergeSetting, ...],
    selected: frozenset[str],
) -> Iterator[Finding]:
    """Yields what is wrong with the drivers; `selected` are the formats that attributes ask for."""
    commands = commands_in_force(settings)
    named = {setting.driver for setting in settings}
    for row in registry.FORMATS:
        name = Handle(row.name)
        if row.name in commands:
            yield from _command_findings(repository, program, row, commands[row.name])
        elif row.name in named:
            yield codes.DRIVER_WITHOUT_COMMAND.at(driver=name)
        elif row.name in selected:
            yield codes.DRIVER_MISSING.at(driver=name)
        for other in sorted(named):
            if other != row.name and other.lower() == row.name:
                yield codes.DRIVER_NAME_CASE.at(driver=name, found=Handle(other))
    for driver, setting in sorted(commands.items()):
        if quoted_placeholders(setting.value):
            yield codes.QUOTED_PLACEHOLDER.at(driver=RepoPath(driver))


def shown_origin(repository: Repository, origin: str) -> str:
    """Returns where a setting comes from as people know it; git writes `file:/path` or `command line:`."""
    kind, _, place = origin.partition(":")
    if kind != "file":
        return kind
    path = Path(os.path.realpath(place))
    if repository.common_dir in path.parents:
        return f".git/{path.relative_to(repository.common_dir).as_posix()}"
    return place


def _state(repository: Repository, name: str, setting: MergeSetting | None) -> DriverState:
    if setting is None:
        return DriverState(name=name, scope="", origin="", strategy="", is_ours=False)
    return DriverState(
        name=name,
        scope=setting.scope,
        origin=shown_origin(repository, setting.origin),
        strategy=strategy_of(setting.value),
        is_ours=is_ours(setting.value),
    )


def _command_findings(
    repository: Repository, program: Program, row: registry.Format, setting: MergeSetting
) -> Iterator[Finding]:
    name, command = Handle(row.name), setting.value
    origin = RepoPath(shown_origin(repository, setting.origin))
    is_current = command == wanted_line(program, row, strategy_of(command))
    if not is_current:
        if is_ours(command) and origin == ".git/config":
            yield codes.DRIVER_OUTDATED.at(driver=name)
        else:
            yield codes.DRIVER_OVERRIDDEN.at(driver=name, origin=origin, scope=Handle(setting.scope))
    programs = programs_of(command) if is_ours(command) else None
    if programs is None:
        return
    for path in programs.missing():
        yield codes.PROGRAM_MISSING.at(driver=name, program=RepoPath(path))
    started = Program(interpreter=str(programs.interpreter), package=programs.driver.parent)
    try:
        refuse_own_work_tree(repository, started)
    except OwnWorkTreeError:
        yield codes.OWN_WORK_TREE.at(driver=name, program=RepoPath(programs.driver))
