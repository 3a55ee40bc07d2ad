"""The one result of every command: data, findings, disclaimers. Text and JSON are both made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from memoir_git.core.finding import Finding, ordered
from memoir_git.core.status import ExitClass, Status, exit_of, status_of

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Generic[Data]):
    """What a command found out or did. `command` is the top-level command's name, `data` one frozen
    dataclass per command; status and exit are derived from the findings and set nowhere else.
    """

    command: str
    data: Data
    findings: tuple[Finding, ...] = ()
    disclaimers: tuple[str, ...] = ()
    protocol_version: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "findings", ordered(self.findings))

    @property
    def status(self) -> Status:
        """The verdict, from the findings."""
        return status_of(self.findings)

    @property
    def exit_code(self) -> int:
        """0 for PASS and REVIEW, 1 for ERROR, 2 for BLOCKER."""
        return exit_of(self.findings)[0]

    @property
    def exit_class(self) -> ExitClass:
        """Why the command ends with its exit code."""
        return exit_of(self.findings)[1]
