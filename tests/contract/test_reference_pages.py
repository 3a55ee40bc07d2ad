"""The generated pages are fresh, and the hand-written ones name all that the product reads.

To rewrite the generated pages: `MEMOIR_GIT_UPDATE_PAGES=1 pytest tests/contract/test_reference_pages.py`
"""

from __future__ import annotations

import os
import re

import pytest

from memoir_git.registry import FORMATS
from tests.support.places import PROJECT
from tests.support.project_files import text_files
from tests.support.reference_pages import PAGES, all_codes, documented_variables

# Read when this module is: tests themselves see none of the caller's variables.
UPDATE = os.environ.get("MEMOIR_GIT_UPDATE_PAGES") == "1"
CONFIGURATION = (PROJECT / "docs/reference/configuration.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_is_fresh(name: str) -> None:
    fresh = PAGES[name]()
    if UPDATE:
        (PROJECT / name).write_text(fresh, encoding="utf-8")

    assert (PROJECT / name).read_text(encoding="utf-8") == fresh


def test_the_configuration_page_names_every_variable_the_product_reads_and_no_other() -> None:
    read = {
        name
        for _, text in text_files("memoir_git")
        for name in re.findall(r"\bMEMOIR_GIT(?:_[A-Z]+)*\b", text)
    }

    assert set(documented_variables()) == read


def test_the_configuration_page_names_every_config_key_the_product_reads_and_no_other() -> None:
    quoted = re.compile(r"""["'](memoir\.[a-z][A-Za-z]*)["']""")
    read = {name for _, text in text_files("memoir_git") for name in quoted.findall(text)}

    assert set(re.findall(r"^\| `(memoir\.\w+)` \|", CONFIGURATION, re.MULTILINE)) == read


def test_no_code_stands_twice_or_speaks_in_half_sentences() -> None:
    codes = all_codes()

    assert len({code.id for code in codes}) == len(codes)
    assert [
        code.id for code in codes if not code.title.endswith(".") or not code.remediation.endswith(".")
    ] == []


def test_links_between_pages_lead_somewhere() -> None:
    links = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
    pages = [
        (path, text) for path, text in text_files("README.md", "CHANGELOG.md", "docs") if path.endswith(".md")
    ]
    broken = [
        f"{path}: {target}"
        for path, text in pages
        for target in links.findall(text)
        if not (PROJECT / path).parent.joinpath(target).exists()
    ]

    assert broken == []


def test_the_driver_page_and_the_configuration_page_name_every_format() -> None:
    driver = (PROJECT / "docs/reference/merge-driver.md").read_text(encoding="utf-8")

    missing = [
        row.name
        for row in FORMATS
        if f"| `{row.name}` |" not in driver or f"`{row.name}`" not in CONFIGURATION
    ]

    assert missing == []
