"""How project memory declares a finding code. `since` is unset for a code that nothing raises yet."""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity

SINCE = "0.1"


def info(name: str, title: str, remediation: str, since: str | None = SINCE) -> FindingCode:
    """Declares something to know."""
    return _code(Severity.INFO, name, title, remediation, since)


def warning(name: str, title: str, remediation: str, since: str | None = SINCE) -> FindingCode:
    """Declares something a person should look at; never stops anything by itself."""
    return _code(Severity.WARNING, name, title, remediation, since)


def error(name: str, title: str, remediation: str, since: str | None = SINCE) -> FindingCode:
    """Declares something that is wrong and must be mended."""
    return _code(Severity.ERROR, name, title, remediation, since)


def blocker(name: str, title: str, remediation: str, since: str | None = SINCE) -> FindingCode:
    """Declares something that must be settled before anything else may be done."""
    return _code(Severity.BLOCKER, name, title, remediation, since)


def _code(severity: Severity, name: str, title: str, remediation: str, since: str | None) -> FindingCode:
    return FindingCode(id=f"MC-{name}", severity=severity, title=title, remediation=remediation, since=since)
