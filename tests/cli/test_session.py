"""`git memoir session`: the commands that write, and what they leave in the file."""

from __future__ import annotations

import pytest

from tests.cli.sessions_shown import MACHINE, STORE, current, succeeded, texts
from tests.support.in_process import InProcess
from tests.support.scenario import Repo
from tests.support.sessions import completion, purged, session, to_bytes


def test_a_goal_is_set_and_retired(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("session", "goal", "Ship v1"))
    succeeded(memoir("session", "retire", "g1"))

    assert texts(repo, "goals") == []
    assert texts(repo, "completed_goals") == ["Ship v1"]


def test_an_action_is_added_parked_and_completed(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("session", "next", "Fix the parser"))
    parked = succeeded(memoir("session", "park", "fix the parser"))
    succeeded(memoir("session", "done", "Fix"))

    assert "next merge makes it live again" in parked.stdout
    assert texts(repo, "next_actions") == []
    assert texts(repo, "parked_actions") == []
    assert texts(repo, "completed_actions") == ["Fix the parser"]


def test_a_question_is_asked_and_answered_with_a_warning(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("session", "ask", "Who owns it?"))
    answered = succeeded(memoir("session", "answer", "q1"))

    assert texts(repo, "open_questions") == []
    assert "A branch that still has it brings it back" in answered.stdout


def test_a_decision_is_recorded_with_its_reasons(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("session", "decide", "SQLite", "--why", "no daemon", "--rejected", "Postgres"))

    decided = current(repo)["decisions"][0]
    assert (decided["text"], decided["why"], decided["rejected"]) == ("SQLite", "no daemon", "Postgres")


def test_a_session_ends_in_one_row(repo: Repo, memoir: InProcess) -> None:
    words = ("session", "end", "--session-id", "s1")
    succeeded(memoir(*words, "--summary", "begun", "--file", "a.py", "--minutes", "5"))
    succeeded(memoir(*words, "--file", "b.py"))

    (ended,) = repo.session(STORE)["history"]
    assert (ended["summary"], ended["files_touched"], ended["duration_min"]) == ("begun", ["a.py", "b.py"], 5)


def test_every_item_is_stamped_with_date_and_machine(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("session", "next", "x"))

    stamped = {"text": "x", "machine_id": MACHINE, "added": "2026-07-01T12:00:00.000Z"}
    assert current(repo)["next_actions"] == [stamped]
    assert repo.session(STORE)["machines"][MACHINE]["label"] == "laptop"
    assert repo.session(STORE)["updated_at"] == "2026-07-01T12:00:00.000Z"


def test_the_label_is_said_to_be_committed_once(memoir: InProcess) -> None:
    first, second = memoir("session", "next", "x"), memoir("session", "next", "y")

    assert "as laptop, which will be committed" in first.stdout
    assert "laptop" not in second.stdout


def test_a_text_can_come_from_standard_input(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("session", "next", "-", stdin="Grüße\nund mehr\n".encode()))
    succeeded(memoir("session", "decide", "SQLite", "--why", "-", stdin=b"no daemon\n"))

    assert texts(repo, "next_actions") == ["Grüße\nund mehr"]
    assert current(repo)["decisions"][0]["why"] == "no daemon"


def test_standard_input_holds_one_text_only(memoir: InProcess) -> None:
    result = memoir("session", "decide", "-", "--why", "-", stdin=b"x")

    assert result.code == 2


def test_a_text_that_is_not_utf_8_is_refused(repo: Repo, memoir: InProcess) -> None:
    before = repo.read(STORE)

    piped = memoir("session", "next", "-", stdin=b"\xff")
    typed = memoir("session", "next", "a\udcff")

    assert (piped.code, typed.code) == (1, 1)
    assert "not UTF-8" in piped.stderr
    assert "not UTF-8" in typed.stderr
    assert repo.read(STORE) == before


def test_a_writer_does_not_repeat_the_text(memoir: InProcess) -> None:
    for words in (("next", "xylophone"), ("next", "xylophone"), ("park", "xylo"), ("done", "xylophone")):
        assert "xylo" not in str(succeeded(memoir("session", *words)).stdout)


