"""Which repair of an unfinished transaction is safe: decided from what is on disk, never from progress.

A crash can come between a replacement and its record, so each file is looked at: it equals its base, or its
output, or neither (guide 3.5). Whoever edited a file after the crash is never overwritten. Pure: the whole
space of states is small enough to be listed, and a test does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.journal import TERMINAL, UNTOUCHED, Action, Phase
from memoir_git.core.plan import Operation


class Observed(Enum):
    """A target on disk against its journal; `OTHER` is anything that is neither, a link included."""

    BASE = "base"
    OUTPUT = "output"
    BOTH = "both"
    OTHER = "other"

    @property
    def is_base(self) -> bool:
        """Whether it is as it was."""
        return self in (Observed.BASE, Observed.BOTH)

    @property
    def is_output(self) -> bool:
        """Whether it is as it shall be."""
        return self in (Observed.OUTPUT, Observed.BOTH)


class Step(Enum):
    """What an action would do with the transaction as a whole."""

    REFUSED = "refused"
    WRITE = "write"
    # Nothing was written, so the private state is given up and no target looked at twice.
    ABANDON = "abandon"
    # Every target is where it has to be: verify, and clean the private state.
    CLEANUP = "cleanup"
    # The commit happened and a file was changed later: the change is newer and stays.
    DISCARD = "discard"


class Issue(Enum):
    """Why an action is refused, as a word."""

    CHANGED = "changed-target"
    ARTIFACTS = "missing-artifact"
    UNSAFE_PLACE = "unsafe-place"
    STICKY = "other-action-begun"
    FINISHED = "finished-already"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetFacts:
    """One target: its operation, what it is now, and whether its artifacts are whole."""

    operation: Operation
    observed: Observed
    is_prepared: bool
    is_backed_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What each action would do, and why one would not."""

    complete: Step
    rollback: Step
    issues: tuple[Issue, ...]

    def step(self, action: Action) -> Step:
        """Returns what `action` would do."""
        return self.complete if action is Action.COMPLETE else self.rollback

    @property
    def is_complete_safe(self) -> bool:
        """Whether completing may be offered; discarding is not: it asks to be named."""
        return self.complete not in (Step.REFUSED, Step.DISCARD)

    @property
    def is_rollback_safe(self) -> bool:
        """Whether rolling back may be offered."""
        return self.rollback is not Step.REFUSED


def can_complete(target: TargetFacts) -> bool:
    """Whether the target can be brought to its output: it is there, or at its base with what to write."""
    if target.observed.is_output:
        return True
    needs_bytes = target.operation is not Operation.DELETE
    return target.observed.is_base and (target.is_prepared or not needs_bytes)


def can_roll_back(target: TargetFacts) -> bool:
    """Whether the target can be brought to its base: it is there, or at its output with what to restore."""
    if target.observed.is_base:
        return True
    needs_bytes = target.operation is not Operation.CREATE
    return target.observed.is_output and (target.is_backed_up or not needs_bytes)


def decide(
    phase: Phase,
    recorded: Action | None,
    targets: Sequence[TargetFacts],
    *,
    places_are_safe: bool = True,
) -> Decision:
    """Returns what may be done about a transaction whose journal is valid.

    `recorded` is the action of an interrupted recovery, which binds. `places_are_safe` says that every root,
    ancestor and directory is what it was. A journal that is not valid has no decision: nothing may be done.
    """
    if phase in TERMINAL:
        return _decide_finished(phase, targets, places_are_safe=places_are_safe)
    complete = places_are_safe and all(map(can_complete, targets))
    rollback = places_are_safe and all(map(can_roll_back, targets))
    if phase is Phase.RECOVERING:
        return _decide_begun(recorded, targets, complete, rollback, places_are_safe)
    to_base = Step.WRITE if rollback else Step.REFUSED
    if phase in UNTOUCHED and all(target.observed is not Observed.OUTPUT for target in targets):
        to_base = Step.ABANDON
    return Decision(
        complete=Step.WRITE if complete else Step.REFUSED,
        rollback=to_base,
        issues=() if complete and rollback else _issues(targets, places_are_safe=places_are_safe),
    )


def _decide_finished(phase: Phase, targets: Sequence[TargetFacts], *, places_are_safe: bool) -> Decision:
    """No target is ever written any more: what differs now was changed after the transaction ended."""
    if phase is Phase.COMMITTED:
        is_settled = all(target.observed.is_output for target in targets)
        step = Step.CLEANUP if is_settled and places_are_safe else Step.DISCARD
        issues = (Issue.FINISHED,) if step is Step.CLEANUP else (Issue.CHANGED, Issue.FINISHED)
        return Decision(complete=step, rollback=Step.REFUSED, issues=issues)
    is_settled = all(target.observed.is_base for target in targets) and places_are_safe
    step = Step.CLEANUP if is_settled else Step.REFUSED
    issues = (Issue.FINISHED,) if is_settled else (Issue.CHANGED, Issue.FINISHED)
    return Decision(complete=Step.REFUSED, rollback=step, issues=issues)


def _decide_begun(
    recorded: Action | None,
    targets: Sequence[TargetFacts],
    complete: bool,
    rollback: bool,
    places_are_safe: bool,
) -> Decision:
    """An interrupted recovery is taken up again, and never turned round half-way."""
    may_complete = complete and recorded is Action.COMPLETE
    may_roll_back = rollback and recorded is Action.ROLLBACK
    own = () if may_complete or may_roll_back else _issues(targets, places_are_safe=places_are_safe)
    return Decision(
        complete=Step.WRITE if may_complete else Step.REFUSED,
        rollback=Step.WRITE if may_roll_back else Step.REFUSED,
        issues=(*own, Issue.STICKY),
    )


def _issues(targets: Sequence[TargetFacts], *, places_are_safe: bool) -> tuple[Issue, ...]:
    found = []
    if any(target.observed is Observed.OTHER for target in targets):
        found.append(Issue.CHANGED)
    if any(_lacks_artifact(target) for target in targets):
        found.append(Issue.ARTIFACTS)
    if not places_are_safe:
        found.append(Issue.UNSAFE_PLACE)
    return tuple(found)


def _lacks_artifact(target: TargetFacts) -> bool:
    needs_prepared = target.operation is not Operation.DELETE
    needs_backup = target.operation is not Operation.CREATE
    return (needs_prepared and not target.is_prepared) or (needs_backup and not target.is_backed_up)
