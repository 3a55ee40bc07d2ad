"""Checks of the session file, each on the smallest file that shows the rule (format 4.1, 5 and 6)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.store.checks.session import check_session
from tests.support.sessions import (
    Session,
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    row,
    session,
    to_bytes,
)

PATH = RepoPath("session.json")
DAY = "2026-03-01T00:00:00Z"
OTHER_HASH = "0" * 64


def codes(document: Any) -> list[str]:
    """Returns the codes a document raises, with their severity's first letter."""
    data = document if isinstance(document, bytes) else to_bytes(document)
    return sorted(f"{f.severity.name[0]} {f.code.id}" for f in check_session(data, PATH))


def places(document: Session) -> list[str]:
    """Returns the places a document's findings name."""
    return sorted(str(dict(finding.details)["place"]) for finding in check_session(to_bytes(document), PATH))


def without(document: Session, name: str) -> Session:
    return {key: value for key, value in document.items() if key != name}


def current_without(document: Session, name: str) -> Session:
    return document | {"current": without(document["current"], name)}


# -- the file


def test_a_complete_session_raises_nothing() -> None:
    document = session(
        goals=[goal("g")],
        actions=[action("a")],
        parked=[action("p", parked_at=DAY)],
        done=[completion("d")],
        questions=[question("q")],
        decisions=[decision("e"), hidden("h"), purged("u")],
        machines={"11111111-1111-4111-8111-111111111111": {"label": "desk", "last_seen": DAY}},
        history=[row(1, "m", "s", session_id="x", files_touched=["f"], duration_min=3)],
    )

    assert codes(document) == []


@pytest.mark.parametrize("data", [b"", b"{", b'{"a": NaN}', b'{"a": 1,}', b"\xff\xfe", b"\0"])
def test_what_is_not_strict_json_is_one_error(data: bytes) -> None:
    assert codes(data) == ["E MM-NOT-JSON"]


def test_a_syntax_error_is_found_at_its_line() -> None:
    (finding,) = check_session(b'{\n "version": 1,\n oops\n}', PATH)

    assert finding.line == 3


def test_a_conflict_that_was_left_in_is_named_as_such() -> None:
    data = b'<<<<<<< HEAD\n{"version": 1}\n=======\n{"version": 1}\n>>>>>>> side\n'

    assert codes(data) == ["E MM-MARKERS"]


def test_markers_inside_a_text_are_text() -> None:
    conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n"

    assert codes(session(goals=[goal(conflict)])) == []


def test_a_byte_order_mark_is_a_warning() -> None:
    assert codes(b"\xef\xbb\xbf" + to_bytes(session())) == ["W MM-BOM"]


def test_a_key_that_stands_twice_is_an_error_at_its_second_line() -> None:
    data = b'{"version": 1,\n"version": 1,' + to_bytes(without(session(), "version"))[1:]

    (finding,) = check_session(data, PATH)

    assert (finding.code.id, finding.line) == ("MM-DUPKEY", 2)


def test_a_top_level_that_is_no_object_is_one_error() -> None:
    assert codes([session()]) == ["E MM-NOT-OBJECT"]


# -- version


@pytest.mark.parametrize("version", [0, -1, 0.5, "1", "one", None, True, [1], {}])
def test_a_version_that_is_no_positive_whole_number_is_an_error(version: object) -> None:
    assert codes(session(version=version)) == ["E MM-VERSION"]


def test_a_version_may_be_spelled_with_a_fraction_of_zero() -> None:
    assert codes(session(version=1.0)) == []


@pytest.mark.parametrize("version", [2, 1e400, 10**30])
def test_a_newer_version_is_not_examined(version: float) -> None:
    data = to_bytes(session() | {"version": "?", "created_at": "?", "history": "?"})
    spelled = json.dumps(version).replace("Infinity", "1e400").encode()

    assert codes(data.replace(b'"?"', spelled, 1)) == ["W MM-NEWER-VERSION"]


