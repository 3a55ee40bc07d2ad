"""A `git-merge-memoir` for one command: git finds strategies by name on PATH, and ours may not be there."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

STRATEGY = "memoir"

_CALL = "import sys; sys.path.insert(0, {parent!r}); from memoir_git.cli.merge_strategy import main; main()"


@contextmanager
def strategy_on_path(
    interpreter: str, package: Path, variables: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yields the variables with which git finds this very program as the strategy `memoir`.

    Without `site`, since the strategy needs nothing but the standard library and should start at once.
    """
    call = _CALL.format(parent=str(package.parent))
    words = " ".join(map(shlex.quote, (interpreter, "-I", "-S", "-c", call)))
    with TemporaryDirectory(prefix="memoir-git-") as folder:
        program = Path(folder, f"git-merge-{STRATEGY}")
        program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8", errors="surrogateescape")
        program.chmod(0o755)
        yield {"PATH": folder + os.pathsep + variables.get("PATH", os.defpath)}
