"""Where objects are borrowed from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoir_git.git.history.alternates import object_places
from memoir_git.git.inherited import InheritingRepository
from memoir_git.git.repo import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    (tmp_path / "objects/info").mkdir(parents=True)
    return Repository(git_dir=tmp_path, common_dir=tmp_path, top=None)


def lend(place: Path, *lines: str) -> None:
    (place / "info").mkdir(parents=True, exist_ok=True)
    (place / "info/alternates").write_text("".join(line + "\n" for line in lines))


def found(repository: Repository) -> list[str]:
    return [os.path.relpath(place, repository.git_dir) for place in object_places(repository).directories]


def test_a_repository_of_its_own_borrows_nothing(repository: Repository) -> None:
    assert found(repository) == ["objects"]
    assert object_places(repository).complete


@pytest.mark.parametrize("line", ["{top}/lender", "../lender", '"{top}/l\\145nder"'])
def test_a_borrowed_store_is_named_in_full_from_here_or_in_quotes(repository: Repository, line: str) -> None:
    (repository.git_dir / "lender").mkdir()
    lend(repository.git_dir / "objects", "# a comment", line.format(top=repository.git_dir), "")

    assert found(repository) == ["objects", "lender"]


def test_what_a_lender_borrows_is_borrowed_too_and_a_circle_ends(repository: Repository) -> None:
    top = repository.git_dir
    for name in ("one", "two"):
        (top / name).mkdir()
    lend(top / "objects", str(top / "one"))
    lend(top / "one", str(top / "two"))
    lend(top / "two", str(top / "one"), str(top / "objects"))

    assert found(repository) == ["objects", "one", "two"]
    assert object_places(repository).complete


def test_a_lender_that_is_gone_makes_the_places_incomplete(repository: Repository) -> None:
    lend(repository.git_dir / "objects", str(repository.git_dir / "gone"))

    assert found(repository) == ["objects"]
    assert not object_places(repository).complete


def test_what_a_calling_git_handed_down_comes_first(repository: Repository) -> None:
    top = repository.git_dir
    for name in ("quarantine", "a:b", "c"):
        (top / name).mkdir()
    handed = {
        "GIT_OBJECT_DIRECTORY": str(top / "quarantine"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": f'"{top}/a:b":{top}/c:{top}/objects',
    }
    inheriting = InheritingRepository(git_dir=top, common_dir=top, top=None, inherited=handed)

    assert found(inheriting) == ["quarantine", "a:b", "c", "objects"]
