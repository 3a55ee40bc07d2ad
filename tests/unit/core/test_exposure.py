"""The verdict on history, over its whole small space."""

from __future__ import annotations

import itertools

import pytest

from memoir_git.core.exposure import (
    HistoryStatus,
    Reach,
    RootClass,
    Unavailable,
    decide_status,
    nothing_read,
)

REASONS = [(), *((reason,) for reason in Unavailable), tuple(Unavailable)]


@pytest.mark.parametrize(("found", "reasons"), list(itertools.product((False, True), REASONS)))
def test_what_nobody_asked_for_is_not_requested(found: bool, reasons: tuple[Unavailable, ...]) -> None:
    assert decide_status(asked=False, found=found, reasons=reasons) is HistoryStatus.NOT_REQUESTED


@pytest.mark.parametrize("reasons", REASONS)
def test_a_hit_counts_however_incomplete_the_look_was(reasons: tuple[Unavailable, ...]) -> None:
    status = decide_status(asked=True, found=True, reasons=reasons)

    assert status is HistoryStatus.REACHABLE_COPY_DETECTED


@pytest.mark.parametrize("reasons", REASONS[1:])
def test_an_incomplete_look_without_a_hit_is_never_taken_for_none(reasons: tuple[Unavailable, ...]) -> None:
    assert decide_status(asked=True, found=False, reasons=reasons) is HistoryStatus.UNAVAILABLE


def test_only_a_complete_look_may_say_that_there_was_no_copy() -> None:
    status = decide_status(asked=True, found=False, reasons=())

    assert status is HistoryStatus.NO_REACHABLE_COPY_DETECTED


def test_a_look_that_could_not_begin_is_unavailable() -> None:
    assert nothing_read(Unavailable.GIT_MISSING).status is HistoryStatus.UNAVAILABLE


def test_every_class_of_root_says_how_far_it_reaches() -> None:
    local = {root for root in RootClass if root.reach is Reach.LOCAL_ONLY}
    shared = {root for root in RootClass if root.reach is Reach.ALREADY_SHARED}

    assert local == {
        RootClass.STASH, RootClass.REFLOG, RootClass.INDEX, RootClass.PSEUDO, RootClass.OPERATION
    }  # fmt: skip
    assert shared == {RootClass.REMOTE}
