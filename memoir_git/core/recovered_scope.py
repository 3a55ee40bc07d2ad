"""How far an interrupted forgetting reached once it was recovered (guide 4.1 and 4.3).

The journal keeps the scope as it was planned. What came of it follows from what each target was just before
the recovery, so that nothing is called restored that had never changed, and nothing removed that is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core.erasure import DomainState, ErasureScope, Phase, WorktreeState
from memoir_git.core.journal import Action, JournalTarget
from memoir_git.core.plan import Root
from memoir_git.core.recovery import Observed

_ARCHIVE = "archive/"


class Domain(Enum):
    """The three places where memory is kept, named as in the scope."""

    ACTIVE = "active_memory"
    ARCHIVE = "managed_archive"
    LOCAL = "local_overlay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One target: where it is, what it was just before the recovery, and whether its content changes."""

    domain: Domain
    observed: Observed
    changes_content: bool


def domain_of(root: Root, path: str, memory: str) -> Domain:
    """Returns the place a target belongs to; `memory` is the memory directory."""
    if root is Root.LOCAL_OVERLAY:
        return Domain.LOCAL
    return Domain.ARCHIVE if path.startswith(f"{memory}/{_ARCHIVE}") else Domain.ACTIVE


def outcome_of(target: JournalTarget, observed: Observed, memory: str) -> Outcome:
    """Returns a target as the scope sees it."""
    return Outcome(
        domain=domain_of(target.root, target.path, memory),
        observed=observed,
        changes_content=target.changes_content,
    )


def was_changed(outcomes: Sequence[Outcome]) -> bool:
    """Tells whether the content of any target had been changed before it was rolled back."""
    return any(each.observed is Observed.OUTPUT and each.changes_content for each in outcomes)


def recovered_scope(
    scope: ErasureScope, outcomes: Sequence[Outcome], action: Action, *, was_committed: bool
) -> ErasureScope:
    """Returns the scope after `action`; `was_committed` says that nothing was left to do but to clean."""
    states = {}
    for domain in Domain:
        planned = getattr(scope, domain.value)
        own = [each for each in outcomes if each.domain is domain]
        states[domain] = _state(planned, own, action, was_committed=was_committed)
    is_complete = action is Action.COMPLETE
    turned = Observed.BASE if is_complete else Observed.OUTPUT
    flips = not was_committed and any(
        each.domain is not Domain.LOCAL and each.observed is turned for each in outcomes
    )
    return replace(
        scope,
        phase=Phase.RECOVERED_COMPLETE if is_complete else Phase.RECOVERED_ROLLBACK,
        active_memory=states[Domain.ACTIVE],
        managed_archive=states[Domain.ARCHIVE],
        local_overlay=states[Domain.LOCAL],
        git_worktree=WorktreeState.YES if flips else WorktreeState.NO,
    )


def _state(
    planned: DomainState, outcomes: Sequence[Outcome], action: Action, *, was_committed: bool
) -> DomainState:
    if planned is not DomainState.PENDING_REMOVAL:
        return planned
    if action is Action.ROLLBACK:
        return DomainState.RESTORED if was_changed(outcomes) else planned
    is_removed = was_committed or any(each.changes_content for each in outcomes)
    return DomainState.REMOVED if is_removed else planned
