"""The JSON envelope, version 1: one document, sorted keys, one line (protocol guide part 6)."""

from __future__ import annotations

import json
import re
from typing import Any

from memoir_git.core.finding import Detail, Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report

OUTPUT_SCHEMA_VERSION = 1

# Half of a pair, as a session file may hold it escaped: it has no bytes in UTF-8.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def envelope(report: Report[Any], data: dict[str, Any]) -> str:
    """Returns the report as one line of JSON with its line end."""
    document = {
        "output_schema_version": OUTPUT_SCHEMA_VERSION,
        "command": report.command,
        "protocol_version": report.protocol_version,
        "status": report.status.value,
        "exit_class": report.exit_class.value,
        "data": data,
        "findings": [finding_object(finding) for finding in report.findings],
        "disclaimers": list(report.disclaimers),
    }
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def finding_object(finding: Finding) -> dict[str, Any]:
    """Returns one finding as the envelope shows it."""
    shown: dict[str, Any] = {
        "code": finding.code.id,
        "severity": finding.severity.name,
        "path": finding.path.shown() if finding.path is not None else None,
        "entry_id": finding.entry_id,
        "message": finding.message,
        "remediation": finding.remediation,
    }
    if finding.line is not None:
        shown["line"] = finding.line
    if finding.details:
        shown["details"] = {name: _plain(value) for name, value in finding.details}
    return shown


def _plain(value: Detail) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.shown() if isinstance(value, RepoPath) else value
