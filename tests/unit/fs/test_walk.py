"""Names below a folder: sorted, without git's own, and never through a link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoir_git.fs.walk import is_folder, names_in, unlisted, walk


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()


def test_every_file_below_is_listed_relative_to_the_root(tmp_path: Path) -> None:
    make(tmp_path, "b.md", "a/z.md", "a/b/c.md")

    assert list(walk(tmp_path)) == ["b.md", "a/z.md", "a/b/c.md"]
    assert list(walk(tmp_path, "a")) == ["a/z.md", "a/b/c.md"]


def test_gits_own_folder_is_passed_over(tmp_path: Path) -> None:
    make(tmp_path, ".git/config", "a/.git/config", "a/b.md")

    assert list(walk(tmp_path)) == ["a/b.md"]


def test_a_link_is_listed_and_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "a/b.md")
    (tmp_path / "a/loop").symlink_to(tmp_path)

    assert list(walk(tmp_path)) == ["a/b.md", "a/loop"]


def test_a_folder_that_is_not_there_has_no_names(tmp_path: Path) -> None:
    assert list(walk(tmp_path, "nowhere")) == []
    assert names_in(tmp_path / "nowhere") == frozenset()


def test_names_in_are_those_directly_in_the_folder(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b/c.md")

    assert names_in(tmp_path) == {"a.md", "b"}


def test_is_folder_looks_at_the_place_itself(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    (tmp_path / "link").symlink_to(tmp_path)

    assert [is_folder(tmp_path / name) for name in ("", "a.md", "link", "nowhere")] == [
        True,
        False,
        False,
        None,
    ]


def test_folders_that_can_be_listed_are_not_told(tmp_path: Path) -> None:
    make(tmp_path, "docs/memory/areas/a.md")

    assert list(unlisted(tmp_path, "docs/memory")) == []
    assert list(unlisted(tmp_path, "docs/nothing")) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list everything")
def test_a_folder_that_cannot_be_listed_is_told_at_any_depth(tmp_path: Path) -> None:
    make(tmp_path, "docs/memory/archive/old/a.md")
    (tmp_path / "docs/memory/archive/old").chmod(0o300)

    assert list(unlisted(tmp_path, "docs/memory")) == ["docs/memory/archive/old"]
