"""Words that a person gives to a command of project memory, checked before they become part of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.custodian.plans.admission import evidence_findings, evidence_items
from memoir_git.custodian.plans.draft import Material, blocked
from memoir_git.custodian.subjects import LONGEST_NAME


def one_line(text: str) -> str:
    """Returns a title or name as it is written: on one line, each run of blanks one space."""
    return " ".join(text.split())


def name_fault(name: str) -> str:
    """Returns why a title or name that is on one line cannot be written, `""` for one that can."""
    if not name:
        return "empty-name"
    if len(name) > LONGEST_NAME:
        return "name-too-long"
    return "" if name.isprintable() else "unprintable-name"


def asked_evidence(material: Material, items: Sequence[str]) -> tuple[tuple[str, ...], list[Finding]]:
    """Returns the items as they are written, and what is wrong with them as Evidence of active memory.

    A file that an item names and the project lacks is a warning.
    """
    parsed = evidence_items(items)
    found = list(evidence_findings(material, parsed, for_candidate=False, allow_missing=True))
    hidden = (number for number, item in enumerate(parsed, start=1) if not item.text.isprintable())
    found += [blocked("evidence-malformed", item=number) for number in hidden]
    return tuple(item.text for item in parsed), found


def parted(findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Returns the findings that block a plan, and the others."""
    told = list(dict.fromkeys(findings))
    blockers = [finding for finding in told if finding.severity >= Severity.ERROR]
    return blockers, [finding for finding in told if finding not in blockers]


def unusable(material: Material, *paths: str) -> list[Finding]:
    """Returns a blocker for each of these files that is absent, or that nobody can tell the units of."""
    files = material.project.files
    found = []
    for path in paths:
        shown = RepoPath(f"{material.directory}/{path}")
        if path not in files:
            found.append(blocked("file-missing", path=shown))
        elif not files[path].is_usable:
            found.append(blocked("file-unusable", path=shown))
    return found
