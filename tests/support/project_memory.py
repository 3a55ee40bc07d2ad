"""A project as `init project` begins it, as text and as bytes, without touching the disk of a test."""

from __future__ import annotations

from memoir_git.custodian.plans.init import MANIFEST, ProjectRequest, fresh_files
from memoir_git.custodian.project import Project
from memoir_git.fs.package_data import load_package_texts
from memoir_git.services.init_files import TEMPLATES

PROJECT_ID = "0b1d7a52-6a0e-4f43-9c55-1d2f0c9a7e10"
CORE = (
    "brief.md",
    "constraints.md",
    "decisions.md",
    "do-not-use.md",
    "inbox.md",
    "manifest.md",
    "subjects.md",
)
EXTRA = ("archive/README.md", "changelog.md", "preferences.md", "profiles/README.md", "rules/README.md")


def fresh(
    *, extended: bool = False, project_id: str = PROJECT_ID, tool: str = "memoir-git 9.9"
) -> dict[str, str]:
    """Returns the files of a new project by path relative to the memory directory."""
    request = ProjectRequest(project_id=project_id, tool=tool, extended=extended)
    return fresh_files(load_package_texts(TEMPLATES), request)


def fresh_manifest() -> str:
    """Returns the manifest of a new project."""
    return fresh()[MANIFEST]


def project_with(manifest: str, **others: str) -> Project:
    """Returns a new project with another manifest, and further files (`__` for `/`, without `.md`)."""
    files = {**fresh(), MANIFEST: manifest}
    files |= {f"{name.replace('__', '/')}.md": text for name, text in others.items()}
    return Project({path: text.encode() for path, text in files.items()})
