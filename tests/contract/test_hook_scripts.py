"""The hooks are short scripts of sh, one for each hook there is, and what they start loads no library."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memoir_git.git.hooks import NAMES
from memoir_git.services.hooks.run import CHECKS
from tests.support.places import PACKAGE, PROJECT
from tests.support.processes import run

SCRIPTS = sorted((PROJECT / "hooks").iterdir())


def test_there_is_a_script_for_each_hook_and_no_other() -> None:
    assert {script.name for script in SCRIPTS} == set(NAMES) == set(CHECKS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_has_at_most_twenty_lines_that_sh_can_read(script: Path) -> None:
    text = script.read_text(encoding="utf-8")

    assert len(text.splitlines()) <= 20
    assert text.startswith("#!/bin/sh\n# memoir-git " + script.name)
    assert run("sh", "-n", str(script), cwd=PROJECT).code == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_hook_loads_neither_command_line_nor_library(name: str, tmp_path: Path) -> None:
    run("git", "init", "--quiet", cwd=tmp_path)
    code = (
        f"import sys; sys.path.append({str(PACKAGE.parent)!r}); from memoir_git.hook import run;"
        f"status = run([{name!r}, 'rebase']);"
        "print(*(name for name in sys.modules if name.partition('.')[0] in"
        " ('click', 'pygit2', 'rich', 'filelock', 'platformdirs') or name == 'memoir_git.cli'))"
    )

    result = run(sys.executable, "-I", "-S", "-c", code, cwd=tmp_path)

    assert result.code == 0, str(result)
    assert result.stdout.strip() == ""
