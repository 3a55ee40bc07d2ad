"""What a change of relations leaves for a person to review: overlaps that were not there (guide 2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.finding import Finding
from memoir_git.custodian import codes_subject
from memoir_git.custodian.checks.conflicts import check_conflicts
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.plans.draft import Material
from memoir_git.custodian.project import Project


def project_after(material: Material, texts: Mapping[str, str]) -> Project:
    """Returns the project as it would be with these texts."""
    return Project({**material.contents, **{path: text.encode() for path, text in texts.items()}})


def new_overlaps(material: Material, after: Project) -> tuple[Finding, ...]:
    """Returns the area entries that would newly overlap an owner of the whole project, unexcused."""
    known = {finding.entry_id for finding in _overlaps(material, material.project)}
    return tuple(finding for finding in _overlaps(material, after) if finding.entry_id not in known)


def _overlaps(material: Material, project: Project) -> list[Finding]:
    found = check_conflicts(CheckContext(project, material.directory))
    return [finding for finding in found if finding.code is codes_subject.OVERLAP]
