"""The ErasureScope: the guide's seven keys for every operation, and a reader that takes nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.erasure import (
    DomainState,
    ErasureScope,
    Phase,
    WorktreeState,
    forgetting,
    from_json,
    local_reset,
    looking,
    to_json,
)
from memoir_git.core.exposure import HistoryStatus

GUIDE_KEYS = {
    "active_memory",
    "managed_archive",
    "local_overlay",
    "git_worktree_modified",
    "git_history_modified",
    "distributed_copies_revoked",
    "history_check_status",
}
ANY = ErasureScope(
    phase=Phase.PREVIEW,
    active_memory=DomainState.PENDING_REMOVAL,
    managed_archive=DomainState.NOT_TARGETED,
    local_overlay=DomainState.NOT_APPLICABLE,
    git_worktree=WorktreeState.ON_APPLY,
    history=HistoryStatus.NOT_REQUESTED,
    topic_retained=True,
)
scopes = st.builds(
    ErasureScope,
    phase=st.sampled_from(Phase),
    active_memory=st.sampled_from(DomainState),
    managed_archive=st.sampled_from(DomainState),
    local_overlay=st.sampled_from(DomainState),
    git_worktree=st.sampled_from(WorktreeState),
    history=st.sampled_from(HistoryStatus),
    topic_retained=st.booleans(),
)


def _words(scope: ErasureScope) -> tuple[str, ...]:
    return (
        scope.phase.value,
        scope.active_memory.value,
        scope.managed_archive.value,
        scope.local_overlay.value,
        scope.git_worktree.value,
    )


@given(scopes)
def test_every_scope_is_read_back_as_it_was_written(scope: ErasureScope) -> None:
    assert from_json(to_json(scope)) == scope


@given(scopes)
def test_every_scope_has_the_keys_of_the_guide_and_claims_no_history_and_no_copies(
    scope: ErasureScope,
) -> None:
    written = to_json(scope)

    assert written.keys() >= GUIDE_KEYS
    assert written["git_history_modified"] is False
    assert written["distributed_copies_revoked"] is False


@pytest.mark.parametrize("state", DomainState)
def test_a_place_is_in_scope_when_something_leaves_it_or_comes_back(state: DomainState) -> None:
    written = to_json(replace(ANY, active_memory=state, managed_archive=state, local_overlay=state))

    is_in_scope = state.value in ("pending-removal", "removed", "restored")
    places = ("active_memory", "managed_archive", "local_overlay")
    assert [written[name] for name in places] == [is_in_scope] * 3


@pytest.mark.parametrize("state", WorktreeState)
def test_the_work_tree_is_modified_only_once_it_was(state: WorktreeState) -> None:
    written = to_json(replace(ANY, git_worktree=state))

    assert written["git_worktree_modified"] is (state is WorktreeState.YES)


@pytest.mark.parametrize(
    ("matches", "archive", "writes", "preview", "applied"),
    [
        (
            True,
            None,
            True,
            ("pending-removal", "not-targeted", "on-apply"),
            ("removed", "not-targeted", "yes"),
        ),
        (True, True, True, ("pending-removal", "pending-removal", "on-apply"), ("removed", "removed", "yes")),
        (True, False, True, ("pending-removal", "no-match", "on-apply"), ("removed", "no-match", "yes")),
        (False, True, True, ("no-match", "pending-removal", "on-apply"), ("no-match", "removed", "yes")),
        (False, None, True, ("no-match", "not-targeted", "on-apply"), ("no-match", "not-targeted", "yes")),
        (False, None, False, ("no-match", "not-targeted", "no"), ("no-match", "not-targeted", "no")),
        (False, False, False, ("no-match", "no-match", "no"), ("no-match", "no-match", "no")),
    ],
)
def test_forgetting_says_what_it_will_do_and_what_it_did(
    *,
    matches: bool,
    archive: bool | None,
    writes: bool,
    preview: tuple[str, str, str],
    applied: tuple[str, str, str],
) -> None:
    scope = forgetting(matches=matches, archive=archive, writes=writes, topic_retained=False)

    phase = "applied" if writes else "no-op"
    assert _words(scope) == ("preview", preview[0], preview[1], "not-applicable", preview[2])
    assert _words(scope.applied) == (phase, applied[0], applied[1], "not-applicable", applied[2])


def test_a_local_reset_reaches_the_overlay_and_leaves_the_work_tree_alone() -> None:
    scope = local_reset(exists=True)

    rest = ("not-applicable", "not-targeted")
    assert _words(scope) == ("preview", *rest, "pending-removal", "no")
    assert _words(scope.applied) == ("applied", *rest, "removed", "no")


def test_a_local_reset_without_an_overlay_is_a_no_op() -> None:
    scope = local_reset(exists=False)

    assert _words(scope) == ("no-op", "not-applicable", "not-targeted", "not-applicable", "no")
    assert scope.applied == scope


@pytest.mark.parametrize("status", HistoryStatus)
def test_a_command_that_only_looks_reaches_nothing(status: HistoryStatus) -> None:
    scope = looking(status)

    assert _words(scope) == ("no-op", "not-targeted", "not-targeted", "not-applicable", "no")
    assert scope.history is status


def test_what_a_look_into_history_gave_changes_nothing_else() -> None:
    scope = ANY.with_history(HistoryStatus.UNAVAILABLE)

    assert scope == replace(ANY, history=HistoryStatus.UNAVAILABLE)


def _changed(**changes: object) -> dict[str, object]:
    return {**to_json(ANY), **changes}


MALFORMED: list[Any] = [
    None,
    [],
    "scope",
    {},
    _changed(erasure_scope_schema_version=2),
    _changed(erasure_scope_schema_version=True),
    _changed(operation_phase="done"),
    _changed(operation_phase=["preview"]),
    _changed(active_memory=False),
    _changed(active_memory=1),
    _changed(active_memory="pending-removal"),
    _changed(git_worktree_modified=True),
    _changed(git_history_modified=True),
    _changed(distributed_copies_revoked=True),
    _changed(history_check_status=None),
    _changed(topic_retained_in_new_records=1),
    _changed(domains=None),
    _changed(domains={}),
    _changed(extra="anything"),
    {name: value for name, value in to_json(ANY).items() if name != "local_overlay"},
]


@pytest.mark.parametrize("value", MALFORMED, ids=range(len(MALFORMED)))
def test_anything_that_is_no_scope_is_told_from_one(value: object) -> None:
    assert from_json(value) is None


@given(scopes)
def test_applying_twice_is_applying_once(scope: ErasureScope) -> None:
    assert scope.applied.applied == scope.applied
