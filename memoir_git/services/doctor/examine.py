"""Examines the whole set-up of this clone and, if asked, mends what is private to it.

Mending writes nothing that is committed: git's config, `info/attributes`, `info/exclude`, and the removal of
stale temporary files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.core.report import Report
from memoir_git.git.config import MergeSetting, merge_settings
from memoir_git.git.driver_check import is_ours
from memoir_git.git.repo import Repository, discover
from memoir_git.git.version import (
    MINIMUM,
    Lack,
    Version,
    beyond_pygit2,
    git_version,
    lacking,
    object_format,
    ref_format,
)
from memoir_git.services.attribute_files import open_attributes
from memoir_git.services.doctor.attributes import (
    AttributeState,
    FileState,
    attribute_findings,
    attribute_state,
    nothing_selects,
)
from memoir_git.services.doctor.drivers import (
    DriverState,
    commands_in_force,
    driver_findings,
    driver_states,
)
from memoir_git.services.doctor.hooks import HookState, hook_findings, hook_states
from memoir_git.services.doctor.leftovers import leftover_findings, remove_temporaries
from memoir_git.services.doctor.private_state import private_state_findings
from memoir_git.services.doctor.proof import Proof, prove
from memoir_git.services.foreign import OnConflict
from memoir_git.services.hook_files import Hooks
from memoir_git.services.install import InstallRequest, install
from memoir_git.services.memory_bindings import format_names
from memoir_git.services.program import Program
from memoir_git.store.recognise import SESSION


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorRequest:
    """What to examine: the repository of `directory`; `variables` is the environment."""

    directory: Path
    program: Program
    variables: Mapping[str, str]
    fix: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorData:
    """What was found out, apart from the findings. `fixed` names what was mended first."""

    git_version: Version
    lacks: tuple[Lack, ...]
    object_format: str
    ref_format: str
    drivers: tuple[DriverState, ...]
    files: tuple[FileState, ...]
    proofs: tuple[Proof, ...]
    hooks: tuple[HookState, ...]
    fixed: tuple[str, ...]


def examine(request: DoctorRequest) -> Report[DoctorData]:
    """Examines the set-up, after mending it if asked. Raises only where git itself cannot be asked."""
    repository = discover(request.directory)
    fixed = _fix(repository, request) if request.fix else ()
    settings = merge_settings(repository, request.variables)
    state = attribute_state(repository, open_attributes(repository))
    registered = frozenset(commands_in_force(settings)) & format_names()
    proofs = prove((t for t in state.trials() if t.format_name in registered), settings)
    version = git_version(repository)
    hooks = hook_states(repository)
    data = DoctorData(
        git_version=version,
        lacks=lacking(version),
        object_format=object_format(repository),
        ref_format=ref_format(repository),
        drivers=driver_states(repository, settings),
        files=state.files(),
        proofs=proofs,
        hooks=hooks,
        fixed=fixed,
    )
    findings = (
        *_git_findings(repository, version, request.variables),
        *_set_up_findings(repository, request.program, settings, state),
        *_proof_findings(proofs),
        *hook_findings(hooks, version),
        *private_state_findings(repository, request.variables),
        *leftover_findings(repository, [f.path for f in data.files if f.format_name == SESSION]),
    )
    return Report(command="doctor", data=data, findings=findings)


def _fix(repository: Repository, request: DoctorRequest) -> tuple[str, ...]:
    removed = remove_temporaries(repository)
    if not _was_installed(repository, request.variables):
        return removed
    report = install(
        InstallRequest(
            directory=request.directory,
            program=request.program,
            strategy=None,
            on_conflict=OnConflict.SKIP,
            share=False,
            dry_run=False,
            hooks=Hooks.KEEP,
        )
    )
    return (*report.data.changed, *removed)


def _was_installed(repository: Repository, variables: Mapping[str, str]) -> bool:
    """Tells whether anybody set the memory merge up here; mending is not a way to install it."""
    attributes = open_attributes(repository)
    if attributes.shared_block.bindings or attributes.private_block.bindings:
        return True
    return any(
        setting.driver in format_names() or is_ours(setting.value)
        for setting in merge_settings(repository, variables)
    )


def _set_up_findings(
    repository: Repository,
    program: Program,
    settings: tuple[MergeSetting, ...],
    state: AttributeState,
) -> Iterator[Finding]:
    registered = frozenset(commands_in_force(settings)) & format_names()
    selected = frozenset(binding.format_name for binding in state.bindings)
    if not registered and not selected:
        yield codes.NOT_INSTALLED.at()
    yield from driver_findings(repository, program, settings, selected)
    yield from attribute_findings(repository, state)
    yield from nothing_selects(state, registered)


def _git_findings(
    repository: Repository, version: Version, variables: Mapping[str, str]
) -> Iterator[Finding]:
    if version < MINIMUM:
        yield codes.OLD_GIT.at()
    features = beyond_pygit2(repository)
    if features:
        yield codes.BEYOND_PYGIT2.at(features=tuple(map(Handle, features)))
    if variables.get("MEMOIR_GIT") == "0":
        yield codes.SWITCHED_OFF.at()


def _proof_findings(proofs: tuple[Proof, ...]) -> Iterator[Finding]:
    for proof in proofs:
        if not proof.holds:
            yield codes.PROOF_FAILED.at(driver=Handle(proof.format_name))
        elif not proof.holds_bare:
            yield codes.PROOF_FAILED_BARE.at(driver=Handle(proof.format_name))
