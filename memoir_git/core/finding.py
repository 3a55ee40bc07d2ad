"""Findings: what a person should know or mend, with a stable code, and what they mean for the exit status.

A finding has no slot for memory text. Its message is the code's own sentence, filled only with the details,
and details take numbers, `Handle` and `RepoPath` only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum

from memoir_git.core.ids import Handle, RepoPath

Detail = int | Handle | RepoPath | tuple[int | Handle | RepoPath, ...]


class Severity(IntEnum):
    """How much a finding weighs; the order is the order of the report."""

    INFO = 0
    WARNING = 1
    ERROR = 2
    BLOCKER = 3


class Status(Enum):
    """The verdict of a report."""

    PASS = "PASS"
    REVIEW = "REVIEW"
    FAIL = "FAIL"


class ExitClass(Enum):
    """Why a command ends with its exit status."""

    SUCCESS = "success"
    SUCCESS_WITH_REVIEW = "success-with-review"
    DOMAIN_FAILURE = "domain-failure"
    BLOCKER = "blocker"
    FATAL = "fatal"


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingCode:
    """A declared code. `title` is a full sentence and may hold `{detail}` fields; `since` is the version
    that first raised it, `None` for one that is reserved.
    """

    id: str
    severity: Severity
    title: str
    remediation: str
    since: str | None = "0.1"

    def at(
        self,
        path: RepoPath | None = None,
        *,
        line: int | None = None,
        entry_id: Handle | None = None,
        severity: Severity | None = None,
        **details: Detail,
    ) -> Finding:
        """Returns a finding of this code at `path` (and 1-based `line`)."""
        return Finding(
            code=self,
            severity=self.severity if severity is None else severity,
            path=path,
            line=line,
            entry_id=entry_id,
            details=tuple(sorted(details.items())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One observation; see the module's docstring for what it can never carry."""

    code: FindingCode
    severity: Severity
    path: RepoPath | None
    line: int | None
    entry_id: Handle | None
    details: tuple[tuple[str, Detail], ...]

    def __post_init__(self) -> None:
        for name, value in self.details:
            values = value if isinstance(value, tuple) else (value,)
            assert all(isinstance(item, (int, Handle, RepoPath)) for item in values), (
                f"the detail {name} of {self.code.id} is not a safe value"
            )

    @property
    def message(self) -> str:
        """The code's sentence with its details filled in."""
        shown = {name: _shown(value) for name, value in self.details}
        return self.code.title.format(**shown)

    @property
    def remediation(self) -> str:
        """What to do next, with the details filled in."""
        shown = {name: _shown(value) for name, value in self.details}
        return self.code.remediation.format(**shown)

    @property
    def unsaid(self) -> tuple[tuple[str, str], ...]:
        """The details that neither sentence holds, by name."""
        said = self.code.title + self.code.remediation
        return tuple((name, _shown(value)) for name, value in self.details if f"{{{name}}}" not in said)


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns the findings once each, by severity, code, path, entry id, line and message."""
    return tuple(
        sorted(
            dict.fromkeys(findings),
            key=lambda f: (
                f.severity,
                f.code.id,
                f.path or "",
                f.entry_id or "",
                f.line or 0,
                f.message,
            ),
        )
    )


def status_of(findings: Iterable[Finding]) -> Status:
    """Returns PASS for nothing worse than INFO, REVIEW for a WARNING, FAIL from ERROR on."""
    worst = max((finding.severity for finding in findings), default=Severity.INFO)
    if worst >= Severity.ERROR:
        return Status.FAIL
    return Status.REVIEW if worst == Severity.WARNING else Status.PASS


def exit_of(findings: Iterable[Finding]) -> tuple[int, ExitClass]:
    """Returns the exit status and its class: 0 for PASS and REVIEW, 1 for ERROR, 2 for BLOCKER."""
    worst = max((finding.severity for finding in findings), default=Severity.INFO)
    return {
        Severity.INFO: (0, ExitClass.SUCCESS),
        Severity.WARNING: (0, ExitClass.SUCCESS_WITH_REVIEW),
        Severity.ERROR: (1, ExitClass.DOMAIN_FAILURE),
        Severity.BLOCKER: (2, ExitClass.BLOCKER),
    }[worst]


def _shown(value: Detail) -> str:
    if isinstance(value, tuple):
        return ", ".join(_shown(item) for item in value)
    return value.shown() if isinstance(value, RepoPath) else str(value)
