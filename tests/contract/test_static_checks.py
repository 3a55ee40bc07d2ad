"""The checks that read the code, style, types and import contracts, as tests: one command runs everything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.places import PACKAGE, PROJECT
from tests.support.processes import run

MOST_LINES = 300


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


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_a_module_is_short_enough_to_be_read_at_once(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
