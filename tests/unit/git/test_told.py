"""What the pre-commit script hands on: git's rows with names in quotes, instead of NUL."""

from __future__ import annotations

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.git.staged import Side
from memoir_git.git.told import Told, ToldError, read_told

ZEROS, A, B = "0" * 40, "a" * 40, "b" * 40


def told(*rows: str, attributes: str = "") -> Told:
    return read_told("\n".join(rows) + "\n\n" + attributes)


def test_each_row_is_a_change_with_its_two_sides() -> None:
    (change,) = told(f":000000 100644 {ZEROS} {A} A\tmemory/fact_a.md").changes

    assert (change.path, change.before, change.after) == (
        "memory/fact_a.md",
        None,
        Side(mode="100644", blob=A),
    )


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("a b.md", "a b.md"),
        ('"caf\\303\\251.md"', "café.md"),
        ('"a\\nb\\tc\\"d\\\\e"', 'a\nb\tc"d\\e'),
        ('"\\377"', "\udcff"),
    ],
)
def test_a_name_in_quotes_is_the_name_git_has(written: str, path: str) -> None:
    rows = told(
        f":100644 100644 {A} {B} M\t{written}",
        attributes=f"{written}: merge: memoir-entry\n{written}: memoir: unspecified\n",
    )

    assert [change.path for change in rows.changes] == [path]
    assert rows.marks[RepoPath(path)].merge == "memoir-entry"


def test_a_name_that_looks_like_an_attribute_says_nothing_about_another_file() -> None:
    name = "a: merge: memoir-entry"
    rows = told(
        f":100644 100644 {A} {B} M\ta",
        f":100644 100644 {A} {B} M\t{name}",
        attributes=f"{name}: merge: unspecified\n",
    )

    assert {path: marks.merge for path, marks in rows.marks.items()} == {
        "a": "unspecified",
        name: "unspecified",
    }


def test_attributes_that_the_script_left_out_are_unspecified() -> None:
    rows = told(f":100644 100644 {A} {B} M\ta", attributes="a: memoir: project\n")

    assert (rows.marks[RepoPath("a")].merge, rows.marks[RepoPath("a")].memoir) == ("unspecified", "project")


@pytest.mark.parametrize("text", ["no row\n\n", f':100644 100644 {A} {B} M\t"open\n\n'])
def test_what_git_never_writes_is_refused(text: str) -> None:
    with pytest.raises(ToldError):
        read_told(text)
