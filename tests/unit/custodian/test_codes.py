"""Codes of project memory that no file and no command of this version raises, through the model."""

from __future__ import annotations

import pytest

from memoir_git.core.finding import ExitClass, FindingCode, exit_of
from memoir_git.custodian import codes, codes_routing, codes_system


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (codes_routing.AMBIGUOUS_INVOCATION, (1, ExitClass.DOMAIN_FAILURE)),
        (codes_system.BROAD_CLAIM, (1, ExitClass.DOMAIN_FAILURE)),
        (codes_system.TOPIC_LEAK, (2, ExitClass.BLOCKER)),
    ],
)
def test_what_only_a_program_can_do_has_its_weight(
    code: FindingCode, expected: tuple[int, ExitClass]
) -> None:
    assert exit_of([code.at()]) == expected


def test_a_retired_code_is_not_declared_again() -> None:
    assert {code.id for code in codes.ALL}.isdisjoint(codes.RETIRED)
