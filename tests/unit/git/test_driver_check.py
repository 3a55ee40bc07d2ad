"""Driver lines of all kinds: whose they are, what they start, what is dangerous about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git.git.driver_check import is_ours, programs_of, quoted_placeholders, strategy_of
from memoir_git.git.driver_line import driver_line

DRIVER = "/opt/it's 100%/$x/memoir_git/driver_main.py"
PYTHON = "/opt/it's 100%/$x/bin/python"
LINE = driver_line(PYTHON, DRIVER, "memoir-session")


def test_our_line_is_ours() -> None:
    assert is_ours(LINE)


@pytest.mark.parametrize("line", ["git merge-file %A %O %B", "mergiraf merge %O %A %B", ""])
def test_a_foreign_line_is_not(line: str) -> None:
    assert not is_ours(line)


def test_the_programs_are_read_from_our_line_whatever_their_paths_hold() -> None:
    programs = programs_of(LINE)

    assert programs is not None
    assert (programs.interpreter, programs.driver) == (Path(PYTHON), Path(DRIVER))


def test_programs_that_are_not_there_are_named() -> None:
    programs = programs_of(LINE)

    assert programs is not None
    assert programs.missing() == (Path(PYTHON), Path(DRIVER))


def test_an_interpreter_that_may_not_be_run_counts_as_missing(tmp_path: Path) -> None:
    python, driver = tmp_path / "python", tmp_path / "memoir_git/driver_main.py"
    driver.parent.mkdir()
    for path in (python, driver):
        path.touch(mode=0o600)

    programs = programs_of(driver_line(str(python), str(driver), "memoir-session"))

    assert programs is not None
    assert programs.missing() == (python,)


@pytest.mark.parametrize("line", ["git merge-file %A %O %B", "'unbalanced"])
def test_a_line_of_another_shape_starts_nothing_of_ours(line: str) -> None:
    assert programs_of(line) is None


def test_the_strategy_is_read_back() -> None:
    assert strategy_of(driver_line(PYTHON, DRIVER, "memoir-entry", strategy="newest")) == "newest"


def test_no_strategy_is_the_default() -> None:
    assert strategy_of(LINE) == ""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('d %A "%P"', ("%P",)),
        ("d %A '%P'", ("%P",)),
        ('d "%Y" "%S"', ("%Y", "%S")),
        ('sh -c "d %A %P"', ("%P",)),
        (r"d \"%P\"", ()),
        ('d "%A" "%O" "%L" %P', ()),
        ('d "100%%P" %P', ()),
        ("d 'it'\\''s' %P", ()),
        ("""d "it's" %P""", ()),
    ],
)
def test_placeholders_that_hold_names_are_found_in_quotes(line: str, found: tuple[str, ...]) -> None:
    assert quoted_placeholders(line) == found


def test_our_own_line_has_none() -> None:
    assert quoted_placeholders(LINE) == ()
