"""What a project's memory must hold when it begins: path -> content, from the templates.

Pure: the templates, the identity and the options come in as values, so the same request always makes the same
files. What exists already is not this module's business, except that a directory without a manifest may hold
files nobody wrote as memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.custodian.project import CORE_FILES

MANIFEST = "manifest.md"
BRIEF = "brief.md"
EXTENDED_FILES = (
    "preferences.md",
    "changelog.md",
    "rules/README.md",
    "profiles/README.md",
    "archive/README.md",
)
_PROJECT_ID = "@PROJECT_ID@"
_TOOL = "@TOOL@"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRequest:
    """A project to begin: its identity (a UUID of version 4, made once), the tool's name and version."""

    project_id: str
    tool: str
    extended: bool


def fresh_files(templates: Mapping[str, str], request: ProjectRequest) -> dict[str, str]:
    """Returns the files of a new project by path relative to the memory directory, the manifest first."""
    names = (*CORE_FILES, *(EXTENDED_FILES if request.extended else ()))
    return {name: _filled(templates[name], request) for name in names}


def foreign_files(fresh: Mapping[str, str], existing: Mapping[str, bytes]) -> tuple[str, ...]:
    """Returns the existing files that stand where a new project's would and say something else.

    Where there is no manifest, they are not known to be memory; taking them for it is for a person to say.
    """
    return tuple(
        name for name in sorted(fresh) if name in existing and not _is_same(existing[name], fresh[name])
    )


def _filled(template: str, request: ProjectRequest) -> str:
    return template.replace(_PROJECT_ID, request.project_id).replace(_TOOL, request.tool)


def _is_same(content: bytes, text: str) -> bool:
    """Line ends do not make a template somebody's text."""
    return content.replace(b"\r\n", b"\n") == text.encode()
