"""A plan's ID tells any other outcome apart, and its public face holds nothing that was asked."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from memoir_git.core.codes import STOPPED
from memoir_git.core.ids import RepoPath
from memoir_git.core.plan import BudgetResult, Change, Operation, Plan, Root, change_of

PATH = RepoPath("docs/memory/decisions.md")


def _change(before: bytes | None, after: bytes | None, *, path: RepoPath = PATH, mode: int = 0o644) -> Change:
    old = None if before is None else (before, mode)
    made = change_of(Root.SHARED, path, old, after, new_mode=mode)
    assert made is not None
    return made


PLAN = Plan(
    command="promote",
    project_id="6f1c9a52-5b5e-4d0e-9a54-0c1a6b8c2d11",
    protocol="0.8",
    changes=(_change(b"old\n", b"new\n"),),
    arguments={"id": "MC-INBOX-20260101-0a1b2c3d"},
)


def test_id_is_sixteen_lower_case_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{16}", PLAN.id)


def test_id_does_not_depend_on_the_order_of_targets() -> None:
    other = _change(b"a", b"b", path=RepoPath("docs/memory/inbox.md"))

    one = replace(PLAN, changes=(*PLAN.changes, other))
    two = replace(PLAN, changes=(other, *PLAN.changes))

    assert one.id == two.id


@pytest.mark.parametrize(
    "other",
    [
        replace(PLAN, command="forget"),
        replace(PLAN, project_id=None),
        replace(PLAN, protocol="0.7"),
        replace(PLAN, changes=()),
        replace(PLAN, changes=(_change(b"edited\n", b"new\n"),)),
        replace(PLAN, changes=(_change(b"old\n", b"newer\n"),)),
        replace(PLAN, changes=(_change(b"old\n", b"new\n", mode=0o600),)),
        replace(PLAN, changes=(_change(b"old\n", None),)),
        replace(PLAN, changes=(_change(None, b"new\n"),)),
        replace(PLAN, changes=(_change(b"", b"new\n"),)),
        replace(PLAN, blockers=(STOPPED.at(PATH),)),
        replace(PLAN, warnings=(STOPPED.at(PATH),)),
        replace(PLAN, budgets=(BudgetResult(path=PATH, tokens=1, limit=2, state="OK"),)),
        replace(PLAN, dependencies={PATH: None}),
        replace(PLAN, dependencies={PATH: "0" * 64}),
        replace(PLAN, context={"scope": True}),
        replace(PLAN, arguments={"id": "MC-INBOX-20260101-00000000"}),
        replace(PLAN, private={"nonce": "1"}),
    ],
)
def test_id_changes_with_everything_the_outcome_depends_on(other: Plan) -> None:
    assert other.id != PLAN.id


def test_absent_and_empty_files_give_different_ids() -> None:
    absent = replace(PLAN, changes=(_change(None, b"new\n"),))
    empty = replace(PLAN, changes=(_change(b"", b"new\n"),))

    assert absent.id != empty.id


def test_nothing_changes_where_bytes_stay() -> None:
    assert change_of(Root.SHARED, PATH, (b"same", 0o640), b"same", new_mode=0o644) is None


def test_an_existing_file_keeps_its_mode() -> None:
    change = change_of(Root.SHARED, PATH, (b"old", 0o640), b"new", new_mode=0o644)

    assert change is not None
    assert change.after is not None
    assert change.after.mode == 0o640


@pytest.mark.parametrize(
    ("before", "after", "operation"),
    [(None, b"x", Operation.CREATE), (b"x", b"y", Operation.REPLACE), (b"x", None, Operation.DELETE)],
)
def test_operation_follows_from_the_states(
    before: bytes | None, after: bytes | None, operation: Operation
) -> None:
    assert _change(before, after).operation is operation


def test_view_of_a_sensitive_plan_shows_no_digest() -> None:
    view = replace(PLAN, is_sensitive=True).view

    assert [(target.base_digest, target.output_digest) for target in view.targets] == [(None, None)]
