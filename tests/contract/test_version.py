"""One version, said the same everywhere."""

from __future__ import annotations

import re
import sys

from memoir_git import __version__
from tests.support.places import PROJECT
from tests.support.processes import run


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[?(\d[^\]\s]*)", changelog, re.MULTILINE)

    assert versions[0] == __version__


def test_the_package_takes_its_version_from_the_code_alone() -> None:
    project = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")

    assert 'dynamic = ["version"]' in project
    assert 'path = "memoir_git/__init__.py"' in project
    assert not re.search(r"^version\s*=", project, re.MULTILINE)


def test_the_command_says_it() -> None:
    result = run(sys.executable, "-m", "memoir_git", "--version", cwd=PROJECT)

    assert result.stdout == f"git-memoir {__version__}\n"
