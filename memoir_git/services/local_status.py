"""`git memoir local status`: whether there is an overlay, whether this work tree reads it, and how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.report import Report
from memoir_git.custodian.overlay import OverlayStatus, modules_of
from memoir_git.services.audit_data import declared_protocol
from memoir_git.services.memory_place import find_place, load_files, project_of
from memoir_git.services.overlay import look_up, overlay_findings


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalModule:
    """One file that is read: its path and how many entries it has."""

    path: str
    entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalStatus:
    """The overlay in a word; `modules` only where it is read. Without an identity there can be none."""

    status: OverlayStatus
    project_id: str | None
    modules: tuple[LocalModule, ...]


def local_status(
    directory: Path, memory_dir: str | None, variables: Mapping[str, str]
) -> Report[LocalStatus]:
    """Returns what this work tree may know of the overlay. Creates nothing. Raises `PlaceError`."""
    place = find_place(directory, memory_dir)
    project = project_of(load_files(place), place.directory)
    overlay = look_up(place, project, variables)
    data = LocalStatus(
        status=overlay.status,
        project_id=overlay.project_id,
        modules=tuple(LocalModule(path=file.path, entries=len(file.entries)) for file in modules_of(overlay)),
    )
    return Report(
        command="local",
        data=data,
        findings=tuple(overlay_findings(overlay)),
        protocol_version=declared_protocol(project.manifest),
    )
