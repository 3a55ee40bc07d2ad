"""`track`: what is memory now, of which format, and whether that was a guess."""

from __future__ import annotations

from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.git.attributes import ATTRIBUTES
from memoir_git.render.layout import columns, next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.track import TrackData, TrackedMemory


def as_text(report: Report[TrackData]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    head = "Memory now:" if data.changed else "Memory already; nothing to change:"
    lines = [head, *columns(map(_row, data.memory))]
    return joined([*lines, *closing_lines(report), *next_steps(steps(data))])


def as_json(data: TrackData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "memory": [
            {
                "pattern": printable(memory.pattern),
                "format": memory.format_name,
                "guessed": memory.is_guessed,
                "new": memory.is_new,
            }
            for memory in data.memory
        ],
        "changed": [printable(path) for path in data.changed],
        "sharing": data.sharing.value,
        "installed": data.is_installed,
    }


def steps(data: TrackData) -> list[str]:
    """Returns what to type next, so that merges work here and elsewhere."""
    wanted = [] if data.is_installed else ["git memoir install, which registers the merge driver"]
    if ATTRIBUTES in data.changed:
        wanted.append(f"git add {ATTRIBUTES}, and commit it, so that every clone knows what is memory")
    return wanted


def _row(memory: TrackedMemory) -> tuple[str, ...]:
    return (printable(memory.pattern), memory.title, f"({_why(memory)})")


def _why(memory: TrackedMemory) -> str:
    if not memory.is_new:
        return "already"
    return "guessed; --as FORMAT says otherwise" if memory.is_guessed else memory.format_name
