"""Plans of project memory without a disk: what a planner is given, and what its draft comes to."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.finding import Finding, Severity
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import run_checks
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.project import Project

JUDGED = ("routing", "entries", "evidence", "relations", "subjects", "conflicts")
_DIGITS = "abcdef0123456789"


def material(contents: Mapping[str, str], *, today: str = "20261130") -> Material:
    """Returns what a planner is given of these files; its random digits are one digit, repeated."""
    return material_of({path: text.encode() for path, text in contents.items()}, today=today)


def material_of(contents: Mapping[str, bytes], *, today: str = "20261130") -> Material:
    """Returns what a planner is given of these bytes."""
    return Material(
        project=Project(contents), contents=contents, directory="docs/memory", today=today, random=_random
    )


def outcome(contents: Mapping[str, str], draft: Draft) -> dict[str, str]:
    """Returns the files after the draft."""
    changed = {**{path: text.encode() for path, text in contents.items()}, **draft.contents}
    return {path: data.decode() for path, data in changed.items() if data is not None}


def words(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    """Returns reason and entry of blockers or warnings of a plan, in their order."""
    return [(str(dict(found.details).get("reason")), found.entry_id or "") for found in findings]


def facts(draft: Draft) -> dict[str, object]:
    """Returns what the draft tells, by name."""
    return dict(draft.facts)


def errors(contents: Mapping[str, str]) -> list[str]:
    """Returns the codes of the errors of these files."""
    project = Project({path: text.encode() for path, text in contents.items()})
    found = run_checks(CheckContext(project, "docs/memory"), JUDGED)
    return [finding.code.id for finding in found if finding.severity >= Severity.ERROR]


def _random(label: str) -> str:
    return _DIGITS[int(label.rpartition("/")[2]) % len(_DIGITS)] * 32
