"""Evidence items: their grammar and what they are worth."""

from __future__ import annotations

import pytest

from memoir_git.custodian.evidence import Admission, parse_evidence


@pytest.mark.parametrize(
    "text",
    [
        "user-confirmed",
        "repo:src/a.py",
        "repo:src/a.py@1a2b3c",
        "doc:docs/x.md",
        "test:t/x",
        "issue:#1",
        "pr:#23",
    ],
)
def test_what_backs_active_memory(text: str) -> None:
    assert parse_evidence(text).admission is Admission.ADMISSIBLE


@pytest.mark.parametrize("text", ["agent-observed", "conversation-unconfirmed"])
def test_what_backs_a_candidate_only(text: str) -> None:
    assert parse_evidence(text).admission is Admission.CANDIDATE_ONLY


def test_what_a_migration_wrote() -> None:
    assert parse_evidence("legacy-unverified").admission is Admission.LEGACY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "User-Confirmed",
        "hearsay",
        "repo:",
        "repo:.",
        "repo:/etc/passwd",
        "repo:../x",
        "repo:a/../../x",
        "repo:C:/x",
        r"repo:C:\x",
        "repo:C:x",
        "repo:a b",
        "repo:a@",
        "repo:a@b/c",
        "repo:a@b@c",
        "issue:1",
        "issue:#",
        "issue:#１",
        "web:https://example.com",
    ],
)
def test_what_is_malformed(text: str) -> None:
    assert parse_evidence(text).admission is Admission.MALFORMED


@pytest.mark.parametrize("written", ["./a/b", "a//b", "a/./b", r"a\b"])
def test_a_roundabout_path_is_collapsed_and_told(written: str) -> None:
    item = parse_evidence(f"repo:{written}")

    assert (item.path, item.is_normal) == ("a/b", False)


def test_a_pinned_revision_is_parted_from_the_path() -> None:
    item = parse_evidence("repo:src/a.py@v1.2-rc_1")

    assert (item.path, item.revision, item.is_normal) == ("src/a.py", "v1.2-rc_1", True)
