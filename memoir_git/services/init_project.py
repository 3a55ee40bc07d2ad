"""Begins a project's memory, or completes one: files, the manifest's attribute, what agents are told.

Only what is missing is made; nothing that exists is replaced, but for a manifest that is asked to be repaired
and our own blocks. Everything is decided first and then changed together, so a failure leaves all as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath, printable
from memoir_git.core.report import Report
from memoir_git.custodian.manifest import CURRENT
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.fs.change_set import FileChange, change_together
from memoir_git.git.attributes import mark_path
from memoir_git.git.config import locked_config
from memoir_git.git.repo import Repository
from memoir_git.services.attribute_files import open_attributes
from memoir_git.services.init_files import InitRequest, prepare
from memoir_git.services.memory_bindings import project_bindings, project_marks
from memoir_git.services.memory_folder import DEFAULT, SETTING, PlaceError
from memoir_git.services.memory_place import ATTRIBUTE, PROJECT, MemoryPlace, find_place, marked_places
from memoir_git.services.mutation_lock import Governing, mutation_lock
from memoir_git.services.setup_files import CONFIG, load_recorded, publish, recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProject:
    """What was done. Paths are relative to the project's root; `kept` are ours by name and say otherwise."""

    directory: RepoPath
    project_id: str | None
    made: tuple[RepoPath, ...] = ()
    changed: tuple[str, ...] = ()
    kept: tuple[RepoPath, ...] = ()
    is_repository: bool = False


def init_project(request: InitRequest, governing: Governing) -> Report[NewProject]:
    """Makes what is missing, under the locks of every other change.

    Raises `PlaceError`, `ProjectExistsError`, `AgentBlockError`, `PathError`, and what locking and writing
    raise; then nothing was changed.
    """
    place = find_place(request.directory, request.memory_dir)
    _refuse_second(place)
    with mutation_lock(governing, place, request.project_id):
        return _make(place, request)


def _make(place: MemoryPlace, request: InitRequest) -> Report[NewProject]:
    prepared = prepare(place, request)
    changes = prepared.changes
    if place.repository is None:
        change_together(changes, finish=_nothing)
        settings: tuple[str, ...] = ()
        findings: tuple[Finding, ...] = ()
    else:
        settings, findings = _change_in_git(place, place.repository, changes)
    paths = [(RepoPath(change.path.relative_to(place.root).as_posix()), change) for change in changes]
    data = NewProject(
        directory=RepoPath(place.directory),
        project_id=prepared.project_id,
        made=tuple(path for path, change in paths if change.before is None),
        changed=(*(path for path, change in paths if change.before is not None), *settings),
        kept=prepared.kept,
        is_repository=place.repository is not None,
    )
    return Report(command="init", data=data, findings=findings, protocol_version=CURRENT)


def _refuse_second(place: MemoryPlace) -> None:
    """Raises `PlaceError` for another place than the one that is marked: other clones would find two."""
    marked = marked_places(place.repository) if place.repository is not None else ()
    if marked and place.directory not in marked:
        raise PlaceError(
            f"Project memory lies in {printable(marked[0])} already; nothing was changed.",
            hint=f"complete that one with --path {printable(marked[0])}; to move it, git mv the folder first",
        )


def _change_in_git(
    place: MemoryPlace, repository: Repository, changes: tuple[FileChange, ...]
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Makes the changes together with the attribute and, for an unusual place, the setting that names it.

    The setting is the user's own from then on: no record of an installation takes it back.
    """
    manifest = f"{place.directory}/{MANIFEST}"
    with locked_config(repository.common_dir / CONFIG.path) as draft:
        marks = (mark_path(manifest, ATTRIBUTE, PROJECT), *project_marks(place.directory))
        attributes = open_attributes(repository).with_others(marks)
        attributes = attributes.with_bindings(project_bindings(place.directory))
        if _wants_setting(place):
            draft.set_value(SETTING, place.directory)
        files = tuple(file for file in attributes.files if file.is_changed)
        old = load_recorded(repository)
        new = None if old.content is None else recorded(old.record, files)
        is_set = draft.content != draft.before
        change_together(changes, finish=lambda: publish(repository, files, old, new, draft))
    settings = tuple(file.shown for file in files) + ((f".git/{CONFIG.path}",) if is_set else ())
    return settings, (*attributes.findings(), *_ignored(repository, manifest))


def _wants_setting(place: MemoryPlace) -> bool:
    """Whether this clone would look elsewhere, or has to be told where."""
    if place.directory != DEFAULT:
        return True
    try:
        return find_place(place.root, None).directory != place.directory
    except PlaceError:
        return True


def _ignored(repository: Repository, path: str) -> Iterator[Finding]:
    if repository.run("check-ignore", "--quiet", "--", path, accept=(0, 1, 128)).returncode == 0:
        yield codes.IGNORED_MEMORY.at(RepoPath(path))


def _nothing() -> None:
    """Ends a change that nothing else depends on."""
