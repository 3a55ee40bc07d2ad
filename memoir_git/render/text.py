"""Pieces of text that several commands print: findings, and the closing line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from memoir_git.core.finding import Finding
from memoir_git.core.report import Report


def finding_lines(findings: Iterable[Finding]) -> list[str]:
    """Returns each finding as `SEVERITY CODE place entry: message (details)` and an indented remedy."""
    lines = []
    for finding in findings:
        place = _place(finding)
        where = f" {place}:" if place else ""
        more = ", ".join(f"{name} {value}" for name, value in finding.unsaid)
        message = f"{finding.message} ({more})" if more else finding.message
        lines.append(f"{finding.severity.name:<7} {finding.code.id}{where} {message}")
        if finding.remediation:
            lines.append(f"        {finding.remediation}")
    return lines


def _place(finding: Finding) -> str:
    """Returns where a finding is, `""` for nowhere: path, line and entry, as far as there are any."""
    place = finding.path.shown() if finding.path is not None else ""
    if finding.line is not None:
        place += f":{finding.line}"
    return " ".join(part for part in (place, finding.entry_id) if part)


def closing_lines(report: Report[Any]) -> list[str]:
    """Returns the findings and disclaimers that end a report's text."""
    return [*finding_lines(report.findings), *report.disclaimers]


def joined(lines: Iterable[str]) -> str:
    """Returns the lines as text, each with its line end."""
    return "".join(line + "\n" for line in lines)