def test_what_is_completed_on_two_machines_is_no_error_on_the_second(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: session(done=[completion("Fix", 1)], retired=[completion("Ship", 1)])})
    before = repo.read(STORE)

    for words in (("done", "fix"), ("retire", "ship")):
        assert "completed already" in succeeded(memoir("session", *words)).stdout
    assert repo.read(STORE) == before


def test_a_hidden_decision_stays_hidden_and_the_writer_says_so(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: session(decisions=[purged("a password")])})
    before = repo.read(STORE)

    result = succeeded(memoir("session", "decide", "A password"))

    assert "stays hidden" in result.stdout
    assert repo.read(STORE) == before


def test_an_unknown_selection_changes_nothing_and_names_the_way_to_the_numbers(
    repo: Repo, memoir: InProcess
) -> None:
    before = repo.read(STORE)

    for command in ("done", "retire", "park", "answer"):
        result = memoir("session", command, "xylophone")

        assert result.code == 1
        assert "session show" in result.stderr
        assert "xylophone" not in result.stderr
    assert repo.read(STORE) == before


def test_one_added_action_changes_only_its_own_lines(repo: Repo, memoir: InProcess) -> None:
    by_hand = b"""{
  "version": 1, "updated_at": "2026-01-01T00:00:00Z",
  "machines": {"%s": {"label": "laptop", "last_seen": "2026-01-01T00:00:00Z"}},
  "current": {
    "next_actions": [
      {"text": "old", "added": "2026-01-01", "size": 1.50}
    ],
    "mood": [ 1,2 ]
  }
}
""" % (MACHINE.encode())
    repo.write({STORE: by_hand})

    succeeded(memoir("session", "next", "new"))

    now = b"2026-07-01T12:00:00.000Z"
    item = b'      {"text": "new", "machine_id": "%s", "added": "%s"},\n' % (MACHINE.encode(), now)
    expected = by_hand.replace(b"2026-01-01T00:00:00Z", now).replace(
        b'      {"text": "old"', item + b'      {"text": "old"'
    )
    assert repo.read(STORE) == expected


def test_a_crlf_file_stays_one(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: to_bytes(session()).replace(b"\n", b"\r\n") + b"\r\n"})

    succeeded(memoir("session", "goal", "x"))

    content = repo.read(STORE)
    assert content.count(b"\n") == content.count(b"\r\n")
    assert content.endswith(b"}\r\n")


def test_an_empty_file_becomes_a_session(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: b""})

    succeeded(memoir("session", "goal", "x"))

    assert texts(repo, "goals") == ["x"]
    assert list(repo.session(STORE)) == [
        "version",
        "created_at",
        "updated_at",
        "machines",
        "current",
        "history",
    ]


def test_the_mode_of_the_file_stays(repo: Repo, memoir: InProcess) -> None:
    (repo.path / STORE).chmod(0o640)

    succeeded(memoir("session", "goal", "x"))

    assert (repo.path / STORE).stat().st_mode & 0o777 == 0o640


def test_caps_can_be_set_for_tests(repo: Repo, memoir: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMOIR_GIT_CAPS", '{"goals": 1}')

    memoir("session", "goal", "a")
    second = succeeded(memoir("session", "goal", "b"))

    assert texts(repo, "goals") == ["b"]
    assert "Left the file, the oldest beyond the cap: 1 goal." in second.stdout


def test_a_secret_is_refused_in_every_text_and_never_repeated(repo: Repo, memoir: InProcess) -> None:
    token = "gh" + "p_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1yZ3aB5"
    before = repo.read(STORE)

    for words in (
        ("goal", token),
        ("next", f"use {token}"),
        ("ask", token),
        ("decide", "x", "--why", token),
        ("decide", "x", "--rejected", token),
        ("end", "--summary", token),
        ("end", "--summary", "x", "--file", token),
        ("end", "--summary", "x", "--session-id", token),
    ):
        result = memoir("session", *words)

        assert result.code == 1
        assert "github-token, line 1" in result.stderr
        assert token[:8] not in result.stdout + result.stderr
    assert repo.read(STORE) == before


def test_a_doubtful_text_is_written_with_a_warning(repo: Repo, memoir: InProcess) -> None:
    result = memoir("session", "next", "set pass" + "word = something in the wizard")

    assert result.code == 0
    assert "WARNING MM-SECRET" in result.stdout
    assert "wizard" not in result.stdout
    assert len(texts(repo, "next_actions")) == 1
