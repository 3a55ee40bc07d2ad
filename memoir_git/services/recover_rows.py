"""What may be shown of a transaction: generic words, paths and digests, and neither of a sensitive one."""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.ids import Handle
from memoir_git.core.inventory import Kind
from memoir_git.core.journal import BindingKind, JournalTarget
from memoir_git.core.recovery import Decision, Observed
from memoir_git.fs.ground import Examined, shown_path
from memoir_git.services.unfinished import state_word

PROJECT = "project"
STORE = "store"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRow:
    """One target: `path` and digests are `None` in a sensitive transaction."""

    number: str
    path: str | None
    operation: str
    observed: Observed
    base_exists: bool
    base_digest: str | None
    output_exists: bool
    output_digest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionRow:
    """One entry of the private state. `phase` and `operation` are `None` where no journal says them."""

    transaction_id: Handle
    system: str
    state: Handle
    phase: str | None
    operation: str | None
    is_sensitive: bool
    is_complete_safe: bool
    is_rollback_safe: bool
    can_be_discarded: bool
    issues: tuple[str, ...]
    targets: tuple[TargetRow, ...]


def row_of(found: Examined) -> TransactionRow:
    """Returns what may be shown of an entry."""
    journal, decision = found.judged.journal, found.decision
    is_store = found.ground.binding.kind is BindingKind.STORE
    is_other = found.judged.kind is Kind.OTHER_CHECKOUT
    shown = () if journal is None or is_other else tuple(zip(journal.targets, found.observed, strict=True))
    return TransactionRow(
        transaction_id=found.judged.handle,
        system=STORE if is_store else PROJECT,
        state=state_word(found),
        phase=None if journal is None else journal.phase.value,
        operation=None if journal is None else journal.command,
        is_sensitive=journal is not None and journal.is_sensitive,
        is_complete_safe=decision is not None and decision.is_complete_safe,
        is_rollback_safe=decision is not None and decision.is_rollback_safe,
        can_be_discarded=can_be_discarded(decision),
        issues=() if decision is None else tuple(issue.value for issue in decision.issues),
        targets=tuple(
            _target(target, observed, is_sensitive=journal is not None and journal.is_sensitive)
            for target, observed in shown
        ),
    )


def can_be_discarded(decision: Decision | None) -> bool:
    """Tells whether completing would only clean up after a commit that somebody's edit followed."""
    return decision is not None and not decision.is_complete_safe and decision.complete.value == "discard"


def _target(target: JournalTarget, observed: Observed, *, is_sensitive: bool) -> TargetRow:
    before, after = target.before, target.after
    return TargetRow(
        number=target.target_id,
        path=None if is_sensitive else shown_path(target.root, target.path),
        operation=target.operation.value,
        observed=observed,
        base_exists=before is not None,
        base_digest=None if is_sensitive or before is None else before.digest,
        output_exists=after is not None,
        output_digest=None if is_sensitive or after is None else after.digest,
    )
