"""`git memoir entry`: the words, what they print, and what they leave in the file."""

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
from tests.support.sessions import session
from tests.support.store_files import entry, path_of

NOW = "2026-07-01T12:00:00.000Z"
MACHINE = "3f2b7a52-0c11-4b7e-9a70-2f5f1a6b7c8d"
TOKEN = "gh" + "p_" + "a1B2" * 9
STUB = entry("fact", "fact_purged", hidden="true", hidden_at=NOW, text_hash=text_hash("fact_purged"))
ENTRIES = {
    path_of("fact_live"): entry("fact", "Live", "Body\n", description="about live", project="p"),
    path_of("goal_done"): entry("goal", "Done", set_on="2026-01-01", done_at="2026-02-01"),
    path_of("decision_hidden"): entry("decision", "Secret name", hidden="true", hidden_at=NOW),
    path_of("fact_purged"): STUB,
    path_of("fact_newer"): entry("fact", "Future", schema_version="9"),
    path_of("notes"): "# Bare\n",
}


@pytest.fixture
def repo(make_repo: Callable[[], Repo], monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("MEMOIR_GIT_MACHINE", MACHINE)
    made = make_repo()
    made.write({".memoir/session.json": session()})
    return made


def succeeded(result: Result) -> Result:
    assert result.code == 0, str(result)
    assert result.stderr == ""
    return result


def files(repo: Repo) -> set[str]:
    return {path.name for path in (repo.path / ".memoir").rglob("*") if path.is_file()}


# -- add


def test_an_entry_is_made_in_the_folder_of_the_store(repo: Repo, memoir: InProcess) -> None:
    words = ("--name", "Staging URLs", "--description", "Where it runs", "--source", "wiki")
    result = succeeded(memoir("entry", "add", "fact", *words, "--body", "-", stdin=b"It runs.\n"))

    assert ".memoir/memory/fact_staging-urls.md" in result.stdout
    assert repo.read(path_of("fact_staging-urls")).decode() == (
        "---\ntype: fact\nname: Staging URLs\ndescription: Where it runs\nsource: wiki\n"
        f"created: {NOW}\norigin:\n  machine_id: {MACHINE}\n---\nIt runs.\n"
    )


def test_an_entry_of_a_machine_without_an_identity_says_so(
    repo: Repo, memoir: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMOIR_GIT_MACHINE")
    state = Path(os.environ["MEMOIR_GIT_STATE_HOME"])
    state.mkdir(mode=0o700)
    (state / "machine-id").mkdir()

    added = succeeded(memoir("entry", "add", "goal", "--name", "a", "--description", "d"))

    assert "none was stamped" in added.stdout
    assert b"machine_id" not in repo.read(path_of("goal_a"))


def test_adding_stages_nothing(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("entry", "add", "goal", "--name", "Ship"))

    assert repo.git("diff", "--cached", "--name-only").stdout == ""


def test_what_is_only_wished_for_is_a_warning(memoir: InProcess) -> None:
    result = memoir("entry", "add", "decision", "--name", "SQLite")

    assert result.code == 0
    assert {"MM-WHY-MISSING", "MM-REJECTED-MISSING"} <= set(result.stdout.split())


def test_a_writer_does_not_repeat_the_text(memoir: InProcess) -> None:
    words = ("--name", "x", "--description", "xylophone", "--body", "xylophone")

    result = memoir("entry", "add", "fact", *words)

    assert "xylophone" not in result.stdout + result.stderr


def test_an_unbound_file_comes_with_the_command_that_binds_it(memoir: InProcess) -> None:
    before = succeeded(memoir("entry", "add", "fact", "--name", "a", "--description", "d"))
    succeeded(memoir("track", ".memoir/memory"))
    after = succeeded(memoir("entry", "add", "fact", "--name", "b", "--description", "d"))

    assert "git memoir track .memoir/memory/fact_a.md" in before.stdout
    assert "track" not in after.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fact",), "--name"),
        (("lesson", "--name", "n"), "--trigger"),
        (("fact", "--name", "n", "--why", "w"), "--why belongs to a decision"),
        (("fact", "--name", "a\nb"), "more than one line"),
        (("fact", "--name", "***"), "--link"),
        (("fact", "--name", "n", "--body", "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"), "Conflict markers"),
        (("fact", "--name", "n", "--description", TOKEN), "secret"),
        (("fact", "--name", "n", "--body", TOKEN), "secret"),
        (("fact", "--name", "n", "--alias", TOKEN), "secret"),
        (("fact", "--name", "n\udcff"), "not UTF-8"),
    ],
)
def test_what_must_not_be_written_is_not(
    repo: Repo, memoir: InProcess, words: tuple[str, ...], says: str
) -> None:
    result = memoir("entry", "add", *words)

    assert result.code == 1
    assert says in result.stderr
    assert TOKEN not in result.stdout + result.stderr
    assert files(repo) == {"session.json"}


