"""Finding codes of interrupted changes of a memoir store; project memory has the guide's own for the same."""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity

UNFINISHED = FindingCode(
    id="MG-TRANSACTION-001",
    severity=Severity.BLOCKER,
    title="A change of the store is unfinished.",
    remediation="Run git memoir recover.",
)
UNREADABLE = FindingCode(
    id="MG-TRANSACTION-002",
    severity=Severity.BLOCKER,
    title="The journal of a change of the store cannot be used.",
    remediation="Run git memoir recover.",
)
ORPHAN = FindingCode(
    id="MG-TRANSACTION-003",
    severity=Severity.BLOCKER,
    title="Private state of a change of the store has no journal to it.",
    remediation="Run git memoir recover.",
)
UNSAFE = FindingCode(
    id="MG-TRANSACTION-004",
    severity=Severity.BLOCKER,
    title="Private state of changes of the store is unsafe or cannot be looked at.",
    remediation="Check the permissions of the state directory, then run git memoir recover.",
)
STAGED_TEMPORARY = FindingCode(
    id="MG-TRANSACTION-005",
    severity=Severity.ERROR,
    title="This temporary file of an interrupted change is about to be committed.",
    remediation="Run git rm --cached on it, then git memoir recover.",
)
STATE_IN_REPOSITORY = FindingCode(
    id="MG-TRANSACTION-006",
    severity=Severity.WARNING,
    title="The private state lies in another git repository, which does not ignore it.",
    remediation="Ignore it there, or set MEMOIR_GIT_STATE_HOME to a private directory elsewhere.",
)

ALL: tuple[FindingCode, ...] = (
    UNFINISHED,
    UNREADABLE,
    ORPHAN,
    UNSAFE,
    STAGED_TEMPORARY,
    STATE_IN_REPOSITORY,
)
