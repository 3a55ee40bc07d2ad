"""Words that a person gives to a command of project memory, checked before they become part of a file."""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.custodian.evidence import Admission, parse_evidence
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


def evidence_fault(items: Iterable[str]) -> str:
    """Returns why evidence is not enough for active memory, `""` where it is (guide 2.2).

    Every item must be one, and one of them admissible.
    """
    parsed = [parse_evidence(item) for item in items]
    admissions = [item.admission if item.text.isprintable() else Admission.MALFORMED for item in parsed]
    if Admission.MALFORMED in admissions:
        return "malformed-evidence"
    return "" if Admission.ADMISSIBLE in admissions else "no-admissible-evidence"


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
