"""What `git memoir validate` prints: the findings by code, and a line that says how much was looked at."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from memoir_git.core.finding import Finding
from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.render.text import finding_lines, joined
from memoir_git.services.validate import Validation
from memoir_git.store.recognise import ENTRY, SESSION


def as_text(report: Report[Validation]) -> str:
    """Returns the findings, the weightiest last, and the counts."""
    counts = _counts(report.data)
    kinds = f"{counted(counts['sessions'], 'session')}, {counted(counts['entries'], 'entry', 'entries')}"
    found = ", ".join(counted(counts[name], name[:-1]) for name in ("errors", "warnings", "reports"))
    summary = f"{counted(counts['files'], 'file')} checked ({kinds}): {found}"
    return joined([*_grouped_lines(report.findings), *report.disclaimers, summary])


def as_json(data: Validation) -> dict[str, Any]:
    """Returns the envelope's data object."""
    files = [
        {
            "path": file.path.shown(),
            "format": file.format_name,
            "errors": file.errors,
            "warnings": file.warnings,
            "reports": file.reports,
        }
        for file in data.files
    ]
    return {"files": files, "counts": _counts(data)}


def _grouped_lines(findings: Iterable[Finding]) -> list[str]:
    """Returns the findings with each remedy once: a legacy store has one finding hundreds of times."""
    lines = []
    for _, group in groupby(findings, key=lambda finding: (finding.severity, finding.code)):
        places, remedies = [], dict[str, None]()
        for finding in group:
            place, *remedy = finding_lines([finding])
            places.append(place)
            remedies.update(dict.fromkeys(remedy))
        lines += [*places, *remedies]
    return lines


def _counts(data: Validation) -> dict[str, int]:
    formats = [file.format_name for file in data.files]
    return {
        "files": len(data.files),
        "sessions": formats.count(SESSION),
        "entries": formats.count(ENTRY),
        "errors": sum(file.errors for file in data.files),
        "warnings": sum(file.warnings for file in data.files),
        "reports": sum(file.reports for file in data.files),
    }