def test_a_doubtful_secret_is_written_with_a_warning(memoir: InProcess) -> None:
    result = memoir("entry", "add", "fact", "--name", "n", "--description", "password=hunter2")

    assert result.code == 0
    assert "WARNING MM-SECRET" in result.stdout
    assert "hunter2" not in result.stdout


@pytest.mark.parametrize("name", ["Retry", "retry"])
def test_a_name_that_is_taken_is_refused(repo: Repo, memoir: InProcess, name: str) -> None:
    repo.write({path_of("fact_retry"): entry("fact")})
    before = repo.read(path_of("fact_retry"))

    result = memoir("entry", "add", "fact", "--name", name)

    assert result.code == 1
    assert "--link SLUG" in str(result.stderr)
    assert repo.read(path_of("fact_retry")) == before


@pytest.mark.parametrize("other", ["Fact_Retry-Late", "fact-retry_late"])
def test_a_name_that_differs_in_case_or_separators_only_is_refused(
    repo: Repo, memoir: InProcess, other: str
) -> None:
    repo.write({path_of(other): entry("fact")})

    result = memoir("entry", "add", "fact", "--name", "retry late")

    assert result.code == 1
    assert "only in case or separators" in result.stderr
    assert not (repo.path / path_of("fact_retry-late")).exists()


def test_a_slug_can_be_given(repo: Repo, memoir: InProcess) -> None:
    succeeded(memoir("entry", "add", "goal", "--name", "***", "--description", "d", "--link", "Stars"))

    assert (repo.path / path_of("goal_stars")).exists()


def test_a_file_that_git_has_and_the_work_tree_has_not_is_not_begun_anew(
    repo: Repo, memoir: InProcess
) -> None:
    repo.write({path_of("fact_a"): entry("fact")})
    repo.git("add", "-A")
    (repo.path / path_of("fact_a")).unlink()

    result = memoir("entry", "add", "fact", "--name", "a")

    assert result.code == 1
    assert "git restore" in result.stderr


def test_a_folder_behind_a_link_is_refused(repo: Repo, memoir: InProcess, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo.path / ".memoir/memory").symlink_to(tmp_path / "outside")

    result = memoir("entry", "add", "fact", "--name", "a")

    assert result.code == 1
    assert "symbolic link" in result.stderr
    assert list((tmp_path / "outside").iterdir()) == []


# -- edit and done


def test_an_edit_changes_the_named_lines_and_the_date(repo: Repo, memoir: InProcess) -> None:
    path = path_of("fact_live")
    repo.write({path: "---\r\ntype: fact\r\n# note\r\nname: n\r\nx:  1\r\n---\r\nBody\r\n"})

    succeeded(memoir("entry", "edit", "fact_live", "--set", "name=m", "--set", "tags=a,b"))

    assert repo.read(path).decode() == (
        "---\r\ntype: fact\r\n# note\r\nname: m\r\nx:  1\r\ntags:\r\n  - a\r\n  - b\r\n"
        f"updated: {NOW}\r\n---\r\nBody\r\n"
    )


@pytest.mark.parametrize(
    "link", ["fact_live", "fact_live.md", "[[fact_live]]", ".memoir/memory/fact_live.md"]
)
def test_an_entry_is_named_in_any_of_the_ways_it_is_linked(repo: Repo, memoir: InProcess, link: str) -> None:
    repo.write(ENTRIES)

    succeeded(memoir("entry", "edit", link, "--body", "new"))

    assert repo.read(path_of("fact_live")).endswith(b"---\nnew\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fact_live", "--set", "hidden=true"), "git memoir forget"),
        (("fact_live", "--set", "done_at=2026-01-01"), "git memoir entry done"),
        (("fact_live", "--unset", "name"), "no name"),
        (("fact_live", "--set", "created=soon"), "ISO 8601"),
        (("fact_live", "--set", f"description={TOKEN}"), "secret"),
        (("fact_live", "--body", TOKEN), "secret"),
        (("decision_hidden", "--set", "name=x"), "hidden"),
        (("fact_purged", "--set", "name=x"), "purged"),
        (("fact_newer", "--set", "name=x"), "newer schema"),
        (("xylophone", "--set", "name=x"), "No entry has this link name"),
        (("../session", "--set", "name=x"), "No entry has this link name"),
        (("MEMORY", "--set", "name=x"), "No entry has this link name"),
    ],
)
def test_an_edit_that_must_not_be_is_refused_and_changes_nothing(
    repo: Repo, memoir: InProcess, words: tuple[str, ...], says: str
) -> None:
    repo.write(ENTRIES)
    before = {path: repo.read(path) for path in ENTRIES}

    result = memoir("entry", "edit", *words)

    assert result.code == 1
    assert says in result.stderr
    assert "xylophone" not in result.stderr
    assert {path: repo.read(path) for path in ENTRIES} == before


