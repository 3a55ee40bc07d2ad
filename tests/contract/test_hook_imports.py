"""What a commit of one memory file makes the hook load: it is paid in every such commit.

Measured with the interpreter's own record of imports, on the real program as the installed script starts it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.contract.test_driver_imports import ALLOWED, ALWAYS, DIGEST
from tests.support.memory import entry, files, memory_file
from tests.support.places import PACKAGE
from tests.support.processes import Result, run
from tests.support.scenario import Repo
from tests.support.sessions import action, session

# Modules of the interpreter itself.
PLUMBING = frozenset({"posix", "math"})
Content: TypeAlias = bytes | str | dict[str, object]
CHANGES: dict[str, tuple[str, Content]] = {
    "memoir-entry": (
        "memory/fact_a.md",
        "---\nname: a\ndescription: d\ntype: fact\ncreated: 2026-03-01\n---\nThe text.\n",
    ),
    "memoir-session": ("session.json", session(actions=[action("a")])),
    "memoir-index": ("MEMORY.md", "# Index\n\n- [a](memory/fact_a.md) first\n"),
    "memoir-sections": ("LEDGER.md", "# Ledger\n\n## One\n\ntext\n"),
}


PROJECT = "docs/memory"
# What a clean commit of project memory has no use for.
NOT_FOR_PROJECTS = (
    "memoir_git.core.snapshot",
    "memoir_git.custodian.checks.budgets",
    "memoir_git.custodian.checks.evidence",
    "memoir_git.custodian.merge",
    "memoir_git.custodian.plans",
    "memoir_git.custodian.privacy",
    "memoir_git.custodian.tokens",
    "memoir_git.git.repo",
    "memoir_git.git.snapshot",
    "memoir_git.services.memory_place",
    "memoir_git.services.review_policy",
)


@pytest.mark.parametrize("format_name", CHANGES)
def test_the_hook_loads_only_what_the_format_of_the_file_needs(format_name: str, tmp_path: Path) -> None:
    path, content = CHANGES[format_name]
    result = _checked({path: content}, path, format_name, tmp_path)

    assert _strange(result, format_name, tmp_path) == set()
    assert not any(
        name.startswith(("memoir_git.cli", "memoir_git.custodian", "memoir_git.render"))
        for name in _ours(result)
    )


def test_the_hook_loads_only_the_rules_of_project_memory_and_no_library(tmp_path: Path) -> None:
    memory = files(
        decisions=memory_file(
            "Decisions", entry("DEC", 1, body="We do not ask for a token, and never skip it.")
        ),
    )
    contents: dict[str, Content] = {f"{PROJECT}/{name}": content for name, content in memory.items()}
    result = _checked(contents, f"{PROJECT}/decisions.md", "memoir-units", tmp_path)

    ours = _ours(result)
    assert _strange(result, "memoir-units", tmp_path) == set()
    assert "memoir_git.custodian.checks.table" in ours
    assert not any(
        name.startswith(("memoir_git.cli", "memoir_git.render", *NOT_FOR_PROJECTS)) for name in ours
    )


def _strange(result: Result, format_name: str, folder: Path) -> set[str]:
    """Returns what was loaded and is not allowed, and what starts git with the library if it was loaded."""
    loaded = _loaded(result) - _loaded(_python("-c", "pass", folder=folder))
    imported = (_loaded(_python("-c", f"import {name}", folder=folder)) for name in ALLOWED[format_name])
    foreign = loaded - _ours(result) - ALWAYS.union(*imported) - DIGEST - PLUMBING
    return foreign | (_ours(result) & {"memoir_git.git.run"})


def _ours(result: Result) -> set[str]:
    return {name for name in _loaded(result) if name.partition(".")[0] == "memoir_git"}


def _checked(contents: Mapping[str, Content], path: str, format_name: str, folder: Path) -> Result:
    """Stages new files, one of them told of, and runs the program as the script does, with what git says."""
    run("git", "init", "--quiet", cwd=folder)
    repo = Repo(folder)
    repo.write(dict(contents))
    repo.git("add", *contents)
    rows = repo.git("diff", "--cached", "--raw", "--no-abbrev", "--", path).stdout
    said = f"{rows}\n{path}: merge: {format_name}\n"
    result = _python(
        str(PACKAGE / "hook_main.py"), "pre-commit", "--told", folder=folder, stdin=said.encode()
    )
    assert result.code == 0, str(result)
    return result


def _python(*arguments: str, folder: Path, stdin: bytes = b"") -> Result:
    return run(sys.executable, "-I", "-S", "-X", "importtime", *arguments, cwd=folder, stdin=stdin)


def _loaded(result: Result) -> set[str]:
    return set(re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)", result.stderr, re.MULTILINE))
