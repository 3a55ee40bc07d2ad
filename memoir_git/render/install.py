"""`install`: what was set up, which files are memory now, what to type next."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.git.attributes import ATTRIBUTES
from memoir_git.render.layout import columns, file_lines, next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.attribute_files import Sharing
from memoir_git.services.install import BoundMemory, InstallData


def as_text(report: Report[InstallData]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    lines = [_headline(data), *file_lines(data.changed)]
    lines += ["", "Memory in this repository:", *columns(map(_memory_row, data.memory))]
    return joined([*lines, *closing_lines(report), *next_steps(_steps(data))])


def as_json(data: InstallData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "dry_run": data.dry_run,
        "drivers": list(data.drivers),
        "changed": [printable(path) for path in data.changed],
        "memory": [_memory_object(memory) for memory in data.memory],
        "sharing": data.sharing.value,
        "hooks": data.hooks.value,
    }


def _headline(data: InstallData) -> str:
    if not data.changed:
        return "The memory merge is installed already; nothing to change."
    return "install would change:" if data.dry_run else "The memory merge is installed. Changed:"


def _memory_row(memory: BoundMemory) -> tuple[str, ...]:
    exists = "" if memory.files else ", not there yet"
    return (printable(memory.pattern), memory.title, f"({memory.origin.value}{exists})")


def _memory_object(memory: BoundMemory) -> dict[str, Any]:
    return {
        "pattern": printable(memory.pattern),
        "format": memory.format_name,
        "origin": memory.origin.value,
        "files": memory.files,
    }


def _steps(data: InstallData) -> list[str]:
    if data.dry_run:
        return ["git memoir install"] if data.changed else []
    if data.sharing is Sharing.NO_WORK_TREE:
        return ["git memoir doctor"]
    has_memory = any(memory.files for memory in data.memory)
    steps = ["git memoir doctor"] if has_memory else ["git memoir init store, or git memoir track PATH"]
    if ATTRIBUTES in data.changed:
        steps.append(f"git add {ATTRIBUTES}, and commit it, so that every clone knows what is memory")
    return steps
