"""The generated pages are fresh, and the hand-written ones name all that the product reads.

To rewrite the generated pages: `MEMOIR_GIT_UPDATE_PAGES=1 pytest tests/contract/test_reference_pages.py`
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from memoir_git.registry import FORMATS
from tests.support.places import PROJECT
from tests.support.project_files import text_files
from tests.support.reference_pages import PAGES, all_codes, documented_variables

# Read when this module is: tests themselves see none of the caller's variables.
UPDATE = os.environ.get("MEMOIR_GIT_UPDATE_PAGES") == "1"
_LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
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
    broken = [
        f"{page.relative_to(PROJECT)}: {target}#{heading}"
        for page, links in linked().items()
        for target, heading in links
        if not target.exists() or (heading and target.suffix == ".md" and heading not in headings(target))
    ]

    assert broken == []


def test_every_page_is_reached_from_the_readme() -> None:
    links = linked()
    reached: set[Path] = set()
    waiting = [PROJECT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in links and page not in reached:
            reached.add(page)
            waiting += [target for target, _ in links[page]]

    assert sorted(set(links) - reached) == []


def test_the_readme_lists_every_page_that_is_for_users() -> None:
    listed = {target for target, _ in linked()[PROJECT / "README.md"]}
    folders = ("tutorial", "how-to", "reference", "explanation")
    pages = {page for folder in folders for page in (PROJECT / "docs" / folder).rglob("*.md")}

    assert sorted(pages - listed) == []


def linked() -> dict[Path, list[tuple[Path, str]]]:
    """Returns for each page where its links within the project lead: a file, and a heading of it or `""`."""
    found = {}
    for name, text in text_files("README.md", "CHANGELOG.md", "docs"):
        page = PROJECT / name
        if page.suffix == ".md":
            parts = [target.partition("#") for target in _LINK.findall(text)]
            found[page] = [((page.parent / file).resolve() if file else page, at) for file, _, at in parts]
    return found


def headings(page: Path) -> set[str]:
    """Returns the anchors of a page's headings."""
    plain = [
        re.sub(r"[^\w\- ]", "", line.lower()) for line in _HEADING.findall(page.read_text(encoding="utf-8"))
    ]
    return {line.replace(" ", "-") for line in plain}


def test_the_driver_page_and_the_configuration_page_name_every_format() -> None:
    driver = (PROJECT / "docs/reference/merge-driver.md").read_text(encoding="utf-8")

    missing = [
        row.name
        for row in FORMATS
        if f"| `{row.name}` |" not in driver or f"`{row.name}`" not in CONFIGURATION
    ]

    assert missing == []
