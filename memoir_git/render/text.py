"""Pieces of text that several commands print: findings, and the closing line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from memoir_git.core.finding import Finding
from memoir_git.core.report import Report


def finding_lines(findings: Iterable[Finding]) -> list[str]:
    """Returns each finding as a line `SEVERITY CODE place: message` and an indented remedy."""
    lines = []
    for finding in findings:
        place = finding.path.shown() if finding.path is not None else ""
        if finding.line is not None:
            place += f":{finding.line}"
        where = f" {place}:" if place else ""
        lines.append(f"{finding.severity.name:<7} {finding.code.id}{where} {finding.message}")
        if finding.remediation:
            lines.append(f"        {finding.remediation}")
    return lines


def closing_lines(report: Report[Any]) -> list[str]:
    """Returns the findings and disclaimers that end a report's text."""
    return [*finding_lines(report.findings), *report.disclaimers]


def joined(lines: Iterable[str]) -> str:
    """Returns the lines as text, each with its line end."""
    return "".join(line + "\n" for line in lines)
