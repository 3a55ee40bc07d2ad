"""The table for files that git asks no driver about, over all its cases."""

from __future__ import annotations

from itertools import product

import pytest

from memoir_git.store.undriven import State, Verdict, decide, entry_state, file_state, is_same_entry
from tests.support.finishing import BODY, entry, hidden, stub

ABSENT, PLAIN, TOMBSTONED, PURGED = State
# What becomes of one surviving version, by the base's state and its own.
SURVIVING = {
    (ABSENT, PLAIN): Verdict.KEEP_EDIT,
    (ABSENT, TOMBSTONED): Verdict.KEEP_TOMBSTONE,
    (ABSENT, PURGED): Verdict.KEEP_STUB,
    (PLAIN, PLAIN): Verdict.KEEP_EDIT,
    (PLAIN, TOMBSTONED): Verdict.KEEP_TOMBSTONE,
    (PLAIN, PURGED): Verdict.KEEP_STUB,
    (TOMBSTONED, PLAIN): Verdict.HOLD_TOMBSTONE,
    (TOMBSTONED, TOMBSTONED): Verdict.KEEP_TOMBSTONE,
    (TOMBSTONED, PURGED): Verdict.KEEP_STUB,
    (PURGED, PLAIN): Verdict.HOLD_TOMBSTONE,
    (PURGED, TOMBSTONED): Verdict.HOLD_TOMBSTONE,
    (PURGED, PURGED): Verdict.KEEP_STUB,
}


def expected(base: State, ours: State, theirs: State) -> Verdict:
    if ours is ABSENT and theirs is ABSENT:
        return Verdict.NOTHING
    if ours is not ABSENT and theirs is not ABSENT:
        return Verdict.MERGE
    return SURVIVING[base, theirs if ours is ABSENT else ours]


@pytest.mark.parametrize(("base", "ours", "theirs"), list(product(State, repeat=3)))
def test_every_three_states_have_their_verdict(base: State, ours: State, theirs: State) -> None:
    assert decide(base, ours, theirs) is expected(base, ours, theirs)


@pytest.mark.parametrize(("base", "ours", "theirs"), list(product(State, repeat=3)))
def test_a_preferred_deletion_wins_against_ordinary_edits_of_a_live_file_alone(
    base: State, ours: State, theirs: State
) -> None:
    usual = decide(base, ours, theirs)

    verdict = decide(base, ours, theirs, prefer_delete=True)

    gives_way = usual is Verdict.KEEP_EDIT and base is PLAIN
    assert verdict is (Verdict.DELETE if gives_way else usual)


@pytest.mark.parametrize("prefer_delete", [False, True])
@pytest.mark.parametrize(("base", "ours", "theirs"), list(product(State, repeat=3)))
def test_it_does_not_matter_who_deleted(base: State, ours: State, theirs: State, prefer_delete: bool) -> None:
    verdicts = {
        decide(base, *sides, prefer_delete=prefer_delete) for sides in ((ours, theirs), (theirs, ours))
    }

    assert len(verdicts) == 1


def test_nothing_suppressed_ever_comes_back() -> None:
    for base, survivor in product((TOMBSTONED, PURGED), (PLAIN,)):
        assert decide(base, ABSENT, survivor) is Verdict.HOLD_TOMBSTONE


@pytest.mark.parametrize(
    ("content", "state"),
    [
        (None, ABSENT),
        ("\n \n", ABSENT),
        ("no frontmatter\n", PLAIN),
        (entry("a"), PLAIN),
        (hidden("a"), TOMBSTONED),
        ("\ufeff" + hidden("a").replace("\n", "\r\n"), TOMBSTONED),
        (entry("a", done_at="2026-03-02"), TOMBSTONED),
        (entry("a", done_at="2026-03-02", added="2026-03-03"), PLAIN),
        (stub("A", "a"), PURGED),
        (stub("A", "another"), TOMBSTONED),
    ],
)
def test_the_state_of_an_entry_is_read_from_its_fields(content: str | None, state: State) -> None:
    assert entry_state("memory/a.md", None if content is None else content.encode()) is state


def test_other_formats_are_there_or_not() -> None:
    assert [file_state(content) for content in (None, b"", b"{}")] == [ABSENT, PLAIN, PLAIN]


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (entry("a"), entry("a", body="rewritten\n"), True),
        (entry("a"), entry(" A"), True),
        (entry("a"), entry("b"), True),
        (entry("a"), entry("b", body=BODY + "more\n"), False),
        ("no name\n", entry("b"), True),
    ],
)
def test_entries_are_told_apart_by_name_and_body_together(old: str, new: str, is_same: bool) -> None:
    assert is_same_entry(old.encode(), new.encode()) is is_same
