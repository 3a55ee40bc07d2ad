"""How far a forgetting reaches: the ErasureScope of every operation that removes something (guide 4.1).

The guide's seven keys stand in it with the guide's booleans, whatever the operation. Beside them, `domains`
says in a word what happened to each place, because a boolean cannot tell "nothing was there" from "nobody
looked". History and copies elsewhere are never within reach, so their keys are constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core.exposure import HistoryStatus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

SCHEMA_VERSION = 1
# Where a plan's public context holds the scope.
SCOPE = "erasure_scope"


class Phase(Enum):
    """How far an operation has come."""

    PREVIEW = "preview"
    APPLIED = "applied"
    NO_OP = "no-op"
    RECOVERED_COMPLETE = "recovered-complete"
    RECOVERED_ROLLBACK = "recovered-rollback"


class DomainState(Enum):
    """What an operation does to one place where memory is kept."""

    NOT_TARGETED = "not-targeted"
    NO_MATCH = "no-match"
    PENDING_REMOVAL = "pending-removal"
    REMOVED = "removed"
    RESTORED = "restored"
    NOT_APPLICABLE = "not-applicable"

    @property
    def is_in_scope(self) -> bool:
        """Whether the operation takes something out of this place, or put it back."""
        return self in (DomainState.PENDING_REMOVAL, DomainState.REMOVED, DomainState.RESTORED)


class WorktreeState(Enum):
    """Whether managed files of the work tree change; none of it is a commit."""

    NO = "no"
    ON_APPLY = "on-apply"
    YES = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureScope:
    """What one operation reaches. `topic_retained` says whether what it writes anew holds the topic."""

    phase: Phase
    active_memory: DomainState
    managed_archive: DomainState
    local_overlay: DomainState
    git_worktree: WorktreeState
    history: HistoryStatus
    topic_retained: bool

    @property
    def applied(self) -> ErasureScope:
        """A preview's scope once its plan was written; without anything to write, a no-op."""
        if self.phase is not Phase.PREVIEW:
            return self
        if self.git_worktree is WorktreeState.NO and not self._is_pending:
            return replace(self, phase=Phase.NO_OP)
        return replace(
            self,
            phase=Phase.APPLIED,
            active_memory=_done(self.active_memory),
            managed_archive=_done(self.managed_archive),
            local_overlay=_done(self.local_overlay),
            git_worktree=WorktreeState.NO if self.git_worktree is WorktreeState.NO else WorktreeState.YES,
        )

    @property
    def _is_pending(self) -> bool:
        domains = (self.active_memory, self.managed_archive, self.local_overlay)
        return DomainState.PENDING_REMOVAL in domains

    def with_history(self, status: HistoryStatus) -> ErasureScope:
        """Returns the scope with what a look into history gave."""
        return replace(self, history=status)


def forgetting(*, matches: bool, archive: bool | None, writes: bool, topic_retained: bool) -> ErasureScope:
    """Returns the scope of a forgetting that was planned and not made.

    `matches` and `archive` say whether active memory and the archive hold something that goes, `archive` is
    `None` where it is not searched; `writes` says whether any file changes.
    """
    return ErasureScope(
        phase=Phase.PREVIEW,
        active_memory=_planned(matches),
        managed_archive=DomainState.NOT_TARGETED if archive is None else _planned(archive),
        local_overlay=DomainState.NOT_APPLICABLE,
        git_worktree=WorktreeState.ON_APPLY if writes else WorktreeState.NO,
        history=HistoryStatus.NOT_REQUESTED,
        topic_retained=topic_retained,
    )


def local_reset(*, exists: bool) -> ErasureScope:
    """Returns the scope of a local reset that was planned and not made; without an overlay, a no-op."""
    return ErasureScope(
        phase=Phase.PREVIEW if exists else Phase.NO_OP,
        active_memory=DomainState.NOT_APPLICABLE,
        managed_archive=DomainState.NOT_TARGETED,
        local_overlay=DomainState.PENDING_REMOVAL if exists else DomainState.NOT_APPLICABLE,
        git_worktree=WorktreeState.NO,
        history=HistoryStatus.NOT_REQUESTED,
        topic_retained=False,
    )


def looking(history: HistoryStatus) -> ErasureScope:
    """Returns the scope of a command that looks and removes nothing, such as an audit."""
    return ErasureScope(
        phase=Phase.NO_OP,
        active_memory=DomainState.NOT_TARGETED,
        managed_archive=DomainState.NOT_TARGETED,
        local_overlay=DomainState.NOT_APPLICABLE,
        git_worktree=WorktreeState.NO,
        history=history,
        topic_retained=False,
    )


def to_json(scope: ErasureScope) -> dict[str, Json]:
    """Returns the scope as output, plans and journals have it."""
    return {
        "erasure_scope_schema_version": SCHEMA_VERSION,
        "operation_phase": scope.phase.value,
        "active_memory": scope.active_memory.is_in_scope,
        "managed_archive": scope.managed_archive.is_in_scope,
        "local_overlay": scope.local_overlay.is_in_scope,
        "git_worktree_modified": scope.git_worktree is WorktreeState.YES,
        "git_history_modified": False,
        "distributed_copies_revoked": False,
        "history_check_status": scope.history.value,
        "topic_retained_in_new_records": scope.topic_retained,
        "domains": {
            "active_memory": scope.active_memory.value,
            "managed_archive": scope.managed_archive.value,
            "local_overlay": scope.local_overlay.value,
            "git_worktree": scope.git_worktree.value,
        },
    }


def from_json(value: object) -> ErasureScope | None:
    """Returns the scope that `to_json` made this object from; `None` for anything else at all."""
    domains = value.get("domains") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(domains, Mapping):
        return None
    try:
        scope = ErasureScope(
            phase=Phase(value.get("operation_phase")),
            active_memory=DomainState(domains.get("active_memory")),
            managed_archive=DomainState(domains.get("managed_archive")),
            local_overlay=DomainState(domains.get("local_overlay")),
            git_worktree=WorktreeState(domains.get("git_worktree")),
            history=HistoryStatus(value.get("history_check_status")),
            topic_retained=value.get("topic_retained_in_new_records") is True,
        )
    except ValueError:
        return None
    # Numbers equal booleans, so the comparison looks at types as well.
    return scope if _typed(to_json(scope)) == _typed(value) else None


def _planned(matches: bool) -> DomainState:
    return DomainState.PENDING_REMOVAL if matches else DomainState.NO_MATCH


def _done(state: DomainState) -> DomainState:
    return DomainState.REMOVED if state is DomainState.PENDING_REMOVAL else state


def _typed(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _typed(item) for name, item in value.items()}
    return (type(value).__name__, value)
