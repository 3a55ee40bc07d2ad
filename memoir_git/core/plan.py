"""Plans: exactly what a command would change, with an ID that any other outcome would not have.

Three shapes, three types, no shared serialiser: a `Plan` may hold what was asked; its `PlanView` is public
and holds none of it; the journal of a transaction has a type of its own (guide 6.2). The ID is a digest of
everything the outcome depends on, so that a plan which went stale is told from the one that was confirmed
(guide 3.4): absent and empty differ, and so do two modes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.text import sha256, sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

ID_LENGTH = 16


class Root(Enum):
    """Which directory a target's path is relative to.

    That of the local overlay is the project's folder in the private state, which holds what binds the overlay
    beside it: targets are `local/preferences.md` and `bindings.json`. What is made there is private.
    """

    SHARED = "shared"
    LOCAL_OVERLAY = "local-overlay"


class Operation(Enum):
    """What happens to one file."""

    CREATE = "create"
    REPLACE = "replace"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """A regular file at one moment: the SHA-256 of its bytes and its permission bits."""

    digest: str
    mode: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One target: what it was when the plan was made, and what it shall be; `None` for an absent file.

    `content` are the bytes of `after`, whose mode is that of `before` where there is one.
    """

    root: Root
    path: RepoPath
    before: FileState | None
    after: FileState | None
    content: bytes | None

    def __post_init__(self) -> None:
        assert self.before != self.after, "a change changes something"
        assert (self.after is None) == (self.content is None), "bytes and state go together"

    @property
    def public_path(self) -> RepoPath:
        """The path as output has it: what lies outside of the project stands below `local` or `private`."""
        is_private = self.root is Root.LOCAL_OVERLAY and not self.path.startswith("local/")
        return RepoPath(f"private/{self.path}") if is_private else self.path

    @property
    def operation(self) -> Operation:
        """Create, replace or delete, from the two states."""
        if self.before is None:
            return Operation.CREATE
        return Operation.DELETE if self.after is None else Operation.REPLACE


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetResult:
    """What a planned file would weigh: estimated tokens against its limit, and the state in one word."""

    path: RepoPath
    tokens: int
    limit: int
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a command would do.

    `command` is a generic word; `arguments` are what was asked, normalised, and `private` is whatever else
    the outcome depends on: both enter the ID and go nowhere else. `dependencies` are the digests of files
    that were read and are not written, `None` for an absent one. `context` is public. A sensitive plan's
    view shows no digest, from which a short text could be guessed, and an opaque `operation_ref` instead;
    its `private` holds a nonce, so that neither can one be from the ID.
    """

    command: str
    project_id: str | None
    protocol: str | None
    changes: tuple[Change, ...]
    blockers: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    budgets: tuple[BudgetResult, ...] = ()
    dependencies: Mapping[RepoPath, str | None] = field(default_factory=dict)
    context: Mapping[str, Json] = field(default_factory=dict)
    arguments: Mapping[str, Json] = field(default_factory=dict)
    private: Mapping[str, Json] = field(default_factory=dict)
    is_sensitive: bool = False
    operation_ref: str | None = None

    @property
    def id(self) -> str:
        """The Plan ID: 16 lower-case hexadecimal digits."""
        return sha256_hex(canonical_json(_identity(self)))[:ID_LENGTH]

    @property
    def view(self) -> PlanView:
        """The public face."""
        targets = tuple(_target(change, shows_digests=not self.is_sensitive) for change in self.changes)
        return PlanView(
            plan_id=self.id,
            targets=targets,
            blockers=self.blockers,
            warnings=self.warnings,
            budgets=self.budgets,
            is_sensitive=self.is_sensitive,
            operation_ref=self.operation_ref,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetView:
    """One target as it may be shown, under its public path; a sensitive plan shows neither digest."""

    root: Root
    path: RepoPath
    operation: Operation
    base_exists: bool
    base_digest: str | None
    output_exists: bool
    output_digest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """The public face of a plan (guide 6.2)."""

    plan_id: str
    targets: tuple[TargetView, ...]
    blockers: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    budgets: tuple[BudgetResult, ...]
    is_sensitive: bool
    operation_ref: str | None

    @property
    def is_blocked(self) -> bool:
        """Whether the plan cannot be applied."""
        return bool(self.blockers)


def change_of(
    root: Root, path: RepoPath, before: tuple[bytes, int] | None, after: bytes | None, *, new_mode: int
) -> Change | None:
    """Returns the change from bytes and mode to new bytes, `None` where nothing changes.

    An existing file keeps its mode; `new_mode` is for one that is made.
    """
    old = None if before is None else FileState(digest=sha256(before[0]), mode=before[1])
    new = None
    if after is not None:
        new = FileState(digest=sha256(after), mode=new_mode if before is None else before[1])
    return None if old == new else Change(root=root, path=path, before=old, after=new, content=after)


def _target(change: Change, *, shows_digests: bool) -> TargetView:
    before, after = change.before, change.after
    return TargetView(
        root=change.root,
        path=change.public_path,
        operation=change.operation,
        base_exists=before is not None,
        base_digest=before.digest if shows_digests and before is not None else None,
        output_exists=after is not None,
        output_digest=after.digest if shows_digests and after is not None else None,
    )


def _identity(plan: Plan) -> Json:
    return {
        "command": plan.command,
        "arguments": dict(plan.arguments),
        "project_id": plan.project_id,
        "protocol": plan.protocol,
        "targets": sorted(
            [change.root.value, change.path, _state(change.before), _state(change.after)]
            for change in plan.changes
        ),
        "blockers": [_finding(finding) for finding in plan.blockers],
        "warnings": [_finding(finding) for finding in plan.warnings],
        "budgets": [[row.path, row.tokens, row.limit, row.state] for row in plan.budgets],
        "dependencies": dict(plan.dependencies),
        "context": dict(plan.context),
        "private": dict(plan.private),
    }


def _state(state: FileState | None) -> Json:
    return None if state is None else [state.digest, f"{state.mode:04o}"]


def _finding(finding: Finding) -> Json:
    return [finding.code.id, finding.severity.name, finding.path, finding.entry_id, finding.message]
