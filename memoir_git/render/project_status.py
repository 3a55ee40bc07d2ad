"""Project memory as `status` shows it: one line, one row per file, and the envelope's keys (guide 6)."""

from __future__ import annotations

from typing import Any

from memoir_git import __version__
from memoir_git.core.ids import printable
from memoir_git.custodian.file_states import FileState, FolderState, Word
from memoir_git.custodian.overlay import OverlayStatus
from memoir_git.render.layout import columns
from memoir_git.services.project_status import ProjectStatus

_NOT_AVAILABLE = "not available in this version"


def project_lines(project: ProjectStatus | None) -> list[str]:
    """Returns what there is to say of project memory, nothing where there is none."""
    if project is None:
        return []
    counts = (
        f"{project.active} active, {project.superseded} superseded, {project.legacy} legacy,"
        f" {project.candidates} pending"
    )
    protocol = project.protocol or "unknown"
    lines = [f"Project memory {project.directory.shown()}: protocol {protocol}; entries: {counts}"]
    rows = [*project.files, *(file for folder in project.folders for file in folder.files)]
    lines += columns(map(_row, rows))
    empty = [folder.name for folder in project.folders if not folder.files]
    if empty:
        lines.append(f"  not enabled: {', '.join(empty)}")
    if project.local_overlay is not OverlayStatus.DISABLED:
        lines.append(f"  local overlay: {project.local_overlay.value}")
    return lines


def project_object(project: ProjectStatus | None) -> dict[str, Any]:
    """Returns the keys that project memory has in the envelope's data."""
    if project is None:
        nothing: dict[str, Any] = {
            "memory_directory": None,
            "protocol": None,
            "files": [],
            "modules": {},
            "entries": None,
        }
        return {"cli_version": __version__, **nothing}
    return {
        "cli_version": __version__,
        "memory_directory": project.directory.shown(),
        "protocol": {"version": project.protocol, "current": project.is_current},
        "files": [_file(file) for file in project.files],
        "modules": {folder.name: _folder(folder) for folder in project.folders},
        "entries": {"active": project.active, "superseded": project.superseded, "legacy": project.legacy},
        "candidates": project.candidates,
        "local_overlay": project.local_overlay.value,
        "transactions": _NOT_AVAILABLE,
    }


def _row(file: FileState) -> tuple[str, str, str]:
    tokens = "" if file.tokens is None else f"about {file.tokens} of {file.limit} tokens"
    return printable(file.path), file.word.value, tokens


def _file(file: FileState) -> dict[str, Any]:
    word = file.word.value
    return {"path": printable(file.path), "status": word, "tokens": file.tokens, "budget": file.limit}


def _folder(folder: FolderState) -> dict[str, Any]:
    return {
        "status": "enabled" if folder.files else Word.NOT_ENABLED.value,
        "files": [_file(file) for file in folder.files],
    }
