"""The journal's document: it reads back as it was written, and a fault in any field makes it no journal."""

from __future__ import annotations

import copy
import itertools
import json
from dataclasses import replace
from typing import Any

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import (
    TRANSITIONS,
    Action,
    Binding,
    BindingKind,
    Phase,
    render_journal,
)
from memoir_git.core.journal_making import TargetError, new_journal
from memoir_git.core.journal_reading import MalformedJournalError, UnsupportedJournalError, read_journal
from memoir_git.core.plan import Root
from tests.support.journals import (
    BINDING,
    MIXED,
    ROOT_BINDING,
    change,
    document,
    full_journal,
    journal,
    to_bytes,
    undertaking,
)

MARKER = "zxqmarkerword"
# None of these is what any field but one takes; where one is, the test leaves it out.
ODD: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**30,
    "",
    MARKER,
    "a\nb",
    "\x00",
    [],
    {},
    [1],
    {"a": 1},
)
TOP = sorted(document())
TARGET = sorted(document()["targets"][0])
CREATED = sorted(document()["created_directories"][0])
REMOVED = sorted(document()["removed_directories"][0])
# What else these fields may be: kept as it comes, a hint, or free text.
ALLOWED: dict[str, tuple[object, ...]] = {
    "erasure_scope": (None, {}, {"a": 1}),
    "targets": ([],),
    "created_directories": ([],),
    "removed_directories": ([],),
    "command": (MARKER,),
    "plan_id": (MARKER,),
    "sensitive": (True, False),
    "replaced": (True, False),
    "path": (MARKER,),
    "st_dev": (0,),
    "st_ino": (0,),
}


@pytest.mark.parametrize("phase", Phase)
def test_a_journal_reads_back_as_it_was_written(phase: Phase) -> None:
    written = journal(phase)

    assert read_journal(render_journal(written)) == written


def test_a_journal_with_every_field_reads_back_as_it_was_written() -> None:
    assert read_journal(render_journal(full_journal())) == full_journal()


def test_a_journal_is_one_line_of_sorted_keys() -> None:
    data = render_journal(full_journal())

    keys = list(json.loads(data))
    assert keys == sorted(keys)
    assert data.endswith(b"}\n")
    assert data.count(b"\n") == 1


def test_targets_stand_in_the_order_of_commit_with_the_manifest_last() -> None:
    paths = [target.path for target in journal().targets]

    assert paths == [
        "docs/memory/areas/new.md",
        "docs/memory/decisions.md",
        "docs/memory/inbox.md",
        "docs/memory/manifest.md",
    ]
    shuffled = new_journal(undertaking(MIXED[::-1]), BINDING, ROOT_BINDING, ())
    assert [target.path for target in shuffled.targets] == paths


def spoiled(place: tuple[str | int, ...], value: object) -> bytes:
    whole = document()
    at: Any = whole
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    return to_bytes(whole)


def without(place: tuple[str | int, ...]) -> bytes:
    whole = document()
    at: Any = whole
    for key in place[:-1]:
        at = at[key]
    del at[place[-1]]
    return to_bytes(whole)


FIELDS: list[tuple[str | int, ...]] = [
    *((key,) for key in TOP),
    *(("targets", 1, key) for key in TARGET),
    *(("created_directories", 0, key) for key in CREATED),
    *(("removed_directories", 0, key) for key in REMOVED),
    ("created_directories", 0, "identity", "st_dev"),
    ("removed_directories", 0, "identity", "st_ino"),
]


@pytest.mark.parametrize("place", FIELDS, ids=lambda place: ".".join(map(str, place)))
def test_a_missing_field_makes_it_no_journal(place: tuple[str | int, ...]) -> None:
    with pytest.raises(MalformedJournalError):
        read_journal(without(place))


def _present(place: tuple[str | int, ...]) -> object:
    at: Any = document()
    for key in place:
        at = at[key]
    return at


