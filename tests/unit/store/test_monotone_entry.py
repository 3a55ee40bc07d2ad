"""Which tombstones of an entry file a later version may not lose (format 5.3)."""

from __future__ import annotations

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.text import text_hash
from memoir_git.store.monotone_entry import carries_tombstone, check_monotone_entry

PATH = RepoPath("memory/one.md")
PLAIN = "name: one\ntype: next_action\nadded: 2026-03-01"
HIDDEN = PLAIN + "\nhidden: true\nhidden_at: 2026-03-02"
STUB = f"name: one\ntype: fact\nhidden: true\nhidden_at: 2026-03-02\ntext_hash: {text_hash('one')}"
DONE = PLAIN + "\ndone_at: 2026-03-05"


def entry(fields: str, body: str = "text\n") -> bytes:
    return f"---\n{fields}\n---\n{body}".encode()


def found(before: bytes, after: bytes | None) -> list[str]:
    return [f.code.id.removeprefix("MM-MONO-ENTRY-") for f in check_monotone_entry(before, after, PATH)]


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        (entry(HIDDEN), entry(PLAIN), ["UNHIDDEN"]),
        (entry(STUB, ""), entry(HIDDEN), ["PURGED-BACK"]),
        (entry(STUB, ""), entry(PLAIN), ["PURGED-BACK"]),
        (entry(HIDDEN), None, ["TOMBSTONE-GONE"]),
        (entry(DONE), entry(PLAIN), ["COMPLETION-GONE"]),
        (entry(DONE), entry(PLAIN + "\ndone_at: 2026-03-04"), ["COMPLETION-GONE"]),
    ],
)
def test_a_lost_tombstone_is_found(before: bytes, after: bytes | None, codes: list[str]) -> None:
    assert found(before, after) == codes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (entry(PLAIN), entry(PLAIN, "other text\n")),
        (entry(PLAIN), None),
        (entry(PLAIN), entry(HIDDEN)),
        (entry(HIDDEN), entry(STUB, "")),
        (entry(STUB, ""), entry(STUB, "")),
        (entry(DONE), entry("name: one\ntype: next_action\nadded: 2026-03-06\ndone_at: 2026-03-05")),
        (entry(DONE), entry("name: one\ntype: next_action\nadded: 2026-03-07")),
        (entry(DONE), entry(HIDDEN)),
        (b"no frontmatter", entry(PLAIN)),
        (entry(HIDDEN), b"no frontmatter"),
        (entry(HIDDEN + "\nschema_version: 2"), entry(PLAIN)),
    ],
)
def test_edits_tombstones_and_later_starts_lose_nothing(before: bytes, after: bytes | None) -> None:
    assert found(before, after) == []


def test_only_what_is_hidden_carries_what_a_deletion_would_lose() -> None:
    assert [carries_tombstone(entry(fields)) for fields in (PLAIN, DONE, HIDDEN, STUB)] == [
        False,
        False,
        True,
        True,
    ]