@pytest.mark.parametrize("version", ["2", 1.5])
def test_a_newer_version_that_is_no_whole_number_is_an_error_too(version: object) -> None:
    assert codes(session(version=version) | {"history": "?"}) == ["E MM-VERSION", "W MM-NEWER-VERSION"]


# -- containers


@pytest.mark.parametrize("name", ["created_at", "updated_at"])
@pytest.mark.parametrize("value", [None, "yesterday", 5, "2026-02-30"])
def test_a_timestamp_is_a_real_date(name: str, value: object) -> None:
    assert codes(session() | {name: value}) == ["E MM-TIMESTAMP"]


@pytest.mark.parametrize("name", ["created_at", "updated_at"])
def test_a_timestamp_is_required(name: str) -> None:
    assert codes(without(session(), name)) == ["E MM-TIMESTAMP"]


@pytest.mark.parametrize(
    ("name", "code"), [("machines", "MM-MACHINES"), ("current", "MM-CURRENT"), ("history", "MM-HISTORY")]
)
@pytest.mark.parametrize("value", [None, "x", 1])
def test_a_container_of_the_wrong_type_is_an_error(name: str, code: str, value: object) -> None:
    assert codes(session() | {name: value}) == [f"E {code}"]


@pytest.mark.parametrize("name", ["goals", "next_actions", "open_questions", "decisions"])
def test_the_four_first_lists_are_required(name: str) -> None:
    assert codes(current_without(session(), name)) == ["E MM-LIST"]


@pytest.mark.parametrize("name", ["parked_actions", "completed_actions", "completed_goals"])
@pytest.mark.parametrize("value", [None, {}, "x"])
def test_an_optional_list_that_is_there_is_a_list(name: str, value: object) -> None:
    assert codes(session(extra_lists={name: value})) == ["E MM-LIST"]


def test_one_damaged_list_does_not_hide_what_another_holds() -> None:
    document = session(actions=[action("a", "soon")], extra_lists={"goals": {}})

    assert codes(document) == ["E MM-DATE", "E MM-LIST"]


def test_unknown_keys_and_lists_raise_nothing() -> None:
    assert codes(session(extra_lists={"moods": 3}, plugins={"x": 1})) == []


# -- machines and history


@pytest.mark.parametrize("machine", [None, "desk", {"label": 3, "last_seen": DAY}])
def test_a_machine_is_an_object_with_a_label_that_is_text(machine: object) -> None:
    assert codes(session(machines={"u": machine})) == ["E MM-MACHINE"]


def test_a_machine_never_seen_loses_every_merge() -> None:
    assert codes(session(machines={"u": {"label": "desk"}})) == ["W MM-DATE-MISSING"]


@pytest.mark.parametrize(
    "change",
    [{"summary": 5}, {"machine_id": []}, {"session_id": 1}, {"duration_min": "x"}, {"files_touched": "f"}],
)
def test_a_history_row_has_its_fields_in_their_types(change: dict[str, object]) -> None:
    assert codes(session(history=[row(1, "m", "s") | change])) == ["E MM-HISTORY-ROW"]


def test_a_history_row_is_an_object() -> None:
    assert codes(session() | {"history": ["s"]}) == ["E MM-HISTORY-ROW"]


def test_a_history_row_with_a_broken_date_is_an_error_about_the_date() -> None:
    assert codes(session(history=[row("soon", "m", "s")])) == ["E MM-DATE"]


# -- items


@pytest.mark.parametrize("item", [None, "text", {}, {"text": 5}, {"text": " \ufeff\n"}])
@pytest.mark.parametrize("name", ["goals", "decisions", "completed_goals"])
def test_an_item_without_text_has_no_identity(name: str, item: object) -> None:
    found = codes(session(extra_lists={name: [item]}))

    assert "E MM-ITEM-TEXT" in found


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("goals", "set_on"),
        ("next_actions", "added"),
        ("parked_actions", "added"),
        ("open_questions", "asked"),
        ("decisions", "date"),
    ],
)
def test_an_item_has_the_date_field_of_its_list(name: str, field: str) -> None:
    missing = session(extra_lists={name: [{"text": "x"}]})
    broken = session(extra_lists={name: [{"text": "x", field: "2026-13-01"}]})

    assert (codes(missing), places(missing)) == (["W MM-DATE-MISSING"], [f"current.{name}[0].{field}"])
    assert (codes(broken), places(broken)) == (["E MM-DATE"], [f"current.{name}[0].{field}"])