@pytest.mark.parametrize("place", FIELDS, ids=lambda place: ".".join(map(str, place)))
def test_no_odd_value_of_any_field_is_taken_for_a_journal_or_quoted(place: tuple[str | int, ...]) -> None:
    taken, said = [], []
    for value in ODD:
        allowed = [*ALLOWED.get(str(place[-1]), ()), _present(place)]
        if any(value == each and type(value) is type(each) for each in allowed):
            continue
        try:
            read_journal(spoiled(place, value))
        except (MalformedJournalError, UnsupportedJournalError) as error:
            said.append(str(error))
        else:
            taken.append(value)

    assert taken == []
    assert MARKER not in "".join(said)


@pytest.mark.parametrize(
    "place",
    [(), ("targets", 0), ("created_directories", 0), ("removed_directories", 0, "identity")],
    ids=str,
)
def test_an_unknown_key_makes_it_no_journal(place: tuple[str | int, ...]) -> None:
    with pytest.raises(MalformedJournalError) as raised:
        read_journal(spoiled((*place, MARKER), MARKER))

    assert MARKER not in str(raised.value)


@pytest.mark.parametrize("version", [0, 2, 3, 10_000])
def test_another_version_is_unsupported_whatever_else_it_holds(version: int) -> None:
    with pytest.raises(UnsupportedJournalError):
        read_journal(to_bytes({"transaction_schema_version": version, MARKER: [MARKER]}))


@pytest.mark.parametrize("version", [True, 1.0, "1", None])
def test_a_version_that_is_no_whole_number_is_malformed(version: object) -> None:
    with pytest.raises(MalformedJournalError):
        read_journal(spoiled(("transaction_schema_version",), version))


def test_a_key_that_stands_twice_makes_it_no_journal() -> None:
    twice = render_journal(full_journal()).replace(b'"command":"supersede"', b'"command":"a","command":"b"')

    with pytest.raises(MalformedJournalError):
        read_journal(twice)


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"{", b"\xff", b'"zxqmarkerword"', b"[" * 100_000])
def test_bytes_that_are_no_object_are_no_journal(data: bytes) -> None:
    with pytest.raises(MalformedJournalError) as raised:
        read_journal(data)

    assert MARKER not in str(raised.value)


@pytest.mark.parametrize(
    "moment",
    [
        "2026-07-01T12:00:00",
        "2026-07-01T12:00:00+02:00",
        "2026-02-30T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "2026-07-01 12:00:00Z",
        "2026-07-01",
        "2025-02-29T12:00:00+00:00",
    ],
)
def test_a_time_that_is_not_in_utc_or_not_in_the_calendar_is_refused(moment: str) -> None:
    with pytest.raises(MalformedJournalError):
        read_journal(spoiled(("created_at",), moment))


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../up", "a/../b", "a//b", "a/", "./a", "c:a", "a\\b", "a\nb", "\x1b[0m", "."]
)
def test_a_path_that_climbs_or_is_not_plain_is_refused(path: str) -> None:
    with pytest.raises(MalformedJournalError):
        read_journal(spoiled(("targets", 0, "path"), path))


def test_facts_that_contradict_each_other_are_refused() -> None:
    digest = "0" * 64
    contradictions: list[tuple[tuple[str | int, ...], object]] = [
        (("targets", 0, "base_exists"), True),
        (("targets", 0, "base_digest"), digest),
        (("targets", 0, "original_mode"), "0644"),
        (("targets", 1, "operation"), "create"),
        (("targets", 1, "output_digest"), None),
        (("targets", 2, "output_mode"), "0644"),
        (("targets", 1, "backup_path"), "targets/0001.backup"),
        (("targets", 2, "prepared_path"), "targets/0003.prepared"),
        (("targets", 1, "target_id"), "0001"),
        (("targets", 1, "commit_order"), 3),
        (("targets", 3, "commit_order"), 0),
        (("created_directories", 0, "created"), False),
        (("created_directories", 0, "base_exists"), True),
        (("binding",), "bootstrap"),
        (("binding_id",), "0" * 64),
        (("project_id",), None),
        (("recovery_action",), None),
        (("phase",), "committing"),
    ]

    taken = []
    for place, value in contradictions:
        try:
            read_journal(spoiled(place, value))
        except MalformedJournalError:
            continue
        taken.append(place)

    assert taken == []


