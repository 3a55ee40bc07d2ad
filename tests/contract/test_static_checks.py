"""The checks that read the code, style, types and import contracts, as tests: one command runs everything."""

from __future__ import annotations

import ast
import sys

import pytest

from tests.support.places import PACKAGE, PROJECT
from tests.support.processes import run

MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 300
MOST_LINES_OF_A_FUNCTION = 40


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("ruff", "check", "--no-cache"), id="ruff check"),
        pytest.param(("ruff", "format", "--check", "--no-cache"), id="ruff format"),
        pytest.param(("mypy",), id="mypy"),
    ],
)
def test_the_checker_is_content(arguments: tuple[str, ...]) -> None:
    result = run(sys.executable, "-m", *arguments, cwd=PROJECT)

    assert result.code == 0, str(result)


def test_the_import_contracts_hold() -> None:
    call = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    result = run(sys.executable, "-c", call, "--no-cache", cwd=PROJECT)

    assert result.code == 0, str(result)
    assert " 0 broken" in result.stdout


def test_a_module_is_short_enough_to_be_read_at_once() -> None:
    too_long = [path for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES]

    assert MODULES
    assert not too_long


def test_a_function_does_one_thing() -> None:
    too_long = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef) and _lines(node) > MOST_LINES_OF_A_FUNCTION
    ]

    assert not too_long


def _lines(node: ast.FunctionDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1
