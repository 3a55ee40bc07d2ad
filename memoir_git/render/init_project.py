"""`init project`: what was made, how git treats it, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.custodian.plans.init import BRIEF
from memoir_git.git.attributes import ATTRIBUTES
from memoir_git.render.layout import next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.init_project import NewProject

# What is changed in there belongs to this clone alone.
GIT_FOLDER = ".git"


def as_text(report: Report[NewProject]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    lines = [*_done(data), *(f"Kept {path.shown()}, which says something else." for path in data.kept)]
    if data.made and not data.is_repository:
        lines.append("This is no git repository; only files were made.")
    elif data.made:
        lines.append("Entry files merge unit by unit in every clone where git memoir install was run.")
    return joined([*lines, *closing_lines(report), *next_steps(tuple(_steps(data)))])


def as_json(data: NewProject) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "memory_directory": data.directory.shown(),
        "project_id": data.project_id,
        "made": [path.shown() for path in data.made],
        "changed": [printable(path) for path in data.changed],
        "kept": [path.shown() for path in data.kept],
        "git": data.is_repository,
        "next": list(_steps(data)),
    }


def _done(data: NewProject) -> Iterator[str]:
    inside = [path for path in data.made if path.startswith(f"{data.directory}/")]
    if not data.made and not data.changed:
        yield f"Project memory in {data.directory.shown()} lacks nothing; nothing was changed."
    if inside:
        yield f"Made project memory in {data.directory.shown()}:"
        names = (path.removeprefix(f"{data.directory}/") for path in inside)
        yield from (f"  {printable(name)}" for name in names)
    yield from (f"Made {path.shown()}." for path in data.made if path not in inside)
    yield from (f"Changed {printable(path)}." for path in data.changed)


def _steps(data: NewProject) -> Iterator[str]:
    brief = f"{data.directory}/{BRIEF}"
    if brief in data.made:
        yield f"edit {printable(brief)}: what the project is for, its shape, its direction"
    if data.made or data.changed:
        yield "git memoir audit"
    if data.is_repository and (places := _to_commit(data)):
        words = " ".join(quote(printable(place)) for place in places)
        yield f"git add {words}, and commit, so that every clone has it"


def _to_commit(data: NewProject) -> list[str]:
    """Returns what git is to be given: the attributes, the memory directory, and files of agents."""
    written = [path for path in (*data.changed, *data.made) if not path.startswith(f"{GIT_FOLDER}/")]
    inside = [path for path in written if path.startswith(f"{data.directory}/")]
    attributes = [path for path in written if path == ATTRIBUTES]
    others = [path for path in written if path not in inside and path not in attributes]
    return [*attributes, *([data.directory] if inside else []), *others]
