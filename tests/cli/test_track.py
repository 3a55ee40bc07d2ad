"""`git memoir track` and `untrack`: files become memory and ordinary again, in both attribute files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest

from memoir_git import registry
from memoir_git.git.block import block_lines
from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.sessions import session
from tests.support.setting_up import every_byte, installed, merge_attribute

ENTRY = "---\ntype: fact\nname: A fact\n---\nBody.\n"
LEGACY = "---\nname: x\nmetadata:\n  type: feedback\n---\nBody.\n"
FORMATS = {row.name for row in registry.FORMATS}

needs_index = pytest.mark.skipif("memoir-index" not in FORMATS, reason="no memoir-index in this version")


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def rows(result: Result) -> list[str]:
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def block(repo: Repo, name: str = ".gitattributes") -> tuple[str, ...] | None:
    return block_lines(repo.read(name), place=name)


def test_a_session_becomes_memory_and_the_guess_is_said(repo: Repo) -> None:
    repo.write({"state/session.json": session()})

    result = repo.memoir("track", "state/session.json")

    assert result.code == 0, str(result)
    assert rows(result)[:2] == [
        "Memory now:",
        "state/session.json session state (guessed; --as FORMAT says otherwise)",
    ]
    assert block(repo) == ("/state/session.json merge=memoir-session text=auto",)
    assert block(repo, ".git/info/attributes") == block(repo)


def test_the_next_step_is_install_until_it_was_done(repo: Repo) -> None:
    repo.write({"session.json": session()})
    assert "Next: git memoir install" in repo.memoir("track", "session.json").stdout

    installed(repo)
    repo.write({"other.json": session()})

    assert "git memoir install" not in repo.memoir("track", "other.json").stdout


def test_tracking_twice_changes_nothing(repo: Repo) -> None:
    repo.write({"session.json": session()})
    repo.memoir("track", "session.json")
    before = every_byte(repo.path)

    result = repo.memoir("track", "session.json")

    assert result.stdout.startswith("Memory already; nothing to change:\n")
    assert every_byte(repo.path) == before


def test_paths_are_relative_to_where_one_is(repo: Repo) -> None:
    repo.write({"a/b/session.json": session()})

    result = repo.attempt("memoir", "track", "session.json", cwd=repo.path / "a/b")

    assert result.code == 0, str(result)
    assert merge_attribute(repo, "a/b/session.json") == "memoir-session"


def test_a_folder_of_entries_is_tracked_as_a_whole(repo: Repo) -> None:
    repo.write({"notes/a.md": ENTRY, "notes/b.md": LEGACY})

    repo.memoir("track", "notes")

    assert merge_attribute(repo, "notes/new.md") == "memoir-entry"
    assert merge_attribute(repo, "notes/deeper/new.md") == "unspecified"


@needs_index
def test_the_index_in_a_folder_of_entries_is_an_index(repo: Repo) -> None:
    repo.write({"notes/a.md": ENTRY, "notes/MEMORY.md": "- [a](a.md)\n"})

    repo.memoir("track", "notes")

    assert merge_attribute(repo, "notes/MEMORY.md") == "memoir-index"


def test_a_folder_with_other_pages_is_not_guessed_at(repo: Repo) -> None:
    repo.write({"docs/a.md": ENTRY, "docs/README.md": "# Read me\n"})

    result = repo.memoir("track", "docs")

    assert result.code == 1
    assert "cannot be told" in result.stderr
    assert "--as FORMAT" in result.stderr
    assert not (repo.path / ".gitattributes").exists()


def test_the_format_can_be_said(repo: Repo) -> None:
    repo.write({"docs/a.md": ENTRY, "docs/README.md": "# Read me\n"})

    result = repo.memoir("track", "docs", "--as", "memoir-entry")

    assert result.code == 0, str(result)
    assert "(memoir-entry)" in result.stdout
    assert merge_attribute(repo, "docs/README.md") == "memoir-entry"


def test_a_store_at_the_top_is_tracked_by_its_folder(repo: Repo) -> None:
    repo.write({"session.json": session(), "memory/a.md": ENTRY, "README.md": "# Read me\n"})

    result = repo.memoir("track", ".")

    assert result.code == 0, str(result)
    assert merge_attribute(repo, "session.json") == "memoir-session"
    assert merge_attribute(repo, "memory/a.md") == "memoir-entry"
    assert merge_attribute(repo, "README.md") == "unspecified"


@pytest.mark.parametrize("content", ["{}", "no json", ""])
def test_a_file_that_could_be_anything_is_not_guessed_at(content: str, repo: Repo) -> None:
    repo.write({"session.json": content})

    result = repo.memoir("track", "session.json")

    assert result.code == 1
    assert all(name in result.stderr for name in FORMATS)


def test_only_formats_of_the_table_are_offered(repo: Repo) -> None:
    result = repo.memoir("track", "x", "--as", "memoir-nothing")

    assert result.code == 2
    assert all(name in result.stderr for name in FORMATS)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("absent.json", "no file absent.json"),
        ("link.json", "symbolic link"),
        ("../outside.json", "not in the work tree"),
        (".git/config", "git's own directory"),
    ],
)
def test_what_git_cannot_merge_is_refused(path: str, reason: str, repo: Repo) -> None:
    repo.write({"../outside.json": session(), "real.json": session()})
    os.symlink("real.json", repo.path / "link.json")

    result = repo.memoir("track", path)

    assert result.code == 1
    assert reason in result.stderr
    assert not (repo.path / ".gitattributes").exists()


def test_one_path_that_is_refused_stops_the_others(repo: Repo) -> None:
    repo.write({"session.json": session()})

    assert repo.memoir("track", "session.json", "absent.json").code == 1
    assert not (repo.path / ".gitattributes").exists()


def test_a_path_too_long_for_an_attribute_line_is_refused(repo: Repo) -> None:
    folder = "/".join(["d" * 200] * 10)
    repo.write({f"{folder}/session.json": session()})

    result = repo.memoir("track", f"{folder}/session.json")

    assert result.code == 1
    assert "too long" in result.stderr


def test_an_ignored_file_is_tracked_with_a_warning(repo: Repo) -> None:
    repo.write({".gitignore": "*.json\n", "session.json": session()})

    result = repo.memoir("track", "session.json")

    assert result.code == 0
    assert "WARNING MG-ATTR-012 session.json: git ignores this file" in result.stdout


def test_install_keeps_what_was_tracked(repo: Repo) -> None:
    repo.write({"odd name.json": session()})
    repo.memoir("track", "odd name.json")

    installed(repo)

    assert merge_attribute(repo, "odd name.json") == "memoir-session"
    assert '"/odd name.json" merge=memoir-session text=auto' in (block(repo) or ())


def test_the_format_of_a_tracked_file_can_be_changed(repo: Repo) -> None:
    repo.write({"x.md": ENTRY})
    repo.memoir("track", "x.md")

    repo.memoir("track", "x.md", "--as", "memoir-session")

    assert block(repo) == ("/x.md merge=memoir-session text=auto",)


def test_json_says_what_was_guessed(repo: Repo) -> None:
    repo.write({"session.json": session()})

    document = json.loads(repo.memoir("track", "session.json", "--format", "json").out)

    assert document["data"]["memory"] == [
        {"pattern": "session.json", "format": "memoir-session", "guessed": True, "new": True}
    ]
    assert document["data"]["installed"] is False


def test_untrack_takes_a_file_out_of_both_blocks_and_keeps_the_rest(repo: Repo) -> None:
    repo.write({"a.json": session(), "b.json": session(), ".gitattributes": "*.txt text\n"})
    repo.memoir("track", "a.json", "b.json")

    result = repo.memoir("untrack", "a.json")

    assert result.stdout.startswith("Ordinary files again:\n  a.json\n")
    assert block(repo) == block(repo, ".git/info/attributes") == ("/b.json merge=memoir-session text=auto",)


def test_untrack_of_the_last_one_leaves_no_trace(repo: Repo) -> None:
    repo.write({"a.json": session()})
    before = every_byte(repo.path)
    repo.memoir("track", "a.json")

    repo.memoir("untrack", "a.json")

    assert every_byte(repo.path) == before


def test_untrack_of_a_folder_takes_everything_in_it(repo: Repo) -> None:
    repo.write({"s/session.json": session(), "s/memory/a.md": ENTRY})
    repo.memoir("track", "s")

    repo.memoir("untrack", "s")

    assert not (repo.path / ".gitattributes").exists()


def test_untrack_of_an_unknown_path_says_so(repo: Repo) -> None:
    repo.write({"x.md": ENTRY})

    result = repo.memoir("untrack", "x.md")

    assert result.code == 1
    assert "not tracked as memory by name" in result.stderr


def test_untrack_in_json(repo: Repo) -> None:
    repo.write({"a.json": session()})
    repo.memoir("track", "a.json")

    document = json.loads(repo.memoir("untrack", "a.json", "--format", "json").out)

    assert document["data"]["patterns"] == ["a.json"]
    assert ".gitattributes" in document["data"]["changed"]


def test_a_file_of_a_submodule_is_tracked_there_and_nowhere_else(
    repo: Repo, make_repo: Callable[[], Repo]
) -> None:
    inner = make_repo()
    inner.commit({"state/session.json": session()})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path.as_uri(), "sub")
    before = every_byte(repo.path)

    for path in ("sub/state/session.json", "sub"):
        result = repo.memoir("track", path)

        assert result.code == 1
        assert f"{path} belongs to another repository, the one in sub." in result.stderr
        assert "git -C sub memoir track" in result.stderr
    assert every_byte(repo.path) == before