@pytest.mark.parametrize("name", ["completed_actions", "completed_goals"])
def test_a_completion_needs_its_date(name: str) -> None:
    assert codes(session(extra_lists={name: [{"text": "x"}]})) == ["E MM-DONE-AT"]
    assert codes(session(extra_lists={name: [{"text": "x", "done_at": "soon"}]})) == ["E MM-DATE"]


def test_a_parked_action_may_lack_parked_at_but_not_break_it() -> None:
    assert codes(session(parked=[action("p")])) == []
    assert codes(session(parked=[action("p", parked_at="soon")])) == ["E MM-DATE"]


# -- hidden and purged decisions


def test_a_hidden_decision_needs_a_valid_hidden_at() -> None:
    assert codes(session(decisions=[decision("d", hidden=True)])) == ["E MM-HIDDEN-AT"]
    assert codes(session(decisions=[hidden("d", at="soon")])) == ["E MM-HIDDEN-AT"]


def test_a_decision_that_is_not_hidden_needs_no_hidden_at() -> None:
    assert codes(session(decisions=[decision("d", hidden=False)])) == []


@pytest.mark.parametrize("value", ["true", 1, "yes"])
def test_a_spelling_that_hides_without_being_true_is_an_error(value: object) -> None:
    document = session(decisions=[decision("d", hidden=value, hidden_at=DAY)])

    assert codes(document) == ["E MM-HIDDEN-NONBOOL"]


@pytest.mark.parametrize("value", ["True", "TRUE", " on "])
def test_an_odd_spelling_of_hidden_still_needs_its_hidden_at(value: object) -> None:
    document = session(decisions=[decision("d", hidden=value)])

    assert codes(document) == ["E MM-HIDDEN-AT", "E MM-HIDDEN-NONBOOL"]


@pytest.mark.parametrize("name", ["goals", "next_actions", "open_questions"])
def test_hidden_on_another_list_is_just_a_field(name: str) -> None:
    item = {"text": "x", "hidden": True, "set_on": DAY, "added": DAY, "asked": DAY}

    assert codes(session(extra_lists={name: [item]})) == []


@pytest.mark.parametrize("digest", ["abc", "A" * 64, "g" * 64, 5])
def test_a_purged_hash_is_64_lower_case_hex_digits(digest: object) -> None:
    assert "E MM-TEXT-HASH" in codes(session(decisions=[purged("x") | {"text_hash": digest}]))


def test_a_hash_without_hiding_is_an_error() -> None:
    document = session(decisions=[decision("[purged]", text_hash=OTHER_HASH)])

    assert codes(document) == ["E MM-PURGE-NOT-HIDDEN"]


def test_a_purge_that_left_its_text_is_a_warning() -> None:
    document = session(decisions=[hidden("still here", text_hash=OTHER_HASH)])

    assert codes(document) == ["W MM-PURGE-TEXT-LEFT"]


@pytest.mark.parametrize("field", ["why", "rejected"])
def test_a_purge_that_left_its_rationale_is_a_warning(field: str) -> None:
    assert codes(session(decisions=[purged("x") | {field: "because"}])) == ["W MM-PURGE-RATIONALE-LEFT"]


@pytest.mark.parametrize("change", [{"text": ""}, {"text": " "}, {"text": None}, {"date": None}])
def test_a_purged_decision_needs_neither_text_nor_date(change: dict[str, object]) -> None:
    assert codes(session(decisions=[purged("x") | change])) == []


def test_the_marker_text_of_a_purge_without_a_hash_is_ordinary_text() -> None:
    assert codes(session(decisions=[hidden("[purged]")])) == []


# -- what a merge would change


