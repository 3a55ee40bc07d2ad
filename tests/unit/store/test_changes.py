"""What differs between two versions of a session."""

from __future__ import annotations

from memoir_git.store.changes import ListChange, session_changes
from tests.support.sessions import action, decision, hidden, purged, row, session, to_bytes


def test_items_come_go_and_change_by_identity() -> None:
    before = session(actions=[action("stays", 1), action("goes", 1), action("moves", 1)])
    after = session(actions=[action("MOVES ", 2), action("stays", 1), action("comes", 1)])

    assert session_changes(to_bytes(before), to_bytes(after)) == (
        ListChange(name="next_actions", added=("comes",), changed=("MOVES ",), removed=("goes",)),
    )


def test_another_order_is_no_change() -> None:
    items = [action("a", 1), action("b", 2)]

    assert session_changes(to_bytes(session(actions=items)), to_bytes(session(actions=items[::-1]))) == ()


def test_hiding_changes_a_decision_and_purging_replaces_it() -> None:
    live, gone = session(decisions=[decision("d", 1)]), session(decisions=[purged("d", 1)])
    concealed = session(decisions=[hidden("d", 1)])

    hiding = session_changes(to_bytes(live), to_bytes(concealed)) or ()
    purging = session_changes(to_bytes(live), to_bytes(gone)) or ()

    assert [(c.added, c.changed, c.removed) for c in hiding] == [((), ("d",), ())]
    assert [(c.added, c.changed, c.removed) for c in purging] == [(("[purged]",), (), ("d",))]


def test_history_and_machines_count_too() -> None:
    after = session(history=[row(1, "m", "did it")], machines={"m": {"label": "laptop"}})

    found = session_changes(b"", to_bytes(after)) or ()

    assert [(change.name, change.added) for change in found] == [
        ("history", ("did it",)),
        ("machines", ("laptop",)),
    ]


def test_what_cannot_be_understood_has_no_differences_to_tell() -> None:
    assert session_changes(b"{", to_bytes(session())) is None
