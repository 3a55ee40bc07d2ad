"""Secrets in memory files: reported in both kinds of file, by line and kind only.

Every sample is put together here from pieces, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.secret_marks import has_secret_mark
from memoir_git.core.secrets import RULES, SecretRule
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.checks.secrets import may_hold_secret
from memoir_git.store.checks.session import check_session
from tests.support.sessions import goal, session, to_bytes

TOKEN = "gh" + "p_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1yZ3aB5"
ENTRY = "---\ntype: fact\nname: n\ndescription: d\ncreated: 2026-05-01\n---\nBody.\n"
PATH = RepoPath("memory/fact_n.md")


def test_a_secret_in_an_entry_is_reported_at_its_line() -> None:
    (finding,) = check_entry(f"{ENTRY}Use {TOKEN} here.\n".encode(), PATH)

    assert (finding.code.id, finding.severity, finding.line) == ("MM-SECRET", Severity.INFO, 8)
    assert finding.message == "The line looks like it holds a secret (github-token)."


def test_a_secret_in_the_frontmatter_is_reported_too() -> None:
    (finding,) = check_entry(ENTRY.replace("d\n", f"{TOKEN}\n", 1).encode(), PATH)

    assert (finding.code.id, finding.line) == ("MM-SECRET", 4)


def test_a_secret_in_a_session_is_reported_at_its_line() -> None:
    data = to_bytes(session(goals=[goal(f"use {TOKEN}")]))

    (finding,) = check_session(data, RepoPath("session.json"))

    assert (finding.code.id, finding.severity) == ("MM-SECRET", Severity.INFO)
    assert TOKEN in data.decode().split("\n")[(finding.line or 0) - 1]


def test_a_secret_is_reported_whatever_else_is_wrong_with_the_file() -> None:
    found = [
        *check_entry(f"---\ntype: fact\n{TOKEN}\n".encode(), PATH),
        *check_entry(f"---\nschema_version: 2\n---\n{TOKEN}\n".encode(), PATH),
        *check_session(f"{{ {TOKEN}".encode(), RepoPath("session.json")),
    ]

    assert [finding.code.id for finding in found].count("MM-SECRET") == 3


def test_no_finding_carries_a_part_of_the_secret() -> None:
    found = check_entry(f"{ENTRY}{TOKEN}\n".encode(), PATH)

    assert TOKEN[4:8] not in repr([(f.message, f.remediation, f.details) for f in found])


def test_plain_prose_is_not_looked_at_twice() -> None:
    text = ENTRY + "The key is to keep the tokens_of a list - and to ask: who? https://example.org/y\n"

    assert not may_hold_secret(text)
    assert not has_secret_mark(text)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
@settings(suppress_health_check=list(HealthCheck), max_examples=25)
@given(data=st.data())
def test_the_sieves_let_through_whatever_a_rule_matches(rule: SecretRule, data: Any) -> None:
    text = "Prose. " + data.draw(st.from_regex(rule.pattern))

    assert may_hold_secret(text)
    assert has_secret_mark(text)