@pytest.mark.parametrize("words", [(), ("--set", "name")])
def test_an_edit_without_a_change_is_wrong_usage(memoir: InProcess, words: tuple[str, ...]) -> None:
    assert memoir("entry", "edit", "x", *words).code == 2


def test_an_old_secret_does_not_keep_an_entry_from_being_mended(repo: Repo, memoir: InProcess) -> None:
    repo.write({path_of("fact_live"): entry("fact", "n", f"{TOKEN}\n", description="d")})

    succeeded(memoir("entry", "edit", "fact_live", "--body", "gone"))

    assert TOKEN.encode() not in repo.read(path_of("fact_live"))


def test_a_goal_is_done_once(repo: Repo, memoir: InProcess) -> None:
    repo.write({path_of("goal_a"): entry("goal", description="d", set_on="2026-01-01")})

    succeeded(memoir("entry", "done", "goal_a"))
    first = repo.read(path_of("goal_a"))
    again = succeeded(memoir("entry", "done", "goal_a"))

    assert f"done_at: {NOW}\n".encode() in first
    assert repo.read(path_of("goal_a")) == first
    assert "nothing was written" in again.stdout


def test_a_fact_is_not_done(repo: Repo, memoir: InProcess) -> None:
    repo.write(ENTRIES)

    assert "Only a goal" in memoir("entry", "done", "fact_live").stderr


# -- list and show


def test_a_list_has_what_is_live_and_says_how_much_is_not(repo: Repo, memoir: InProcess) -> None:
    repo.write(ENTRIES)

    listed = succeeded(memoir("entry", "list")).stdout

    assert listed == (
        "fact_live  fact  about live\nnotes      -     Bare\n(4 more that are not live; --all lists them)\n"
    )


def test_a_list_of_all_does_not_tell_what_is_hidden(repo: Repo, memoir: InProcess) -> None:
    repo.write(ENTRIES)

    listed = succeeded(memoir("entry", "list", "--all")).stdout

    assert [line.split()[:3] for line in listed.splitlines()] == [
        ["decision_hidden", "decision", "(hidden)"],
        ["fact_live", "fact", "about"],
        ["fact_newer", "-", "(unknown)"],
        ["fact_purged", "fact", "(purged)"],
        ["goal_done", "goal", "(done)"],
        ["notes", "-", "Bare"],
    ]
    assert "Secret" not in listed
    assert "Future" not in listed


def test_a_list_is_filtered_by_type_and_project(repo: Repo, memoir: InProcess) -> None:
    repo.write(ENTRIES)

    for words in (("--type", "fact"), ("--project", "p")):
        assert succeeded(memoir("entry", "list", *words)).stdout.startswith("fact_live  fact")
    assert "No entry to list" in memoir("entry", "list", "--type", "lesson").stdout


def test_an_entry_is_shown_as_it_stands(repo: Repo, memoir: InProcess) -> None:
    repo.write(ENTRIES)

    assert succeeded(memoir("entry", "show", "fact_live")).out == repo.read(path_of("fact_live"))


@pytest.mark.parametrize("name", ["goal_done", "decision_hidden", "fact_purged", "fact_newer"])
def test_what_is_not_live_is_shown_on_request_only(repo: Repo, memoir: InProcess, name: str) -> None:
    repo.write(ENTRIES)

    refused, shown = memoir("entry", "show", name), memoir("entry", "show", name, "--all")

    assert refused.code == 1
    assert refused.stdout == ""
    assert "Secret" not in refused.stderr
    assert shown.out == repo.read(path_of(name))


def test_control_characters_do_not_reach_the_terminal(repo: Repo, memoir: InProcess) -> None:
    repo.write({path_of("fact_a"): entry("fact", "n", "a\tb\x1b[31m\rc\n", description="\x07")})

    for words in (("show", "fact_a"), ("list",)):
        assert not set(succeeded(memoir("entry", *words)).stdout) & {"\x1b", "\x07", "\r"}


