"""`decide` over its whole space of states, against tables written down from guide 3.5 apart from it."""

from __future__ import annotations

import itertools

import pytest

from memoir_git.core.journal import Action, Phase
from memoir_git.core.plan import Operation
from memoir_git.core.recovery import Decision, Issue, Observed, Step, TargetFacts, decide

# operation, observed, prepared, backup ("*": any) -> complete is safe, rollback is safe
TARGET_TABLE = """
create  base   yes *    yes yes
create  base   no  *    no  yes
create  output *   *    yes yes
create  both   *   *    yes yes
create  other  *   *    no  no
replace base   yes *    yes yes
replace base   no  *    no  yes
replace output *   yes  yes yes
replace output *   no   yes no
replace both   *   *    yes yes
replace other  *   *    no  no
delete  base   *   *    yes yes
delete  output *   yes  yes yes
delete  output *   no   yes no
delete  both   *   *    yes yes
delete  other  *   *    no  no
"""
# phase, recorded action, the targets together -> what complete does, what rollback does; "table" asks the
# table above. "all-base" and "all-output" hold where every target is so, "changed" where one is neither.
PHASE_TABLE = """
planned     -        other-only   refused  abandon
planned     -        all-base     table    abandon
planned     -        has-output   table    table
prepared    -        other-only   refused  abandon
prepared    -        all-base     table    abandon
prepared    -        has-output   table    table
committing  -        *            table    table
failed      -        *            table    table
recovering  complete *            table    refused
recovering  rollback *            refused  table
committed   *        all-output   cleanup  refused
committed   *        *            discard  refused
rolled-back *        all-base     refused  cleanup
rolled-back *        *            refused  refused
"""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


TARGETS = [
    TargetFacts(operation=operation, observed=observed, is_prepared=prepared, is_backed_up=backup)
    for operation, observed, prepared, backup in itertools.product(
        Operation, Observed, (True, False), (True, False)
    )
]
RECORDED = dict.fromkeys(Phase, (None,)) | {
    Phase.RECOVERING: (Action.COMPLETE, Action.ROLLBACK),
    Phase.COMMITTED: (None, Action.COMPLETE),
    Phase.ROLLED_BACK: (None, Action.ROLLBACK),
}


def safe(target: TargetFacts) -> tuple[bool, bool]:
    """Looks a target up in the table."""
    words = (target.operation.value, target.observed.value)
    flags = ("yes" if target.is_prepared else "no", "yes" if target.is_backed_up else "no")
    for operation, observed, prepared, backup, complete, rollback in rows(TARGET_TABLE):
        fits = (operation, observed) == words and prepared in ("*", flags[0]) and backup in ("*", flags[1])
        if fits:
            return complete == "yes", rollback == "yes"
    raise AssertionError(f"no row for {target}")


def shape_fits(shape: str, targets: tuple[TargetFacts, ...]) -> bool:
    observed = [target.observed for target in targets]
    is_base = all(each in (Observed.BASE, Observed.BOTH) for each in observed)
    is_output = all(each in (Observed.OUTPUT, Observed.BOTH) for each in observed)
    return {
        "*": True,
        "all-base": is_base,
        "all-output": is_output,
        "has-output": Observed.OUTPUT in observed,
        "other-only": Observed.OTHER in observed and Observed.OUTPUT not in observed,
    }[shape]


def expected(phase: Phase, recorded: Action | None, targets: tuple[TargetFacts, ...]) -> tuple[Step, Step]:
    """Looks a transaction up in both tables."""
    both = [safe(target) for target in targets]
    table = (all(complete for complete, _ in both), all(rollback for _, rollback in both))
    word = "-" if recorded is None else recorded.value
    for name, action, shape, complete, rollback in rows(PHASE_TABLE):
        if name == phase.value and action in ("*", word) and shape_fits(shape, targets):
            return told(complete, table[0]), told(rollback, table[1])
    raise AssertionError(f"no row for {phase} {recorded} {targets}")


def told(cell: str, by_table: bool) -> Step:
    if cell != "table":
        return Step(cell)
    return Step.WRITE if by_table else Step.REFUSED


def decisions(count: int) -> list[tuple[Phase, Action | None, tuple[TargetFacts, ...], Decision]]:
    return [
        (phase, recorded, targets, decide(phase, recorded, targets))
        for phase in Phase
        for recorded in RECORDED[phase]
        for targets in itertools.product(TARGETS, repeat=count)
    ]


@pytest.mark.parametrize("count", [1, 2])
def test_every_state_is_decided_as_the_tables_say(count: int) -> None:
    wrong = [
        (phase, recorded, targets)
        for phase, recorded, targets, made in decisions(count)
        if (made.complete, made.rollback) != expected(phase, recorded, targets)
    ]

    assert wrong == []


def test_a_target_that_is_neither_is_never_written() -> None:
    changed = [
        (phase, made)
        for phase, _, targets, made in decisions(2)
        if any(target.observed is Observed.OTHER for target in targets)
    ]

    assert {step for _, made in changed for step in (made.complete, made.rollback)} == {
        Step.REFUSED,
        Step.ABANDON,
        Step.DISCARD,
    }


def test_nothing_is_written_any_more_once_a_transaction_ended() -> None:
    steps = {
        step
        for phase, _, _, made in decisions(2)
        if phase in (Phase.COMMITTED, Phase.ROLLED_BACK)
        for step in (made.complete, made.rollback)
    }

    assert steps == {Step.REFUSED, Step.CLEANUP, Step.DISCARD}


def test_every_refusal_has_a_reason() -> None:
    silent = [
        (phase, targets)
        for phase, _, targets, made in decisions(2)
        if Step.REFUSED in (made.complete, made.rollback) and not made.issues
    ]

    assert silent == []


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.FAILED, Phase.RECOVERING])
def test_an_unsafe_place_refuses_both_once_targets_may_have_been_written(phase: Phase) -> None:
    target = TargetFacts(
        operation=Operation.REPLACE, observed=Observed.BASE, is_prepared=True, is_backed_up=True
    )

    made = decide(phase, RECORDED[phase][0], (target,), places_are_safe=False)

    assert (made.complete, made.rollback) == (Step.REFUSED, Step.REFUSED)
    assert Issue.UNSAFE_PLACE in made.issues


def test_discarding_is_not_offered_as_completing() -> None:
    target = TargetFacts(
        operation=Operation.REPLACE, observed=Observed.OTHER, is_prepared=True, is_backed_up=True
    )

    made = decide(Phase.COMMITTED, None, (target,))

    assert made.complete is Step.DISCARD
    assert not made.is_complete_safe
