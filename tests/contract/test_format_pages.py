"""The normative pages under `docs/reference/formats` name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memoir_git.custodian.entries import Reason
from memoir_git.custodian.sections import ManifestReason
from tests.support.places import PROJECT
from tests.support.project_files import text_files

PAGES = sorted((PROJECT / "docs/reference/formats").glob("*.md"))


@pytest.fixture(scope="module")
def tests() -> set[str]:
    """The names of all tests of this project."""
    defined = re.compile(r"^\s*def (test_\w+)", re.MULTILINE)
    return {name for _, text in text_files("tests") for name in defined.findall(text)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_test_a_clause_names_exists(page: Path, tests: set[str]) -> None:
    named = set(re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8")))

    assert named
    assert named - tests == set()


def test_the_page_on_json_names_every_schema_and_no_other() -> None:
    page = (PROJECT / "docs/reference/json-output.md").read_text(encoding="utf-8")

    named = set(re.findall(r"\(schemas/([\w.-]+)\)", page))

    assert named == {path.name for path in (PROJECT / "docs/reference/schemas").glob("*.json")}


def test_the_page_on_project_memory_names_every_reason() -> None:
    page = (PROJECT / "docs/reference/formats/custodian.md").read_text(encoding="utf-8")

    named = set(re.findall(r"`([a-z0-9-]+)`", page))

    assert {reason.value for table in (Reason, ManifestReason) for reason in table} - named == set()
