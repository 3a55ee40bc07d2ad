"""The page on the memoir format answers every normative clause, each with tests that exist.

`CLAUSES` is the format's own list of MUST and SHOULD by section, in its order; REQUIRED counts as MUST, and
so do the rules of section 5, which it calls normative as a whole.
"""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.places import PACKAGE, PROJECT

PAGE = PROJECT / "docs/reference/formats/memoir.md"

CLAUSES = {
    "2-1": "SHOULD", "3.1-1": "SHOULD", "3.1-2": "MUST NOT", "3.1-3": "MUST", "3.1-4": "MUST NOT",
    "3.2-1": "MUST", "3.2-2": "MUST", "3.2-3": "SHOULD", "3.2-4": "SHOULD", "3.2-5": "SHOULD",
    "3.2-6": "MUST", "3.2-7": "MUST", "3.3.3-1": "SHOULD", "3.3.3-2": "SHOULD", "3.3.3-3": "MUST",
    "3.3.3-4": "SHOULD", "3.3.3-5": "SHOULD", "3.3.4-1": "MUST", "3.3.4-2": "MUST NOT",
    "3.3.4-3": "SHOULD", "3.3.4-4": "MUST", "3.3.5-1": "SHOULD", "3.3.6-1": "MUST", "3.4-1": "SHOULD",
    "3.4-2": "MUST NOT", "3.4-3": "SHOULD NOT", "4.1-1": "MUST NOT", "4.1-2": "SHOULD", "4.1-3": "MUST",
    "4.1-4": "MUST", "4.1-5": "MUST", "4.1-6": "MUST", "4.1-7": "SHOULD", "4.1-8": "MUST", "4.1-9": "MUST",
    "4.1-10": "MUST", "4.1-11": "MUST", "4.1-12": "MUST", "4.1-13": "MUST NOT", "5.1-1": "MUST",
    "5.2-1": "MUST NOT", "5.2-2": "MUST", "5.2-3": "MUST", "5.2-4": "MUST", "5.2-5": "MUST",
    "5.2-6": "MUST", "5.3-1": "MUST", "5.3.1-1": "MUST", "5.3.1-2": "MUST", "5.3.1-3": "MUST",
    "5.3.1-4": "MUST NOT", "5.3.2-1": "MUST", "5.3.2-2": "MUST", "5.3.2-3": "MUST NOT", "5.3.2-4": "MUST",
    "5.4-1": "MUST", "5.4-2": "MUST", "5.4-3": "MUST", "5.4-4": "MUST", "6-1": "MUST", "6-2": "MUST",
    "6-3": "MUST NOT", "6-4": "MUST NOT", "6-5": "MUST", "6-6": "MUST", "6-7": "SHOULD", "6-8": "MUST",
    "8-1": "MUST", "8-2": "MUST", "8-3": "MUST", "8-4": "MUST", "8-5": "MUST NOT", "9-1": "SHOULD",
    "9-2": "MUST NOT", "A-1": "SHOULD", "A-2": "SHOULD", "A-3": "MUST NOT",
}  # fmt: skip

_CLAUSE = re.compile(
    r"^- \*\*([\w.]+-\d+)\*\* ((?:MUST|SHOULD)(?: NOT)?) \((Reader|Writer|Full)\)\. \*", re.MULTILINE
)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
_NETWORK = {"socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "asyncio", "xmlrpc", "requests"}


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_every_clause_is_answered_once_in_the_formats_order_with_its_level(page: str) -> None:
    answered = [(found[1], found[2]) for found in _CLAUSE.finditer(page)]

    assert answered == list(CLAUSES.items())


def test_every_clause_names_a_test(page: str) -> None:
    starts = [found.start() for found in _CLAUSE.finditer(page)]
    ends = [*starts[1:], page.index("\n## Departures")]
    answers = [page[start:end] for start, end in zip(starts, ends, strict=True)]

    assert [answer.split("\n")[0] for answer in answers if not _TEST.search(answer)] == []


def test_every_named_test_exists(page: str) -> None:
    known: dict[str, set[str]] = {}
    missing = []
    for file, name in _TEST.findall(page):
        if file not in known:
            known[file] = names_of_tests(file)
        if name not in known[file]:
            missing.append(f"{file}::{name}")

    assert missing == []


def names_of_tests(file: str) -> set[str]:
    """Returns the tests of a file as pytest names them: `test_x`, or `TestClass::test_x`."""
    path = PROJECT / file
    if not path.exists():
        return set()
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)
            }
    return names


def test_the_page_claims_the_level_that_its_clauses_reach(page: str) -> None:
    levels = {found[3] for found in _CLAUSE.finditer(page)}

    assert levels == {"Reader", "Writer", "Full"}
    assert "**memoir Full (v0.1)**" in page


def test_the_program_imports_no_module_that_speaks_to_a_network() -> None:
    imported = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}

    assert {name for name in imported if any(f"{name}.".startswith(f"{bad}.") for bad in _NETWORK)} == set()
