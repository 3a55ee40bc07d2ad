"""Bindings: lines of our block, and what real git makes of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoir_git.git.attributes import (
    Binding,
    bind_below,
    bind_path,
    bound_paths,
    effective_values,
    joined,
    parse_binding,
)
from memoir_git.git.repo import discover
from tests.support.scenario import Repo

FORMAT = "memoir-session"
HOSTILE = [
    "two words/session.json",
    " leading.json",
    "trailing.json ",
    'quo"te.json',
    "apo'strophe.json",
    "$(touch x)`y`.json",
    "-dash.json",
    "!bang.json",
    "#hash.json",
    "%A.json",
    "st*r.json",
    "que?tion.json",
    "br[ack]et.json",
    "back\\slash.json",
    "tab\there.json",
    "new\nline.json",
    "ünïcödé.json",
    '"quoted".json',
    "[attr]x.json",
]


@pytest.mark.parametrize("path", HOSTILE)
def test_a_binding_of_an_odd_path_is_read_back(path: str) -> None:
    binding = bind_path(path, FORMAT)

    assert parse_binding(binding.line()) == binding
    assert binding.path == path


def test_git_gives_every_odd_path_to_its_driver_and_no_neighbour(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    lines = "".join(bind_path(path, FORMAT).line() + "\n" for path in HOSTILE)
    (repo.path / ".gitattributes").write_text(lines)
    neighbours = ["stXr.json", "queXtion.json", "bra.json", "deep/-dash.json", "session.json"]

    values = effective_values(discover(repo.path), [*HOSTILE, *neighbours])

    assert {path for path, value in values.items() if value == FORMAT} == set(HOSTILE)


def test_a_file_name_without_a_folder_is_bound_at_the_top_only(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.write({".gitattributes": bind_path("session.json", FORMAT).line()})

    values = effective_values(discover(repo.path), ["session.json", "deep/session.json"])

    assert values == {"session.json": FORMAT, "deep/session.json": "unspecified"}


def test_a_pattern_below_an_odd_folder_stays_a_pattern(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.write({".gitattributes": bind_below("a *b", "memory/*.md", "memoir-entry").line()})

    values = effective_values(discover(repo.path), ["a *b/memory/x.md", "a xb/memory/x.md"])

    assert values == {"a *b/memory/x.md": "memoir-entry", "a xb/memory/x.md": "unspecified"}


def test_attributes_that_somebody_added_to_our_line_stay() -> None:
    binding = parse_binding("/x.md merge=memoir-entry text=auto conflict-marker-size=32 eol=crlf")

    assert binding is not None
    assert binding.line() == "/x.md merge=memoir-entry text=auto conflict-marker-size=32 eol=crlf"


@pytest.mark.parametrize("line", ["# comment", "", "/x text", "x.md merge=union", '"/x merge=y'])
def test_a_line_that_binds_nothing_of_ours_is_no_binding(line: str) -> None:
    assert parse_binding(line) is None


def test_single_paths_stand_after_patterns() -> None:
    index, entries = (
        bind_path("memory/MEMORY.md", "memoir-index"),
        bind_below("", "memory/*.md", "memoir-entry"),
    )

    assert joined([index], [entries]) == (entries, index)


def test_of_two_bindings_of_one_pattern_the_first_group_wins() -> None:
    first, second = bind_path("x", "memoir-session"), bind_path("x", "memoir-entry")

    assert joined([first], [second]) == (first,)


@pytest.mark.parametrize(
    ("binding", "sample"),
    [(bind_path("a*b", FORMAT), "a*b"), (bind_below("r", "memory/*.md", FORMAT), "r/memory/memory.md")],
)
def test_a_sample_is_a_path_that_the_binding_is_for(binding: Binding, sample: str) -> None:
    assert binding.sample == sample


def test_the_last_binding_names_the_format_of_a_path(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.write({"memory/MEMORY.md": "x", "memory/a.md": "x", "other.md": "x"})
    bindings = joined(
        [bind_path("memory/MEMORY.md", "memoir-index"), bind_below("", "memory/*.md", "memoir-entry")]
    )

    found = bound_paths(discover(repo.path), bindings)

    assert found == {"memory/MEMORY.md": "memoir-index", "memory/a.md": "memoir-entry"}


def test_ignored_files_are_not_there_for_git(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.write({".gitignore": "session.json\n", "session.json": "{}"})

    assert bound_paths(discover(repo.path), [bind_path("session.json", FORMAT)]) == {}


def test_no_paths_are_no_question(make_repo: Callable[[], Repo]) -> None:
    assert effective_values(discover(make_repo().path), []) == {}