@pytest.mark.parametrize("name", ["goals", "completed_actions", "decisions"])
def test_two_items_of_one_identity_are_a_warning_at_the_second(name: str) -> None:
    items = [
        {"text": text, "set_on": DAY, "done_at": DAY, "date": DAY} for text in ("Straße", " STRASSE\ufeff")
    ]
    document = session(extra_lists={name: items})

    assert codes(document) == ["W MM-DUPLICATE-IDENTITY"]
    assert places(document) == [f"current.{name}[1]"]


def test_two_lists_do_not_share_identities() -> None:
    assert codes(session(goals=[goal("x")], actions=[action("x")], questions=[question("x")])) == []


def test_two_history_rows_of_one_session_are_a_warning() -> None:
    rows = [row(1, "m", "a", session_id="s"), row(2, "m", "b", session_id="s")]

    assert codes(session(history=rows)) == ["W MM-DUPLICATE-IDENTITY"]


def test_a_text_that_another_decision_purged_is_a_warning() -> None:
    assert codes(session(decisions=[decision("Secret"), purged("secret")])) == ["W MM-DUPLICATE-IDENTITY"]


def test_two_purged_copies_of_one_hash_are_a_warning() -> None:
    assert codes(session(decisions=[purged("x"), purged("X")])) == ["W MM-DUPLICATE-IDENTITY"]


@pytest.mark.parametrize(
    ("added", "done_at", "is_completed"),
    [
        (3, 2, False),
        (2, 2, True),
        (1, 2, True),
        (None, 2, True),
        ("2026-03-02T09:30:00Z", "2026-03-02", True),
    ],
)
def test_a_live_action_not_later_than_its_completion_is_a_warning(
    added: int | str | None, done_at: int | str, is_completed: bool
) -> None:
    document = session(actions=[action("a", added)], done=[completion("A ", done_at)])

    assert ("W MM-LIVE-BUT-COMPLETED" in codes(document)) is is_completed


def test_a_goal_is_judged_by_completed_goals_alone() -> None:
    assert codes(session(goals=[goal("g")], done=[completion("g")])) == []
    assert codes(session(goals=[goal("g")], retired=[completion("g")])) == ["W MM-LIVE-BUT-COMPLETED"]


def test_the_newest_of_several_completions_counts() -> None:
    document = session(actions=[action("a", 3)], done=[completion("a", 4), completion("a", 2)])

    assert codes(document) == ["W MM-DUPLICATE-IDENTITY", "W MM-LIVE-BUT-COMPLETED"]


def test_an_action_both_live_and_parked_is_a_warning() -> None:
    assert codes(session(actions=[action("a")], parked=[action("A")])) == ["W MM-LIVE-AND-PARKED"]


# -- what findings may carry


def test_no_finding_carries_a_text_or_a_key_of_the_user() -> None:
    word = "zanzibar"
    document = session(
        goals=[goal(word, word), goal(word)],
        machines={word: {"label": 5, word: word}},
        history=[{word: word, "summary": 5}],
        decisions=[hidden(word, text_hash=word, why=word)],
        extra_lists={word: word},
    )
    data = b'{"zanzibar": 1, "zanzibar": {"zanzibar": 2, "zanzibar": 3},' + to_bytes(document)[1:]

    found = check_session(data, PATH)

    assert len(found) > 8
    assert word not in repr([(f.message, f.remediation, f.details) for f in found]).lower()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "x", "[purged]", DAY, "0" * 64]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *(
                        "version",
                        "machines",
                        "current",
                        "history",
                        "goals",
                        "decisions",
                        "next_actions",
                        "label",
                    ),
                    *("text", "date", "hidden", "text_hash", "added", "set_on", "done_at", "hidden_at"),
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@given(ANYTHING)
def test_any_json_gives_findings_that_can_be_shown(value: Any) -> None:
    found = check_session(to_bytes(session() | value if isinstance(value, dict) else value), PATH)

    assert all(f.message and f.remediation and f.line and f.severity <= Severity.ERROR for f in found)


@given(st.binary(max_size=60))
def test_any_bytes_give_findings(data: bytes) -> None:
    assert check_session(data, PATH)
