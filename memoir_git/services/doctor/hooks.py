"""Whether git really runs our hooks here: another manager, or another git, can take them away silently."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core import codes_hooks
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.fs.paths import read_regular
from memoir_git.git.block import BrokenBlockError
from memoir_git.git.driver_check import Programs
from memoir_git.git.hooks import CONFIG_HOOKS, NAMES, SCRIPTS, config_name, has_chain, hooks_folder
from memoir_git.git.nul import nul_split
from memoir_git.git.repo import Repository
from memoir_git.git.version import Version

DIRECTORY = "directory"
CONFIG = "config"


@dataclass(frozen=True, slots=True, kw_only=True)
class HookState:
    """One hook: by which `ways` git is told to call ours, and whether the program it starts is there."""

    name: str
    ways: tuple[str, ...]
    is_installed: bool
    has_program: bool


def hook_states(repository: Repository) -> tuple[HookState, ...]:
    """Returns the state of each hook; nothing in a bare repository, where they are not installed."""
    if repository.top is None:
        return ()
    named = _named_in_config(repository)
    folder = hooks_folder(repository)
    return tuple(_state(repository, name, folder, named) for name in NAMES)


def hook_findings(states: tuple[HookState, ...], version: Version) -> Iterator[Finding]:
    """Yields what keeps hooks that were installed from running."""
    installed = [state for state in states if state.is_installed]
    if version < CONFIG_HOOKS and any(state.ways == (CONFIG,) for state in installed):
        yield codes_hooks.HOOKS_INACTIVE.at()
    for state in installed:
        if not state.ways:
            yield codes_hooks.HOOK_MISSING.at(hook=Handle(state.name))
        if not state.has_program:
            yield codes_hooks.HOOK_PROGRAM_MISSING.at(hook=Handle(state.name))


def _state(repository: Repository, name: str, folder: Path, named: frozenset[str]) -> HookState:
    script = read_regular(repository.common_dir / SCRIPTS / name)
    ways = (
        *((DIRECTORY,) if _is_chained(folder / name) else ()),
        *((CONFIG,) if config_name(name) in named else ()),
    )
    return HookState(
        name=name,
        ways=ways,
        is_installed=script is not None,
        has_program=script is not None and _has_program(script),
    )


def _named_in_config(repository: Repository) -> frozenset[str]:
    done = repository.run(
        "config", "-z", "--name-only", "--get-regexp", r"^hook\..*\.command$", accept=(0, 1)
    )
    names = (entry.removeprefix("hook.").rpartition(".")[0] for entry in nul_split(done.stdout))
    return frozenset(names)


def _is_chained(path: Path) -> bool:
    """Tells whether a hook file calls ours; one that is no regular file is somebody else's."""
    try:
        return has_chain(path.read_bytes(), place=path.name)
    except (OSError, BrokenBlockError):
        return False


def _has_program(script: bytes) -> bool:
    for line in script.decode("utf-8", "surrogateescape").splitlines():
        if line.startswith("python="):
            words = dict(word.partition("=")[::2] for word in shlex.split(line) if "=" in word)
            paths = Programs(interpreter=Path(words["python"]), driver=Path(words.get("hook", "")))
            return not paths.missing()
    return False
