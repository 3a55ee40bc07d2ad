"""What `status` says of project memory: protocol, the state of each file, and counts; an audit says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.file_states import FileState, FolderState, file_states, folder_states
from memoir_git.custodian.overlay import OverlayStatus
from memoir_git.custodian.project import CORE_FILES, Project
from memoir_git.custodian.storage import STRUCTURED, Kind, Status
from memoir_git.services.audit_data import declared_protocol
from memoir_git.services.memory_place import MemoryPlace, find_place, load_files, project_of
from memoir_git.services.overlay import look_up


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectStatus:
    """One project's memory. `protocol` is what it declares, `None` for what is no version."""

    directory: RepoPath
    protocol: str | None
    is_current: bool
    files: tuple[FileState, ...]
    folders: tuple[FolderState, ...]
    active: int
    superseded: int
    candidates: int
    legacy: int
    local_overlay: OverlayStatus

    @property
    def is_clean(self) -> bool:
        """Whether no file asks for anything."""
        files = (*self.files, *(file for folder in self.folders for file in folder.files))
        return all(file.word.value in ("OK", "not enabled") for file in files)


def project_status(
    directory: Path, memory_dir: str | None, variables: Mapping[str, str]
) -> ProjectStatus | None:
    """Returns the state of the project memory around a directory, `None` where there is none.

    Raises `PlaceError` for memory in two places.
    """
    return _status(find_place(directory, memory_dir), variables)


def _status(place: MemoryPlace, variables: Mapping[str, str]) -> ProjectStatus | None:
    snapshot = load_files(place)
    project = project_of(snapshot, place.directory)
    unreadable = [path.removeprefix(f"{place.directory}/") for path in snapshot.obstacles]
    if frozenset((*project.files, *unreadable)).isdisjoint(CORE_FILES):
        return None
    context = CheckContext(project, place.directory)
    counted = project if project.is_readable else Project({})
    kinds = {path: file.storage.kind for path, file in counted.files.items()}
    statuses = Counter(e.status for e in counted.entries() if kinds[e.path] is not Kind.ARCHIVE)
    return ProjectStatus(
        directory=RepoPath(place.directory),
        protocol=declared_protocol(project.manifest) if project.manifest.has_metadata else None,
        is_current=project.is_current,
        files=file_states(context, unreadable),
        folders=folder_states(context, unreadable),
        active=statuses[Status.ACTIVE],
        superseded=statuses[Status.SUPERSEDED],
        candidates=statuses[Status.CANDIDATE],
        legacy=sum(len(counted.files[path].legacy) for path, kind in kinds.items() if kind in STRUCTURED),
        local_overlay=look_up(place, project, variables).status,
    )
