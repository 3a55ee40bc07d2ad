"""`git memoir uninstall`: its words."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.support.scenario import Repo
from tests.support.setting_up import every_byte, installed


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


def test_uninstall_says_what_is_as_before(repo: Repo) -> None:
    installed(repo)

    result = repo.memoir("uninstall")

    assert result.code == 0
    assert result.stdout.splitlines() == [
        "The memory merge is removed.",
        "As before install:",
        "  .git/config",
        "  .git/hooks/post-merge",
        "  .git/hooks/post-rewrite",
        "  .git/hooks/pre-commit",
        "  .git/hooks/pre-merge-commit",
        "  .git/hooks/pre-push",
        "  .git/info/attributes",
        "  .git/info/exclude",
        "  .gitattributes",
    ]


def test_uninstall_where_nothing_is_installed_says_so(repo: Repo) -> None:
    before = every_byte(repo.path)

    result = repo.memoir("uninstall")

    assert result.stdout == "The memory merge is not installed here; nothing to remove.\n"
    assert every_byte(repo.path) == before


def test_uninstall_in_json(repo: Repo) -> None:
    installed(repo)
    repo.git("config", "user.name", "x")

    document = json.loads(repo.memoir("uninstall", "--format", "json").out)

    assert document["data"]["cleaned"] == [".git/config"]
    assert ".gitattributes" in document["data"]["restored"]


def test_attributes_that_were_committed_and_went_are_not_said_to_name_memory(repo: Repo) -> None:
    installed(repo)
    repo.commit({}, "set up")

    result = repo.memoir("uninstall")

    assert "  .gitattributes\n" in result.stdout
    assert "still names" not in result.stdout
