"""`git memoir forget` in a memoir store: previews, plans, what is left, and what is never printed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memoir_git.core.text import text_hash
from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.sessions import action, decision, goal, hidden, session
from tests.support.store_files import INDEX, entry, path_of

MARK = "xylophone"
STORE = ".memoir/session.json"
NOW = "2026-07-01T12:00:00.000Z"
LINK = "decision_d"
MODES = ("hide", "purge")


@pytest.fixture
def repo(make_repo: Callable[[], Repo], monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("MEMOIR_GIT_MACHINE", "m-1")
    made = make_repo()
    made.write(
        {
            STORE: session(
                decisions=[
                    decision(f"{MARK} first", 2, why=f"{MARK} why", x_note=MARK),
                    decision(f"{MARK} second", 1),
                    hidden(f"{MARK} hidden"),
                    decision("other", 3),
                ],
                actions=[action(f"tell {MARK} first", 1)],
                goals=[goal("Ship", 1)],
            ),
            path_of(LINK): entry(
                "decision", MARK, f"{MARK}\n", description=MARK, date="2026-05-01", why=MARK
            ),
            path_of("fact_f"): entry("fact", MARK, f"See [[{LINK}]].\n"),
            INDEX: f"- [{MARK}]({LINK}.md) — {MARK}\n- [F](fact_f.md), [[{LINK}]] {MARK}\n",
        }
    )
    return made


def silent(result: Result) -> Result:
    """Asserts that nothing of what is forgotten was printed."""
    assert MARK not in (result.stdout + result.stderr).lower()
    return result


def plan_of(memoir: InProcess, *words: str, stdin: bytes = b"") -> str:
    result = silent(memoir("forget", *words, "--format", "json", stdin=stdin))
    assert result.code == 0, str(result)
    plan = json.loads(result.out)["data"]["plan"]["id"]
    assert isinstance(plan, str)
    return plan


def applied(memoir: InProcess, *words: str, stdin: bytes = b"") -> Result:
    plan = plan_of(memoir, *words, stdin=stdin)
    result = silent(memoir("forget", *words, "--apply", "--confirm-plan", plan, stdin=stdin))
    assert result.code == 0, str(result)
    return result


def contents(repo: Repo) -> dict[str, bytes]:
    paths = [path for path in (repo.path / ".memoir").rglob("*") if path.is_file()]
    return {path.relative_to(repo.path).as_posix(): path.read_bytes() for path in paths}


def decisions(repo: Repo) -> Any:
    return repo.session(STORE)["current"]["decisions"]


# -- previews


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("selector", [("--entry", LINK), ("--decision", f"{MARK} first")])
def test_a_preview_changes_and_creates_nothing(
    repo: Repo, memoir: InProcess, selector: tuple[str, str], mode: str
) -> None:
    before = contents(repo)

    result = silent(memoir("forget", *selector, "--mode", mode))

    assert result.code == 0
    assert "Nothing was changed" in result.stdout
    assert "--confirm-plan" in result.stdout
    assert contents(repo) == before
    assert not Path(os.environ["MEMOIR_GIT_STATE_HOME"]).exists()


def test_a_plan_has_one_id_for_one_request_and_one_state(repo: Repo, memoir: InProcess) -> None:
    requests = [
        (selector, words, "--mode", mode)
        for mode in MODES
        for selector, words in (
            ("--entry", LINK),
            ("--decision", f"{MARK} first"),
            ("--decision", f"{MARK} second"),
        )
    ]

    first = [plan_of(memoir, *request) for request in requests]
    again = [plan_of(memoir, *request) for request in requests]

    assert first == again
    assert len(set(first)) == len(requests)


def test_a_decision_has_the_same_plan_by_text_and_by_number(memoir: InProcess) -> None:
    plans = {plan_of(memoir, "--decision", words) for words in (f" {MARK.upper()} FIRST ", f"{MARK} f", "d2")}

    assert len(plans) == 1


@pytest.mark.parametrize("mode", MODES)
def test_a_preview_says_what_it_does_and_what_it_does_not(memoir: InProcess, mode: str) -> None:
    printed = memoir("forget", "--entry", LINK, "--mode", mode).stdout

    assert f"Would {mode}: one entry." in printed
    assert f"  {path_of(LINK)}\n  {INDEX}\n" in printed
    assert "leave the index with it: 2." in printed
    assert "link to it, and stay as they are: 1." in printed
    assert "Git history was not modified." in printed
    assert ("git filter-repo" in printed) == (mode == "purge")
    assert ("can be guessed" in printed) == (mode == "purge")


def test_a_purge_counts_the_other_texts_that_hold_the_words(memoir: InProcess) -> None:
    printed = memoir("forget", "--decision", f"{MARK} first", "--mode", "purge").stdout

    assert "still hold these words: 1." in printed


# -- applying


def test_a_decision_is_hidden(repo: Repo, memoir: InProcess) -> None:
    applied(memoir, "--decision", f"{MARK} first")

    item = decisions(repo)[0]
    assert (item["text"], item["hidden"], item["hidden_at"]) == (f"{MARK} first", True, NOW)
    assert item["why"] == f"{MARK} why"
    assert f"{MARK} first" not in memoir("resume").stdout.replace(f"tell {MARK} first", "")


def test_a_decision_is_purged_to_its_hash(repo: Repo, memoir: InProcess) -> None:
    applied(memoir, "--decision", f"{MARK} first", "--mode", "purge")

    assert decisions(repo)[0] == {
        "text": "[purged]",
        "hidden": True,
        "hidden_at": NOW,
        "text_hash": text_hash(f"{MARK} first"),
        "date": "2026-03-02T00:00:00Z",
    }
    assert memoir("validate").code == 0


def test_a_hidden_decision_can_be_purged_by_its_text(repo: Repo, memoir: InProcess) -> None:
    applied(memoir, "--decision", f"{MARK} hidden", "--mode", "purge")

    assert f"{MARK} hidden".encode() not in repo.read(STORE)


def test_a_decision_entry_is_hidden_and_leaves_the_index(repo: Repo, memoir: InProcess) -> None:
    before = repo.read(path_of(LINK)).decode()

    applied(memoir, "--entry", LINK)

    assert repo.read(path_of(LINK)).decode() == before.replace(
        f"why: {MARK}\n", f"why: {MARK}\nhidden: true\nhidden_at: {NOW}\n"
    )
    assert repo.read(INDEX) == b"- [F](fact_f.md)\n"
    assert memoir("index").code == 0
    assert LINK not in memoir("entry", "list").stdout


@pytest.mark.parametrize("link", [LINK, "fact_f"])
def test_an_entry_of_any_type_is_purged_to_a_stub(repo: Repo, memoir: InProcess, link: str) -> None:
    applied(memoir, "--entry", link, "--mode", "purge")

    kind = link.partition("_")[0]
    assert repo.read(path_of(link)).decode() == (
        f"---\ntype: {kind}\nname: {link}\nhidden: true\nhidden_at: {NOW}\n"
        f"text_hash: {text_hash(link)}\n---\n"
    )
    assert memoir("validate", path_of(link)).stdout.endswith("0 errors, 0 warnings, 0 reports\n")
    assert memoir("index").code == 0


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe" + MARK.encode(), f"---\nname: {MARK}\n", f"---\nschema_version: 7\nx: {MARK}\n---\n"],
)
def test_a_file_that_cannot_be_understood_can_be_purged_and_not_hidden(
    repo: Repo, memoir: InProcess, content: bytes | str
) -> None:
    repo.write({path_of("fact_bad"): content})
    before = repo.read(path_of("fact_bad"))

    refused = silent(memoir("forget", "--entry", "fact_bad"))
    assert refused.code == 1
    assert repo.read(path_of("fact_bad")) == before

    applied(memoir, "--entry", "fact_bad", "--mode", "purge")
    assert MARK.encode() not in repo.read(path_of("fact_bad"))


def test_an_index_that_cannot_be_read_keeps_nobody_from_forgetting(repo: Repo, memoir: InProcess) -> None:
    repo.write({INDEX: b"\xff"})

    applied(memoir, "--entry", LINK, "--mode", "purge")

    assert repo.read(INDEX) == b"\xff"
    assert MARK.encode() not in repo.read(path_of(LINK))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("selector", [("--entry", LINK), ("--decision", f"{MARK} first")])
def test_what_was_forgotten_already_is_no_error(
    repo: Repo, memoir: InProcess, selector: tuple[str, str], mode: str
) -> None:
    applied(memoir, *selector, "--mode", mode)
    before = contents(repo)

    again = applied(memoir, *selector, "--mode", mode)

    assert "forgotten already" in again.stdout
    assert contents(repo) == before


def test_the_other_row_follows_when_only_the_entry_was_written(repo: Repo, memoir: InProcess) -> None:
    listing = repo.read(INDEX)
    applied(memoir, "--entry", LINK, "--mode", "purge")
    repo.write({INDEX: listing})

    applied(memoir, "--entry", LINK, "--mode", "purge")

    assert MARK.encode() not in repo.read(INDEX)


def test_a_new_machine_is_told_of(repo: Repo, memoir: InProcess) -> None:
    repo.git("config", "memoir.machineLabel", "laptop")

    assert "as laptop, which will be committed" in applied(memoir, "--decision", f"{MARK} first").stdout


@pytest.mark.parametrize("mode", MODES)
def test_the_words_can_come_from_standard_input_or_a_file(repo: Repo, memoir: InProcess, mode: str) -> None:
    applied(memoir, "--decision-file", "-", "--mode", mode, stdin=f"{MARK} first\n".encode())
    repo.write({"words": f"{LINK}\n"})
    applied(memoir, "--entry-file", "words", "--mode", mode)

    assert decisions(repo)[0]["hidden"] is True
    assert b"hidden: true" in repo.read(path_of(LINK))


# -- refusals


@pytest.mark.parametrize("selector", [("--entry", LINK), ("--decision", f"{MARK} first")])
@pytest.mark.parametrize("change", ["file", "mode", "made up"])
def test_a_stale_plan_writes_nothing_and_says_so(
    repo: Repo, memoir: InProcess, selector: tuple[str, str], change: str
) -> None:
    plan = "0" * 24 if change == "made up" else plan_of(memoir, *selector)
    if change == "file":
        repo.write({path_of(LINK): repo.read(path_of(LINK)) + b"more\n"})
        repo.write({STORE: repo.read(STORE).replace(b'"other"', b'"another"')})
    before = contents(repo)
    mode = "purge" if change == "mode" else "hide"

    result = silent(
        memoir("forget", *selector, "--mode", mode, "--apply", "--confirm-plan", plan, "--format", "json")
    )

    assert result.code == 1
    assert "stale" in result.stderr
    assert json.loads(result.out)["findings"][0]["code"] == "MM-PLAN-STALE"
    assert contents(repo) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--decision", MARK), "Several items begin like this: d2, d3"),
        (("--decision", f"{MARK} nothing"), "Nothing among"),
        (("--decision", f"{MARK} hid"), "Nothing among"),
        (("--entry", MARK), "No entry has this link name"),
        (("--entry", "fact_f"), "--mode purge"),
        (("--entry-file", MARK), "does not exist"),
    ],
)
def test_what_cannot_be_meant_is_refused_without_repeating_it(
    repo: Repo, memoir: InProcess, words: tuple[str, str], says: str
) -> None:
    before = contents(repo)

    for extra in ((), ("--format", "json"), ("--apply", "--confirm-plan", "0" * 24)):
        result = silent(memoir("forget", *words, *extra))
        assert result.code == 1
        assert says in result.stderr
    assert contents(repo) == before


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--entry", "a", "--decision", "b"),
        ("--entry", "a", "--apply"),
        ("--entry", "a", "--confirm-plan", "x"),
        ("--entry", "a", "--mode", "delete"),
    ],
)
def test_half_a_request_is_wrong_usage(memoir: InProcess, words: tuple[str, ...]) -> None:
    assert memoir("forget", *words).code == 2


def test_a_session_that_cannot_be_understood_is_left(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: f'{{"{MARK}'})
    before = contents(repo)

    result = silent(memoir("forget", "--decision", f"{MARK} first"))

    assert result.code == 1
    assert "cannot be changed" in result.stderr
    assert contents(repo) == before


# -- JSON


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("selector", [("--entry", LINK), ("--decision", f"{MARK} first")])
def test_json_data_is_of_its_schema_and_public(
    repo: Repo, memoir: InProcess, selector: tuple[str, str], mode: str
) -> None:
    words = ("forget", *selector, "--mode", mode, "--format", "json")
    preview = json.loads(silent(memoir(*words)).out)
    done = json.loads(silent(memoir(*words, "--apply", "--confirm-plan", preview["data"]["plan"]["id"])).out)

    for document, is_applied in ((preview, False), (done, True)):
        jsonschema.validate(document, schema("envelope-v1.json"))
        jsonschema.validate(document["data"], schema("forget-v1.json"))
        jsonschema.validate(document["data"]["erasure_scope"], schema("erasure-scope-v1.json"))
        assert document["data"]["applied"] is is_applied
        assert document["disclaimers"]
    assert preview["data"]["plan"] == done["data"]["plan"]


def schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes())


def test_a_newer_session_asks_for_a_newer_program(repo: Repo, memoir: InProcess) -> None:
    repo.write({STORE: session() | {"version": 2}})

    result = memoir("forget", "--decision", "first")

    assert result.code == 1
    assert "next: upgrade memoir-git" in result.stderr


# -- history


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("selector", [("--entry", LINK), ("--decision", f"{MARK} first")])
def test_a_look_into_history_is_told_before_and_after(
    repo: Repo, memoir: InProcess, selector: tuple[str, str], mode: str
) -> None:
    repo.commit({}, "memory")
    words = (*selector, "--mode", mode)

    preview = json.loads(silent(memoir("forget", *words, "--history-check", "--format", "json")).out)
    plan = preview["data"]["plan"]["id"]
    more = ("--history-check", "--apply", "--confirm-plan", plan)
    done = json.loads(silent(memoir("forget", *words, *more, "--format", "json")).out)

    for document in (preview, done):
        scope = document["data"]["erasure_scope"]
        assert scope["history_check_status"] == "reachable-copy-detected"
        assert "MC-ERASURE-003" in [finding["code"] for finding in document["findings"]]


def test_a_store_has_no_archive_and_no_overlay_and_hiding_keeps_the_text(memoir: InProcess) -> None:
    scopes = {
        mode: json.loads(
            memoir("forget", "--decision", f"{MARK} first", "--mode", mode, "--format", "json").out
        )["data"]["erasure_scope"]
        for mode in MODES
    }

    places = {(s["domains"]["managed_archive"], s["domains"]["local_overlay"]) for s in scopes.values()}
    assert places == {("not-applicable", "not-applicable")}
    assert [scopes[mode]["topic_retained_in_new_records"] for mode in MODES] == [True, False]