def test_reading_creates_nothing(repo: Repo, memoir: InProcess) -> None:
    repo.write(ENTRIES)

    memoir("entry", "list")
    memoir("entry", "show", "fact_live")

    assert not Path(os.environ["MEMOIR_GIT_STATE_HOME"]).exists()


# -- where


def test_outside_a_repository_the_store_below_the_directory_is_used(
    tmp_path: Path, memoir: InProcess
) -> None:
    memoir.directory = tmp_path / "plain"
    (memoir.directory / ".memoir").mkdir(parents=True)

    succeeded(memoir("entry", "add", "goal", "--name", "a", "--description", "d"))
    succeeded(memoir("entry", "add", "goal", "--name", "b", "--description", "d", "--store", ".memoir"))
    succeeded(
        memoir("entry", "add", "goal", "--name", "c", "--description", "d", "--store", ".memoir/memory")
    )

    assert sorted(path.name for path in (memoir.directory / ".memoir/memory").iterdir()) == [
        "goal_a.md",
        "goal_b.md",
        "goal_c.md",
    ]


def test_without_a_store_the_command_that_makes_one_is_named(
    make_repo: Callable[[], Repo], memoir: InProcess, tmp_path: Path
) -> None:
    for directory in (make_repo().path, tmp_path):
        memoir.directory = directory
        for words in (("list",), ("add", "fact", "--name", "x"), ("done", "x")):
            result = memoir("entry", *words)
            assert result.code == 1
            assert "git memoir init store" in result.stderr


def test_a_tracked_folder_of_entries_is_a_store_wherever_it_lies(repo: Repo, memoir: InProcess) -> None:
    (repo.path / ".memoir/session.json").unlink()
    (repo.path / ".memoir").rmdir()
    repo.write({".claude/memory/fact_a.md": entry("fact", "a"), "src/x.py": ""})
    succeeded(memoir("track", ".claude/memory"))

    memoir.directory = repo.path / "src"
    succeeded(memoir("entry", "add", "fact", "--name", "b", "--description", "d"))

    assert (repo.path / ".claude/memory/fact_b.md").exists()


def test_the_nearest_store_is_meant(repo: Repo, memoir: InProcess) -> None:
    repo.write({"part/.memoir/session.json": session(), "part/src/x.py": ""})

    memoir.directory = repo.path / "part/src"
    succeeded(memoir("entry", "add", "goal", "--name", "a", "--description", "d"))

    assert (repo.path / "part/.memoir/memory/goal_a.md").exists()


def test_a_store_at_the_top_has_its_entries_in_memory(repo: Repo, memoir: InProcess) -> None:
    (repo.path / ".memoir/session.json").unlink()
    (repo.path / ".memoir").rmdir()
    succeeded(memoir("init", "store", "."))

    added = succeeded(memoir("entry", "add", "goal", "--name", "a", "--description", "d"))

    assert added.stdout == "Added memory/goal_a.md.\n"


# -- JSON


@pytest.mark.parametrize(
    "words",
    [
        ("add", "goal", "--name", "x"),
        ("edit", "fact_live", "--set", "name=x"),
        ("done", "goal_done"),
        ("list",),
        ("list", "--all"),
        ("show", "fact_live"),
    ],
)
def test_json_data_is_of_its_schema(repo: Repo, memoir: InProcess, words: tuple[str, ...]) -> None:
    repo.write(ENTRIES)

    document = json.loads(memoir("entry", *words, "--format", "json").out)

    assert document["command"] == "entry"
    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("entry-v1.json"))


def test_a_failure_is_an_envelope_too(memoir: InProcess) -> None:
    result = memoir("entry", "show", "nothing", "--format", "json")

    document = json.loads(result.out)
    jsonschema.validate(document, schema("envelope-v1.json"))
    assert (result.code, document["command"]) == (1, "entry")


def schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes())


def test_a_list_names_what_it_could_not_read(repo: Repo, memoir: InProcess) -> None:
    repo.write({path_of("fact_live"): ENTRIES[path_of("fact_live")]})
    (repo.path / path_of("fact_link")).symlink_to("fact_live.md")

    result = memoir("entry", "list")

    assert result.code == 0, str(result)
    assert "fact_live" in result.stdout
    assert f"MM-FILE-LINK {path_of('fact_link')}" in result.stdout
