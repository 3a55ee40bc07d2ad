"""`git memoir recover`: what interrupted changes left, and going on or back where that is safe (guide 3.5).

It holds the locks of a writer for looking as well as for acting. Without an action it writes nothing. It
never chooses among several transactions, never touches a file that somebody changed since, and what it
cannot end safely it only gives up on request, with a preview and its ID.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core.erasure import ErasureScope, from_json
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.inventory import Kind
from memoir_git.core.journal import Action
from memoir_git.core.recovered_scope import Outcome, outcome_of, recovered_scope, was_changed
from memoir_git.core.recovery import Step
from memoir_git.core.report import Report
from memoir_git.fs.ground import Examined
from memoir_git.fs.recovery import give_up
from memoir_git.fs.recovery import recover as carry_out
from memoir_git.services.recover_choice import (
    RecoverRequest,
    chosen,
    for_abandoning,
    require_confirmed,
)
from memoir_git.services.recover_place import RecoveryPlace, find_recovery_place, locked
from memoir_git.services.recover_rows import TransactionRow, row_of
from memoir_git.services.unfinished import finding_of, inventory, telling_unfinished


class RecoveryStatus(Enum):
    """How things stand after the command."""

    CLEAN = "clean"
    REQUIRED = "recovery-required"
    CLEANUP = "cleanup-pending"
    COMMITTED = "committed"
    ROLLED_BACK = "rolled-back"
    ABANDONED = "abandoned"


class Fate(Enum):
    """What a rollback meant for a forgetting."""

    RESTORED = "restored"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What was found or done. `plan_id` is that of a giving-up that was previewed.

    `scope` is how far a recovered forgetting reached; `scope_is_damaged` says that its record is unusable,
    `fate` what a rollback meant for it. `is_later_edit` says that a file was changed after the commit.
    """

    status: RecoveryStatus
    rows: tuple[TransactionRow, ...]
    plan_id: str | None = None
    scope: ErasureScope | None = None
    scope_is_damaged: bool = False
    fate: Fate | None = None
    is_later_edit: bool = False


def recover(request: RecoverRequest) -> Report[Recovery]:
    """Analyses, or does what was asked for.

    Raises `SelectionError`, `ManualRecoveryError`, `StateError`, `PlaceError` and what locking and writing
    raise.
    """
    place = find_recovery_place(request.governing, request.store)
    with locked(request.governing, place) as grounds:
        entries = tuple(each for each in inventory(grounds) if finding_of(each) is not None)
        if request.is_abandon:
            return _abandon(request, entries)
        if request.action is None or not (entries or request.transaction_id):
            return _analysis(request, entries)
        found = chosen(request, entries)
        return _act(request.action, place, found)


def _analysis(request: RecoverRequest, entries: tuple[Examined, ...]) -> Report[Recovery]:
    if request.transaction_id is not None:
        entries = (chosen(request, entries),)
    status = RecoveryStatus.CLEAN
    if any(each.blocks for each in entries):
        status = RecoveryStatus.REQUIRED
    elif any(each.is_settled for each in entries):
        status = RecoveryStatus.CLEANUP
    data = Recovery(status=status, rows=tuple(map(row_of, entries)))
    return _report(data, tuple(_analysed(entries)))


def _analysed(entries: tuple[Examined, ...]) -> Iterator[Finding]:
    """What can be dealt with by this very command is worth a look; what cannot be read blocks."""
    for found in entries:
        finding = finding_of(found)
        if finding is None:
            continue
        is_valid = found.judged.kind in (Kind.UNFINISHED, Kind.CLEANUP)
        yield finding.replaced(severity=Severity.WARNING) if is_valid else finding


def _act(action: Action, place: RecoveryPlace, found: Examined) -> Report[Recovery]:
    step = Step.REFUSED if found.decision is None else found.decision.step(action)
    with telling_unfinished(found.ground.binding.kind):
        carry_out(found, action)
    is_complete = action is Action.COMPLETE
    data = Recovery(
        status=RecoveryStatus.COMMITTED if is_complete else RecoveryStatus.ROLLED_BACK,
        rows=(row_of(found),),
        is_later_edit=step is Step.DISCARD,
    )
    return _report(_with_scope(data, place, found, action, step))


def _with_scope(
    data: Recovery, place: RecoveryPlace, found: Examined, action: Action, step: Step
) -> Recovery:
    """Adds how far a forgetting reached; a damaged record of it keeps nobody from recovering."""
    journal = found.judged.journal
    if journal is None or step is Step.DISCARD:
        return data
    outcomes = _outcomes(place, found)
    if action is Action.ROLLBACK and (journal.erasure_scope is not None or journal.command == "forget"):
        data = replace(data, fate=Fate.RESTORED if was_changed(outcomes) else Fate.UNCHANGED)
    if journal.erasure_scope is None:
        return data
    scope = from_json(journal.erasure_scope)
    if scope is None:
        return replace(data, scope_is_damaged=True)
    was_committed = step is Step.CLEANUP and action is Action.COMPLETE
    return replace(data, scope=recovered_scope(scope, outcomes, action, was_committed=was_committed))


def _outcomes(place: RecoveryPlace, found: Examined) -> tuple[Outcome, ...]:
    journal = found.judged.journal
    assert journal is not None, "only a journal has targets"
    return tuple(
        outcome_of(target, observed, place.memory)
        for target, observed in zip(journal.targets, found.observed, strict=True)
    )


def _abandon(request: RecoverRequest, entries: tuple[Examined, ...]) -> Report[Recovery]:
    found, plan_id = for_abandoning(request, entries)
    data = Recovery(status=RecoveryStatus.REQUIRED, rows=(row_of(found),), plan_id=plan_id)
    if request.confirmed is None:
        return _report(data, tuple(_analysed((found,))))
    require_confirmed(request, plan_id)
    give_up(found)
    return _report(replace(data, status=RecoveryStatus.ABANDONED, plan_id=None))


def _report(data: Recovery, findings: tuple[Finding, ...] = ()) -> Report[Recovery]:
    return Report(command="recover", data=data, findings=findings)