def test_a_path_twice_among_the_targets_is_refused() -> None:
    whole = document()
    again = copy.deepcopy(whole["targets"][1])
    again |= {
        "target_id": "0005",
        "backup_path": "targets/0005.backup",
        "prepared_path": "targets/0005.prepared",
        "commit_order": 2,
    }
    whole["targets"].append(again)

    with pytest.raises(MalformedJournalError):
        read_journal(to_bytes(whole))


def test_directories_out_of_order_twice_or_in_a_targets_place_are_refused() -> None:
    first = document()["created_directories"][0]
    other = {**first, "path": "docs/memory"}
    in_place = {**first, "path": "docs/memory/decisions.md"}

    for directories in ([first, other], [first, first], [in_place]):
        with pytest.raises(MalformedJournalError):
            read_journal(spoiled(("created_directories",), directories))


@pytest.mark.parametrize("phase", [Phase.PLANNED, Phase.PREPARED])
def test_progress_before_the_commit_began_is_refused(phase: Phase) -> None:
    early = replace(journal(phase), created_directories=full_journal().created_directories)

    with pytest.raises(MalformedJournalError):
        read_journal(render_journal(early))
    with pytest.raises(MalformedJournalError):
        read_journal(render_journal(journal(phase).with_replaced("0001")))


def test_an_overlay_without_a_project_is_refused() -> None:
    bootstrap = replace(full_journal(), binding=Binding(kind=BindingKind.BOOTSTRAP, id="a" * 64))

    with pytest.raises(MalformedJournalError):
        read_journal(render_journal(bootstrap))


@pytest.mark.parametrize(("first", "second"), list(itertools.product(Phase, Phase)))
def test_a_phase_is_followed_only_by_those_that_may_follow_it(first: Phase, second: Phase) -> None:
    action = Action.ROLLBACK if second is Phase.RECOVERING else None

    if second in TRANSITIONS[first]:
        assert journal(first).entering(second, action).phase is second
    else:
        with pytest.raises(AssertionError):
            journal(first).entering(second, action)


def test_a_recovery_keeps_to_its_action() -> None:
    begun = journal(Phase.FAILED).entering(Phase.RECOVERING, Action.COMPLETE)

    with pytest.raises(AssertionError):
        begun.entering(Phase.RECOVERING, Action.ROLLBACK)


@pytest.mark.parametrize(
    "changes",
    [
        (change("a.md", None, b"1"), change("a.md", None, b"2")),
        (change("../a.md", None, b"1"),),
        (change("a\nb.md", None, b"1"),),
    ],
    ids=["twice", "climbing", "control character"],
)
def test_a_plan_with_an_impossible_target_is_refused(changes: Any) -> None:
    with pytest.raises(TargetError):
        new_journal(undertaking(changes), BINDING, ROOT_BINDING, ())


def test_a_sensitive_plan_that_is_refused_names_no_path() -> None:
    twice = (change(f"{MARKER}.md", None, b"1"), change(f"{MARKER}.md", None, b"2"))

    with pytest.raises(TargetError) as raised:
        new_journal(undertaking(twice, is_sensitive=True), BINDING, ROOT_BINDING, ())

    assert MARKER not in str(raised.value)


def test_an_overlay_target_without_a_project_is_refused() -> None:
    changes = (change("preferences.md", None, b"1", root=Root.LOCAL_OVERLAY),)
    store = Binding(kind=BindingKind.STORE, id="a" * 64)

    with pytest.raises(TargetError):
        new_journal(undertaking(changes), store, ROOT_BINDING, ())


def test_a_memory_path_with_other_letters_is_journalled() -> None:
    made = new_journal(
        undertaking((change("docs/memory/areas/größe.md", None, b"1"),)), BINDING, ROOT_BINDING, ()
    )

    assert read_journal(render_journal(made)).targets[0].path == RepoPath("docs/memory/areas/größe.md")
