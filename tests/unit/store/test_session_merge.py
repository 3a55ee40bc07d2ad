"""The session merge where the vectors leave off: bytes, notes, refusals, ties."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memoir_git.core.merge import MergeOutcome, Note, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.session import join_readable, merge_session
from tests.support.sessions import (
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    row,
    session,
    texts,
    to_bytes,
)


def _no_text_merge(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    raise AssertionError("JSON is never merged by line")


def merge(ours: bytes, theirs: bytes, base: bytes = b"", **options: Any) -> MergeOutcome:
    return merge_session(base, ours, theirs, MergeOptions(**options), _no_text_merge)


def merged(ours: Any, theirs: Any, base: Any = None, **options: Any) -> Any:
    outcome = merge(to_bytes(ours), to_bytes(theirs), b"" if base is None else to_bytes(base), **options)
    assert outcome.conflicts == 0
    return json.loads(outcome.content)


def kinds(outcome: MergeOutcome) -> list[tuple[str, str]]:
    return [(note.kind, note.place) for note in outcome.notes]


def test_identical_sides_are_returned_unread() -> None:
    assert merge(b"\xffnot json", b"\xffnot json").content == b"\xffnot json"


@pytest.mark.parametrize("blank", [b"", b" \r\n\t", b"\xef\xbb\xbf\n"])
def test_a_blank_file_is_an_absent_side(blank: bytes) -> None:
    other = to_bytes(session(goals=[goal("g")]))

    assert merge(blank, other).content == other
    assert merge(other, blank).content == other


def test_two_blank_files_stay_blank() -> None:
    assert merge(b"", b"\n").content.strip() == b""


@pytest.mark.parametrize(
    ("broken", "kind", "place"),
    [
        (b"{", Note.UNPARSEABLE, "remote"),
        (b"[]", Note.UNPARSEABLE, "remote"),
        (b'{"version": 2}', Note.FORWARD_VERSION, "remote"),
        (b'{"version": 1, "current": {"goals": "x"}}', Note.DAMAGED, "remote.current.goals"),
        (b'{"version": 1, "current": 5}', Note.DAMAGED, "remote.current"),
        (b"<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n", Note.UNPARSEABLE, "remote"),
    ],
)
def test_a_side_that_cannot_be_understood_is_refused_with_both_files_whole(
    broken: bytes, kind: str, place: str
) -> None:
    healthy = to_bytes(session(goals=[goal("g")]))

    outcome = merge(healthy, broken)

    assert outcome.refused
    assert outcome.conflicts == 1
    assert kinds(outcome) == [(kind, place)]
    assert healthy in outcome.content
    assert broken in outcome.content


def test_a_broken_side_is_refused_even_against_a_blank_one() -> None:
    assert merge(b"", b"{").refused


def test_the_readable_side_of_a_refusal_is_returned_untouched_through_the_api() -> None:
    healthy = session(goals=[goal("g")])

    document, notes = join_readable(b"", b"{", to_bytes(healthy), MergeOptions())

    assert document["current"]["goals"][0]["text"] == "g"
    assert [note.kind for note in notes] == [Note.UNPARSEABLE]
    assert join_readable(b"", b"{", b"[", MergeOptions())[0] is None


def test_a_merge_that_changes_nothing_returns_that_sides_bytes() -> None:
    small = session(goals=[goal("g", 1)])
    big = session(goals=[goal("h", 2), goal("g", 1)])
    odd = json.dumps(big).encode() + b"\n\n"

    assert merge(to_bytes(small), odd).content == odd
    assert merge(odd, to_bytes(small)).content == odd


def test_list_order_and_absent_lists_do_not_count_as_a_change() -> None:
    big = session(goals=[goal("g", 1), goal("h", 2)])
    big["current"]["parked_actions"] = []
    small = session(goals=[goal("g", 1)])

    assert merge(to_bytes(big), to_bytes(small)).content == to_bytes(big)


def test_one_added_action_changes_only_its_own_lines() -> None:
    base = session(actions=[action("a", 3), action("b", 1)], goals=[goal("g")], x_new={"k": [1, 2]})
    ours = session(
        actions=[action("c", 5), action("a", 3), action("b", 1)], goals=[goal("g")], x_new={"k": [1, 2]}
    )
    theirs = session(actions=[action("a", 3), action("b", 1)], goals=[goal("g")], x_new={"k": [1, 2]},
                     questions=[question("q")])  # fmt: skip

    lines = merge(to_bytes(ours), to_bytes(theirs), to_bytes(base)).content.decode().splitlines()

    before = to_bytes(ours).decode().splitlines()
    assert [line for line in before if line not in lines] == ['    "open_questions": [],']


@pytest.mark.parametrize("indent", [2, 4, "\t", None])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_layout_both_sides_share_is_kept(indent: int | str | None, newline: bytes) -> None:
    def laid_out(document: Any) -> bytes:
        return to_bytes(document, indent=indent).replace(b"\n", newline) + newline

    ours, theirs = laid_out(session(goals=[goal("g", 2)])), laid_out(session(goals=[goal("h", 1)]))

    assert merge(ours, theirs).content == laid_out(session(goals=[goal("g", 2), goal("h", 1)]))


def test_number_lexemes_and_unknown_keys_survive_at_every_level() -> None:
    ours = to_bytes(session(goals=[goal("g", 2)])).replace(
        b'"version": 1,', b'"version": 1,\n  "x": 1.50e+3,'
    )
    theirs = to_bytes(
        session(goals=[goal("h", 1, y={"deep": [None]})], extra_lists={"z_list": [{"text": "k"}]})
    )

    content = merge(ours, theirs).content

    assert b'"x": 1.50e+3' in content
    assert json.loads(content)["current"]["goals"][1]["y"] == {"deep": [None]}
    assert json.loads(content)["current"]["z_list"] == [{"text": "k"}]


def test_equal_dates_keep_the_copy_with_more_information_from_either_side() -> None:
    ours = session(goals=[goal("g", 1, note="longer")])
    theirs = session(goals=[goal("g", 1, n=1)])

    assert merged(ours, theirs) == merged(theirs, ours)
    assert merged(ours, theirs)["current"]["goals"][0]["note"] == "longer"


def test_copies_that_differ_only_in_key_order_give_the_same_bytes_from_either_side() -> None:
    ours = session(goals=[{"text": "g", "set_on": "2026-01-01", "a": 1}, goal("x", 9)])
    theirs = session(goals=[{"a": 1, "set_on": "2026-01-01", "text": "g"}, goal("y", 9)])

    assert merge(to_bytes(ours), to_bytes(theirs)).content == merge(to_bytes(theirs), to_bytes(ours)).content


def test_completing_on_one_side_and_parking_on_the_other_stays_completed() -> None:
    ours = session(done=[completion("a", 5)])
    theirs = session(parked=[action("a", 3, parked_at="2026-03-04")])

    current = merged(ours, theirs)["current"]

    assert current["next_actions"] == []
    assert current.get("parked_actions", []) == []


def test_overflow_is_parked_and_told_and_what_the_parked_cap_drops_is_told_too() -> None:
    ours = session(actions=[action(f"o{n}", n) for n in range(9, 1, -1)])
    theirs = session(actions=[action(f"t{n}", n + 8) for n in range(9, 1, -1)])

    outcome = merge(to_bytes(ours), to_bytes(theirs), caps={"parked_actions": 6})

    current = json.loads(outcome.content)["current"]
    assert len(current["next_actions"]) == 8
    assert len(current["parked_actions"]) == 6
    assert kinds(outcome).count((Note.DROPPED, "parked_actions")) == 2
    assert kinds(outcome).count((Note.PARKED, "next_actions")) == 6
    assert texts({"current": current}, "parked_actions")[0] == "o9"
    assert current["parked_actions"][0]["parked_at"] == current["next_actions"][0]["added"]


def test_what_one_side_removed_without_a_tombstone_is_kept_and_noted() -> None:
    base = session(goals=[goal("g")], questions=[question("q")])
    ours = session(goals=[], questions=[question("q"), question("new")])
    theirs = session(goals=[goal("g"), goal("h")], questions=[question("q")])

    outcome = merge(to_bytes(ours), to_bytes(theirs), to_bytes(base))

    assert (Note.KEPT, "goals") in kinds(outcome)
    assert (Note.KEPT, "open_questions") not in kinds(outcome)


def test_hidden_beyond_the_cap_is_never_rotated_out() -> None:
    ours = session(decisions=[hidden(f"h{n}", n + 1) for n in range(20)])
    theirs = session(decisions=[decision(f"d{n}", n + 1) for n in range(12)])

    decisions = merged(ours, theirs)["current"]["decisions"]

    assert sum(1 for item in decisions if item.get("hidden")) == 20
    assert sum(1 for item in decisions if not item.get("hidden")) == 10


def test_the_purged_text_is_nowhere_in_the_result_nor_in_the_note_it_prints() -> None:
    ours = session(decisions=[purged("the secret client")])
    theirs = session(decisions=[decision("The Secret Client ", 28, why="the secret client pays")])

    outcome = merge(to_bytes(ours), to_bytes(theirs))

    assert b"ecret" not in outcome.content
    assert kinds(outcome) == [(Note.SUPPRESSED, "decisions")]


def test_an_odd_spelling_of_hidden_stays_when_nothing_contradicts_it() -> None:
    ours = session(decisions=[decision("d", 1, hidden="yes"), decision("e", 3)])
    theirs = session(decisions=[decision("d", 2)])

    found = merged(ours, theirs)["current"]["decisions"]

    assert [item.get("hidden") for item in found] == [None, "yes"]


def test_a_machine_that_is_an_object_beats_one_that_is_not() -> None:
    ours = session(machines={"m": None, "a": {"last_seen": "2026-01-01"}})
    theirs = session(machines={"m": {"label": "x"}, "a": {"label": "undated"}})

    assert merged(ours, theirs)["machines"] == {
        "m": {"label": "x"},
        "a": {"last_seen": "2026-01-01"},
    }


def test_history_is_newest_first_and_keeps_undated_rows_last() -> None:
    ours = session(history=[row(3, "m", "three"), {"summary": "undated"}])
    theirs = session(history=[row(5, "m", "five"), row(3, "m", "three")])

    assert [entry["summary"] for entry in merged(ours, theirs)["history"]] == ["five", "three", "undated"]


def test_favour_theirs_takes_their_unknown_key_and_touches_no_identity() -> None:
    base = session(x_new=0)
    ours, theirs = session(x_new=1, goals=[goal("g", 2)]), session(x_new=2, goals=[goal("h", 1)])

    result = merged(ours, theirs, base, favour="theirs")

    assert result["x_new"] == 2
    assert texts(result, "goals") == ["g", "h"]


def test_a_base_full_of_markers_is_no_base() -> None:
    ours, theirs = to_bytes(session(goals=[goal("g")])), to_bytes(session(goals=[goal("h")]))
    base = b"<<<<<<<<< a\n" + ours + b"=========\n" + theirs + b">>>>>>>>> b\n"

    assert merge(ours, theirs, base).content == merge(ours, theirs).content


def test_lifting_an_older_side_writes_the_version() -> None:
    old = session(goals=[goal("g", 2), goal("h", 1)])
    del old["version"]

    assert merged(old, session(goals=[goal("h", 1)]))["version"] == 1


def test_a_side_with_a_key_named_twice_is_written_anew_even_if_nothing_else_changes() -> None:
    ours = to_bytes(session(goals=[goal("h", 1), goal("g", 2)]))
    split = ours.replace(
        b'"goals": [', b'"goals": [\n      {"text": "k", "set_on": "2026-03-03"}\n    ],\n    "goals": ['
    )

    content = merge(split, to_bytes(session(goals=[goal("g", 2)]))).content

    assert content.count(b'"goals"') == 1
    assert texts(json.loads(content), "goals") == ["k", "g", "h"]


def test_a_live_hash_and_a_hidden_marker_text_do_not_make_up_a_purged_decision() -> None:
    marked = decision("[purged]", 1, text_hash="ab" * 32)
    ours, theirs = session(decisions=[marked]), session(decisions=[hidden("[purged]", 1)])

    (found,) = merged(ours, theirs)["current"]["decisions"]

    assert found["hidden"] is True
    assert "text_hash" not in found


def test_an_action_that_is_parked_already_gets_no_date_of_parking() -> None:
    live = [action(f"l{n}", n + 10) for n in range(8, 0, -1)]
    ours = session(actions=live, parked=[action("p", 1)], goals=[goal("g")])
    theirs = session(actions=live, parked=[action("p", 1)], goals=[goal("h")])

    (parked,) = merged(ours, theirs)["current"]["parked_actions"]

    assert "parked_at" not in parked


def test_an_unreadable_side_that_is_the_base_gives_way_to_the_other_one() -> None:
    conflict = b"<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n"
    resolution = to_bytes(session(goals=[goal("g")]))

    assert merge(conflict, resolution, conflict).content == resolution
    assert merge(resolution, conflict, conflict).content == resolution
    assert merge(conflict, b"{", conflict).refused
