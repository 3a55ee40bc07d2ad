"""Which line decides how a path is merged, as git matches patterns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoir_git.git.attributes import bind_path
from memoir_git.git.block import with_block
from memoir_git.git.deciding import DecidingLine, deciding_lines
from memoir_git.git.repo import discover
from tests.support.scenario import Repo

PATH = "a/session.json"
OURS = with_block(b"", (bind_path(PATH, "memoir-session").line(),), place=".gitattributes")


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def first(repo: Repo, path: str = PATH) -> DecidingLine | None:
    lines = deciding_lines(discover(repo.path), [path])[path]
    return lines[0] if lines else None


def place(line: DecidingLine | None) -> tuple[str, int, str] | None:
    return None if line is None else (line.source, line.number, line.value)


def test_without_a_line_nothing_decides(repo: Repo) -> None:
    repo.write({".gitattributes": "*.json text\n*.md merge=union\n"})

    assert first(repo) is None


def test_the_last_matching_line_of_a_file_decides(repo: Repo) -> None:
    repo.write({".gitattributes": "# x\n*.json merge=union\n\n*.json -merge\n*.md merge\n"})

    assert place(first(repo)) == (".gitattributes", 4, "unset")


def test_a_line_in_our_block_is_ours(repo: Repo) -> None:
    repo.write({".gitattributes": b"*.json merge=union\n" + OURS})

    line = first(repo)

    assert line is not None
    assert line.is_ours
    assert line.number == 3


def test_a_line_below_our_block_goes_before_it(repo: Repo) -> None:
    repo.write({".gitattributes": OURS + b"*.json -merge\n"})

    assert place(first(repo)) == (".gitattributes", 4, "unset")


def test_the_private_file_is_stronger_than_the_nearest_and_that_than_the_top(repo: Repo) -> None:
    repo.write({".gitattributes": "*.json merge=top\n", "a/.gitattributes": "session.json merge=near\n"})
    (repo.path / ".git/info/attributes").write_text("a/* merge=private\n")

    lines = deciding_lines(discover(repo.path), [PATH])[PATH]

    assert [line.value for line in lines] == ["private", "near", "top"]
    assert [line.is_private for line in lines] == [True, False, False]


def test_a_macro_decides_by_what_it_stands_for(repo: Repo) -> None:
    repo.write({".gitattributes": "[attr]mine -text merge=union\n*.json mine\n*.md binary\n"})

    assert place(first(repo)) == (".gitattributes", 2, "union")
    assert place(first(repo, "x.md")) == (".gitattributes", 3, "unset")


def test_a_reset_decides_too(repo: Repo) -> None:
    repo.write({".gitattributes": "*.json merge=union\n*.json !merge\n"})

    assert place(first(repo)) == (".gitattributes", 2, "unspecified")


def test_a_linked_file_is_not_read(repo: Repo) -> None:
    repo.write({"real": "*.json merge=union\n"})
    (repo.path / ".gitattributes").symlink_to("real")

    assert first(repo) is None


def test_a_file_that_is_not_checked_out_is_read_from_the_index(repo: Repo) -> None:
    repo.commit({"a/.gitattributes": "*.json merge=union\n"})
    (repo.path / "a/.gitattributes").unlink()

    assert place(first(repo)) == ("a/.gitattributes", 1, "union")


def test_quoted_patterns_and_windows_line_ends_are_understood(repo: Repo) -> None:
    repo.write({".gitattributes": b'"/a b/*.json" merge=union\r\n'})

    assert place(first(repo, "a b/session.json")) == (".gitattributes", 1, "union")


def test_what_it_says_is_what_git_says(repo: Repo) -> None:
    repo.write({".gitattributes": "*.json merge=one\n/a merge=two\na/**/*.json merge=three\n*s.json merge\n"})
    paths = [PATH, "b/session.json", "a/b/c/x.json", "a/sessions.json", "x.md"]

    said = repo.git("check-attr", "merge", "--", *paths).stdout.splitlines()

    found = deciding_lines(discover(repo.path), paths)
    ours = [found[path][0].value if found[path] else "unspecified" for path in paths]
    assert ours == [line.rpartition(": ")[2] for line in said]
