"""How far a recovered forgetting reached: guide 4.1's words for every place, target and action."""

from __future__ import annotations

import itertools

import pytest

from memoir_git.core.erasure import (
    DomainState,
    ErasureScope,
    Phase,
    WorktreeState,
    forgetting,
    from_json,
    local_reset,
    to_json,
)
from memoir_git.core.journal import Action
from memoir_git.core.plan import Root
from memoir_git.core.recovered_scope import Domain, Outcome, domain_of, recovered_scope, was_changed
from memoir_git.core.recovery import Observed

# action, was committed, what the domain's only target was, does its content change -> the domain's word
TABLE = """
complete  no   base    yes  removed
complete  no   output  yes  removed
complete  no   base    no   pending-removal
complete  no   output  no   pending-removal
complete  no   none    -    pending-removal
complete  yes  output  yes  removed
complete  yes  none    -    removed
rollback  no   base    yes  pending-removal
rollback  no   output  yes  restored
rollback  no   output  no   pending-removal
rollback  no   none    -    pending-removal
"""


def planned() -> ErasureScope:
    return forgetting(matches=True, archive=True, writes=True, topic_retained=False)


def rows() -> list[list[str]]:
    return [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("domain", [Domain.ACTIVE, Domain.ARCHIVE])
@pytest.mark.parametrize(("action", "committed", "observed", "changes", "word"), rows())
def test_a_place_is_what_came_of_its_targets(
    domain: Domain, action: str, committed: str, observed: str, changes: str, word: str
) -> None:
    outcomes = []
    if observed != "none":
        outcomes = [Outcome(domain=domain, observed=Observed(observed), changes_content=changes == "yes")]

    scope = recovered_scope(planned(), outcomes, Action(action), was_committed=committed == "yes")

    assert getattr(scope, domain.value).value == word


def test_a_place_that_was_no_target_stays_what_it_was() -> None:
    scope = forgetting(matches=True, archive=None, writes=True, topic_retained=False)
    outcome = Outcome(domain=Domain.ARCHIVE, observed=Observed.OUTPUT, changes_content=True)

    for action in Action:
        told = recovered_scope(scope, [outcome], action, was_committed=False)
        assert told.managed_archive is DomainState.NOT_TARGETED
        assert told.local_overlay is DomainState.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("action", "committed", "observed", "domain"),
    list(itertools.product(Action, (False, True), Observed, Domain)),
)
def test_the_work_tree_is_modified_only_where_a_shared_file_really_turns_now(
    action: Action, committed: bool, observed: Observed, domain: Domain
) -> None:
    outcome = Outcome(domain=domain, observed=observed, changes_content=True)
    turned = Observed.BASE if action is Action.COMPLETE else Observed.OUTPUT

    scope = recovered_scope(planned(), [outcome], action, was_committed=committed)

    expected = observed is turned and domain is not Domain.LOCAL and not committed
    assert (scope.git_worktree is WorktreeState.YES) is expected


def test_a_local_reset_is_told_of_its_own_place_and_modifies_no_work_tree() -> None:
    outcome = Outcome(domain=Domain.LOCAL, observed=Observed.OUTPUT, changes_content=True)

    made, back = (
        recovered_scope(local_reset(exists=True), [outcome], action, was_committed=False) for action in Action
    )

    assert (made.local_overlay, back.local_overlay) == (DomainState.REMOVED, DomainState.RESTORED)
    assert {made.git_worktree, back.git_worktree} == {WorktreeState.NO}


@pytest.mark.parametrize(
    ("action", "phase"),
    [(Action.COMPLETE, Phase.RECOVERED_COMPLETE), (Action.ROLLBACK, Phase.RECOVERED_ROLLBACK)],
)
def test_the_scope_says_that_it_was_recovered_and_reads_back(action: Action, phase: Phase) -> None:
    scope = recovered_scope(planned(), [], action, was_committed=False)

    assert scope.phase is phase
    assert from_json(to_json(scope)) == scope


def test_nothing_is_called_changed_that_only_has_another_mode() -> None:
    mode_only = Outcome(domain=Domain.ACTIVE, observed=Observed.OUTPUT, changes_content=False)
    both = Outcome(domain=Domain.ACTIVE, observed=Observed.BOTH, changes_content=True)

    assert not was_changed([mode_only, both])


@pytest.mark.parametrize(
    ("root", "path", "domain"),
    [
        (Root.SHARED, "docs/memory/decisions.md", Domain.ACTIVE),
        (Root.SHARED, "docs/memory/archive/decisions.md", Domain.ARCHIVE),
        (Root.SHARED, "docs/archive/x.md", Domain.ACTIVE),
        (Root.LOCAL_OVERLAY, "local/archive/x.md", Domain.LOCAL),
    ],
)
def test_a_target_belongs_to_one_place(root: Root, path: str, domain: Domain) -> None:
    assert domain_of(root, path, "docs/memory") is domain
