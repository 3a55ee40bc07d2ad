"""Findings: what a person should know or mend, with a stable code and a weight.

A finding has no slot for memory text. Its message is the code's own sentence, filled only with the details,
and details take numbers, `Handle` and `RepoPath` only.

The hooks load this module in every commit that touches memory, so it is made of plain classes: `dataclasses`
and `enum` would cost more than all that a hook then does with findings. No finding changes once it is made.
"""

from __future__ import annotations

from memoir_git.core.ids import Handle, RepoPath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import ClassVar

Detail = int | Handle | RepoPath | tuple[int | Handle | RepoPath, ...]


class Severity(int):
    """How much a finding weighs; the order is the order of the report."""

    INFO: ClassVar[Severity]
    WARNING: ClassVar[Severity]
    ERROR: ClassVar[Severity]
    BLOCKER: ClassVar[Severity]

    @property
    def name(self) -> str:
        """The word for it, in capitals."""
        return _WORDS[self]

    def __repr__(self) -> str:
        return f"Severity.{self.name}"


_WORDS = ("INFO", "WARNING", "ERROR", "BLOCKER")
SEVERITIES = tuple(map(Severity, range(len(_WORDS))))
Severity.INFO, Severity.WARNING, Severity.ERROR, Severity.BLOCKER = SEVERITIES


class FindingCode:
    """A declared code, equal to itself alone. `title` is a full sentence and may hold `{detail}` fields;
    `since` is the version that first raised it, `None` for one that is reserved. A fatal one says that the
    command could not work at all, whatever the memory holds.
    """

    __slots__ = ("id", "is_fatal", "remediation", "severity", "since", "title")

    def __init__(
        self,
        *,
        id: str,  # noqa: A002 - the word of the declarations
        severity: Severity,
        title: str,
        remediation: str,
        since: str | None = "0.1",
        is_fatal: bool = False,
    ) -> None:
        self.id = id
        self.is_fatal = is_fatal
        self.severity = severity
        self.title = title
        self.remediation = remediation
        self.since = since

    def __repr__(self) -> str:
        return f"FindingCode({self.id})"

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


class Finding:
    """One observation; see the module's docstring for what it can never carry. `details` are sorted."""

    __slots__ = ("code", "details", "entry_id", "line", "path", "severity")

    def __init__(
        self,
        *,
        code: FindingCode,
        severity: Severity,
        path: RepoPath | None,
        line: int | None,
        entry_id: Handle | None,
        details: tuple[tuple[str, Detail], ...],
    ) -> None:
        self.code = code
        self.severity = severity
        self.path = path
        self.line = line
        self.entry_id = entry_id
        self.details = details
        for name, value in details:
            values = value if isinstance(value, tuple) else (value,)
            assert all(isinstance(item, (int, Handle, RepoPath)) for item in values), (
                f"the detail {name} of {code.id} is not a safe value"
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        return f"Finding({self.severity!r}, {self.code.id}, {self.path}, {self.line}, {self.details})"

    def replaced(
        self,
        *,
        severity: Severity | None = None,
        details: Mapping[str, Detail] | None = None,
        has_line: bool = True,
    ) -> Finding:
        """Returns the same finding with another weight or other details, or without its line."""
        return Finding(
            code=self.code,
            severity=self.severity if severity is None else severity,
            path=self.path,
            line=self.line if has_line else None,
            entry_id=self.entry_id,
            details=self.details if details is None else tuple(sorted(details.items())),
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

    def _facts(self) -> tuple[FindingCode, Severity, str | None, int | None, str | None, object]:
        return (self.code, self.severity, self.path, self.line, self.entry_id, self.details)


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


def _shown(value: Detail) -> str:
    if isinstance(value, tuple):
        return ", ".join(_shown(item) for item in value)
    return value.shown() if isinstance(value, RepoPath) else str(value)
