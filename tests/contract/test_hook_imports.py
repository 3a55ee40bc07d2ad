"""What a commit of one memory file makes the hook load: it is paid in every such commit.

Measured with the interpreter's own record of imports, on the real program as the installed script starts it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.contract.test_driver_imports import ALLOWED, ALWAYS, DIGEST
from tests.support.places import PACKAGE
from tests.support.processes import Result, run
from tests.support.scenario import Repo
from tests.support.sessions import action, session

# Modules of the interpreter itself.
PLUMBING = frozenset({"posix", "math"})
CHANGES: dict[str, tuple[str, bytes | str | dict[str, object]]] = {
    "memoir-entry": (
        "memory/fact_a.md",
        "---\nname: a\ndescription: d\ntype: fact\ncreated: 2026-03-01\n---\nThe text.\n",
    ),
    "memoir-session": ("session.json", session(actions=[action("a")])),
    "memoir-index": ("MEMORY.md", "# Index\n\n- [a](memory/fact_a.md) first\n"),
    "memoir-sections": ("LEDGER.md", "# Ledger\n\n## One\n\ntext\n"),
}


@pytest.mark.parametrize("format_name", CHANGES)
def test_the_hook_loads_only_what_the_format_of_the_file_needs(format_name: str, tmp_path: Path) -> None:
    result = _checked(format_name, tmp_path)

    loaded = _loaded(result) - _loaded(_python("-c", "pass", folder=tmp_path))
    ours = {name for name in loaded if name.partition(".")[0] == "memoir_git"}
    imported = (_loaded(_python("-c", f"import {name}", folder=tmp_path)) for name in ALLOWED[format_name])
    assert loaded - ours - ALWAYS.union(*imported) - DIGEST - PLUMBING == set()
    assert "memoir_git.git.run" not in ours
    assert not any(
        name.startswith(("memoir_git.cli", "memoir_git.custodian", "memoir_git.render")) for name in ours
    )


def _checked(format_name: str, folder: Path) -> Result:
    """Stages one new file of the format and runs the program as the script does, with what git says."""
    path, content = CHANGES[format_name]
    run("git", "init", "--quiet", cwd=folder)
    repo = Repo(folder)
    repo.write({path: content})
    repo.git("add", path)
    rows = repo.git("diff", "--cached", "--raw", "--no-abbrev").stdout
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
