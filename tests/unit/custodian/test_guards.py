"""What guards name as removed: the last line of their body, and nothing else."""

from __future__ import annotations

import pytest

from memoir_git.custodian.guards import removed_ids
from memoir_git.custodian.project import Project

ID = "MC-DEC-20260901-0a1b2c3d"
OTHER = "MC-CON-20260901-11112222"


def removed(body: str, *, code: str = "TOMB", status: str = "active") -> frozenset[str]:
    guard = (
        f"## MC-{code}-20260902-0a1b2c3d \u2014 removed entry\nStatus: {status}\nScope: project\n"
        f"Evidence:\n- user-confirmed\n\nRejected:\n{body}\n"
    )
    return removed_ids(Project({"do-not-use.md": guard.encode()}))


def test_the_last_line_names_the_ids_in_any_spelling() -> None:
    assert removed(f"something\nRemoved entries: {ID}, {OTHER.lower()},x") == {ID, OTHER}


@pytest.mark.parametrize(
    "body",
    ["something", f"Removed entries: {ID}\nsomething", f"removed entries: {ID}", f"Removed entries:{ID}"],
)
def test_no_other_line_does(body: str) -> None:
    assert removed(body) == frozenset()


def test_a_guard_that_was_lifted_names_nothing() -> None:
    assert removed(f"Removed entries: {ID}", status="superseded") == frozenset()


def test_an_entry_that_is_no_guard_names_nothing() -> None:
    assert removed(f"Removed entries: {ID}", code="DNU") == frozenset()
