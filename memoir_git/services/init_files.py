"""What `init project` has to write: the look at what is there, and the decision, all before any change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git import __version__
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.custodian.agent_block import with_agent_block
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import CURRENT
from memoir_git.custodian.metadata import is_project_id
from memoir_git.custodian.plans.agents import agent_block, agent_files, agents_named
from memoir_git.custodian.plans.init import MANIFEST, ProjectRequest, foreign_files, fresh_files
from memoir_git.custodian.plans.repair import Refusal, refusal_of, repaired, undeclared_modules
from memoir_git.custodian.project import Project
from memoir_git.fs.change_set import FileChange
from memoir_git.fs.package_data import load_package_texts
from memoir_git.fs.paths import join_inside, read_regular
from memoir_git.services.memory_place import MemoryPlace, load_files, project_of
from memoir_git.services.writable import REASONS

TEMPLATES = "_templates/project"
ADAPTERS = "_adapters"
_REASONS = {
    **REASONS,
    Refusal.OLDER: (
        "is of a protocol before 0.8, and this version cannot migrate it",
        "leave it as it is; reading and 'git memoir audit' work",
    ),
}


class ProjectExistsError(MemoirGitError):
    """What is there is not what a new project would hold, and nobody asked to keep or repair it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitRequest:
    """What to begin where. `project_id` is a fresh UUID, used only where there is no manifest to keep."""

    directory: Path
    memory_dir: str | None
    project_id: str
    extended: bool = False
    agents: tuple[str, ...] = ()
    repair: bool = False
    force_agent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The changes, the project's identity, and files called as ours that say something else and are kept."""

    changes: tuple[FileChange, ...]
    kept: tuple[RepoPath, ...]
    project_id: str | None


def prepare(place: MemoryPlace, request: InitRequest) -> Prepared:
    """Returns all that is to be written.

    Raises `ProjectExistsError`, `AgentBlockError`, and `PathError` for a link or a folder in the way.
    """
    join_inside(place.root, place.directory)
    project = project_of(load_files(place), place.directory)
    project_id = project.manifest.metadata.get("project_id", request.project_id)
    tool = f"memoir-git {__version__}"
    identity = ProjectRequest(project_id=project_id, tool=tool, extended=request.extended)
    fresh = fresh_files(load_package_texts(TEMPLATES), identity)
    agents, kept = _agent_changes(place, request)
    changes = (*_memory_changes(place, project, fresh, repair=request.repair), *agents)
    return Prepared(
        changes=tuple(sorted(changes, key=lambda change: change.path)),
        kept=kept,
        project_id=project_id if is_project_id(project_id) else None,
    )


def _memory_changes(
    place: MemoryPlace, project: Project, fresh: Mapping[str, str], *, repair: bool
) -> Iterator[FileChange]:
    present = {name: _read(place, f"{place.directory}/{name}") for name in fresh}
    existing = {name: content for name, content in present.items() if content is not None}
    made = {name: text for name, text in fresh.items() if name not in existing}
    if MANIFEST in existing:
        made[MANIFEST] = _repaired_manifest(place, project, fresh[MANIFEST], repair=repair)
        # What was repaired, not what may have been saved since: the writer then notices the difference.
        existing[MANIFEST] = project.files[MANIFEST].text.render().encode()
    else:
        _refuse_foreign(place, foreign_files(fresh, existing), repair=repair)
        made[MANIFEST] = repaired(lex(fresh[MANIFEST]), fresh[MANIFEST], undeclared_modules(project))
    for name, text in made.items():
        yield from _change(place, f"{place.directory}/{name}", existing.get(name), text.encode())


def _refuse_foreign(place: MemoryPlace, foreign: Sequence[str], *, repair: bool) -> None:
    """Without a manifest nobody knows that the files there are memory; `repair` says that they are."""
    if foreign and not repair:
        more = f" (and {len(foreign) - 1} more)" if len(foreign) > 1 else ""
        raise ProjectExistsError(
            f"{printable(place.directory)}/{foreign[0]}{more} exists without a manifest.md beside it;"
            " nothing was changed.",
            hint="if these files are project memory, 'git memoir init project --repair' keeps them and makes"
            " what is missing; otherwise choose another folder with --path",
        )


def _repaired_manifest(place: MemoryPlace, project: Project, fresh: str, *, repair: bool) -> str:
    """Returns the manifest's new text, the one it has if it is complete.

    Raises `ProjectExistsError` where it cannot be repaired, or needs it and nobody asked for it.
    """
    path = f"{printable(place.directory)}/{MANIFEST}"
    refusal = refusal_of(project)
    if refusal is not None:
        reason, hint = _REASONS[refusal]
        raise ProjectExistsError(f"{path} {reason}; nothing was changed.", hint=hint)
    text = project.files[MANIFEST].text
    after = repaired(text, fresh, undeclared_modules(project) if repair else ())
    if after != text.render() and not repair:
        raise ProjectExistsError(
            f"{path} lacks parts of Protocol {CURRENT}; nothing was changed.",
            hint="'git memoir init project --repair' adds them and leaves all the rest as it is",
        )
    return after


def _agent_changes(place: MemoryPlace, request: InitRequest) -> tuple[list[FileChange], tuple[RepoPath, ...]]:
    """Returns what the chosen agents get, and the files of our names that say something else."""
    adapters = load_package_texts(ADAPTERS)
    agents = agents_named(request.agents)
    directory = printable(place.directory)
    inside = agent_block(adapters, directory)
    changes: list[FileChange] = []
    kept = []
    for agent in agents:
        name = agent.entry_file
        before = _read(place, name)
        after = with_agent_block(
            before, inside, place=name, renew=request.repair, replace_foreign=request.force_agent
        )
        changes += _change(place, name, before, after)
    for path, content in agent_files(adapters, agents, directory).items():
        before = _read(place, path)
        if before is None:
            changes += _change(place, path, None, content)
        elif before != content:
            kept.append(RepoPath(path))
    return changes, tuple(kept)


def _change(place: MemoryPlace, path: str, before: bytes | None, after: bytes) -> Iterator[FileChange]:
    if before != after:
        yield FileChange(path=join_inside(place.root, path), before=before, after=after)


def _read(place: MemoryPlace, path: str) -> bytes | None:
    return read_regular(join_inside(place.root, path))
